// SQuAD's normal form of an answer, which most QA metrics share: lower case, no ASCII punctuation, no English
// articles, single spaces. Kept apart from the metrics because they compare both strings and tokens of it.

import { asciiPunctuation, splitWords, wholeWords } from "./words.ts";

/** Nothing but letters, digits and spaces, where words are simply what stands between spaces. */
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

/** The normal form itself. */
export function normalizeAnswer(text: string): string {
  return answerTokens(text).join(" ");
}
