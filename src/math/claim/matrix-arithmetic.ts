// Sums, products and integer powers of matrices and points, computed entry by entry: `A + B` and `AB` become the
// resulting matrix. This applies only if the entries are written out; a letter that stands for a matrix is not changed.
//
// An entry of a product contains the entries of both factors, so trees grow with every product: `((A^6)^6)^6` would
// have too many nodes for any machine. Entries that are fractions of integers are therefore computed at once, and other
// entries are charged for every node that a walk over them visits.

import { bitLength } from "../ball/bits.ts";
import { determinant } from "../expression/expr.ts";
import { minus, plus, type Rational, rational, times } from "../expression/rational.ts";
import {
  children,
  integer,
  type Node,
  type NodeOf,
  negate,
  signed,
  some,
  walkLength,
  wholeNumber,
} from "../notation/tree.ts";
import { scaledEntries } from "../notation/tree-change.ts";
import type { Budget } from "../terms/limits.ts";

type Rows = Node[][];

/** A matrix, or a point in round brackets as a column that is written as one. */
interface Grid {
  rows: Rows;
  point: boolean;
}

const largest = 5;
const highestPower = 12n;

const isMatrixLike = (node: Node): boolean =>
  node.kind === "matrix" || (node.kind === "sequence" && node.open === "(" && node.close === ")");

/** The resulting matrix or point of an expression with several; undefined if it is anything else. */
export function calculated(node: Node, budget: Budget): Node | undefined {
  if (isMatrixLike(node) || !some(node, isMatrixLike)) return undefined;
  const grid = new MatrixArithmetic(budget).gridOf(node);
  if (!grid) return undefined;
  return grid.point
    ? { kind: "sequence", open: "(", close: ")", items: grid.rows.map((row) => row[0]!) }
    : { kind: "matrix", rows: grid.rows };
}

/** A matrix or a point times a number, charged as a product is. */
export function scaled(node: Node, budget: Budget): Node | undefined {
  const found = scaledEntries(node);
  if (found) budget.spend(walkLength(found));
  return found;
}

const minor = (rows: Rows, i: number, j: number): Rows =>
  rows.filter((_, at) => at !== i).map((row) => row.filter((_, at) => at !== j));

class MatrixArithmetic {
  /** How many nodes a walk of a tree meets, of those that were made here. */
  private readonly lengths = new Map<Node, number>();

  constructor(private readonly budget: Budget) {}

  gridOf(node: Node): Grid | undefined {
    switch (node.kind) {
      case "matrix":
        return node.rows.length <= largest && node.rows[0]!.length <= largest
          ? { rows: node.rows, point: false }
          : undefined;
      case "sequence":
        return isMatrixLike(node) && node.items.length > 1 && node.items.length <= largest
          ? { rows: node.items.map((item) => [item]), point: true }
          : undefined;
      case "add":
        return this.sumOf(node.terms);
      case "mul":
        return this.productOf(node.factors) ?? this.scaled(node);
      case "neg":
      case "div":
        return this.scaled(node);
      case "pow":
        return this.powerOf(node);
      default:
        return undefined;
    }
  }

  /** A matrix times a number, or its negative. */
  private scaled(node: Node): Grid | undefined {
    const inner = node.kind === "neg" ? node.arg : scaledEntries(node);
    const grid = inner && this.gridOf(inner);
    const entry = (of: Node): Node => this.entry(node.kind === "neg" ? negate(of) : of);
    return grid && { ...grid, rows: grid.rows.map((row) => row.map(entry)) };
  }

  private sumOf(terms: Node[]): Grid | undefined {
    const grids = terms.map((term) => this.gridOf(term));
    const shapes = grids.map((grid) => grid && `${grid.point} ${grid.rows.length} ${grid.rows[0]!.length}`);
    if (!grids[0] || shapes.some((shape) => shape !== shapes[0])) return undefined;
    const sum = (i: number, j: number): Node =>
      this.entry({ kind: "add", terms: grids.map((grid) => grid!.rows[i]![j]!) });
    return { ...grids[0], rows: grids[0].rows.map((row, i) => row.map((_, j) => sum(i, j))) };
  }

