// Strict grading: the answer is what stands in the box or the tag and nothing else, it is compared as
// mathematics, and it must be one finished answer. No extraction, no list of units, no second chances.

import { verify } from "../../math/index.ts";
import type { Observe, Seen } from "../reward.ts";
import { readBoxes } from "./boxed.ts";

/** Whether an answer, out of its tag and its box, equals any of the golds. */
export function strictEqual(answer: string, golds: readonly string[], observe?: Observe): boolean {
  return golds.some((gold) => {
    const { equal, by, verdict, unparsed, reason } = verify(gold, answer, { form: "evaluated" });
    observe?.({ by, verdict, unparsed, reason, answer });
    return equal;
  });
}

/** What is seen where a response does not settle on one answer. */
export const severalAnswers: Seen = { by: "one answer", verdict: "different", reason: "several answers" };

/**
 * The one answer of a text: what its box holds, or the whole where there is none. Several boxes in a row are
 * the list of what they hold, and so equal no single gold. Boxes apart, and a box among other candidates, are
 * several answers, and thereby none.
 */
export function oneAnswer(text: string): string | undefined {
  const { contents, around } = readBoxes(text);
  if (contents.length === 0) return text;
  if (!around.slice(1, -1).every(isConnective)) return undefined;
  if (isAmongOthers(around[0]!, around.at(-1)!)) return undefined;
  return joined(contents);
}

/** The last answer in a box, for responses without tags; boxes in a row before it belong to it. */
export function lastBoxedAnswer(text: string): string | undefined {
  const { contents, around } = readBoxes(text);
  let first = contents.length - 1;
  while (first > 0 && isConnective(around[first]!)) first--;
  return joined(contents.slice(Math.max(first, 0)));
}

function joined(contents: readonly (string | undefined)[]): string | undefined {
  return contents.length === 0 || contents.includes(undefined) ? undefined : contents.join(", ");
}

const connective = /\b(?:and|or)\b|\\text|\\quad|\\[ ,;]|[,;$&{}\s]/g;

/** What may stand between the boxes of one list. */
const isConnective = (between: string): boolean => between.replace(connective, "") === "";

/** Whether a box is one candidate of several: `1 or 2 or \boxed{3}`, `\boxed{3}, 4`. */
function isAmongOthers(before: string, behind: string): boolean {
  if (/\bor\b/i.test(before) || /\bor\b/i.test(behind)) return true;
  return /[\d)\]}$]\s*[,;]\s*\$?$/.test(before) || /^\s*\$?\s*[,;]\s*[-+\d\\($[]/.test(behind);
}
