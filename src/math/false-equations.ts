// False equations in a text: calculations with numbers whose result is wrong, as in `12 × 7 = 94`. The grader reads
// both sides and computes them exactly. A false alarm is worse than a miss, so equations that could have a different
// meaning are left out: rounded results, remainders, converted units, questions, suppositions, and equations that the
// text itself calls false.

import {
  type Calculation,
  calculationOf,
  exactOf,
  hasNegatedPower,
  withLongDivisors,
} from "./arithmetic/calculation.ts";
import { type Chain, chainsIn, type Side, saysOtherwise } from "./arithmetic/chains.ts";
import {
  isWhole,
  minus,
  order,
  plus,
  type Rational,
  rational,
  same,
  size,
  times,
} from "./expression/rational.ts";
import { children, type Node } from "./notation/tree.ts";

export interface FalseEquation {
  /** The position of the equation in the text: from `start` up to, not including, `end`. */
  start: number;
  end: number;
  /** Both sides as they are written. */
  left: string;
  right: string;
  /** The result of the calculation: that of the left side, or of the right one if only that is a calculation. */
  truth: string;
}

/** The equations between numbers in a step or a completion that are proven false, in the order of the text. */
export function falseEquations(text: string): FalseEquation[] {
  // Most steps have no equation at all.
  if (!text.includes("=")) return [];
  return chainsIn(text)
    .flatMap((chain) => falseIn(chain, text))
    .filter(({ start, end }) => !saysOtherwise(text, start, end));
}

function falseIn(chain: Chain, text: string): FalseEquation[] {
  const read = chain.sides.map((side) => readSide(side, text));
  const found: FalseEquation[] = [];
  let calculated = false;
  for (let i = 0; i + 1 < read.length; i++) {
    const [left, right] = [read[i], read[i + 1]];
    if (!left || !right) continue;
    const isLast = i + 2 === read.length;
    // Two bare numbers, as in `0 = 1`, contain no calculation; at the end of a chain they repeat its result.
    calculated ||= left.calculates || right.calculates;
    if (!calculated || isMeant(left, right, isLast ? chain.noun : "")) continue;
    const [from, to] = [chain.sides[i]!, chain.sides[i + 1]!];
    found.push({
      start: from.start,
      end: to.end,
      left: text.slice(from.start, from.end),
      right: text.slice(to.start, to.end),
      truth: shown(left.calculates || !right.calculates ? left.value : right.value),
    });
  }
  return found;
}

function readSide({ start, end, whole }: Side, text: string): Calculation | undefined {
  if (!whole) return undefined;
  const source = text
    .slice(start, end)
    .replace(/\\\$|[$€£&]|\\\\/g, " ")
    .replace(/[xX]/g, "×");
  // Two numbers side by side are two numbers, and a number before a fraction may be a mixed one or a factor.
  if (/\d[\s~]+[\d.]|\d\s*\\[dt]?frac/.test(source)) return undefined;
  // Whether it is ambiguous if the part after `/ 2` in `6 / 2(1 + 2)` belongs to the denominator.
  if (/[/÷]\s*[\d.]+\s*[([{\\]/.test(source.replace(/\\(?:times|cdot|div)/g, "*"))) return undefined;
  return calculationOf(source);
}

/** Whether two sides are equal, or could be meant to be equal. */
function isMeant(left: Calculation, right: Calculation, noun: string): boolean {
  return (
    same(left.value, right.value) ||
    isRounded(left, right) ||
    isRounded(right, left) ||
    isReadOtherwise(left, right) ||
    isShareOfSomething(left, right) ||
    isShareOfSomething(right, left) ||
    goesOn(left, right) ||
    (noun !== "" && isConversion(left.value, right.value))
  );
}

/** A result whose error is within the precision of its digits and those of the decimals that it was computed from. */
function isRounded(exact: Calculation, result: Calculation): boolean {
  const whole = isWhole(exact.value) && same(exact.range.low, exact.range.high);
  // `17 / 5 = 3` leaves a remainder; it is not an equation between integers.
  const slack = whole || result.calculates ? rational(0n) : rational(1n);
  const low = plus(result.range.low, minus(slack));
  const high = plus(result.range.high, slack);
  return order(exact.range.low, high) <= 0 && order(exact.range.high, low) >= 0;
}

/**
 * `12 / 3 · 4` with everything after the slash as the denominator, `-3^2` as the square of -3: true in a different
 * reading.
 */
function isReadOtherwise(left: Calculation, right: Calculation): boolean {
  if (hasNegatedPower(left.tree) || hasNegatedPower(right.tree)) return true;
  const [l, r] = [exactOf(withLongDivisors(left.tree)), exactOf(withLongDivisors(right.tree))];
  return (l !== undefined && same(l, right.value)) || (r !== undefined && same(left.value, r));
}

/** `1/3 = 6` states a third of some quantity. */
const isShareOfSomething = (share: Calculation, amount: Calculation): boolean =>
  share.tree.kind === "div" &&
  share.tree.num.kind === "number" &&
  share.tree.den.kind === "number" &&
  order(share.value, rational(1n)) < 0 &&
  order(amount.value, rational(1n)) >= 0;

/** `3 + 4 = 7 · 2 = 14` continues calculating with the result: a common notation, not a false result. */
function goesOn(left: Calculation, right: Calculation): boolean {
  if (!right.calculates) return false;
  const first = firstNumber(right.tree);
  return first !== undefined && same(first, left.value);
}

function firstNumber(node: Node): Rational | undefined {
  const [first] = /^(?:add|mul|div|pow)$/.test(node.kind) ? children(node) : [];
  if (!first) return exactOf(node);
  return (node.kind === "add" ? exactOf(first) : undefined) ?? firstNumber(first);
}

/** Factors between common units: minutes and hours, inches and feet, cents and dollars, grams and kilograms, … */
const conversions = [
  2, 3, 4, 7, 8, 10, 12, 14, 16, 20, 24, 28, 30, 31, 36, 52, 60, 90, 100, 144, 168, 180, 360, 365,
]
  .concat([366, 1000, 1440, 1760, 2000, 3600, 5280, 10_000, 86_400, 100_000, 1_000_000, 1_000_000_000])
  .map((factor) => rational(BigInt(factor)));

const isConversion = (a: Rational, b: Rational): boolean =>
  conversions.some((factor) => same(times(a, factor), b) || same(a, times(b, factor)));

/** Digits of a number for display. */
const readable = 24;

/** An integer, a short decimal, or a fraction; very long ones by their leading digits. */
function shown(value: Rational): string {
  const { n, d: below } = rational(value.n, value.d);
  const [sign, top] = [n < 0n ? "-" : "", size(n)];
  if (String(top).length + String(below).length > 2 * readable) return leading(sign, top, below);
  if (below === 1n) return `${sign}${top}`;
  for (let places = 1; places <= 6; places++) {
    const scale = 10n ** BigInt(places);
    if (scale % below !== 0n) continue;
    const digits = String(top * (scale / below)).padStart(places + 1, "0");
    return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
  }
  return `${sign}${top}/${below}`;
}

/** `about 3.562 × 10^67`. */
function leading(sign: string, top: bigint, below: bigint): string {
  let exponent = String(top).length - String(below).length;
  const scaled = (places: number): bigint =>
    places >= 0 ? (top * 10n ** BigInt(places)) / below : top / (below * 10n ** BigInt(-places));
  if (scaled(3 - exponent) < 1000n) exponent--;
  const digits = String(scaled(3 - exponent));
  return `about ${sign}${digits[0]}.${digits.slice(1)} × 10^${exponent}`;
}
