// The reasons for a verdict: how each side was read, what the rules found with their evidence, and which option would
// have changed it. The verdict itself is that of `verify`.

import { type Claim, claimOf } from "./claim/claim.ts";
import { kindName } from "./compare/comparison.ts";
import { parse } from "./read/parse.ts";
import type { Note, Verdict } from "./terms/decision.ts";
import { rules } from "./terms/decision.ts";
import { Budget, limits } from "./terms/limits.ts";
import { neighbours, type Policies, readPolicies } from "./terms/policies.ts";
import { ofCalculation, ofLimits, triedOr } from "./terms/result.ts";
import { type Verification, type VerifyOptions, verify, verifyNoting } from "./verify.ts";

export interface Explanation extends Verification {
  /** What the deciding rule says, in a sentence. */
  rule: string;
  /** The kind of each side, in words; null if it could not be read. */
  readings: { gold: string | null; answer: string | null };
  /** The findings of the rules, in the order in which they were asked. */
  tried: Note[];
  /** Options that would change the verdict, one at a time; for very expensive pairs, only some are tried. */
  options: { option: Partial<Policies>; verdict: Verdict }[];
}

export function explain(gold: string, answer: string, given?: VerifyOptions): Explanation {
  const policies = readPolicies(given ?? {});
  const tried: Note[] = [];
  const verification = verifyNoting(gold, answer, policies, tried);
  let { steps } = verification;
  const underOther = (other: Policies): Verdict => {
    const graded = verify(gold, answer, other);
    steps += graded.steps;
    return graded.verdict;
  };
  return {
    ...verification,
    rule: rules[verification.by],
    readings: {
      gold: readingOf(gold, policies, { signs: "continue" }),
      answer: readingOf(answer, policies),
    },
    tried: withoutRepeats(tried),
    // All options together may use as many steps as one grading, so an explanation takes at most a few times as long as
    // a verdict.
    options: neighbours(policies)
      .flatMap(({ option, policies: other }) =>
        steps >= limits.steps ? [] : [{ option: { [option]: other[option] }, verdict: underOther(other) }],
      )
      .filter(({ verdict }) => verdict !== verification.verdict),
  };
}

function readingOf(
  text: string,
  policies: Policies,
  options: Parameters<typeof parse>[1] = {},
): string | null {
  const parsed = parse(text, options);
  if (!parsed.ok) return null;
  const claim = (): Claim =>
    claimOf(parsed.tree, { policies, budget: new Budget(), reading: { log: "e" }, values: new Map() });
  return triedOr(() => kindName(claim()), "something beyond the limits", [...ofCalculation, ...ofLimits]);
}

/** A rule may be asked the same question several times, as for the items of a list in any order. */
function withoutRepeats(notes: readonly Note[]): Note[] {
  const seen = new Set<string>();
  return notes.filter((note) => {
    const key = JSON.stringify(note);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
