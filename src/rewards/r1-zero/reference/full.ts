// The reference's full equality: what both sides mean, once neither normal form has matched. The mathematics
// stands in for the reference's library, without its clock; like that, it looks for the value of a sentence.

import { extractAnswer, verify } from "../../../math/index.ts";
import { mostlyRepeats } from "./repeats.ts";

/** Longer answers that mostly repeat themselves are refused. */
const repeatsFrom = 128;

export function fullEqual(answer: string, gold: string): boolean {
  for (const text of [answer, gold]) if (text.length > repeatsFrom && mostlyRepeats(text)) return false;
  if (verify(gold, answer).equal) return true;
  const said = extractAnswer(answer)?.answer;
  return said !== undefined && verify(gold, said).equal;
}
