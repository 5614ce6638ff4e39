// The answer that a text marks as its own: in a box, in answer tags, after `####`, or after "the answer is". Formulas and
// numbers that merely stand last are none.

import { extractAnswer } from "../math/index.ts";

const explicitMarks: readonly string[] = ["answer tag", "box", "####", "answer phrase"];

/** Undefined where the text marks none. */
export function explicitAnswer(text: string): string | undefined {
  const found = extractAnswer(text);
  return found && explicitMarks.includes(found.mark) ? found.answer : undefined;
}
