// What a kind of claim is called in the reason of a verdict.

import type { Claim } from "../claim/claim.ts";

const names: Partial<Record<Claim["kind"], string>> = {
  list: "a list",
  set: "a set",
  tuple: "a tuple",
  matrix: "a matrix",
  numbers: "a set of numbers",
  equation: "an equation",
  ratio: "a ratio",
  record: "several named values",
};
export const kindName = (claim: Claim): string => names[claim.kind] ?? "something else";
