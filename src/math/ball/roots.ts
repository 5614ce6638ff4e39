/**
 * Square roots and n-th roots. A ball that reaches below zero is cut at zero instead of refused: the argument
 * of a root is often an expression that is exactly zero, which no precision can tell from a tiny negative one.
 * A result that contains zero therefore means "maybe zero, if defined at all" to the caller.
 */

import { add, div, hull, mul, neg, powInt, scale } from "./arithmetic.ts";
import {
  type Ball,
  compareExact,
  containsRational,
  enclose,
  floor,
  fromInt,
  isExactZero,
  magnitude,
  ONE,
  type Result,
  ROUND_UP,
  round,
  rounded,
  sign,
  upperEnd,
  ZERO,
} from "./ball.ts";
import { bitLength, ignoredBits, integerSqrt, leadingDouble, powerOfTwo } from "./bits.ts";
import { exp, log, monotone } from "./exponential.ts";

/** The square root: "outside" only if every point is negative; otherwise the roots of the points >= 0. */
export function sqrt(x: Ball, prec: number): Result {
  if (isExactZero(x)) return ZERO;
  if (x.r === Number.POSITIVE_INFINITY) return "undecided";
  const s = sign(x);
  if (s === -1) return "outside";
  if (s === undefined) return fromZero(sqrt(upperEnd(x), prec), prec);

  const length = bitLength(x.m);
  let places = Math.max(0, 2 * (prec + 2) - length);
  if ((x.e - places) % 2 !== 0) places++;
  const radicand = x.m << BigInt(places);
  const root = integerSqrt(radicand);
  const e = (x.e - places) / 2;
  if (x.r === 0) {
    return root * root === radicand ? rounded(root, e, prec) : enclose(root, e, 1, 0, 0, prec);
  }
  // |sqrt(x+s) - sqrt(x)| = |s| / (sqrt(x+s) + sqrt(x)), where sqrt(x-r) >= sqrt(x) (1 - r/x).
  const rootLength = bitLength(root);
  const relative = (x.r / leadingDouble(x.m, length)) * powerOfTwo(-ignoredBits(length));
  const sum = leadingDouble(root, rootLength) * (2 - relative);
  return enclose(root, e, 1, (x.r / sum) * ROUND_UP, x.e - e - ignoredBits(rootLength), prec);
}

function fromZero(upper: Result, prec: number): Result {
  return typeof upper === "string" ? upper : hull(ZERO, upper, prec);
}

/** The real n-th root for a whole number n; odd roots of negative numbers are real, the zeroth is "outside". */
export function root(x: Ball, n: number, prec: number): Result {
  if (n === 0) return "outside";
  if (n < 0) {
    const inverse = root(x, -n, prec + 4);
    return typeof inverse === "string" ? inverse : div(ONE, inverse, prec);
  }
  if (n === 1) return round(x, prec);
  if (n === 2) return sqrt(x, prec);
  if (isExactZero(x)) return ZERO;
  if (x.r === Number.POSITIVE_INFINITY) return "undecided";
  const odd = n % 2 === 1;
  const s = sign(x);
  if (s === -1) {
    if (!odd) return "outside";
    const positive = root(neg(x), n, prec);
    return typeof positive === "string" ? positive : neg(positive);
  }
  if (s === undefined) {
    return odd ? monotone((end) => root(end, n, prec), x, prec) : fromZero(root(upperEnd(x), n, prec), prec);
  }
  const value = rootByLogarithm(x, n, prec);
  return typeof value === "string" || x.r > 0 ? value : (perfectRoot(x, n, value, prec) ?? value);
}

function rootByLogarithm(x: Ball, n: number, prec: number): Result {
  // An absolute error of the logarithm is a relative error of the root, so its bits before the point are added.
  const inner = prec + 6 + bitLength(BigInt(Math.abs(magnitude(x))));
  const logarithm = log(x, inner);
  // A ball so wide that its logarithm is undecided is covered from zero.
  if (typeof logarithm === "string") return fromZero(root(upperEnd(x), n, prec), prec);
  const quotient = div(logarithm, fromInt(BigInt(n)), inner);
  return typeof quotient === "string" ? quotient : exp(quotient, prec);
}

/** The exact root of an exact x, if it has one and `approximation` can point to it. */
function perfectRoot(x: Ball, n: number, approximation: Ball, prec: number): Ball | undefined {
  const zeros = bitLength(x.m & -x.m) - 1;
  const exponent = (x.e + zeros) / n;
  if (!Number.isInteger(exponent)) return undefined;
  const oddPart = x.m >> BigInt(zeros);
  const half: Ball = { m: 1n, e: -1, r: 0 };
  const candidate = floor(add(scale(approximation, -exponent), half, prec + 2));
  if (candidate === undefined || candidate ** BigInt(n) !== oddPart) return undefined;
  return { m: candidate, e: exponent, r: 0 };
}

/**
 * Real powers with any exponent, which need the roots as well as the exponential so that they are exact if possible.
 */

/** Up to this many bits, an exponent that is half an odd number goes through the square root. */
const HALF_EXPONENT_BITS = 16;

/** The integer in an exact ball, if it is one of moderate size. */
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
  // An absolute error of the exponent of e is a relative error of the power, so the bits before the point are added.
  const leading = magnitude(y) + bitLength(BigInt(Math.abs(magnitude(x)) + 1));
  const inner = prec + 8 + Math.min(Math.max(0, leading), prec + 64);
  const logarithm = log(x, inner);
  return typeof logarithm === "string" ? logarithm : exp(mul(y, logarithm, inner), prec);
}
