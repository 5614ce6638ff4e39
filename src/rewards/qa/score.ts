// From texts to the result of a QA reward: words as the references split them, SQuAD's normal form (lower case, no
// ASCII punctuation, no English articles, single spaces), the overlap of tokens, and the best of several golds.
// JavaScript's `\b` and `\s` differ from the references': `\b` supports only ASCII words, and `\s` has different
// spaces.

import { GoldError, kindOf } from "../reward.ts";

const space = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const word = "\\p{L}\\p{N}_";

const spaces = new RegExp(`[${space}]+`, "u");

/** The 32 punctuation characters of ASCII. */
const asciiPunctuation = /[!-/:-@[-`{-~]/g;

export function splitWords(text: string): string[] {
  return text.split(spaces).filter((token) => token !== "");
}

/** A pattern that finds any of these as whole words. */
export function wholeWords(words: readonly string[]): RegExp {
  return new RegExp(`(?<![${word}])(?:${words.join("|")})(?![${word}])`, "gu");
}

/** Only letters, digits and spaces, so words are separated by spaces. */
const plain = /^[\t-\r a-z0-9]*$/;
const articles = wholeWords(["a", "an", "the"]);

/** The tokens of the normal form. */
export function answerTokens(text: string): string[] {
  const bare = text.toLowerCase().replace(asciiPunctuation, "");
  if (plain.test(bare)) {
    return splitWords(bare).filter((token) => token !== "a" && token !== "an" && token !== "the");
  }
  return splitWords(bare.replace(articles, " "));
}

/** The normal form. */
export function normalizeAnswer(text: string): string {
  return answerTokens(text).join(" ");
}

export interface Overlap {
  f1: number;
  precision: number;
  recall: number;
}

export const noOverlap = (): Overlap => ({ f1: 0, precision: 0, recall: 0 });

export function tokenOverlap(prediction: readonly string[], gold: readonly string[]): Overlap {
  const left = new Map<string, number>();
  for (const token of gold) left.set(token, (left.get(token) ?? 0) + 1);
  let shared = 0;
  for (const token of prediction) {
    const count = left.get(token);
    if (count === undefined || count === 0) continue;
    left.set(token, count - 1);
    shared++;
  }
  if (shared === 0) return noOverlap();
  const precision = shared / prediction.length;
  const recall = shared / gold.length;
  return { f1: (2 * precision * recall) / (precision + recall), precision, recall };
}

/** The gold answers as a list. Values other than strings are not gold answers. */
export function goldList(gold: unknown): readonly string[] {
  if (typeof gold === "string") return [gold];
  if (!Array.isArray(gold) || gold.length === 0) {
    throw new GoldError(`the gold answer must be a string or a list of strings; it is ${kindOf(gold)}`);
  }
  const wrong = gold.findIndex((element) => typeof element !== "string");
  if (wrong >= 0) {
    throw new GoldError(`the gold answers must be strings; number ${wrong + 1} is ${kindOf(gold[wrong])}`);
  }
  return gold as string[];
}

export interface QaScore {
  reward: number;
  f1: number;
  em: number;
  precision: number;
  recall: number;
}

/** A new object each time, because the caller may change the result. */
export const noScore = (): QaScore => ({ reward: 0, f1: 0, em: 0, precision: 0, recall: 0 });

/** The score with the best gold, an exact match first; of equal ones, the first. */
export function scoreTokens(
  prediction: readonly string[],
  golds: readonly (readonly string[])[],
  overlap: (prediction: readonly string[], gold: readonly string[]) => Overlap = tokenOverlap,
): QaScore {
  let best: QaScore | undefined;
  for (const gold of golds) {
    const { f1, precision, recall } = overlap(prediction, gold);
    const em = sameTokens(prediction, gold) ? 1 : 0;
    if (!best || f1 > best.f1 || (f1 === best.f1 && em > best.em)) {
      best = { reward: f1, f1, em, precision, recall };
    }
  }
  return best ?? noScore();
}

export const sameTokens = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((token, i) => token === b[i]);
