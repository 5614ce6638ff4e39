// AIME's rule: the last box has exactly one unsigned integer, which equals the gold. Cleaning never joins or drops
// digits, so neither `-25` nor `2 or 5` can become 25.

import { type Explicit, lastBox } from "../answers/index.ts";
import { markedAnswer } from "../math/index.ts";
import { isNumberWord, refusedIn, spansIn } from "../words/index.ts";
import { type Rule, wrong } from "./rule.ts";

export const integerRule: Rule = {
  unusable: (gold) =>
    integerIn(gold) === undefined ? `the gold '${gold}' is not an unsigned integer` : undefined,
  grade(golds, answer) {
    const found = markedAnswer(answer, ["box"]);
    if (found.kind !== "found") return wrong("no box", null, whyNoBox(found));
    const box = lastBox(found.answer) ?? found.answer;
    const integer = integerIn(box);
    const at = [found.start, found.end] as const;
    if (integer === undefined)
      return { ...wrong("integer", box.trim(), "the box does not hold one unsigned integer"), at };
    const right = golds.some((gold) => integerIn(gold) === integer);
    return { right, extracted: integer, at, by: "integer" };
  },
};

const whyNoBox = (found: Explicit): string =>
  found.kind === "none" ? found.reason : "there is no \\boxed{} outside the reasoning";

const longest = 500;

/** The one unsigned integer in a text, without leading zeros; undefined if there is none, or more than one. */
function integerIn(text: string): string | undefined {
  if (text.length > longest) return undefined;
  const [, before, digits, after] = /^(\D*)(\d+)(\D*)$/.exec(cleaned(text)) ?? [];
  if (before === undefined || digits === undefined || after === undefined) return undefined;
  if (!isWording(before) || !isWording(after)) return undefined;
  if (/(?:[.]|(?<![A-Za-z])[A-Za-z]{1,2})$/.test(before) || /^[A-Za-z]{1,2}(?![A-Za-z])/.test(after))
    return undefined;
  return digits.replace(/^0+(?=\d)/, "");
}

const cleaned = (text: string): string =>
  text
    // Digits in groups of three, with any separator.
    .replace(/(?<![\d,])\d{1,3}(?:(?:,|\{,\}|\\,|\\!)\d{3})+(?!\d)/g, (number) => number.replace(/\D/g, ""))
    .replace(/\^\s*\{\s*\\circ\s*\}|\^\s*\\circ(?![A-Za-z])|\\degrees?(?![A-Za-z])|°/g, " ")
    // Words set as text are labels, even single letters; a font around the number does not matter.
    .replace(/\\(?:text|textrm|mathrm|mbox|textbf|textit)\s*\{([^{}]*)\}/g, (_, words: string) =>
      /^[\p{L}\s.,:;()]*$/u.test(words) && isWording(words.replace(/[()]/g, " "), 1) ? " " : ` ${words} `,
    )
    .replace(
      /\\(?:mathbf|mathit|mathsf|boldsymbol|bm|displaystyle|textstyle|left|right|quad|qquad)(?![A-Za-z])/g,
      " ",
    )
    .replace(/\\[,;:!> ()[\]]|\*\*|(?<!\\)\$|[{}~]/g, " ")
    .replace(/\([\p{L}\s]*\)/gu, " ")
    .replace(/^\s*\(([^()]*)\)\s*$/, "$1")
    // `m+n = 25` names the quantity; a digit before the sign would be a second integer.
    .replace(/^(?!.*(?:\\n|\\not|\\le|\\ge|!=))[\p{L}\s+\-*/|_\\'()]*=(?=[^=]*$)/u, " ");

/** Words and punctuation that do not change the value; a single letter would be a variable. */
const isWording = (text: string, shortestWord = 2): boolean =>
  /^[\p{L}\p{M}\s.,:;'"’。，：；]*$/u.test(text) &&
  refusedIn(spansIn(text), "around an integer") === undefined &&
  (text.match(/\p{L}+/gu) ?? []).every(
    (word) =>
      word.length >= shortestWord && !isNumberWord(word.toLowerCase()) && !joining.has(word.toLowerCase()),
  );

/** Words that introduce a second value, or calculate with the integer. */
const joining = new Set(
  "and between than over under above below negative percent half third quarter double twice pi more less".split(
    " ",
  ),
);
