/** Real powers with any exponent, which need the roots as well as the exponential to be exact where they can. */

import { hull, mul, powInt, scale } from "./arithmetic.ts";
import { type Ball, isExactZero, magnitude, ONE, type Result, upperEnd, ZERO } from "./ball.ts";
import { bitLength } from "./bits.ts";
import { exp, log } from "./exponential.ts";
import { compareExact, containsRational, floor, sign } from "./order.ts";
import { sqrt } from "./roots.ts";

/** Up to this many bits, an exponent that is half an odd number goes through the square root. */
const HALF_EXPONENT_BITS = 16;

/** The integer that an exact ball is, if it is one of moderate size. */
export function exactInteger(x: Ball): bigint | undefined {
  if (x.r !== 0) return undefined;
  const n = floor(x);
  return n !== undefined && compareExact(x, { m: n, e: 0, r: 0 }) === 0 ? n : undefined;
}

/**
 * x^y in the real numbers. An exact integer y allows every base. Otherwise a negative base is "outside", and a
 * base that straddles zero is cut at zero if y is positive.
 */
export function pow(x: Ball, y: Ball, prec: number): Result {
  const n = exactInteger(y);
  if (n !== undefined) return powInt(x, n, prec);
  const s = sign(x);
  if (s === 1) return positivePower(x, y, prec);
  if (s === -1) return negativeBase(y);
  const signOfExponent = sign(y);
  if (s === 0) {
    if (signOfExponent === undefined) return "undecided";
    return signOfExponent === 1 ? ZERO : "outside";
  }
  if (signOfExponent !== 1 || x.r === Number.POSITIVE_INFINITY) return "undecided";
  const upper = upperEnd(x);
  const largest = isExactZero(upper) ? ZERO : positivePower(upper, y, prec);
  return typeof largest === "string" ? largest : hull(ZERO, largest, prec);
}

/** A negative base has no real power unless the exponent, not known exactly, may still be an integer. */
function negativeBase(y: Ball): Result {
  if (y.r === 0) return "outside";
  const integerPart = floor(y);
  return integerPart === undefined || containsRational(y, integerPart, 1n) ? "undecided" : "outside";
}

function positivePower(x: Ball, y: Ball, prec: number): Result {
  if (x.r === 0 && compareExact(x, ONE) === 0) return ONE;
  const twice = exactInteger(scale(y, 1));
  if (twice !== undefined && bitLength(twice) <= HALF_EXPONENT_BITS) {
    const rootOfBase = sqrt(x, prec + bitLength(twice) + 8);
    return typeof rootOfBase === "string" ? rootOfBase : powInt(rootOfBase, twice, prec);
  }
  // An error of the exponent of e is one relative to the power, so its leading bits come on top.
  const leading = magnitude(y) + bitLength(BigInt(Math.abs(magnitude(x)) + 1));
  const inner = prec + 8 + Math.min(Math.max(0, leading), prec + 64);
  const logarithm = log(x, inner);
  return typeof logarithm === "string" ? logarithm : exp(mul(y, logarithm, inner), prec);
}
