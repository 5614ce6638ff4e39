/**
 * Exponential and natural logarithm. Arguments are reduced to a short interval with ln 2,
 * evaluated there in fixed point, and the radius follows from the derivative.
 */

import { hull } from "./arithmetic.ts";
import {
  type Ball,
  enclose,
  isExactZero,
  lowerEnd,
  magnitude,
  ONE,
  type Result,
  ROUND_UP,
  toNumber,
  upperEnd,
  ZERO,
} from "./ball.ts";
import { bitLength, ignoredBits, leadingDouble, powerOfTwo, shift } from "./bits.ts";
import { EXP_ULPS, fixedExp, fixedLn2, fixedLog, LOG_ULPS } from "./series.ts";

/** exp of an argument beyond 2^40 is given up: its exponent would no longer be a small number. */
const EXP_MAGNITUDE_LIMIT = 40;

/** Extra places that hold quotients by ln 2, which are below 2^47 in all cases. */
const QUOTIENT_BITS = 48;

/** n ln 2 in units of 2^-bits, within two units for |n| < 2^46. */
function fixedMultipleOfLn2(n: number, bits: number): bigint {
  return (BigInt(n) * fixedLn2(bits + QUOTIENT_BITS)) >> BigInt(QUOTIENT_BITS);
}

export function exp(x: Ball, prec: number): Result {
  if (isExactZero(x)) return ONE;
  const top = magnitude(x);
  if (top > EXP_MAGNITUDE_LIMIT) return "undecided";
  // |e^x - 1| <= 2|x| here, and such a difference is below the precision.
  if (top < -prec) return enclose(1n, 0, 0, 2, top, prec);
  const spread = x.r * powerOfTwo(x.e);
  if (spread > 0.25) return monotone(exp, x, prec);

  const bits = prec + 8;
  const fixed = shift(x.m, x.e + bits);
  let n = Math.floor(toNumber(x) / Math.LN2);
  let t = fixed - fixedMultipleOfLn2(n, bits);
  const ln2 = fixedLn2(bits);
  while (t < 0n) {
    t += ln2;
    n--;
  }
  while (t > ln2) {
    t -= ln2;
    n++;
  }
  const value = fixedExp(t, bits);
  // The reduced argument is off by at most seven units, and e^t is at most two.
  const ulps = 2 * 7 + EXP_ULPS + 1;
  if (x.r === 0) return enclose(value, n - bits, ulps, 0, 0, prec);
  // e^r - 1 <= r + r^2 for r <= 1.
  const size = Number(value >> BigInt(bits - 32)) + 1;
  return enclose(value, n - bits, ulps, size * x.r * (1 + spread) * ROUND_UP, n + x.e - 32, prec);
}

/** The hull of an increasing function's values at the two ends, for balls too wide for a derivative bound. */
export function monotone(f: (x: Ball, prec: number) => Result, x: Ball, prec: number): Result {
  const lower = f(lowerEnd(x), prec);
  if (typeof lower === "string") return lower;
  const upper = f(upperEnd(x), prec);
  return typeof upper === "string" ? upper : hull(lower, upper, prec);
}

/** The natural logarithm: "outside" for a ball without a positive point, "undecided" for one that reaches 0. */
export function log(x: Ball, prec: number): Result {
  if (x.r === Number.POSITIVE_INFINITY) return "undecided";
  if (x.m <= -x.r) return "outside";
  if (x.m <= x.r) return "undecided";
  const length = bitLength(x.m);
  const size = leadingDouble(x.m, length);
  const ignored = ignoredBits(length);
  const relative = (x.r / size) * powerOfTwo(-ignored);
  if (relative > 0.125) return monotone(log, x, prec);

  // x = y 2^n with y in [0.7, 1.42), so that a logarithm near zero is not the difference of two large terms.
  const fraction = size * powerOfTwo(ignored - length);
  const n = x.e + length - (fraction < Math.SQRT1_2 ? 1 : 0);
  const unit = n - x.e;
  const offset = n === 0 ? x.m - (1n << BigInt(unit)) : x.m;
  if (n === 0 && offset === 0n && x.r === 0) return ZERO;
  // Close to one the logarithm is small, so more bits are needed: as many as its leading zeros.
  const bits = prec + 12 + (n === 0 && offset !== 0n ? unit - bitLength(offset) + 1 : 0);
  const fixed = shift(x.m, bits - unit);
  let value = fixedLog(fixed, bits);
  if (n !== 0) value += fixedMultipleOfLn2(n, bits);
  // One unit in y makes at most 1.5 in its logarithm, and the multiple of ln 2 is within two.
  const ulps = LOG_ULPS + 4;
  if (x.r === 0) return enclose(value, -bits, ulps, 0, 0, prec);
  // |log(1 + s)| <= |s| / (1 - |s|).
  return enclose(value, -bits, ulps, (x.r / (size * (1 - relative))) * ROUND_UP, -ignored, prec);
}

/** Euler's number. */
export function e(prec: number): Ball {
  return exp(ONE, prec) as Ball;
}
