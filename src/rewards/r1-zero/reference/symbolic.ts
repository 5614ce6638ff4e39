// The reference's symbolic equality: two answers in its second normal form, compared as strings, element by element, or
// as expressions whose difference is zero. What the reference refuses to compare is refused here too.

import { verify } from "../../../math/index.ts";
import { exactValue, latexOf, namesOf } from "./exact-value.ts";
import { readExpression } from "./expression.ts";
import { latexToText } from "./latex-text.ts";
import { unwrapText } from "./mathd.ts";

export function symbolicEqual(answer: string, gold: string): boolean {
  const a = symbolicForm(answer);
  const g = symbolicForm(gold);
  if (a === g) return true;
  if (a === "") return false;
  const elements = elementsOf(a);
  const golds = elementsOf(g);
  if (elements.length !== golds.length) return false;
  if (golds.length > 1 && (a[0] !== g[0] || a.at(-1) !== g.at(-1))) return false;
  return golds.every((element, i) => elementEqual(elements[i]!, element));
}

const brackets = /[()[\]]/;

/** The elements of a bracketed list without inner brackets; anything else is one element. */
function elementsOf(form: string): string[] {
  const text = withoutThousandsCommas(form);
  if (text === "") return [];
  const inside = text.slice(1, -1);
  const isList =
    text.length > 2 && brackets.test(text[0]!) && brackets.test(text.at(-1)!) && !brackets.test(inside);
  return isList ? inside.split(",").map((element) => element.trim()) : [text];
}

function elementEqual(answer: string, gold: string): boolean {
  // A fraction that is not reduced is wrong.
  if (isFraction(answer) && isFraction(gold)) return answer === gold;
  if (isInteger(answer) !== isInteger(gold)) return false;
  return isAllowed(`(${gold})-(${answer})`) && differenceIsZero(answer, gold);
}

/** The reference does not compare words, several variables, or exponents that may be large. */
function isAllowed(difference: string): boolean {
  const letters = difference.replaceAll("sqrt", "").replaceAll("frac", "").match(/\p{L}/gu);
  if (new Set(letters).size > 2) return false;
  return !/\^[{(]|\^[0-9]+\^|\^[0-9]{2}/.test(difference);
}

function differenceIsZero(answer: string, gold: string): boolean {
  const a = readExpression(answer);
  const g = readExpression(gold);
  if (!a || !g) return false;
  const left = exactValue(a);
  const right = exactValue(g);
  if (left && right) return left.numerator * right.denominator === right.numerator * left.denominator;
  const names = namesOf(a, g);
  return names !== undefined && verify(latexOf(g, names), latexOf(a, names)).equal;
}

// The second of the reference's two normal forms: units and signs removed, LaTeX as plain text, lower case, so that it
// can be read as an expression.

const units = "degree cm centimeter meter mile second minute hour day week month year foot feet inch yard"
  .split(" ")
  .map((name) => ({ name, pattern: new RegExp(`${name}(?:es)?s? *(?:\\^[0-9]+)?`, "g") }));

/** Equal texts of this form are equal answers; others are compared as expressions. */
export function symbolicForm(answer: string): string {
  let text = unwrapText(answer)
    .replaceAll("\\%", "%")
    .replaceAll("\\$", "$")
    .replace(/[$%]/g, "")
    .replaceAll(" or ", " , ")
    .replaceAll(" and ", " , ")
    .replaceAll("million", "*10^6")
    .replaceAll("billion", "*10^9")
    .replaceAll("trillion", "*10^12");
  for (const { name, pattern } of units) if (text.includes(name)) text = text.replace(pattern, "");
  text = text.replace(/\^ *\\circ/g, "");
  if (text.startsWith("{") && text.endsWith("}")) text = text.slice(1, -1);
  text = text.replace(/,\\! */g, "");
  text = integerIn(text)?.toString() ?? text;
  if (text.includes("\\")) text = plainText(text);
  text = text
    .replace(/- */g, "-")
    // A whole number and a fraction after it are a sum; so is anything else with digits on both sides.
    .replace(/([0-9]) +([0-9])/g, "$1+$2")
    .replace(/[ {}]/g, "")
    .toLowerCase();
  return integerIn(withoutThousandsCommas(text)) === undefined ? text : truncated(text);
}

const characters: Record<string, string> = { "√": "sqrt", π: "pi", "∞": "inf", "∪": "U", "·": "*", "×": "*" };

function plainText(latex: string): string {
  // The space separates a whole number from the fraction after it.
  const spaced = latex.replace(/\\[td]frac/g, "\\frac").replaceAll("\\frac", " \\frac");
  try {
    return latexToText(spaced)
      .replace(/[√π∞∪·×]/g, (character) => characters[character]!)
      .trim();
  } catch {
    return latex;
  }
}

/** Through a double, as in the reference: integers past 2^53 collide. */
const truncated = (text: string): string => BigInt(Math.trunc(Number(text.replaceAll(",", "")))).toString();

// The syntax of a number, an integer and a fraction in the reference.

const float = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** The integer within a ten-millionth of a decimal, through a double. */
function integerIn(text: string): bigint | undefined {
  const trimmed = text.trim();
  const value = float.test(trimmed) ? Number(trimmed) : Number.NaN;
  if (!Number.isFinite(value)) return undefined;
  const nearest = Math.round(value);
  return Math.abs(value - nearest) <= 1e-7 ? BigInt(nearest) : undefined;
}

/**
 * Commas are removed before three digits that no further digit follows, repeatedly. A match consumes the comma after
 * it, so the last of four groups keeps its own: `1,234,567,890` is not an integer here.
 */
export function withoutThousandsCommas(text: string): string {
  for (let left = text; ; ) {
    const next = left.replace(/(\d),(\d{3})(\D|$)/g, "$1$2$3");
    if (next === left) return left;
    left = next;
  }
}

export const isInteger = (text: string): boolean => integerIn(withoutThousandsCommas(text)) !== undefined;

/** One integer over another. Any one character may follow either, as in the reference. */
export const isFraction = (text: string): boolean => /^-?[0-9]+[^\n]?\/0*[1-9][0-9]*[^\n]?$/.test(text);
