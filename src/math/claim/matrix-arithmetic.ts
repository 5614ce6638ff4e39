// Sums, products and whole powers of matrices and points, carried out entry by entry: `A + B` and `AB` are the matrix
// that comes out. Only where the entries are written out; a letter that stands for a matrix is never touched.

import { integer, isInteger, type Node, some } from "../notation/tree.ts";
import { scaledEntries } from "../notation/tree-change.ts";

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
export function calculated(node: Node): Node | undefined {
  if (isMatrixLike(node) || !some(node, isMatrixLike)) return undefined;
  const grid = gridOf(node);
  if (!grid) return undefined;
  return grid.point
    ? { kind: "sequence", open: "(", close: ")", items: grid.rows.map((row) => row[0]!) }
    : { kind: "matrix", rows: grid.rows };
}

function gridOf(node: Node): Grid | undefined {
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
      const inner = gridOf(node.arg);
      return inner && mapEntries(inner, (arg) => ({ kind: "neg", arg }));
    }
    case "add":
      return sumOf(node.terms);
    case "mul":
      return productOf(node.factors) ?? scaled(node);
    case "div":
      return scaled(node);
    case "pow":
      return powerOf(node);
    default:
      return undefined;
  }
}

const mapEntries = (grid: Grid, change: (entry: Node) => Node): Grid => ({
  ...grid,
  rows: grid.rows.map((row) => row.map(change)),
});

/** A matrix times a number. */
function scaled(node: Node): Grid | undefined {
  const found = scaledEntries(node);
  return found && gridOf(found);
}

function sumOf(terms: Node[]): Grid | undefined {
  const grids = terms.map(gridOf);
  const [first, ...rest] = grids;
  if (!first || !rest.every((grid) => grid && sameShape(first, grid))) return undefined;
  const entry = (i: number, j: number): Node => ({
    kind: "add",
    terms: grids.map((grid) => grid!.rows[i]![j]!),
  });
  return { ...first, rows: first.rows.map((row, i) => row.map((_, j) => entry(i, j))) };
}

const sameShape = (a: Grid, b: Grid): boolean =>
  a.point === b.point && a.rows.length === b.rows.length && a.rows[0]!.length === b.rows[0]!.length;

/** Matrices side by side, perhaps with numbers before them; two points have no product of this kind. */
function productOf(factors: Node[]): Grid | undefined {
  const isGrid = factors.map((factor) => some(factor, isMatrixLike));
  if (isGrid.filter(Boolean).length < 2) return undefined;
  const grids = factors.filter((_, i) => isGrid[i]).map(gridOf);
  if (grids.some((grid) => !grid || grid.point)) return undefined;
  const product = (grids as Grid[]).reduce<Rows | undefined>(
    (left, { rows }) => left && times(left, rows),
    identity((grids[0] as Grid).rows.length),
  );
  if (!product) return undefined;
  const numbers = factors.filter((_, i) => !isGrid[i]);
  const scale = (entry: Node): Node =>
    numbers.length === 0 ? entry : { kind: "mul", factors: [...numbers, entry] };
  return mapEntries({ rows: product, point: false }, scale);
}

function times(a: Rows, b: Rows): Rows | undefined {
  if (a[0]!.length !== b.length) return undefined;
  return a.map((row) =>
    b[0]!.map((_, j) => ({
      kind: "add",
      terms: row.map((entry, k): Node => ({ kind: "mul", factors: [entry, b[k]![j]!] })),
    })),
  );
}

const identity = (size: number): Rows =>
  Array.from({ length: size }, (_, i) => Array.from({ length: size }, (__, j) => integer(i === j ? 1 : 0)));

/** A whole power; of exponent -1 the inverse. */
function powerOf(node: Extract<Node, { kind: "pow" }>): Grid | undefined {
  const base = gridOf(node.base);
  if (!base || base.point || base.rows.length !== base.rows[0]!.length) return undefined;
  const { exp } = node;
  if (exp.kind === "neg" && isInteger(exp.arg) && exp.arg.mantissa === 1n)
    return base.rows.length <= 3 ? { rows: inverse(base.rows), point: false } : undefined;
  if (!isInteger(exp) || exp.mantissa < 1n || exp.mantissa > highestPower) return undefined;
  let rows: Rows | undefined = base.rows;
  // Entries grow with each product, so that high powers are for small matrices alone.
  if (Number(exp.mantissa) * base.rows.length > 12) return undefined;
  for (let i = 1n; i < exp.mantissa && rows; i++) rows = times(rows, base.rows);
  return rows && { rows, point: false };
}

const minor = (rows: Rows, i: number, j: number): Rows =>
  rows.filter((_, at) => at !== i).map((row) => row.filter((_, at) => at !== j));

function determinant(rows: Rows): Node {
  if (rows.length === 1) return rows[0]![0]!;
  return {
    kind: "add",
    terms: rows[0]!.map((entry, j): Node => {
      const term: Node = { kind: "mul", factors: [entry, determinant(minor(rows, 0, j))] };
      return j % 2 === 0 ? term : { kind: "neg", arg: term };
    }),
  };
}

/** By cofactors; the determinant stands below every entry, so that a singular matrix has no value. */
function inverse(rows: Rows): Rows {
  const den = determinant(rows);
  if (rows.length === 1) return [[{ kind: "div", num: integer(1), den }]];
  return rows.map((row, i) =>
    row.map((_, j): Node => {
      const cofactor = determinant(minor(rows, j, i));
      return { kind: "div", num: (i + j) % 2 === 0 ? cofactor : { kind: "neg", arg: cofactor }, den };
    }),
  );
}
