/**
 * The gamma function of a real argument, by Stirling's series: for z > 0 its remainder is smaller than the first
 * term left out, which makes the bound rigorous without further estimates.
 */

import { add, div, mul, scale, sub } from "./arithmetic.ts";
import {
  type Ball,
  compare,
  enclose,
  floor,
  fromInt,
  magnitude,
  ONE,
  type Result,
  rounded,
  sign,
  toNumber,
} from "./ball.ts";
import { bitLength, risingProduct } from "./bits.ts";
import { exp, log } from "./exponential.ts";
import { exactInteger } from "./roots.ts";
import { pi } from "./series.ts";
import { sin } from "./trigonometric.ts";

/** Up to this integer the value is an exact factorial. */
const FACTORIAL_LIMIT = 3000n;

/** Arguments below minus this many bits are abandoned, because their value would underflow. */
const NEGATIVE_MAGNITUDE_LIMIT = 40;

const HALF: Ball = { m: 1n, e: -1, r: 0 };

/** gamma(x): "outside" at the poles 0, -1, -2, ..., "undecided" for a ball that may hold one. */
export function gamma(x: Ball, prec: number): Result {
  const n = exactInteger(x);
  if (n !== undefined) {
    if (n <= 0n) return "outside";
    if (n <= FACTORIAL_LIMIT) return rounded(risingProduct(1n, n - 1n), 0, prec);
  }
  if (x.r === Number.POSITIVE_INFINITY) return "undecided";
  return compare(x, HALF) === 1 ? gammaOfPositive(x, prec) : gammaByReflection(x, prec);
}

/** gamma(x) = pi / (sin(pi x) gamma(1 - x)). */
function gammaByReflection(x: Ball, prec: number): Result {
  const top = magnitude(x);
  if (top > NEGATIVE_MAGNITUDE_LIMIT) return "undecided";
  const inner = prec + 8;
  // Taking out the nearest integer first keeps the sine accurate close to a pole.
  const nearest = floor(add(x, HALF, inner + Math.max(0, top)));
  if (nearest === undefined) return reflected(x, x, 1, inner, prec);
  const offset = sub(x, fromInt(nearest), inner + Math.max(0, top));
  return reflected(x, offset, nearest % 2n === 0n ? 1 : -1, inner, prec);
}

function reflected(x: Ball, offset: Ball, parity: 1 | -1, inner: number, prec: number): Result {
  const sine = sin(mul(pi(inner), offset, inner), inner);
  if (typeof sine === "string") return sine;
  const mirrored = gammaOfPositive(sub(ONE, x, inner + Math.max(0, magnitude(x))), inner);
  if (typeof mirrored === "string") return mirrored;
  const quotient = div(pi(inner), mul(sine, mirrored, inner), prec);
  if (typeof quotient === "string" || parity === 1) return quotient;
  return { m: -quotient.m, e: quotient.e, r: quotient.r };
}

function gammaOfPositive(x: Ball, prec: number): Result {
  if (sign(x) !== 1) return "undecided";
  // Stirling's series reaches 2^-prec from about prec / 9 on; larger arguments need fewer terms.
  const start = Math.ceil(prec / 4) + 8;
  const steps = magnitude(x) > 30 ? 0 : Math.max(0, start - Math.floor(toNumber(x)));
  // ln gamma(z) has about log2(z) + log2(log z) bits before the point, which are added.
  const inner = prec + 20 + bitLength(BigInt(steps)) + 2 * Math.max(0, Math.min(magnitude(x), 64));
  let rising = ONE;
  let z = x;
  for (let i = 0; i < steps; i++) {
    rising = mul(rising, z, inner);
    z = add(z, ONE, inner);
  }
  const logarithm = logGamma(z, inner);
  if (typeof logarithm === "string") return logarithm;
  const value = exp(logarithm, prec + 8);
  return typeof value === "string" ? value : div(value, rising, prec);
}

/** (z - 1/2) log z - z + log(2 pi) / 2 + the sum of B_2j / (2j (2j-1) z^(2j-1)). */
function logGamma(z: Ball, prec: number): Result {
  const logOfZ = log(z, prec);
  const logOfTwoPi = log(scale(pi(prec), 1), prec);
  let power = div(ONE, z, prec);
  if (typeof logOfZ === "string" || typeof logOfTwoPi === "string" || typeof power === "string")
    return "undecided";
  const inverseSquare = mul(power, power, prec);
  let sum = add(sub(mul(sub(z, HALF, prec), logOfZ, prec), z, prec), scale(logOfTwoPi, -1), prec);
  for (let j = 1; j <= prec; j++) {
    const [n, d] = bernoulli(j);
    const index = BigInt(2 * j);
    const coefficient = div(fromInt(n), fromInt(d * index * (index - 1n)), prec);
    if (typeof coefficient === "string") return coefficient;
    const term = mul(coefficient, power, prec);
    const top = magnitude(term);
    // This term bounds all that follow, so it becomes part of the radius.
    if (top < -prec) return enclose(sum.m, sum.e, sum.r, 1, top, prec);
    sum = add(sum, term, prec);
    power = mul(power, inverseSquare, prec);
  }
  return "undecided";
}

let tangentNumbers: bigint[] = [];

/** The tangent numbers T_1 .. T_count, of which Bernoulli numbers are simple multiples. */
function computeTangentNumbers(count: number): bigint[] {
  const t: bigint[] = [0n, 1n];
  for (let k = 2; k <= count; k++) t[k] = BigInt(k - 1) * t[k - 1]!;
  for (let k = 2; k <= count; k++) {
    for (let j = k; j <= count; j++) t[j] = BigInt(j - k) * t[j - 1]! + BigInt(j - k + 2) * t[j]!;
  }
  return t;
}

/** The Bernoulli number B_2j as numerator and denominator, not in lowest terms. */
function bernoulli(j: number): [bigint, bigint] {
  if (j >= tangentNumbers.length) tangentNumbers = computeTangentNumbers(Math.max(32, 2 * j));
  const power = 1n << BigInt(2 * j);
  const numerator = BigInt(2 * j) * tangentNumbers[j]!;
  return [j % 2 === 1 ? numerator : -numerator, power * (power - 1n)];
}
