// Answers in words.

import { isWord } from "../notation/words.ts";
import { lex } from "../read/lex.ts";
import type { Token } from "../read/token.ts";
import { type Decision, different, equal } from "../terms/decision.ts";
import { limits } from "../terms/limits.ts";

/** Whether it contains a word at all: signs alone are not a text. */
export const hasWords = (text: string): boolean =>
  /\p{L}{2}|\p{L}\.\p{L}/u.test(text.replace(/\\[A-Za-z]+/g, " "));

/** Words without style commands, final punctuation and introductory words. */
function plainWords(text: string): string {
  const tokens = lex(text);
  const hasFormula = tokens.some(isFormula);
  let words = "";
  for (const [i, token] of tokens.entries()) {
    if (token.kind === "end") break;
    if (
      token.kind === "op" &&
      (token.value === "**" || token.value === '"' || (!hasFormula && /^[{}]$/.test(token.value)))
    )
      continue;
    if (token.gap === " " || token.gap === "thin") words += " ";
    const next = tokens[i + 1]!;
    const isWhole = token.gap !== "" || tokens[i - 1]?.kind !== "number";
    const word = isWhole && !(next.kind === "number" && next.gap === "") ? cased(token) : token.value;
    words += token.kind === "command" ? `\\${token.value}` : word + (token.exponent ?? "");
  }
  return inFull(words)
    .replace(/\s+/g, " ")
    .trim()
    .replace(/(?<![ .,;:。])[ .,;:。]+$/, "")
    .replace(/(?<!\p{L})(\p{L}+)\s?!+$/u, (said, word: string) => (isWord(word) ? word : said))
    .replace(/^(?:(?:the answer is|it is)(?= ) )?(?:(?:the|an|a) )?(?=\p{L}{2}|\d)/u, "");
}

const saidAloud = new Set(["yes", "no", "true", "false", "none"]);

/**
 * An initial capital does not count in a word of four letters or more, or in a common short one. Elsewhere case
 * matters: `CO` and `Co`, `Mg` and `mg`, `Aabb` and `aabb` (pairs of letters), and words with a digit.
 */
function cased({ kind, value }: Token): string {
  const lower = value.toLowerCase();
  if (kind !== "word" || value === lower || saidAloud.has(lower)) return kind === "word" ? lower : value;
  if (value.slice(1) !== lower.slice(1)) return value;
  const isCommon = value.length < 4 ? isWord(lower) : !/^(?:(\p{L})\1)+$/iu.test(value);
  return isCommon ? lower : value;
}

/** Characters that give braces a meaning. */
const isFormula = ({ kind, value }: Token): boolean =>
  kind === "fraction" || kind === "command" || (kind === "op" && (value === "^" || value === "_"));

