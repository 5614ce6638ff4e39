/**
 * Sine, cosine and tangent. One evaluation yields sine and cosine together, since each is the derivative that
 * bounds the radius of the other.
 */

import { add, div, mul, neg, scale, sub } from "./arithmetic.ts";
import {
  type Ball,
  compare,
  enclose,
  isExactZero,
  magnitude,
  ONE,
  type Result,
  ROUND_UP,
  sign,
  ZERO,
} from "./ball.ts";
import { bitLength, ignoredBits, leadingDouble, powerOfTwo, shift } from "./bits.ts";
import { monotone } from "./exponential.ts";
import { sqrt } from "./roots.ts";
import { ATAN_ULPS, CONSTANT_ULPS, fixedAtan, fixedPi, fixedSinCos, pi, SIN_COS_ULPS } from "./series.ts";

/** Arguments beyond 2^this are given up, as their reduction would need as many digits of pi. */
const REDUCTION_LIMIT = 8192;

/** Error of a reduced argument: its own cut, the cut of the remainder, and the multiple of pi/2. */
const REDUCTION_ULPS = 3 + CONSTANT_ULPS;

const UNIT_BALL: Ball = { m: 0n, e: 0, r: 1 };

/** Sine and cosine of the same argument. */
export interface SinCos {
  readonly sin: Ball;
  readonly cos: Ball;
}

export function sinCos(x: Ball, prec: number): Result<SinCos> {
  if (isExactZero(x)) return { sin: ZERO, cos: ONE };
  const top = magnitude(x);
  if (top === Number.POSITIVE_INFINITY) return { sin: UNIT_BALL, cos: UNIT_BALL };
  const spread = x.r * powerOfTwo(x.e);
  if (spread >= 1) return { sin: UNIT_BALL, cos: UNIT_BALL };
  if (top > REDUCTION_LIMIT) return "undecided";
  if (2 * top < -prec - 4) return tiny(x, top, prec);

  const bits = prec + 12 + Math.max(0, -top);
  const size = shift(x.m < 0n ? -x.m : x.m, x.e + bits);
  const [quadrant, sine, cosine] = top < 0 ? [0, ...fixedSinCos(size, bits)] : reduced(size, bits, top);
  const signOfSine = quadrant >= 2 === x.m < 0n ? 1 : -1;
  const signOfCosine = quadrant === 1 || quadrant === 2 ? -1 : 1;
  const [sineSize, cosineSize] = quadrant % 2 === 0 ? [sine, cosine] : [cosine, sine];
  const ulps = SIN_COS_ULPS + REDUCTION_ULPS;
  return {
    sin: withSpread(sineSize, signOfSine, cosineSize, x, spread, bits, ulps, prec),
    cos: withSpread(cosineSize, signOfCosine, sineSize, x, spread, bits, ulps, prec),
  };
}

/** Quadrant modulo four, and sine and cosine of the angle's distance from that quadrant's beginning. */
function reduced(size: bigint, bits: number, top: number): [number, bigint, bigint] {
  const extra = BigInt(top + 1);
  const halfPi = fixedPi(bits + top);
  const scaled = size << extra;
  const quarterTurns = scaled / halfPi;
  const t = (scaled - quarterTurns * halfPi) >> extra;
  const quadrant = Number(quarterTurns & 3n);
  const complement = (halfPi >> extra) - t;
  if (t <= complement) return [quadrant, ...fixedSinCos(t, bits)];
  const [cosine, sine] = fixedSinCos(complement, bits);
  return [quadrant, sine, cosine];
}

/** A sine or cosine with the error that the argument's radius brings: |f'| s + s^2/2 for a spread s. */
function withSpread(
  size: bigint,
  signOfValue: 1 | -1,
  derivative: bigint,
  x: Ball,
  spread: number,
  bits: number,
  ulps: number,
  prec: number,
): Ball {
  const value = signOfValue === 1 ? size : -size;
  if (x.r === 0) return enclose(value, -bits, ulps, 0, 0, prec);
  const slope = (Number(derivative >> BigInt(bits - 40)) + 2) * powerOfTwo(-40);
  return enclose(value, -bits, ulps, x.r * (slope + spread / 2) * ROUND_UP, x.e, prec);
}

/** For arguments whose square is below the precision: sin x = x within |x|^3/6, cos x = 1 within x^2/2. */
function tiny(x: Ball, top: number, prec: number): SinCos {
  return {
    sin: enclose(x.m, x.e, x.r, 0.17, 3 * top, prec),
    cos: enclose(1n, 0, 0, 0.5, 2 * top, prec),
  };
}

export function sin(x: Ball, prec: number): Result {
  const both = sinCos(x, prec);
  return typeof both === "string" ? both : both.sin;
}

export function cos(x: Ball, prec: number): Result {
  const both = sinCos(x, prec);
  return typeof both === "string" ? both : both.cos;
}

/**
 * Arc functions, all reduced to the arctangent. Near the ends of their domains arcsine and arccosine inherit the
 * cut of the square root: a ball across the end is answered with an enclosure of the part inside.
 */

/** Error of a fixed-point argument or of the inverse of one, in units. */
const INVERSE_ULPS = 4;

