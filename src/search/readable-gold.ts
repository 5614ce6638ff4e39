// Golds of result files that other programs wrote may be whole solutions: the reference keeps Minerva's so. The answer is
// then what the solution marks as its own.

import { parse } from "../math/index.ts";
import { explicitAnswer } from "./explicit-answer.ts";

/** The answer in a gold that does not read as it stands; the gold itself where it reads, or marks nothing that does. */
export function readableGold(gold: string): string {
  const marked = explicitAnswer(gold);
  if (marked === undefined) return gold;
  // No answer holds a box or `####` within itself.
  if (/\\(?:boxed|fbox)\b|####/.test(gold)) return marked;
  return !parse(gold).ok && parse(marked).ok ? marked : gold;
}
