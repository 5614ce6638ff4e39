// Sums, products and whole powers of matrices and points, carried out entry by entry: `A + B` and `AB` are the matrix
// that comes out. Only where the entries are written out; a letter that stands for a matrix is never touched.
//
// An entry of a product holds the entries of both factors, so that trees grow with every product: `((A^6)^6)^6` would have
// more nodes than any machine can walk. So entries that are fractions of integers are worked out at once, and what is left
// is charged for every node that a walk of it meets.

import { bitLength } from "../ball/bits.ts";
import { minus, plus, type Rational, rational, times as timesRational } from "../expression/rational.ts";
import { integer, isInteger, type Node, some, walkLength } from "../notation/tree.ts";
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

/** The matrix or point that an expression of several comes to; undefined where it is anything else. */
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

const mapEntries = (grid: Grid, change: (entry: Node) => Node): Grid => ({
  ...grid,
  rows: grid.rows.map((row) => row.map(change)),
});

const sameShape = (a: Grid, b: Grid): boolean =>
  a.point === b.point && a.rows.length === b.rows.length && a.rows[0]!.length === b.rows[0]!.length;

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
      case "neg": {
        const inner = this.gridOf(node.arg);
        return inner && mapEntries(inner, (arg) => this.negative(arg));
      }
      case "add":
        return this.sumOf(node.terms);
      case "mul":
        return this.productOf(node.factors) ?? this.scaled(node);
      case "div":
        return this.scaled(node);
      case "pow":
        return this.powerOf(node);
      default:
        return undefined;
    }
  }

  /** A matrix times a number. */
  private scaled(node: Node): Grid | undefined {
    const found = scaledEntries(node);
    const grid = found && this.gridOf(found);
    return grid && mapEntries(grid, (entry) => this.paid(entry));
  }

  private sumOf(terms: Node[]): Grid | undefined {
    const grids = terms.map((term) => this.gridOf(term));
    const [first, ...rest] = grids;
    if (!first || !rest.every((grid) => grid && sameShape(first, grid))) return undefined;
    const entry = (i: number, j: number): Node => this.sum(grids.map((grid) => grid!.rows[i]![j]!));
    return { ...first, rows: first.rows.map((row, i) => row.map((_, j) => entry(i, j))) };
  }

  /** Matrices side by side, perhaps with numbers before them; two points have no product of this kind. */
  private productOf(factors: Node[]): Grid | undefined {
    const isGrid = factors.map((factor) => some(factor, isMatrixLike));
    if (isGrid.filter(Boolean).length < 2) return undefined;
    const grids = factors.filter((_, i) => isGrid[i]).map((factor) => this.gridOf(factor));
    if (grids.some((grid) => !grid || grid.point)) return undefined;
    const [first, ...rest] = grids as [Grid, ...Grid[]];
    const rows = rest.reduce<Rows | undefined>(
      (left, right) => left && this.times(left, right.rows),
      first.rows,
    );
    if (!rows) return undefined;
    const numbers = factors.filter((_, i) => !isGrid[i]);
    return mapEntries({ rows, point: false }, (entry) =>
      numbers.length === 0 ? entry : this.product([...numbers, entry]),
    );
  }

  private times(a: Rows, b: Rows): Rows | undefined {
    if (a[0]!.length !== b.length) return undefined;
    return a.map((row) =>
      b[0]!.map((_, j) => this.sum(row.map((entry, k) => this.product([entry, b[k]![j]!])))),
    );
  }

  /** A whole power; of exponent -1 the inverse. */
  private powerOf({ base, exp }: Extract<Node, { kind: "pow" }>): Grid | undefined {
    const grid = this.gridOf(base);
    if (!grid || grid.point || grid.rows.length !== grid.rows[0]!.length) return undefined;
    if (exp.kind === "neg" && isInteger(exp.arg) && exp.arg.mantissa === 1n)
      return grid.rows.length <= 3 ? { rows: this.inverse(grid.rows), point: false } : undefined;
    if (!isInteger(exp) || exp.mantissa < 1n || exp.mantissa > highestPower) return undefined;
    // Entries grow with each product, so that high powers are for small matrices alone.
    if (Number(exp.mantissa) * grid.rows.length > 12) return undefined;
    let rows: Rows | undefined = grid.rows;
    for (let i = 1n; i < exp.mantissa && rows; i++) rows = this.times(rows, grid.rows);
    return rows && { rows, point: false };
  }

  private determinant(rows: Rows): Node {
    if (rows.length === 1) return rows[0]![0]!;
    return this.sum(
      rows[0]!.map((entry, j) => {
        const term = this.product([entry, this.determinant(minor(rows, 0, j))]);
        return j % 2 === 0 ? term : this.negative(term);
      }),
    );
  }

  /** By cofactors; the determinant stands below every entry, so that a singular matrix has no value. */
  private inverse(rows: Rows): Rows {
    const den = this.determinant(rows);
    if (rows.length === 1) return [[this.quotient(integer(1), den)]];
    return rows.map((row, i) =>
      row.map((_, j) => {
        const cofactor = this.determinant(minor(rows, j, i));
        return this.quotient((i + j) % 2 === 0 ? cofactor : this.negative(cofactor), den);
      }),
    );
  }

  private sum(terms: Node[]): Node {
    return this.workedOut(terms, plus) ?? this.paid({ kind: "add", terms });
  }

  private product(factors: Node[]): Node {
    return this.workedOut(factors, timesRational) ?? this.paid({ kind: "mul", factors });
  }

  private negative(arg: Node): Node {
    const value = fractionOf(arg);
    return value ? nodeOf(minus(value)) : this.paid({ kind: "neg", arg });
  }

  private quotient(num: Node, den: Node): Node {
    const [above, below] = [fractionOf(num), fractionOf(den)];
    if (!above || !below || below.n === 0n) return this.paid({ kind: "div", num, den });
    return this.number(rational(above.n * below.d, above.d * below.n));
  }

  /** What fractions of integers come to; undefined where one of the entries is something else. */
  private workedOut(entries: Node[], combine: (a: Rational, b: Rational) => Rational): Node | undefined {
    let value: Rational | undefined;
    for (const entry of entries) {
      const next = fractionOf(entry);
      if (!next) return undefined;
      value = value ? combine(value, next) : next;
    }
    return value && this.number(value);
  }

  /** Numbers are charged by their length, since `A^6` has six times the digits of `A`. */
  private number(value: Rational): Node {
    this.budget.spend(1 + ((bitLength(value.n) + bitLength(value.d)) >> 6));
    return nodeOf(value);
  }

  private paid(node: Node): Node {
    this.budget.spend(walkLength(node, this.lengths));
    return node;
  }
}

/** The fraction that an integer, or a quotient of two, is; decimals are left as they were written. */
function fractionOf(node: Node): Rational | undefined {
  if (isInteger(node)) return { n: node.mantissa, d: 1n };
  if (node.kind === "neg") {
    const value = fractionOf(node.arg);
    return value && minus(value);
  }
  if (node.kind !== "div") return undefined;
  const [above, below] = [fractionOf(node.num), fractionOf(node.den)];
  return above && below && below.n !== 0n ? rational(above.n * below.d, above.d * below.n) : undefined;
}

function nodeOf({ n, d }: Rational): Node {
  const above: Node = n < 0n ? { kind: "neg", arg: integer(-n) } : integer(n);
  return d === 1n ? above : { kind: "div", num: above, den: integer(d) };
}
