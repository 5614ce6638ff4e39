// Answers in words, and the letter of a multiple-choice question.

import { lex } from "../read/lex.ts";
import type { Token } from "../read/scanner.ts";
import { type Decision, different, equal } from "../terms/decision.ts";
import { limits } from "../terms/limits.ts";

/** Whether there is a word in it at all: bare signs are no text. */
export const hasWords = (text: string): boolean =>
  /\p{L}{2}|\p{L}\.\p{L}/u.test(text.replace(/\\[A-Za-z]+/g, " "));

/** Words with case, spacing, commands of style and final punctuation taken away. */
export function plainWords(text: string): string {
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

const op = (token: Token | undefined, value: string): boolean =>
  token?.kind === "op" && token.value === value;

/** Braces of LaTeX say nothing about a letter. */
const visible = (text: string): Token[] =>
  lex(text).filter((t) => !op(t, "{") && !op(t, "}") && !op(t, "**"));

/** The letter, if the whole text is one capital, perhaps in brackets, perhaps with a full stop. */
export function choiceLetter(text: string): string | undefined {
  if (text.length > 80) return undefined;
  const tokens = visible(text);
  let i = 0;
  const open = op(tokens[i], "(") || op(tokens[i], "[");
  if (open) i++;
  const letter = tokens[i++];
  if (letter?.kind !== "word" || !/^[A-Z]$/.test(letter.value)) return undefined;
  if (op(tokens[i], ")") || op(tokens[i], "]")) i++;
  else if (open) return undefined;
  while (op(tokens[i], ".") || op(tokens[i], ",") || op(tokens[i], ":")) i++;
  return tokens[i]?.kind === "end" ? letter.value : undefined;
}

/** Words that take a choice back or set another beside it. */
const denial = /^(is|are|isn|not|no|incorrect|wrong|false|but|or|and|instead|choose|rather|never)$/i;

const operators = new Set("+ * × · / ÷ ^ _ = ≠ < > ≤ ≥ ≈ ± ∓ ! ' % °".split(" "));

/** Whether a letter goes on as a formula: `(C)+1`, `(B)-2`; a sign that belongs to a number after a space does not. */
const calculates = (token: Token, next: Token): boolean =>
  token.kind === "op" &&
  (operators.has(token.value) || (token.value === "-" && (token.gap === "" || next.gap !== "")));

/** The letter that an answer to a choice begins with: `B`, `(B)`, `B.`, `B: 12`, `(B) 12`, `Option B`. */
function chosenLetter(text: string): string | undefined {
  if (text.length > limits.shown) return undefined;
  const tokens = visible(text);
  let i = 0;
  if (tokens[i]?.kind === "word" && /^(option|choice|answer)$/i.test(tokens[i]!.value)) {
    i++;
    if (op(tokens[i], ":")) i++;
  }
  const open = op(tokens[i], "(") || op(tokens[i], "[");
  if (open) i++;
  const letter = tokens[i++];
  if (letter?.kind !== "word" || !/^[A-Z]$/.test(letter.value)) return undefined;
  const closed = op(tokens[i], ")") || op(tokens[i], "]");
  if (closed) i++;
  else if (open) return undefined;
  const marked = op(tokens[i], ".") || op(tokens[i], ":");
  if (marked) i++;
  else if (op(tokens[i], ",") && tokens[i + 1]?.kind === "end") i++;
  const rest = tokens[i]!;
  if (rest.kind === "end") return letter.value;
  if (!closed && !marked) return undefined;
  // What follows may say the choice in full, but not deny it or offer another one.
  const denies = tokens
    .slice(i)
    .some((t) => t.kind === "word" && (denial.test(t.value) || /^[A-Z]$/.test(t.value)));
  return denies || op(rest, ",") || calculates(rest, tokens[i + 1]!) ? undefined : letter.value;
}

/** A gold that is a letter of choice is compared as one; undefined where it is none. */
export function compareChoice(gold: string, answer: string): Decision | undefined {
  const wanted = choiceLetter(gold);
  if (wanted === undefined) return undefined;
  return chosenLetter(answer) === wanted ? equal("choice") : different("choice");
}
