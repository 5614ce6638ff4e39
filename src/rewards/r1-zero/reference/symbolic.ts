// The reference's symbolic equality: two answers in its second normal form, as strings, element by element, or
// as expressions whose difference is zero. What the reference refuses to compare is refused here too.

import { verify } from "../../../math/index.ts";
import { exactValue, latexOf, namesOf } from "./exact-value.ts";
import { readExpression } from "./expression.ts";
import { isFraction, isInteger, withoutThousandsCommas } from "./numbers.ts";
import { symbolicForm } from "./symbolic-form.ts";

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

/** The elements of a bracketed list without brackets inside; anything else is one element. */
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

/** The reference keeps away from words, from several variables, and from exponents that may be large. */
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
