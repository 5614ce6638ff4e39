// Decimals that stand for other values: how a decimal is written, which values round to it, and when a gold or an
// answer may be such a decimal. Integers are never rounded: 2^64 - 1 is not 1.8446744e19.

import * as ball from "../ball/index.ts";
import { type Context, exprOf } from "../claim/context.ts";
import { add, type Expr, fn, freeNames, fromRational, mul, neg, num, sub } from "../expression/expr.ts";
import { absolute, isWhole, minus, type Rational, rational, times } from "../expression/rational.ts";
import { children, type Node, some, wholeNumber } from "../notation/tree.ts";
import { rationalOf, signOf } from "../numeric/constant.ts";
import { realValue } from "../numeric/evaluate.ts";
import type { Budget } from "../terms/limits.ts";

/** A decimal as it is written: its value, its significant digits, and half a unit of its last place. */
interface Decimal {
  value: Rational;
  digits: number;
  halfUnit: Rational;
  /** Written with an ellipsis that does not repeat: `3.14159…`. */
  open: boolean;
  /**
   * Whether its digits are those of a multiple of 1/16, such as `1.50` and `0.125`: such decimals are exact, not
   * rounded.
   */
  dyadic: boolean;
}

/** Counted exactly only while there are few: a dozen digits are always enough. */
const significantDigits = (mantissa: bigint): number => {
  const shown = Number(mantissa);
  return shown === 0
    ? 0
    : Math.min(400, Number.isFinite(shown) ? Math.floor(Math.log10(shown) + 1e-12) + 1 : 400);
};

export const isDecimalNumber = (node: Node): boolean =>
  node.kind === "number" && node.places > 0 && node.repeating === "";

function decimalOf(node: Node): Decimal | undefined {
  if (node.kind === "neg") {
    const inner = decimalOf(node.arg);
    return inner && { ...inner, value: minus(inner.value) };
  }
  if (node.kind === "number" && isDecimalNumber(node)) {
    const scale = 10n ** BigInt(node.places);
    return {
      value: rational(node.mantissa, scale),
      digits: significantDigits(node.mantissa),
      halfUnit: rational(1n, 2n * scale),
      open: node.open,
      dyadic: (16n * node.mantissa) % scale === 0n,
    };
  }
  if (node.kind === "mul" && node.factors.length === 2) {
    const [mantissa, tenPower] = node.factors as [Node, Node];
    const k = powerOfTen(tenPower);
    const inner = k === undefined || Math.abs(k) > 10_000 ? undefined : decimalOf(mantissa);
    if (!inner) return undefined;
    const scale = k! >= 0 ? rational(10n ** BigInt(k!)) : rational(1n, 10n ** BigInt(-k!));
    return { ...inner, value: times(inner.value, scale), halfUnit: times(inner.halfUnit, scale) };
  }
  return undefined;
}

export function powerOfTen(node: Node): number | undefined {
  const exponent = node.kind === "pow" && wholeNumber(node.base) === 10n ? wholeNumber(node.exp) : undefined;
  return exponent === undefined ? undefined : Number(exponent);
}

/** Whether the exact value rounds to the decimal at its own digits, or begins with those of a cut-off decimal. */
function roundsTo(exact: Expr, decimal: Decimal, budget: Budget): boolean {
  if (decimal.open) return beginsWith(exact, decimal, budget);
  const distance = fn("abs", sub(exact, fromRational(decimal.value)));
  const half = fromRational(decimal.halfUnit);
  const sign = signOf(add(distance, neg(half)), budget);
  if (sign !== 0) return sign === -1;
  // Halfway between two decimals one rounds away from zero.
  return signOf(sub(fn("abs", fromRational(decimal.value)), fn("abs", exact)), budget) === 1;
}

/** Whether a value has the digits of a decimal, and others after them. */
function beginsWith(value: Expr, { value: cut, halfUnit }: Decimal, budget: Budget): boolean {
  const beyond = fromRational(absolute(cut));
  const more = sub(cut.n < 0n ? neg(value) : value, beyond);
  const unit = fromRational(rational(2n * halfUnit.n, halfUnit.d));
  return signOf(more, budget) === 1 && signOf(sub(more, unit), budget) === -1;
}

/** Whether a constant is proven not to be a whole number. */
function isBroken(value: Expr, budget: Budget): boolean {
  const exact = rationalOf(value, budget);
  if (exact) return !isWhole(exact);
  const precision = 400;
  const near = realValue(value, new Map(), precision, budget);
  if (typeof near === "string") return false;
  const whole = ball.floor(ball.add(near, ball.scale(ball.ONE, -1), precision));
  if (whole === undefined) return false;
  const sign = signOf(sub(value, num(whole)), budget);
  return sign === 1 || sign === -1;
}

/** The digits that a program prints for a double, and how far off they may be, in units of their last place. */
const doubleDigits = { from: 15, to: 17 };
const doubleSlack = 4n;
const doubleScale = 80;

/** Whether a decimal is the output of a program's floating-point arithmetic for a value. */
function isDoubleOf(value: Expr, decimal: Decimal, budget: Budget): boolean {
  if (decimal.digits < doubleDigits.from || decimal.digits > doubleDigits.to) return false;
  const near = realValue(value, new Map(), 128, budget);
  if (typeof near === "string") return false;
  const double = ball.toNumber(near);
  if (!(Math.abs(double) > 1e-6 && Math.abs(double) < 1e9)) return false;
  const scaled = BigInt(double * 2 ** doubleScale);
  const bits = (scaled < 0n ? -scaled : scaled).toString(2).length;
  const unit = 2n ** BigInt(bits - 53);
  const { n, d } = decimal.value;
  const away = (n << BigInt(doubleScale)) - scaled * d;
  return (away < 0n ? -away : away) <= doubleSlack * unit * d;
}