/** Phrases with the same meaning. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:there (?:is|are) |(?:the |this )?(?:equation|inequality|system|system of equations|problem) has )?no solutions?(?: exists?)?$|^none$|^there are none$|^(?:the )?empty set$|^∅$/,
    "nothing",
  ],
  [/^(?:it |(?:the )?(?:limit|integral|value) )?(?:does not exist|DNE)$/, "does not exist"],
  [
    /^(?:there are |(?:the |this )?(?:equation|system|system of equations) has )?infinitely many(?: solutions)?$|^infinite$|^∞$|^infinity$/,
    "infinitely many",
  ],
];

const meant = (words: string): string => phrases.find(([said]) => said.test(words))?.[1] ?? words;

/** `doesn't` is `does not`, `it's` is `it is`. */
const inFull = (words: string): string =>
  /['’]/.test(words)
    ? words
        .replace(/(?<=\p{L})n['’]t(?!\p{L})/gu, " not")
        .replace(/(?<!\p{L})ca not(?!\p{L})/gu, "cannot")
        .replace(/^(it|there)['’]s(?!\p{L})/u, "$1 is")
    : words;

/**
 * Names of days and months with their short forms; only the gold's full name may be shortened: the sun is not a day.
 */
const shortNames: ReadonlyMap<string, readonly string[]> = new Map(
  (
    "monday Mon,tuesday Tue Tues,wednesday Wed Weds,thursday Thu Thur Thurs,friday Fri,saturday Sat,sunday Sun,january Jan,february Feb," +
    "march Mar,april Apr,june Jun,july Jul,august Aug,september Sep Sept,october Oct,november Nov,december Dec"
  )
    .split(",")
    .map((row) => row.split(" "))
    .map(([name, ...short]) => [name!, short.flatMap((each) => [each, each.toLowerCase()])]),
);

/** A sentence about the thing that was asked about, with one word for what it does or is: `the series converges`. */
const subjects =
  /^(?:it|they|(?:(?:this|these) )?(?:series|sequence|integral|function|group|ring|matrix|system|relation|graph|events|variables|vectors))(?: is| are)? (\p{L}+)$/u;

/** Without spaces beside signs and digits, and without the full stops of `U.S.`; a space between two words counts. */
const tight = (text: string): string =>
  text
    .replace(/ (?![\p{L}\d])|(?<![\p{L}\d]) |(?<=\d) (?=\p{L})|(?<=\p{L}) (?=\d)/gu, "")
    .replace(/(?<=\p{L})\.(?=\p{L}|$)/gu, "");

/** With the hyphen of `right-angled` as a space; one between letters may be a minus. */
const spaced = (text: string): string =>
  text.replace(/(?<=\p{L}{2})\s?-\s?(?=\p{L}{2})/gu, " ").replace(/(?<!\p{L})non[- ](?=\p{L}{2})/gu, "non");

/** Exact except for initial capitals and the full stop; a hyphen between two words is a space. */
export function compareText(gold: string, answer: string): Decision {
  if (gold.length > limits.shown || answer.length > limits.shown)
    return gold.trim() === answer.trim() && hasWords(gold) ? equal("text") : different("text");
  const g = plainWords(gold);
  // A capital A may be a name: `A positive` is a blood type, and not `positive`.
  const a = plainWords(answer).replace(/^A (?=\p{Ll}{2})/u, (article) =>
    g.startsWith(article) ? article : "",
  );
  const isSame =
    shortNames.get(g)?.includes(a) ||
    (shortNames.has(g) && (a === `on ${g}` || a === `in ${g}`)) ||
    (/^\p{L}{3,}$/u.test(g) && subjects.exec(a)?.[1] === g) ||
    meant(g) === meant(a) ||
    tight(g) === tight(a) ||
    spaced(g) === spaced(a);
  return g !== "" && isSame ? equal("text") : different("text");
}

/** Whether a formula that cannot be read is written with the same signs, except for spaces and spellings of a sign. */
export function sameSigns(gold: string, answer: string): boolean {
  if (!gold.includes("\\") || gold.length > limits.shown || answer.length > limits.shown) return false;
  const signs = (text: string) =>
    lex(text).map(({ kind, value, exponent, line }) => [kind, value, exponent, line]);
  return JSON.stringify(signs(gold)) === JSON.stringify(signs(answer));
}

const numerals: ReadonlyMap<string, number> = new Map(
  "I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX"
    .split(" ")
    .map((numeral, i) => [numeral, i + 1]),
);
const ordinals = "first second third fourth fifth sixth seventh eighth ninth tenth".split(" ");

const numbered =
  "quadrant|chapter|part|section|case|type|phase|class|stage|level|figure|book|volume|act|category";
const goldNumeral = new RegExp(`^(?:(${numbered}) )?([IVX]+)$`, "i");
const answerNumeral = new RegExp(
  `^(?:the )?(?:(${numbered}) )?([IVX]+|\\d{1,2})$|^(?:the )?([a-z]+|\\d{1,2}(?:st|nd|rd|th)) (${numbered})$`,
  "i",
);

const numeralText = (text: string): string =>
  text
    .replace(/\\(?:text|textrm|mathrm|textbf)\s*\{([^{}]*)\}|[$.]/g, "$1 ")
    .replace(/\s+/g, " ")
    .trim();

/**
 * `Quadrant IV` is `Quadrant 4`, `IV` and the fourth quadrant. Undefined if the gold is not a Roman numeral, or the
 * answer not a number.
 */
export function compareNumerals(gold: string, answer: string): Decision | undefined {
  if (gold.length > 40 || answer.length > 40 || !/[IVX]/.test(gold)) return undefined;
  const [, noun, numeral] = goldNumeral.exec(numeralText(gold)) ?? [];
  const value = numerals.get(numeral ?? "");
  // A lone letter is a variable or a choice.
  if (value === undefined || (noun === undefined && numeral!.length < 2)) return undefined;
  const [, before, number, ordinal, after] = answerNumeral.exec(numeralText(answer)) ?? [];
  const said = before ?? after;
  if (number === undefined && ordinal === undefined) return undefined;
  if (said !== undefined && noun !== undefined && said.toLowerCase() !== noun.toLowerCase()) return undefined;
  const place = ordinals.indexOf((ordinal ?? "").toLowerCase()) + 1;
  const found =
    number === undefined ? place || Number.parseInt(ordinal!, 10) : (numerals.get(number) ?? Number(number));
  return found === value ? equal("text") : different("text");
}
