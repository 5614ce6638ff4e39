// What a comparison says: the verdict, the rule that reached it, and how sure it is.

import type { Rule } from "./rules.ts";

export type Verdict = "equal" | "different" | "undecided";
export type Certainty = "proven" | "probable" | "numeric";

export interface Decision {
  verdict: Verdict;
  /** The rule that decided, as documented. */
  by: Rule;
  /** Null where nothing was shown: the verdict is undecided, or different by a rule of reading. */
  certainty: Certainty | null;
  reason?: string;
}

export const equal = (by: Rule, certainty: Certainty | null = "proven"): Decision => ({
  verdict: "equal",
  by,
  certainty,
});
/** Kinds, labels and the like differ by a rule of reading: that is no proof that the values do. */
export const different = (by: Rule, reason?: string, certainty: Certainty | null = null): Decision =>
  reason === undefined
    ? { verdict: "different", by, certainty }
    : { verdict: "different", by, certainty, reason };
export const undecided = (by: Rule, reason: string): Decision => ({
  verdict: "undecided",
  by,
  certainty: null,
  reason,
});
/** Two values that exact arithmetic, or intervals that do not meet, show to be different. */
export const provenDifferent = (by: Rule, reason?: string): Decision => different(by, reason, "proven");

const weight: Record<Certainty, number> = { proven: 0, probable: 1, numeric: 2 };
export const weaker = (a: Certainty | null, b: Certainty | null): Certainty | null =>
  a === null || b === null ? null : weight[a] >= weight[b] ? a : b;

/** All parts must be equal: one that differs decides, one that is undecided leaves the whole undecided. */
export function all(by: Rule, parts: Iterable<Decision>): Decision {
  let certainty: Certainty | null = "proven";
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
