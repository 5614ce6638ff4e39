/**
 * What a ball says about its value without further arithmetic: sign, order, integer part, nearness to a
 * rational. Each answer is exact for the ball as it stands, so a definite answer is definite for the value.
 */

import { type Ball, lowerEnd, magnitude, upperEnd } from "./ball.ts";
import { bitLength, ignoredBits, powerOfTwo, shift } from "./bits.ts";

/** Integer parts with more bits than this are left undecided rather than written out. */
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
  // Scaling in two steps keeps a value in range whose power of two alone would not be.
  const half = Math.trunc(exponent / 2);
  return leading * powerOfTwo(half) * powerOfTwo(exponent - half);
}

/** How many leading bits of the value are known: infinite when exact, not positive when nothing is. */
export function accuracyBits(x: Ball): number {
  if (x.r === 0) return Number.POSITIVE_INFINITY;
  if (x.r === Number.POSITIVE_INFINITY) return Number.NEGATIVE_INFINITY;
  return bitLength(x.m) - bitLength(BigInt(x.r));
}
