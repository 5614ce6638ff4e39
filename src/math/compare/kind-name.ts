// What a kind of claim is called in the reason of a verdict.

import type { Claim } from "../claim/claim.ts";

const names: Record<Claim["kind"], string> = {
  value: "one value",
  chain: "a chain of equal values",
  named: "a named value",
  function: "a function",
  family: "a family of values",
  restricted: "values with a condition",
  cases: "values by cases",
  congruence: "a congruence",
  text: "words",
  statement: "a statement",
  list: "a list",
  set: "a set",
  tuple: "a tuple",
  matrix: "a matrix",
  numbers: "a set of numbers",
  equation: "an equation",
  ratio: "a ratio",
  record: "several named values",
};

/** What kind of thing a claim is, in words. */
export const kindName = (claim: Claim): string =>
  claim.kind === "tuple" ? tupleName(claim) : names[claim.kind];

/** A pair in brackets may be a point or an interval; which of them, the other side tells. */
function tupleName({ items, node: { open, close } }: Claim & { kind: "tuple" }): string {
  if (items.length !== 2) return "a tuple";
  if ((open === "[") !== (close === "]")) return "an interval";
  return open === "(" || open === "[" ? "a pair or an interval" : "a pair";
}
