/**
 * Hyperbolic functions and their inverses, from exponential and logarithm. Near zero those cancel, so the
 * precision is raised by the size of the argument, and a tiny argument is its own value within its cube.
 */

import { add, div, mul, neg, scale, sub } from "./arithmetic.ts";
import { type Ball, enclose, isExactZero, magnitude, ONE, type Result, ZERO } from "./ball.ts";
import { exp, log, monotone } from "./exponential.ts";
import { accuracyBits, compare, sign } from "./order.ts";
import { sqrt } from "./roots.ts";

interface ExponentialPair {
  readonly growing: Ball;
  readonly decaying: Ball;
}

/** e^x and e^-x. */
function exponentials(x: Ball, prec: number): Result<ExponentialPair> {
  const growing = exp(x, prec);
  if (typeof growing === "string") return growing;
  const decaying = div(ONE, growing, prec);
  return typeof decaying === "string" ? decaying : { growing, decaying };
}

/** Bits that a difference near zero loses for an argument below 2^top. */
function cancelledBits(top: number): number {
  return Math.max(0, -top);
}

/** Whether x^3 is below the precision relative to x. */
function isTiny(top: number, prec: number): boolean {
  return 2 * top < -prec - 4;
}

/** x within |x|^3/2, which covers every odd function here near zero. */
function ownValue(x: Ball, top: number, prec: number): Ball {
  return enclose(x.m, x.e, x.r, 0.5, 3 * top, prec);
}

export function sinh(x: Ball, prec: number): Result {
  if (isExactZero(x)) return ZERO;
  const top = magnitude(x);
  if (isTiny(top, prec)) return ownValue(x, top, prec);
  const pair = exponentials(x, prec + 4 + cancelledBits(top));
  return typeof pair === "string" ? pair : scale(sub(pair.growing, pair.decaying, prec), -1);
}

export function cosh(x: Ball, prec: number): Result {
  if (isExactZero(x)) return ONE;
  const pair = exponentials(x, prec + 4);
  return typeof pair === "string" ? pair : scale(add(pair.growing, pair.decaying, prec), -1);
}

export function tanh(x: Ball, prec: number): Result {
  if (isExactZero(x)) return ZERO;
  const top = magnitude(x);
  if (top === Number.POSITIVE_INFINITY) return enclose(0n, 0, 0, 1, 0, prec);
  if (isTiny(top, prec)) return ownValue(x, top, prec);
  const threshold: Ball = { m: BigInt(prec), e: 0, r: 0 };
  // 1 - tanh x < 2 e^(-2x), far below the precision from here on.
  if (compare(x, threshold) === 1) return enclose(1n, 0, 0, 1, -prec - 2, prec);
  if (compare(x, neg(threshold)) === -1) return enclose(-1n, 0, 0, 1, -prec - 2, prec);
  const inner = prec + 6 + cancelledBits(top);
  const square = exp(scale(x, 1), inner);
  if (typeof square === "string") return square;
  // 1 - 2 / (e^2x + 1) holds x once only, so that a wide ball is not widened further.
  const fraction = div(scale(ONE, 1), add(square, ONE, inner), inner);
  return typeof fraction === "string" ? fraction : sub(ONE, fraction, prec);
}

export function asinh(x: Ball, prec: number): Result {
  if (isExactZero(x)) return ZERO;
  if (x.r === Number.POSITIVE_INFINITY) return "undecided";
  if (sign(x) === -1) {
    const mirrored = asinh(neg(x), prec);
    return typeof mirrored === "string" ? mirrored : neg(mirrored);
  }
  const top = magnitude(x);
  if (isTiny(top, prec)) return ownValue(x, top, prec);
  // Squaring a ball that is wide relative to its midpoint would reach below -1, out of the root's domain.
  if (top > -2 && accuracyBits(x) < 3) return monotone(asinh, x, prec);
  const inner = prec + 4 + cancelledBits(top);
  const hypotenuse = sqrt(add(mul(x, x, inner), ONE, inner), inner);
  return typeof hypotenuse === "string" ? hypotenuse : log(add(x, hypotenuse, inner), prec);
}

/** The inverse of cosh on x >= 1; a ball across 1 is cut there. */
export function acosh(x: Ball, prec: number): Result {
  const order = compare(x, ONE);
  if (order === -1) return "outside";
  if (order === 0) return ZERO;
  // Near one the value is the root of a difference, which the product of the two factors keeps accurate.
  const inner = prec + 6 + cancelledBits(Math.ceil(magnitude(sub(x, ONE, prec)) / 2));
  const leg = sqrt(mul(sub(x, ONE, inner), add(x, ONE, inner), inner), inner);
  return typeof leg === "string" ? leg : log(add(x, leg, inner), prec);
}

/** The inverse of tanh: "outside" from ±1 on, "undecided" for a ball that reaches ±1. */
export function atanh(x: Ball, prec: number): Result {
  if (isExactZero(x)) return ZERO;
  if (isExactOne(x) || compare(x, ONE) === 1 || compare(x, neg(ONE)) === -1) return "outside";
  const top = magnitude(x);
  if (isTiny(top, prec)) return ownValue(x, top, prec);
  const inner = prec + 6 + cancelledBits(top);
  const quotient = div(add(ONE, x, inner), sub(ONE, x, inner), inner);
  if (typeof quotient === "string") return quotient;
  const logarithm = log(quotient, prec);
  return typeof logarithm === "string" ? "undecided" : scale(logarithm, -1);
}

function isExactOne(x: Ball): boolean {
  return compare(x, ONE) === 0 || compare(x, neg(ONE)) === 0;
}