  /** Matrices side by side, perhaps with numbers before them; two points have no product of this kind. */
  private productOf(factors: Node[]): Grid | undefined {
    const isGrid = (factor: Node): boolean => some(factor, isMatrixLike);
    const grids = factors.filter(isGrid).map((factor) => this.gridOf(factor));
    if (grids.length < 2 || grids.some((grid) => !grid || grid.point)) return undefined;
    const numbers = factors.filter((factor) => !isGrid(factor));
    const [first, ...rest] = grids.map((grid) => grid!.rows) as [Rows, ...Rows[]];
    const rows = rest.reduce<Rows | undefined>((left, right) => left && this.times(left, right), first);
    if (!rows || numbers.length === 0) return rows && { rows, point: false };
    const entry = (of: Node): Node => this.entry({ kind: "mul", factors: [...numbers, of] });
    return { rows: rows.map((row) => row.map(entry)), point: false };
  }

  private times(a: Rows, b: Rows): Rows | undefined {
    if (a[0]!.length !== b.length) return undefined;
    const dot = (row: Node[], j: number): Node =>
      this.entry({
        kind: "add",
        terms: row.map((entry, k) => this.entry({ kind: "mul", factors: [entry, b[k]![j]!] })),
      });
    return a.map((row) => b[0]!.map((_, j) => dot(row, j)));
  }

  /** A whole power; of exponent -1 the inverse. */
  private powerOf({ base, exp }: NodeOf<"pow">): Grid | undefined {
    const grid = this.gridOf(base);
    if (!grid || grid.point || grid.rows.length !== grid.rows[0]!.length) return undefined;
    const power = wholeNumber(exp);
    if (power === -1n)
      return grid.rows.length <= 3 ? { rows: this.inverse(grid.rows), point: false } : undefined;
    if (power === undefined || power < 1n || power > highestPower) return undefined;
    // Entries grow with each product, so that high powers are for small matrices alone.
    if (Number(power) * grid.rows.length > 12) return undefined;
    let { rows } = grid;
    for (let i = 1n; i < power; i++) rows = this.times(rows, grid.rows)!;
    return { rows, point: false };
  }

  private determinant(rows: Rows): Node {
    if (rows.length === 0) return integer(1);
    return determinant<Node>(rows, {
      sum: (terms) => this.entry({ kind: "add", terms }),
      product: (a, b) => this.entry({ kind: "mul", factors: [a, b] }),
      minus: (a) => this.entry(negate(a)),
    });
  }

  /** By cofactors; the determinant is the denominator of every entry, so a singular matrix has no value. */
  private inverse(rows: Rows): Rows {
    const den = this.determinant(rows);
    return rows.map((row, i) =>
      row.map((_, j) => {
        const cofactor = this.determinant(minor(rows, j, i));
        return this.entry({ kind: "div", num: (i + j) % 2 === 0 ? cofactor : negate(cofactor), den });
      }),
    );
  }

  /** The value of an entry, charged by its length: `A^6` has six times the digits of `A`. */
  private entry(node: Node): Node {
    const value = fractionOf(node);
    this.budget.spend(
      value ? 1 + ((bitLength(value.n) + bitLength(value.d)) >> 6) : walkLength(node, this.lengths),
    );
    return value ? nodeOf(value) : node;
  }
}

/** The fraction that a calculation with integers is; decimals are left as they were written. */
function fractionOf(node: Node): Rational | undefined {
  const whole = wholeNumber(node);
  if (whole !== undefined) return { n: whole, d: 1n };
  if (!["add", "mul", "neg", "div"].includes(node.kind)) return undefined;
  const values: Rational[] = [];
  for (const part of children(node)) {
    const value = fractionOf(part);
    if (!value) return undefined;
    values.push(value);
  }
  const [first, second] = values as [Rational, Rational];
  if (node.kind === "add") return values.reduce(plus);
  if (node.kind === "mul") return values.reduce(times);
  if (node.kind === "neg") return minus(first);
  return second.n === 0n ? undefined : rational(first.n * second.d, first.d * second.n);
}

function nodeOf({ n, d }: Rational): Node {
  return d === 1n ? signed(n) : { kind: "div", num: signed(n), den: integer(d) };
}
