/**
 * Complex numbers as pairs of real balls, a rectangle around the value. The calculation of many real constants uses
 * complex numbers, and a constant may itself be complex. Logarithm, root and power are principal.
 */

import * as real from "./arithmetic.ts";
import {
  type Ball,
  isExactZero,
  magnitude,
  ONE as REAL_ONE,
  ZERO as REAL_ZERO,
  type Result,
  containsZero as realContainsZero,
  fromInt as realFromInt,
  overlap as realOverlap,
  round as realRound,
  sign,
} from "./ball.ts";
import { bitLength, EXPONENT_BITS_LIMIT } from "./bits.ts";
import { exp as realExp, log as realLog } from "./exponential.ts";
import { exactInteger, pow as realPow, sqrt as realSqrt } from "./roots.ts";
import { atan2, sinCos } from "./trigonometric.ts";

export interface ComplexBall {
  readonly re: Ball;
  readonly im: Ball;
}

export const ZERO: ComplexBall = { re: REAL_ZERO, im: REAL_ZERO };
export const ONE: ComplexBall = { re: REAL_ONE, im: REAL_ZERO };
export const I: ComplexBall = { re: REAL_ZERO, im: REAL_ONE };

export function fromReal(x: Ball): ComplexBall {
  return { re: x, im: REAL_ZERO };
}

export function fromInt(n: bigint): ComplexBall {
  return fromReal(realFromInt(n));
}

/** Whether the imaginary part is exactly zero. */
export function isReal(z: ComplexBall): boolean {
  return isExactZero(z.im);
}

export function containsZero(z: ComplexBall): boolean {
  return realContainsZero(z.re) && realContainsZero(z.im);
}

/** Whether the rectangles share a point. Values in disjoint rectangles are certainly different. */
export function overlap(a: ComplexBall, b: ComplexBall): boolean {
  return realOverlap(a.re, b.re) && realOverlap(a.im, b.im);
}

export function neg(z: ComplexBall): ComplexBall {
  return { re: real.neg(z.re), im: real.neg(z.im) };
}

export function conj(z: ComplexBall): ComplexBall {
  return { re: z.re, im: real.neg(z.im) };
}

export function add(a: ComplexBall, b: ComplexBall, prec: number): ComplexBall {
  return { re: real.add(a.re, b.re, prec), im: real.add(a.im, b.im, prec) };
}

export function sub(a: ComplexBall, b: ComplexBall, prec: number): ComplexBall {
  return { re: real.sub(a.re, b.re, prec), im: real.sub(a.im, b.im, prec) };
}

export function mul(a: ComplexBall, b: ComplexBall, prec: number): ComplexBall {
  const inner = prec + 4;
  return {
    re: real.sub(real.mul(a.re, b.re, inner), real.mul(a.im, b.im, inner), prec),
    im: real.add(real.mul(a.re, b.im, inner), real.mul(a.im, b.re, inner), prec),
  };
}

function squaredAbs(z: ComplexBall, prec: number): Ball {
  return real.add(real.mul(z.re, z.re, prec), real.mul(z.im, z.im, prec), prec);
}

function realQuotients(z: ComplexBall, d: Ball, prec: number): Result<ComplexBall> {
  const re = real.div(z.re, d, prec);
  if (typeof re === "string") return re;
  const im = real.div(z.im, d, prec);
  return typeof im === "string" ? im : { re, im };
}

/** "outside" for a divisor that is exactly zero, "undecided" for one that may be zero. */
export function div(a: ComplexBall, b: ComplexBall, prec: number): Result<ComplexBall> {
  if (isReal(b)) return realQuotients(a, b.re, prec);
  if (containsZero(b)) return "undecided";
  const inner = prec + 6;
  return realQuotients(mul(a, conj(b), inner), squaredAbs(b, inner), prec);
}

/** z^n with 0^0 = 1. */
export function powInt(z: ComplexBall, n: bigint, prec: number): Result<ComplexBall> {
  if (isReal(z)) {
    const power = real.powInt(z.re, n, prec);
    return typeof power === "string" ? power : fromReal(power);
  }
  if (n === 0n) return ONE;
  if (n < 0n) {
    const positive = powInt(z, -n, prec + 4);
    return typeof positive === "string" ? positive : div(ONE, positive, prec);
  }
  const bits = bitLength(n);
  if (bits > EXPONENT_BITS_LIMIT) return "undecided";
  const inner = prec + 2 * bits + 4;
  let power = z;
  for (let i = bits - 2; i >= 0; i--) {
    power = mul(power, power, inner);
    if ((n >> BigInt(i)) & 1n) power = mul(power, z, inner);
  }
  return { re: realRound(power.re, prec), im: realRound(power.im, prec) };
}

