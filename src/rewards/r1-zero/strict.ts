// Strict grading: the answer is what stands in the box or the tag and nothing else, it is compared as
// mathematics, and it must be one finished answer. No list of units, no second chances.

import { oneBoxedAnswer } from "../../answers/index.ts";
import { type Policies, verify } from "../../math/index.ts";
import { GoldError } from "../gold.ts";
import type { Observe, Seen } from "../reward.ts";

/**
 * Whether an answer, out of its tag and its box, equals any of the golds.
 *
 * @throws {GoldError} when it equals none, and one of them cannot be read: that gold may be what the answer says.
 */
export function strictEqual(
  answer: string,
  golds: readonly string[],
  observe?: Observe,
  policies?: Partial<Policies>,
): boolean {
  let unreadable: string | undefined;
  for (const gold of golds) {
    const { equal, by, unparsed, verdict, reason } = verify(gold, answer, { form: "evaluated", ...policies });
    observe?.({ by, verdict, unparsed, reason, answer });
    if (equal) return true;
    if (verdict === "undecided" && unparsed === "gold") unreadable ??= reason;
  }
  if (unreadable !== undefined) throw new GoldError(unreadable);
  return false;
}

/** What is seen where a response does not settle on one answer. */
export const severalAnswers: Seen = { by: "one answer", verdict: "different", reason: "several answers" };

/**
 * The one answer of a tag: what its box holds, or the whole where there is none. Several boxes in a row are the list
 * of what they hold, and so equal no single gold.
 */
export function oneAnswer(tagged: string): string | undefined {
  const boxed = oneBoxedAnswer(tagged);
  return boxed === null ? tagged : boxed;
}
