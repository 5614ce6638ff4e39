// Two expressions at one point: proven to differ, or the same within this many digits.

import { bitLength } from "../ball/bits.ts";
import type { Ball } from "../ball/index.ts";
import * as ball from "../ball/index.ts";
import type { Expr, ExprOf } from "../expression/expr.ts";
import { type Budget, limits } from "../terms/limits.ts";
import { nowhere, type Point, realValue, valueParts } from "./evaluate.ts";

/**
 * "undefined": the first side has no value there, or none that is found; "lacking": only the second side has none;
 * "open": this many digits do not decide.
 */
export type Agreement = "apart" | "agree" | "undefined" | "lacking" | "open";

/** Digits that may be lost to cancellation. */
const spare = 32;

export function agreeAt(pair: Pair, point: Point, prec: number, budget: Budget): Agreement {
  const first = look(pair, point, prec + spare, prec, budget);
  if (typeof first === "string") return first;
  // Large values are computed down to the digits after the point: 10^100 + 1 is not 10^100.
  if (first.size > limits.magnitude) return "open";
  const second = look(pair, point, prec + spare + first.size, prec, budget);
  return typeof second === "string" ? second : "open";
}

/** One evaluation; the size of the values if they need more digits than were used. */
function look(
  { a, b, complex }: Pair,
  point: Point,
  inner: number,
  prec: number,
  budget: Budget,
): Agreement | { size: number } {
  const left = valueParts(a, point, complex, inner, budget);
  if (left === "outside") return "undefined";
  const right = valueParts(b, point, complex, inner, budget);
  if (typeof left === "string" || typeof right === "string") return without(left, right);
  const gaps = left.map((x, i) => ball.sub(x, right[i]!, inner));
  if (gaps.some((gap) => !ball.containsZero(gap))) return "apart";
  return verdict(gaps, Math.max(...left.map(ball.magnitude)), prec, inner);
}

/** The reason if a side has no value, or none that is found. */
function without(left: unknown, right: unknown): Agreement {
  return right !== "outside" ? "open" : left === "undecided" ? "undefined" : "lacking";
}

/** The part of the digits that must agree; the others may be lost in the calculation. */
const part = 0.6;

/** The precision at which agreement proves that no smaller term exists; undefined if that would exceed the limits. */
export function precisionFor(pair: Pair, point: Point, budget: Budget): number | undefined {
  const precision = leastPrecisionFor(pair, point, budget);
  return precision && Math.max(precision, limits.precision);
}

/** The precision at which the numbers in the expressions allow no smaller term; undefined as above. */
export function leastPrecisionFor(pair: Pair, point: Point, budget: Budget): number | undefined {
  const precision = Math.ceil(hiddenBits(pair, point, budget) / part);
  return precision <= limits.closest ? Math.max(precision, 64) : undefined;
}

/** Whether two constants differ by less than 2^-bits (true) or are proven apart (false). */
export function vanishes({ a, b, complex }: Pair, bits: number, budget: Budget): boolean | undefined {
  for (let prec = bits + 64; prec < 4 * bits + 1024; prec *= 2) {
    const left = valueParts(a, nowhere, complex, prec, budget);
    const right = typeof left === "string" ? left : valueParts(b, nowhere, complex, prec, budget);
    if (left === "outside" || right === "outside") return undefined;
    if (typeof left === "string" || typeof right === "string") continue;
    const gaps = left.map((x, i) => ball.sub(x, right[i]!, prec));
    if (gaps.some((x) => !ball.containsZero(x))) return false;
    // If both parts of a complex number are below the bound, its absolute value is below twice that.
    if (gaps.every((x) => ball.magnitude(x) < -bits - 1)) return true;
  }
  return undefined;
}

/** Agreement requires most of the digits after the point, and for small values digits relative to their size. */
function verdict(
  differences: Ball[],
  size: number,
  prec: number,
  inner: number,
): Agreement | { size: number } {
  const threshold = Math.min(0, Math.max(size, -prec / 4)) - prec * part;
  if (differences.every((x) => ball.magnitude(x) < threshold)) return "agree";
  return size > 8 && inner < prec + spare + size ? { size } : "open";
}

// Two expressions that may be the same, with the numbers at which they are evaluated.

export interface Pair {
  readonly a: Expr;
  readonly b: Expr;
  /** Whether complex numbers occur in the calculation. */
  readonly complex: boolean;
}

