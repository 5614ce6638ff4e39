// What a comparison says: the verdict, the rule that reached it, and how sure it is.

import type { Rule } from "./rules.ts";

export type Verdict = "equal" | "different" | "undecided";
export type Certainty = "proven" | "probable" | "numeric";

export interface Decision {
  verdict: Verdict;
  /** The rule that decided, as documented. */
  by: Rule;
  certainty: Certainty;
  reason?: string;
}

export const equal = (by: Rule, certainty: Certainty = "proven"): Decision => ({
  verdict: "equal",
  by,
  certainty,
});
export const different = (by: Rule, reason?: string, certainty: Certainty = "proven"): Decision =>
  reason === undefined
    ? { verdict: "different", by, certainty }
    : { verdict: "different", by, certainty, reason };
export const undecided = (by: Rule, reason: string): Decision => ({
  verdict: "undecided",
  by,
  certainty: "numeric",
  reason,
});

const weight: Record<Certainty, number> = { proven: 0, probable: 1, numeric: 2 };
export const weaker = (a: Certainty, b: Certainty): Certainty => (weight[a] >= weight[b] ? a : b);

/** All parts must be equal: one that differs decides, one that is undecided leaves the whole undecided. */
export function all(by: Rule, parts: Iterable<Decision>): Decision {
  let certainty: Certainty = "proven";
  let open: Decision | undefined;
  for (const part of parts) {
    if (part.verdict === "different") return { ...part, by };
    if (part.verdict === "undecided") open ??= part;
    certainty = weaker(certainty, part.certainty);
  }
  return open ? { ...open, by } : equal(by, certainty);
}

/** The first equal one decides; otherwise undecided if any is, otherwise different. */
export function any(parts: Iterable<Decision>): Decision {
  let result: Decision | undefined;
  for (const part of parts) {
    if (part.verdict === "equal") return part;
    if (!result || (part.verdict === "undecided" && result.verdict === "different")) result = part;
  }
  return result ?? different("nothing");
}
