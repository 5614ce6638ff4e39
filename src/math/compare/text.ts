// Answers in words.

import { isWord } from "../notation/words.ts";
import { lex } from "../read/lex.ts";
import type { Token } from "../read/scanner.ts";
import { type Decision, different, equal } from "../terms/decision.ts";
import { limits } from "../terms/limits.ts";

/** Whether there is a word in it at all: bare signs are no text. */
export const hasWords = (text: string): boolean =>
  /\p{L}{2}|\p{L}\.\p{L}/u.test(text.replace(/\\[A-Za-z]+/g, " "));

/** Words with case, spacing, commands of style and final punctuation taken away. */
function plainWords(text: string): string {
  const tokens = lex(text);
  const hasFormula = tokens.some(isFormula);
  const hasNumber = tokens.some(({ kind }) => kind === "number");
  let words = "";
  for (const token of tokens) {
    if (token.kind === "end") break;
    if (
      token.kind === "op" &&
      (token.value === "**" || token.value === '"' || (!hasFormula && /^[{}]$/.test(token.value)))
    )
      continue;
    if (token.gap === " " || token.gap === "thin") words += " ";
    words += token.kind === "command" ? `\\${token.value}` : cased(token, hasNumber) + (token.exponent ?? "");
  }
  return words
    .replace(/\s+/g, " ")
    .trim()
    .replace(/(?<![ .,;:。])[ .,;:。]+$/, "")
    .replace(/(?<!\p{L})(\p{L}+)\s?!+$/u, (said, word: string) => (isWord(word) ? word : said));
}

/** Without its case, which matters in short words beside a number: those may be units. */
const cased = ({ kind, value }: Token, besideNumber: boolean): string =>
  kind === "word" && besideNumber && value.length <= 3 && !isWord(value) ? value : value.toLowerCase();

/** What makes braces mean something. */
const isFormula = ({ kind, value }: Token): boolean =>
  kind === "fraction" || kind === "command" || (kind === "op" && (value === "^" || value === "_"));

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

/** Without spaces, and without the full stops of `U.S.`. */
const tight = (text: string): string =>
  text.replace(/\s+(?!\d)|(?<!\d)\s+/g, "").replace(/(?<=\p{L})\.(?=\p{L}|$)/gu, "");

/** With the hyphen of `right-angled` as a space; one between letters may be a minus. */
const spaced = (text: string): string =>
  text.replace(/(?<=\p{L}{2})\s?-\s?(?=\p{L}{2})/gu, " ").replace(/(?<!\p{L})non[- ](?=\p{L}{2})/gu, "non");

/** Exact but for case, spaces and the full stop; a hyphen or a space between two words is all one. */
export function compareText(gold: string, answer: string): Decision {
  if (gold.length > limits.shown || answer.length > limits.shown)
    return gold.trim() === answer.trim() && hasWords(gold) ? equal("text") : different("text");
  const g = plainWords(gold);
  const a = plainWords(answer);
  const isSame = meant(g) === meant(a) || tight(g) === tight(a) || spaced(g) === spaced(a);
  return g !== "" && isSame ? equal("text") : different("text");
}
