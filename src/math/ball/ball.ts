/**
 * The ball: a midpoint with a proven bound of its error. Two constants whose balls are disjoint are different, without
 * any assumption about rounding; this makes a numerical verdict a proof.
 */

import { work } from "../terms/limits.ts";
import { bitLength, exponentOf, ignoredBits, powerOfTwo, shift } from "./bits.ts";

/**
 * All real numbers within `r * 2^e` of `m * 2^e`. The radius is a whole number of units of the mantissa, zero
 * when the value is known exactly, and infinite when nothing is known.
 */
export interface Ball {
  readonly m: bigint;
  readonly e: number;
  readonly r: number;
}

/**
 * "outside": no point of the argument belongs to the domain, whatever the precision.
 * "undecided": this precision cannot tell, or the work or the size of the value would pass all bounds.
 */
export type Failure = "outside" | "undecided";

export type Result<T = Ball> = T | Failure;

export function isBall(result: Result): result is Ball {
  return typeof result !== "string";
}

/** Radii are kept below 2^30 units so that sums and products of them are exact in doubles. */
const RADIUS_BITS = 30;

/** Beyond 2^(±this), a value is treated as unbounded or as indistinguishable from zero. */
const EXPONENT_LIMIT = 2 ** 45;

/** A factor that exceeds the rounding errors of the few double operations in a radius formula. */
export const ROUND_UP = 1 + 2 ** -40;

export const ZERO: Ball = { m: 0n, e: 0, r: 0 };
export const ONE: Ball = { m: 1n, e: 0, r: 0 };

/** The whole real line, which stands for a value too large to compute. */
export const WHOLE_LINE: Ball = { m: 0n, e: 0, r: Number.POSITIVE_INFINITY };

const UNDERFLOWN: Ball = { m: 0n, e: -EXPONENT_LIMIT, r: 2 };

function atLeastOne(x: number): number {
  return x <= 1 ? 1 : Math.ceil(x);
}

/** The exact value m * 2^e, rounded only if it does not fit the precision. */
export function rounded(m: bigint, e: number, prec: number): Ball {
  const bits = bitLength(m);
  work.digits += bits;
  const top = bits + e;
  if (top > EXPONENT_LIMIT) return WHOLE_LINE;
  if (top < -EXPONENT_LIMIT) return m === 0n ? ZERO : UNDERFLOWN;
  if (bits <= prec) return { m, e, r: 0 };
  const places = BigInt(bits - prec);
  const kept = m >> places;
  return { m: kept, e: e + bits - prec, r: kept << places === m ? 0 : 1 };
}

/**
 * The ball at m * 2^e that covers an error of `ulps` units of m plus `radius * 2^radiusExponent`. Both bounds
 * must already be true upper bounds: here they are only scaled by powers of two and rounded upwards.
 */
export function enclose(
  m: bigint,
  e: number,
  ulps: number,
  radius: number,
  radiusExponent: number,
  prec: number,
): Ball {
  if (ulps === 0 && radius === 0) return rounded(m, e, prec);
  if (!(radius < Number.POSITIVE_INFINITY && ulps < Number.POSITIVE_INFINITY)) return WHOLE_LINE;
  const bits = bitLength(m);
  work.digits += bits;
  let places = bits - prec;
  let top = bits + e;
  if (ulps > 0) {
    const ulpsTop = exponentOf(ulps) + 1;
    if (ulpsTop - RADIUS_BITS > places) places = ulpsTop - RADIUS_BITS;
    if (ulpsTop + e > top) top = ulpsTop + e;
  }
  if (radius > 0) {
    const radiusTop = exponentOf(radius) + 1 + radiusExponent;
    if (radiusTop - RADIUS_BITS - e > places) places = radiusTop - RADIUS_BITS - e;
    if (radiusTop > top) top = radiusTop;
  }
  if (top > EXPONENT_LIMIT) return WHOLE_LINE;
  if (top < -EXPONENT_LIMIT) return UNDERFLOWN;
  // A short mantissa is lengthened only if a radius would otherwise grow to a whole unit of it.
  if (places < 0 && (radius === 0 || (radiusExponent >= e && Number.isInteger(radius)))) places = 0;
  let r = places > 0 ? 1 : 0;
  if (ulps > 0) r += atLeastOne(ulps * powerOfTwo(-places));
  if (radius > 0) r += atLeastOne(radius * powerOfTwo(radiusExponent - e - places));
  return { m: places === 0 ? m : shift(m, -places), e: e + places, r };
}

/** The same ball with a mantissa of at most `prec` bits. */
export function round(x: Ball, prec: number): Ball {
  return enclose(x.m, x.e, x.r, 0, 0, prec);
}

/** An integer, always exact. */
export function fromInt(n: bigint): Ball {
  return { m: n, e: 0, r: 0 };
}

export function isExactZero(x: Ball): boolean {
  return x.r === 0 && x.m === 0n;
}

/** The exact lower end of a ball of finite radius. */
export function lowerEnd(x: Ball): Ball {
  return x.r === 0 ? x : { m: x.m - BigInt(x.r), e: x.e, r: 0 };
}

/** The exact upper end of a ball of finite radius. */
export function upperEnd(x: Ball): Ball {
  return x.r === 0 ? x : { m: x.m + BigInt(x.r), e: x.e, r: 0 };
}