/** The absolute value. */
export function abs(z: ComplexBall, prec: number): Result {
  if (isReal(z)) return real.abs(z.re, prec);
  if (isExactZero(z.re)) return real.abs(z.im, prec);
  return realSqrt(squaredAbs(z, prec + 4), prec);
}

/** The argument in (-pi, pi]. */
export function arg(z: ComplexBall, prec: number): Result {
  return atan2(z.im, z.re, prec);
}

export function exp(z: ComplexBall, prec: number): Result<ComplexBall> {
  const size = realExp(z.re, prec + 4);
  if (typeof size === "string") return size;
  const direction = sinCos(z.im, prec + 4);
  if (typeof direction === "string") return direction;
  return { re: real.mul(size, direction.cos, prec), im: real.mul(size, direction.sin, prec) };
}

/** The principal logarithm: "outside" at zero, "undecided" for a rectangle across the negative real axis. */
export function log(z: ComplexBall, prec: number): Result<ComplexBall> {
  const im = arg(z, prec);
  if (typeof im === "string") return im;
  if (isReal(z) || isExactZero(z.re)) {
    const re = realLog(isReal(z) ? real.abs(z.re, prec) : real.abs(z.im, prec), prec);
    return typeof re === "string" ? re : { re, im };
  }
  const twice = realLog(squaredAbs(z, prec + 4), prec);
  return typeof twice === "string" ? twice : { re: real.scale(twice, -1), im };
}

/**
 * The principal square root, with real part >= 0. A rectangle around zero is answered with one that covers the
 * roots of all its points; one that crosses the negative real axis away from zero is "undecided".
 */
export function sqrt(z: ComplexBall, prec: number): Result<ComplexBall> {
  const signOfRe = sign(z.re);
  if (isReal(z) && signOfRe !== undefined) {
    const size = realSqrt(real.abs(z.re, prec), prec);
    if (typeof size === "string") return size;
    return signOfRe < 0 ? { re: REAL_ZERO, im: size } : fromReal(size);
  }
  if (containsZero(z)) {
    const size = abs(z, prec + 8);
    const bound = typeof size === "string" ? size : realSqrt(size, prec);
    if (typeof bound === "string") return bound;
    return { re: real.hull(REAL_ZERO, bound, prec), im: real.hull(real.neg(bound), bound, prec) };
  }
  const logarithm = log(z, prec + 8);
  return typeof logarithm === "string" ? "undecided" : exp(halved(logarithm), prec);
}

/** The principal power e^(w log z); integer exponents need no logarithm and allow every base. */
export function pow(z: ComplexBall, w: ComplexBall, prec: number): Result<ComplexBall> {
  if (isReal(w)) {
    const n = exactInteger(w.re);
    if (n !== undefined) return powInt(z, n, prec);
    const signOfBase = sign(z.re);
    if (isReal(z) && (signOfBase === 1 || signOfBase === 0)) {
      const power = realPow(z.re, w.re, prec);
      return typeof power === "string" ? power : fromReal(power);
    }
  }
  if (isExactZero(z.re) && isReal(z)) return zeroToThe(w);
  const inner = prec + 8 + Math.min(Math.max(0, magnitude(w.re), magnitude(w.im)), prec + 64);
  const logarithm = log(z, inner);
  return typeof logarithm === "string" ? logarithm : exp(mul(w, logarithm, inner), prec);
}

function zeroToThe(w: ComplexBall): Result<ComplexBall> {
  const signOfExponent = sign(w.re);
  if (signOfExponent === undefined) return "undecided";
  return signOfExponent === 1 ? ZERO : "outside";
}

/** e^(iz) and e^(-iz), halved. */
function halfWaves(z: ComplexBall, prec: number): Result<readonly [ComplexBall, ComplexBall]> {
  const turned: ComplexBall = { re: real.neg(z.im), im: z.re };
  const forward = exp(turned, prec);
  const backward = exp(neg(turned), prec);
  if (typeof forward === "string") return forward;
  return typeof backward === "string" ? backward : [halved(forward), halved(backward)];
}

const halved = (z: ComplexBall): ComplexBall => ({ re: real.scale(z.re, -1), im: real.scale(z.im, -1) });

export function sin(z: ComplexBall, prec: number): Result<ComplexBall> {
  const waves = halfWaves(z, prec + 4);
  if (typeof waves === "string") return waves;
  const difference = sub(waves[0], waves[1], prec);
  return { re: difference.im, im: real.neg(difference.re) };
}

export function cos(z: ComplexBall, prec: number): Result<ComplexBall> {
  const waves = halfWaves(z, prec + 4);
  return typeof waves === "string" ? waves : add(waves[0], waves[1], prec);
}
