// Answers in words.

import { lex } from "../read/lex.ts";
import { type Decision, different, equal } from "../terms/decision.ts";
import { limits } from "../terms/limits.ts";

/** Whether there is a word in it at all: bare signs are no text. */
export const hasWords = (text: string): boolean =>
  /\p{L}{2}|\p{L}\.\p{L}/u.test(text.replace(/\\[A-Za-z]+/g, " "));

/** Words with case, spacing, commands of style and final punctuation taken away. */
function plainWords(text: string): string {
  const tokens = lex(text);
  let words = "";
  for (const token of tokens) {
    if (token.kind === "end") break;
    if (
      token.kind === "op" &&
      (token.value === "{" || token.value === "}" || token.value === "**" || token.value === '"')
    )
      continue;
    if (token.gap === " " || token.gap === "thin") words += " ";
    words += token.kind === "command" ? `\\${token.value}` : token.value + (token.exponent ?? "");
  }
  return words
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[ .,;:!。]+$/, "")
    .toLowerCase();
}

/** Phrases that say one thing in several ways. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:there (?:is|are) )?no solutions?(?: exists?)?$|^none$|^there are none$|^(?:the )?empty set$|^∅$/,
    "nothing",
  ],
  [/^(?:the (?:limit|integral|value) )?(?:does not exist|dne)$/, "does not exist"],
  [/^(?:there are )?infinitely many(?: solutions)?$|^infinite$|^∞$|^infinity$/, "infinitely many"],
];

const meant = (words: string): string => phrases.find(([said]) => said.test(words))?.[1] ?? words;

/** Exact but for case, spaces and the full stop; a hyphen or a space between two words is all one. */
export function compareText(gold: string, answer: string): Decision {
  if (gold.length > limits.shown || answer.length > limits.shown)
    return gold.trim() === answer.trim() && hasWords(gold) ? equal("text") : different("text");
  const g = plainWords(gold);
  const a = plainWords(answer);
  const tight = (text: string) =>
    text
      .replace(/(?<=\p{L})\s*-\s*(?=\p{L})/gu, "")
      .replace(/\s+(?!\d)|(?<!\d)\s+/g, "")
      .replace(/(?<=\p{L})\.(?=\p{L}|$)/gu, "");
  return g !== "" && (meant(g) === meant(a) || tight(g) === tight(a)) ? equal("text") : different("text");
}