/** A double above pi/2. */
const HALF_PI_ABOVE = 1.5708;

/** Up to this exponent, the square of an argument is formed as a double. */
const DIRECT_SLOPE_LIMIT = 200;

export function atan(x: Ball, prec: number): Ball {
  if (isExactZero(x)) return ZERO;
  const top = magnitude(x);
  if (top === Number.POSITIVE_INFINITY) return enclose(0n, 0, 0, HALF_PI_ABOVE, 0, prec);
  // |atan x - x| <= |x|^3/3.
  if (2 * top < -prec - 4) return enclose(x.m, x.e, x.r, 0.34, 3 * top, prec);
  const length = bitLength(x.m);
  const midpointTop = length + x.e;
  const ignored = ignoredBits(length);
  const leading = leadingDouble(x.m, length);
  const least = Math.max(0, leading - x.r * powerOfTwo(-ignored));
  if ((least < 0.75 * leading || leading === 0) && top > -2) return monotone(atan, x, prec) as Ball;

  const bits = prec + 12 + Math.max(0, -top);
  const size = x.m < 0n ? -x.m : x.m;
  const value =
    midpointTop <= 0 ? fixedAtan(shift(size, x.e + bits), bits) : complementOfAtan(size, x.e, length, bits);
  const ulps = ATAN_ULPS + INVERSE_ULPS + CONSTANT_ULPS;
  const signed = x.m < 0n ? -value : value;
  if (x.r === 0) return enclose(signed, -bits, ulps, 0, 0, prec);
  // The slope 1 / (1 + y^2) is steepest at the point of the ball nearest zero.
  if (midpointTop > DIRECT_SLOPE_LIMIT) {
    const slope = 1 / least / least;
    return enclose(signed, -bits, ulps, x.r * slope * ROUND_UP, x.e - 2 * (x.e + ignored), prec);
  }
  const nearest = least * powerOfTwo(x.e + ignored);
  return enclose(signed, -bits, ulps, (x.r / (1 + nearest * nearest)) * ROUND_UP, x.e, prec);
}

/** atan x = pi/2 - atan(1/x) for x = size * 2^e >= 1. */
function complementOfAtan(size: bigint, e: number, length: number, bits: number): bigint {
  const halfPi = fixedPi(bits - 1);
  if (length + e > bits + 1) return halfPi;
  // Digits of x far below the precision of its inverse only slow the division down.
  const spare = Math.max(0, length - bits);
  const inverse = (1n << BigInt(bits - e - spare)) / (size >> BigInt(spare));
  return halfPi - fixedAtan(inverse, bits);
}

/** The angle of the point (x, y), in (-pi, pi]. "outside" at the origin, "undecided" across the cut x < 0. */
export function atan2(y: Ball, x: Ball, prec: number): Result {
  const signOfX = sign(x);
  const signOfY = sign(y);
  if (signOfX === 0 && signOfY === 0) return "outside";
  const inner = prec + 4;
  if (signOfX === 1) return atanOfQuotient(y, x, prec);
  if (signOfY === 1 || signOfY === -1) {
    // Away from the x-axis, the angle from the y-axis is the one that meets no cut.
    const fromAxis = atanOfQuotient(x, y, inner);
    if (typeof fromAxis === "string") return fromAxis;
    const halfPi = scale(pi(inner), -1);
    return sub(signOfY === 1 ? halfPi : neg(halfPi), fromAxis, prec);
  }
  if (signOfX === -1 && signOfY === 0) return pi(prec);
  return "undecided";
}

function atanOfQuotient(a: Ball, b: Ball, prec: number): Result {
  const quotient = div(a, b, prec + 4);
  return typeof quotient === "string" ? quotient : atan(quotient, prec);
}

/** Whether the ball certainly lies outside of [-1, 1]. */
function isBeyondOne(x: Ball): boolean {
  return compare(x, ONE) === 1 || compare(x, neg(ONE)) === -1;
}

/** sqrt(1 - x^2), cut at zero. */
function complementaryLeg(x: Ball, prec: number): Result {
  return sqrt(mul(sub(ONE, x, prec), add(ONE, x, prec), prec), prec);
}

export function asin(x: Ball, prec: number): Result {
  if (isBeyondOne(x)) return "outside";
  const leg = complementaryLeg(x, prec + 4);
  if (typeof leg === "string") return leg;
  const angle = atan2(x, leg, prec);
  // A ball from zero to one end or beyond determines the range of the angle, but not the angle.
  return typeof angle === "string" ? enclose(0n, 0, 0, HALF_PI_ABOVE, 0, prec) : angle;
}

export function acos(x: Ball, prec: number): Result {
  if (isBeyondOne(x)) return "outside";
  if (sign(x) === -1) {
    // Mirrored, so that an angle near pi does not meet the cut of the angle function.
    const mirrored = acos(neg(x), prec + 4);
    return typeof mirrored === "string" ? mirrored : sub(pi(prec + 4), mirrored, prec);
  }
  const leg = complementaryLeg(x, prec + 4);
  if (typeof leg === "string") return leg;
  const angle = atan2(leg, x, prec);
  return typeof angle === "string" ? enclose(1n, 0, 0, 1 + HALF_PI_ABOVE, 0, prec) : angle;
}