/** The exact midpoint. */
export function midpoint(x: Ball): Ball {
  return x.r === 0 ? x : { m: x.m, e: x.e, r: 0 };
}

/** The least k for which every point of the ball is below 2^k in absolute value, -Infinity for exact zero. */
export function magnitude(x: Ball): number {
  if (x.r === 0) return x.m === 0n ? Number.NEGATIVE_INFINITY : bitLength(x.m) + x.e;
  if (x.r === Number.POSITIVE_INFINITY) return Number.POSITIVE_INFINITY;
  return bitLength((x.m < 0n ? -x.m : x.m) + BigInt(x.r)) + x.e;
}

/**
 * What a ball says about its value without further arithmetic: sign, order, integer part, nearness to a rational. Each
 * answer holds for every value in the ball, so a definite answer is definite for the value.
 */

/** Integer parts with more bits than this are left undecided, and not written out. */
const INTEGER_BITS_LIMIT = 1 << 16;

/** The sign of every point of the ball, zero only for exact zero, undefined when the ball straddles zero. */
export function sign(x: Ball): -1 | 0 | 1 | undefined {
  if (x.r === 0) return x.m > 0n ? 1 : x.m < 0n ? -1 : 0;
  // Mantissas compare directly with doubles, exactly.
  if (x.m > x.r) return 1;
  if (x.m < -x.r) return -1;
  return undefined;
}

export function containsZero(x: Ball): boolean {
  return x.m <= x.r && x.m >= -x.r;
}

/** Orders two exact values. */
export function compareExact(a: Ball, b: Ball): -1 | 0 | 1 {
  const signA = a.m > 0n ? 1 : a.m < 0n ? -1 : 0;
  const signB = b.m > 0n ? 1 : b.m < 0n ? -1 : 0;
  if (signA !== signB) return signA < signB ? -1 : 1;
  if (signA === 0) return 0;
  const topA = bitLength(a.m) + a.e;
  const topB = bitLength(b.m) + b.e;
  if (topA !== topB) return topA < topB === signA > 0 ? -1 : 1;
  // Equal tops bound the gap of the exponents by the lengths of the mantissas, so that aligning is cheap.
  const unit = Math.min(a.e, b.e);
  const alignedA = shift(a.m, a.e - unit);
  const alignedB = shift(b.m, b.e - unit);
  return alignedA < alignedB ? -1 : alignedA > alignedB ? 1 : 0;
}

/** The certain order of two values, zero only when both are exact and equal, undefined when balls overlap. */
export function compare(a: Ball, b: Ball): -1 | 0 | 1 | undefined {
  if (a.r === Number.POSITIVE_INFINITY || b.r === Number.POSITIVE_INFINITY) return undefined;
  if (a.r === 0 && b.r === 0) return compareExact(a, b);
  if (compareExact(upperEnd(a), lowerEnd(b)) < 0) return -1;
  if (compareExact(lowerEnd(a), upperEnd(b)) > 0) return 1;
  return undefined;
}

/** Whether the balls share a point. Values in disjoint balls are certainly different. */
export function overlap(a: Ball, b: Ball): boolean {
  const order = compare(a, b);
  return order === undefined || order === 0;
}

/** Whether n / d (d not zero) lies in the ball. */
export function containsRational(x: Ball, n: bigint, d: bigint): boolean {
  if (x.r === Number.POSITIVE_INFINITY) return true;
  const [top, bottom] = d < 0n ? [-n, -d] : [n, d];
  const target: Ball = { m: top, e: 0, r: 0 };
  const lower = { m: lowerEnd(x).m * bottom, e: x.e, r: 0 };
  const upper = { m: upperEnd(x).m * bottom, e: x.e, r: 0 };
  return compareExact(lower, target) <= 0 && compareExact(target, upper) <= 0;
}

/** The greatest integer not above the value, if the ball decides it. */
export function floor(x: Ball): bigint | undefined {
  if (magnitude(x) > INTEGER_BITS_LIMIT) return undefined;
  const lower = shift(lowerEnd(x).m, x.e);
  const upper = shift(upperEnd(x).m, x.e);
  return lower === upper ? lower : undefined;
}

/** The least integer not below the value, if the ball decides it. */
export function ceil(x: Ball): bigint | undefined {
  const opposite = floor({ m: -x.m, e: x.e, r: x.r });
  return opposite === undefined ? undefined : -opposite;
}

/** A double near the midpoint, infinite or zero when out of range. */
export function toNumber(x: Ball): number {
  const bits = bitLength(x.m);
  const ignored = ignoredBits(bits);
  const exponent = x.e + ignored;
  const leading = Number(ignored > 0 ? x.m >> BigInt(ignored) : x.m);
  // Scaling in two steps keeps a value in range if the power of two alone would not be in range.
  const half = Math.trunc(exponent / 2);
  return leading * powerOfTwo(half) * powerOfTwo(exponent - half);
}

/** How many leading bits of the value are known: infinite when exact, not positive when nothing is. */
export function accuracyBits(x: Ball): number {
  if (x.r === 0) return Number.POSITIVE_INFINITY;
  if (x.r === Number.POSITIVE_INFINITY) return Number.NEGATIVE_INFINITY;
  return bitLength(x.m) - bitLength(BigInt(x.r));
}