// How many digits must agree before no term can hide below them. Two values of short expressions that agree to three
// hundred digits are the same; but `1 - e^{-1000}` agrees with 1 to more than that, because a short text can contain a
// very small term. An expression therefore has a weight: the digits of the numbers in it, and the size of its powers,
// exponentials and factorials. Values that are closer together than a few times the weight of both are equal.

/** A cancellation costs at most this many times the size of the terms: cos x - 1 is of the second order in x. */
const order = 4;
const margin = 64;

/** How values are computed while an expression is weighed. */
interface Scale {
  at: Point;
  complex: boolean;
  budget: Budget;
}

/** Binary digits below which neither expression can have a further term. */
const hiddenBits = ({ a, b, complex }: Pair, at: Point, budget: Budget): number => {
  const scale = { at, complex, budget };
  return order * (weigh(a, scale) + weigh(b, scale)) + margin;
};

const digits = (n: bigint): number => bitLength(n < 0n ? -n : n);

function weigh(expr: Expr, scale: Scale): number {
  scale.budget.spend(1);
  switch (expr.t) {
    case "num":
      return expr.d === 1n ? digits(expr.n) : digits(expr.n) + digits(expr.d);
    case "sym":
    case "const":
      return 2;
    case "add":
    case "mul":
      return weighAll(expr.args, scale);
    case "pow":
      return weighPower(expr, scale);
    case "fn":
      return weighFunction(expr, scale);
    case "big":
      return weighSum(expr, scale);
    default:
      return Number.POSITIVE_INFINITY;
  }
}

const weighAll = (exprs: readonly Expr[], scale: Scale): number =>
  exprs.reduce((sum, e) => sum + weigh(e, scale), 1);

function weighPower(expr: ExprOf<"pow">, scale: Scale): number {
  const base = weigh(expr.base, scale);
  if (expr.exp.t !== "num") return base + weigh(expr.exp, scale) + extent(expr, scale, 0);
  const times = Math.abs(Number(expr.exp.n)) / Number(expr.exp.d);
  const length = base + digits(expr.exp.n) + digits(expr.exp.d);
  // The logarithm of the base is only known to the precision of a double.
  return times <= 1 ? length : length + times * (extent(expr.base, scale, base) + 2 ** -48);
}

function weighFunction(expr: ExprOf<"fn">, scale: Scale): number {
  const args = weighAll(expr.args, scale);
  return args + extent(expr, scale, args);
}

/** Every term counts as much as the heaviest. */
function weighSum(expr: ExprOf<"big">, scale: Scale): number {
  const [from, to] = [expr.lower, expr.upper].map((end) => realValue(end, scale.at, 64, scale.budget));
  if (from === undefined || to === undefined || typeof from === "string" || typeof to === "string")
    return Number.POSITIVE_INFINITY;
  const [low, high] = [ball.toNumber(from), ball.toNumber(to)];
  if (high < low) return weighAll([expr.lower, expr.upper], scale);
  const last = new Map(scale.at).set(expr.variable, Math.abs(low) > Math.abs(high) ? from : to);
  const term = weigh(expr.body, { ...scale, at: last }) + 2 * Math.log2(Math.abs(high) + Math.abs(low) + 2);
  return weighAll([expr.lower, expr.upper], scale) + (high - low + 1) * term;
}

/**
 * How far a value is from one, in binary digits; a value that cannot be distinguished from zero may be as small as its
 * weight allows.
 */
function extent(expr: Expr, scale: Scale, weight: number): number {
  for (const prec of [64, limits.precision]) {
    const x = sizeAt(expr, scale, prec);
    if (x === "undecided") continue;
    if (x === "outside") return 0;
    if (x.size !== undefined) return Math.abs(x.size);
  }
  return order * weight || Number.POSITIVE_INFINITY;
}

/** The binary logarithm of a value, undefined if it may be zero; zero itself counts as one. */
function sizeAt(
  expr: Expr,
  { at, complex, budget }: Scale,
  prec: number,
): "outside" | "undecided" | { size: number | undefined } {
  const found = valueParts(expr, at, complex, prec, budget);
  if (typeof found === "string") return found;
  const sizes = found.filter((x) => !ball.isExactZero(x));
  if (sizes.length === 0) return { size: 0 };
  if (sizes.every((x) => ball.containsZero(x))) return { size: undefined };
  return { size: Math.max(...sizes.map(logarithm)) };
}

function logarithm(x: ball.Ball): number {
  const shown = Math.abs(ball.toNumber(x));
  return shown > 1e-300 && shown < 1e300 ? Math.log2(shown) : ball.magnitude(x);
}
