// What all rules share: how the parts of two claims are compared, what a kind of claim is called, and calculations that may fail.

import { Unsolved } from "../algebra/inequality.ts";
import { Unordered } from "../algebra/reals.ts";
import type { Claim } from "../claim/claim.ts";
import type { Context } from "../claim/context.ts";
import { Undefined } from "../exact/exact.ts";
import { NoValue } from "../exact/lower.ts";
import { namesIn } from "../notation/tree-change.ts";
import type { Decision } from "../terms/decision.ts";

/** All rules come with the context and are not imported, since the file that has all of them imports each of them. */
export interface Comparison extends Context {
  byAllRules(gold: Claim, answer: Claim, context: Comparison): Decision;
}

export const compareClaims = (gold: Claim, answer: Claim, context: Comparison): Decision =>
  context.byAllRules(gold, answer, context);

/**
 * What a calculation gives, or why it gives nothing: something in it is not defined (`1/0`), has no single value (a list, a matrix),
 * or is not solved (an inequality, numbers that cannot be put in order).
 */
export type Result<T> =
  | { ok: true; value: T }
  | { ok: false; because: "undefined" | "no value" | "unsolved"; reason: string };

/** Carries out a calculation. Limits of work are not failures of this kind: they end the whole comparison. */
export function tried<T>(calculate: () => T): Result<T> {
  try {
    return { ok: true, value: calculate() };
  } catch (error) {
    const because =
      error instanceof Undefined
        ? "undefined"
        : error instanceof NoValue
          ? "no value"
          : error instanceof Unsolved || error instanceof Unordered
            ? "unsolved"
            : undefined;
    if (because === undefined) throw error;
    return { ok: false, because, reason: (error as Error).message };
  }
}

/** What a calculation gives, or something else where it gives nothing. */
export function triedOr<T, U>(calculate: () => T, otherwise: U): T | U {
  const found = tried(calculate);
  return found.ok ? found.value : otherwise;
}

/** `b > 0` and `c > 0`: any variable may stand for a whole set, and not for a condition among others. */
export function haveOtherUnknowns(gold: Claim, answer: Claim): boolean {
  const [known, said] = [gold, answer].map((claim) =>
    claim.kind === "numbers" && (claim.node.kind === "relation" || claim.node.kind === "list")
      ? [...namesIn(claim.node)].sort().join()
      : "",
  );
  return known !== said && known !== "" && said !== "";
}

export type Tuple = Claim & { kind: "tuple" };

export const isRound = (tuple: Tuple): boolean => tuple.node.open !== "[" && tuple.node.close !== "]";

/** `[a, b)` can only be an interval. */
export const isHalfOpen = (tuple: Tuple): boolean => (tuple.node.open === "[") !== (tuple.node.close === "]");

/** A pair in brackets may be an interval: then the brackets count. */
export const looksLikeInterval = (tuple: Tuple): boolean =>
  tuple.items.length === 2 && (tuple.node.open === "(" || tuple.node.open === "[");

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
