// Points, vectors and matrices: by their entries, however these are set; brackets count only where they may be an interval's.

import type { Claim } from "../claim/claim.ts";
import type { Node } from "../notation/tree.ts";
import { all, type Decision, different } from "../terms/decision.ts";
import { basisEntries } from "./basis.ts";
import { inOrder } from "./collection.ts";
import type { Comparison } from "./comparison.ts";
import { kindName } from "./kind-name.ts";

export type Tuple = Claim & { kind: "tuple" };

export const isRound = (tuple: Tuple): boolean => tuple.node.open !== "[" && tuple.node.close !== "]";

/** `[a, b)` can only be an interval. */
export const isHalfOpen = (tuple: Tuple): boolean => (tuple.node.open === "[") !== (tuple.node.close === "]");

/** A pair in brackets may be an interval: then the brackets count. */
export const looksLikeInterval = (tuple: Tuple): boolean =>
  tuple.items.length === 2 && (tuple.node.open === "(" || tuple.node.open === "[");

/** A vector written by its basis on one side at least, against the entries of the other. */
export function compareByBasis(gold: Claim, answer: Claim, context: Comparison): Decision | undefined {
  const size = entriesOf(gold)?.length ?? entriesOf(answer)?.length;
  const [g, a] = [gold, answer].map((claim) =>
    claim.kind === "value" ? basisEntries(claim.node, size)?.map(asValue) : entriesOf(claim),
  );
  return g && a ? inOrder(g, a, "vector", context) : undefined;
}

const asValue = (node: Node): Claim => ({ kind: "value", node });

/** The entries of a point, a row or a column. */
function entriesOf(claim: Claim): Claim[] | undefined {
  if (claim.kind === "tuple") return isRound(claim) || claim.items.length > 2 ? claim.items : undefined;
  return claim.kind === "matrix" ? vectorEntries(claim.rows) : undefined;
}

/** The entries of a single row or column. */
export function vectorEntries(rows: Claim[][]): Claim[] | undefined {
  if (rows.length === 1) return rows[0];
  return rows.every((row) => row.length === 1) ? rows.map((row) => row[0]!) : undefined;
}

export function compareMatrix(gold: Claim[][], answer: Claim, context: Comparison): Decision {
  const entries = vectorEntries(gold);
  if (answer.kind === "tuple" || answer.kind === "list") {
    if (answer.kind === "tuple" && isHalfOpen(answer)) return different("vector", "a half-open interval");
    if (answer.kind === "list" && answer.either) return different("vector", "a vector against alternatives");
    if (entries) return inOrder(entries, answer.items, "vector", context);
    return compareRowsWritten(gold, answer.items, context);
  }
  const vectors =
    answer.kind === "value" ? compareByBasis({ kind: "matrix", rows: gold }, answer, context) : undefined;
  if (vectors) return vectors;
  if (answer.kind !== "matrix") return different("matrix", `a matrix against ${kindName(answer)}`);
  const others = vectorEntries(answer.rows);
  if (entries && others) return inOrder(entries, others, "vector", context);
  if (gold.length !== answer.rows.length || gold[0]!.length !== answer.rows[0]!.length)
    return different("matrix", "matrices of different shapes");
  return inOrder(gold.flat(), answer.rows.flat(), "matrix", context);
}

/** `[[1, 2], [3, 4]]`, as programs print a matrix. */
function compareRowsWritten(gold: Claim[][], items: Claim[], context: Comparison): Decision {
  if (items.length !== gold.length || !items.every((item) => item.kind === "tuple"))
    return different("matrix");
  return all(
    "matrix",
    gold.map((row, i) => inOrder(row, (items[i] as Tuple).items, "matrix", context)),
  );
}
