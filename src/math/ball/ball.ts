/**
 * The ball: a midpoint with a proven bound of its error. Two constants whose balls are disjoint are different,
 * with no trust in rounding needed; this is what makes a numerical verdict a proof.
 */

import { work } from "../terms/work.ts";
import { bitLength, exponentOf, powerOfTwo, shift } from "./bits.ts";

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

/** A factor that outweighs the rounding errors of the few double operations in a radius formula. */
export const ROUND_UP = 1 + 2 ** -40;

export const ZERO: Ball = { m: 0n, e: 0, r: 0 };
export const ONE: Ball = { m: 1n, e: 0, r: 0 };

/** The whole real line, which stands for a value too large to follow. */
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
  // A short mantissa is lengthened only where a radius would otherwise be blown up to a whole unit of it.
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