/** A gold that is known only to some decimals, and so accepts exact values that round to it. */
function roundedGold(node: Node, digits: number): Decimal | undefined {
  const written = decimalOf(node);
  return written && written.digits >= digits && !written.dyadic ? written : undefined;
}

/** A whole number, however it is written (`144`, `12^2`, `5!`), without a decimal or a factor of ten to a power: it may be a count. */
function isCount(node: Node, value: Expr, budget: Budget): boolean {
  const exact = rationalOf(value, budget);
  return exact !== undefined && isWhole(exact) && !some(node, isDecimalNumber) && !isScaled(node);
}

/** `3\times10^8`, `12 million`; a power of ten that is only a summand, as in `10^6-1`, is not a scale. */
const isScaled = (node: Node): boolean =>
  powerOfTen(node) !== undefined || (/^(?:neg|mul|div)$/.test(node.kind) && children(node).some(isScaled));

/**
 * Whether a constant lies within the tolerance of the gold. A count has no tolerance, unless it has a unit of measure;
 * in science, a whole gold of two digits or more that does not say what it counts may be a rounded decimal.
 */
export function isWithinTolerance(
  gold: { node: Node; value: Expr; of: "measure" | "things" | "unknown" },
  answer: { node: Node; value: Expr },
  context: Context,
): boolean {
  const { budget, policies } = context;
  if (policies.tolerance === false || freeNames(gold.value).size > 0 || freeNames(answer.value).size > 0)
    return false;
  const away = fn("abs", sub(gold.value, answer.value));
  const isBelow = (limit: Expr): boolean => signOf(sub(away, limit), budget) === -1;
  if (gold.of !== "measure" && isCount(gold.node, gold.value, budget)) {
    const isRough = gold.of === "unknown" && signOf(sub(fn("abs", gold.value), num(10n)), budget) !== -1;
    return (
      policies.preset === "science" && isRough && decimalOf(answer.node) !== undefined && isBelow(num(1n, 2n))
    );
  }
  const allowed = mul(fn("abs", gold.value), fromRational(shareOf(policies.tolerance)));
  return isBelow(allowed) || signOf(sub(away, allowed), budget) === 0;
}

const shareOf = (tolerance: number): Rational => rational(BigInt(Math.round(tolerance * 1e12)), 10n ** 12n);

/** Whether a decimal is a value, rounded at its own last digit. */
export function isRoundingOf(value: Node, decimal: Node, context: Context): boolean {
  const [written, exact] = [decimalOf(decimal), exprOf(value, context)];
  return written !== undefined && freeNames(exact).size === 0 && roundsTo(exact, written, context.budget);
}

/** Whether two constants that differ still count as one, since one of them is the other rounded. */
export function isRounded(gold: Node, answer: Node, g: Expr, a: Expr, context: Context): boolean {
  const { budget, policies } = context;
  if (!policies.rounding || freeNames(g).size > 0 || freeNames(a).size > 0) return false;
  const { goldDigits, answerDigits } = policies.rounding;
  const given = decimalOf(answer);
  const known = roundedGold(gold, goldDigits);
  // The value of a truncated decimal is not known, so it is not exact.
  if ((known?.open && !given) || (given?.open && !known)) return false;
  if (known) {
    // If two decimals differ, only one with more digits can round to the other; outside strict grading, either may.
    const isCoarser = policies.preset !== "strict" && given !== undefined && given.digits >= answerDigits;
    if (isCoarser && roundsTo(g, given, budget)) return true;
    if (given) return roundsTo(a, known, budget) || isDoubleOf(g, given, budget);
    // `3.141 + 0.003` is not an exact value either.
    return !some(answer, isDecimalNumber) && isBroken(a, budget) && roundsTo(a, known, budget);
  }
  if (!given || !isBroken(a, budget) || !isBroken(g, budget)) return false;
  return (given.digits >= answerDigits && roundsTo(g, given, budget)) || isDoubleOf(g, given, budget);
}

/**
 * Whether a value rounds to another one in different units; outside strict grading the coarser of the two decides. A
 * whole number is rounded if the scales have different zeros, because their degrees are rarely whole on both.
 */
export function isRoundedConversion(
  gold: { node: Node; inAnswerUnits: Expr },
  answer: { node: Node; inGoldUnits: Expr },
  wholes: boolean,
  { budget, policies }: Context,
): boolean {
  if (!policies.rounding) return false;
  if (freeNames(gold.inAnswerUnits).size > 0 || freeNames(answer.inGoldUnits).size > 0) return false;
  const { goldDigits, answerDigits } = policies.rounding;
  if (policies.preset === "strict") {
    const known = roundedGold(gold.node, goldDigits);
    return known !== undefined && !known.open && roundsTo(answer.inGoldUnits, known, budget);
  }
  const rounded = (node: Node, digits: number): Decimal | undefined => {
    const whole = wholes ? wholeNumber(node) : undefined;
    const written =
      whole === undefined
        ? decimalOf(node)
        : { value: rational(whole), digits, halfUnit: rational(1n, 2n), open: false, dyadic: false };
    return written && written.digits >= digits && !written.open ? written : undefined;
  };
  const known = rounded(gold.node, goldDigits);
  const given = rounded(answer.node, answerDigits);
  return (
    (known !== undefined && roundsTo(answer.inGoldUnits, known, budget)) ||
    (given !== undefined && roundsTo(gold.inAnswerUnits, given, budget))
  );
}
