// What all rules share: how the parts of two claims are compared, and the names of the kinds of claims.

import type { Claim, ClaimOf } from "../claim/claim.ts";
import type { Context } from "../claim/context.ts";
import { namesIn } from "../notation/tree-change.ts";
import type { Decision, Rule } from "../terms/decision.ts";

/** The rules come with the context and are not imported, because the file that has all rules imports each of them. */
export interface Comparison extends Context {
  byAllRules(gold: Claim, answer: Claim, context: Comparison): Decision;
}

export const compareClaims = (gold: Claim, answer: Claim, context: Comparison): Decision =>
  context.byAllRules(gold, answer, context);

/** All of several lists as one; undefined if one of them is undefined. */
export const joined = <T>(lists: readonly (readonly T[] | undefined)[]): T[] | undefined =>
  lists.every((list) => list !== undefined) ? lists.flat() : undefined;

/** `b > 0` and `c > 0`: any variable may stand for a whole set, but not for one condition among others. */
export function haveOtherUnknowns(gold: Claim, answer: Claim): boolean {
  const [known, said] = [gold, answer].map((claim) =>
    claim.kind === "numbers" && (claim.node.kind === "relation" || claim.node.kind === "list")
      ? [...namesIn(claim.node)].sort().join()
      : "",
  );
  return known !== said && known !== "" && said !== "";
}

export type Tuple = ClaimOf<"tuple">;

export const isRound = (tuple: Tuple): boolean => tuple.node.open !== "[" && tuple.node.close !== "]";

/** `[a, b)` can only be an interval. */
export const isHalfOpen = (tuple: Tuple): boolean => (tuple.node.open === "[") !== (tuple.node.close === "]");

/** A pair in brackets may be an interval: then the brackets count. */
export const looksLikeInterval = (tuple: Tuple): boolean =>
  tuple.items.length === 2 && (tuple.node.open === "(" || tuple.node.open === "[");

export type Kind = Claim["kind"];

/**
 * The name of each kind of claim, and the rule of the verdict *different* if the kind of the answer cannot match such a
 * gold.
 */
export const kinds: Record<Kind, { name: string; rule: Rule }> = {
  value: { name: "one value", rule: "kind" },
  chain: { name: "a chain of equal values", rule: "chain" },
  named: { name: "a named value", rule: "assignment" },
  function: { name: "a function", rule: "function" },
  family: { name: "a family of values", rule: "statement" },
  restricted: { name: "values with a condition", rule: "restriction" },
  cases: { name: "values by cases", rule: "cases" },
  congruence: { name: "a congruence", rule: "statement" },
  text: { name: "words", rule: "text" },
  statement: { name: "a statement", rule: "statement" },
  list: { name: "a list", rule: "list" },
  set: { name: "a set", rule: "set" },
  tuple: { name: "a tuple", rule: "tuple" },
  matrix: { name: "a matrix", rule: "matrix" },
  numbers: { name: "a set of numbers", rule: "set" },
  equation: { name: "an equation", rule: "equation" },
  ratio: { name: "a ratio", rule: "ratio" },
  record: { name: "several named values", rule: "label" },
};

/** The kind of a claim, in words. */
export function kindName(claim: Claim): string {
  if (claim.kind === "list" && claim.either) return "alternatives";
  return claim.kind === "tuple" ? tupleName(claim) : kinds[claim.kind].name;
}

/** A pair in brackets may be a point or an interval; the other side decides. */
function tupleName({ items, node: { open, close } }: ClaimOf<"tuple">): string {
  if (open === "⟨") return "a vector";
  if (items.length !== 2) return "a tuple";
  if ((open === "[") !== (close === "]")) return "an interval";
  return open === "(" || open === "[" ? "a pair or an interval" : "a pair";
}
