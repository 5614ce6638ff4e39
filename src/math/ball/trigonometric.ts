/**
 * Sine, cosine and tangent. One evaluation yields sine and cosine together, since each is the derivative that
 * bounds the radius of the other.
 */

import { div } from "./arithmetic.ts";
import { type Ball, enclose, isExactZero, magnitude, ONE, type Result, ROUND_UP, ZERO } from "./ball.ts";
import { powerOfTwo, shift } from "./bits.ts";
import { CONSTANT_ULPS, fixedPi } from "./constants.ts";
import { fixedSinCos, SIN_COS_ULPS } from "./series.ts";

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

/** The tangent, "undecided" where the cosine may vanish. */
export function tan(x: Ball, prec: number): Result {
  const both = sinCos(x, prec + 4);
  return typeof both === "string" ? both : div(both.sin, both.cos, prec);
}
