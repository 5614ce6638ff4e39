/**
 * The four kernels behind all elementary functions, on fixed-point integers: a number x is held as the integer
 * nearest below x * 2^bits, and every kernel states by how many such units its result may be off. Fixed point
 * keeps the inner loops free of bookkeeping; balls are made of the results once, at the end.
 */

import { type Ball, enclose } from "./ball.ts";
import { bitLength, powerOfTwo, shift } from "./bits.ts";

/** This many results of a kernel are kept: about as many as the functions in two sides need at one point. */
const KEPT = 8;

/**
 * The same kernel, which returns its latest results again instead of computing them: both sides of a comparison are
 * evaluated at the same points, and sine and cosine come from one kernel.
 */
function remembering<Result>(
  kernel: (x: bigint, bits: number) => Result,
): (x: bigint, bits: number) => Result {
  const places: bigint[] = new Array(KEPT).fill(0n);
  const precisions: number[] = new Array(KEPT).fill(-1);
  const results: Result[] = new Array(KEPT);
  let oldest = 0;
  return (x, bits) => {
    for (let i = 0; i < KEPT; i++) if (precisions[i] === bits && places[i] === x) return results[i]!;
    const result = kernel(x, bits);
    places[oldest] = x;
    precisions[oldest] = bits;
    results[oldest] = result;
    oldest = (oldest + 1) % KEPT;
    return result;
  };
}

/** The error of `fixedExp` and `fixedSinCos`, in units of the last place. */
export const EXP_ULPS = 2;
export const SIN_COS_ULPS = 2;

/** The errors of `fixedLog` and `fixedAtan`. */
export const LOG_ULPS = 8;
export const ATAN_ULPS = 8;

/** Bits to which the double seeds of `fixedLog` and `fixedAtan` are cut. */
const SEED_BITS = 50;

/** Guard bits of `oddSeries`, more than the logarithm of any number of its terms. */
const SERIES_GUARD = 16;

/** How often an argument is halved: each halving costs a product and removes many terms of the series. */
function halvings(bits: number): number {
  return Math.floor(0.8 * Math.sqrt(bits)) + 1;
}

/**
 * exp(t) for 0 <= t < 1. All terms are positive and rounded down. A term carries an error of at most three
 * units from its predecessors, so that n terms and the tail after the first vanishing one make at most
 * 6n + 12 units; k squarings multiply this by 2^(k+2), which the guard bits outweigh.
 */
export const fixedExp = remembering((t: bigint, bits: number): bigint => {
  if (t === 0n) return 1n << BigInt(bits);
  const k = halvings(bits);
  const guard = k + bitLength(BigInt(bits)) + 7;
  const inner = BigInt(bits + guard);
  const x = t << BigInt(guard - k);
  const square = (x * x) >> inner;
  let even = 1n << inner;
  let evenSum = 0n;
  let oddSum = 0n;
  // The even terms make cosh and the odd ones sinh, with one long product for two terms.
  for (let n = 1n; even > 0n; n += 2n) {
    evenSum += even;
    const odd = even / n;
    oddSum += odd;
    even = ((odd * square) >> inner) / (n + 1n);
  }
  let result = evenSum + ((oddSum * x) >> inner);
  for (let i = 0; i < k; i++) result = (result * result) >> inner;
  return result >> BigInt(guard);
});

/**
 * [sin t, cos t] for 0 <= t < 1. The series error is bounded as for exp; a doubling of the angle multiplies the
 * error by less than four, hence two guard bits for each.
 */
export const fixedSinCos = remembering((t: bigint, bits: number): readonly [bigint, bigint] => {
  if (t === 0n) return [0n, 1n << BigInt(bits)];
  const k = halvings(bits) >> 1;
  const guard = 2 * k + bitLength(BigInt(bits)) + 7;
  const inner = BigInt(bits + guard);
  const one = 1n << inner;
  const x = t << BigInt(guard - k);
  const square = (x * x) >> inner;
  let even = one;
  let versine = 0n;
  let sineOverX = 0n;
  let negative = false;
  for (let n = 1n; even > 0n; n += 2n) {
    const odd = even / n;
    sineOverX = negative ? sineOverX - odd : sineOverX + odd;
    even = ((odd * square) >> inner) / (n + 1n);
    versine = negative ? versine - even : versine + even;
    negative = !negative;
  }
  let sine = (sineOverX * x) >> inner;
  // 1 - cos is doubled instead of cos, as it loses nothing when the angle is small.
  for (let i = 0; i < k; i++) {
    const doubled = (sine * (one - versine)) >> (inner - 1n);
    versine = (sine * sine) >> (inner - 1n);
    sine = doubled;
  }
  return [sine >> BigInt(guard), (one - versine) >> BigInt(guard)];
});

/** The leading part of a fixed-point number as a double. */
function fixedToDouble(y: bigint, bits: number): number {
  return bits > 60 ? Number(y >> BigInt(bits - 60)) * powerOfTwo(-60) : Number(y) * powerOfTwo(-bits);
}

/** A double as a fixed-point number, cut to the seed's bits. */
function seedToFixed(seed: number, bits: number): bigint {
  const cut = BigInt(Math.round(seed * powerOfTwo(SEED_BITS)));
  return shift(cut, bits - SEED_BITS);
}

/** With z = n/d small: z + z^3/3 + ... or, alternating, z - z^3/3 + ..., off by at most one unit. */
function oddSeries(n: bigint, d: bigint, bits: number, alternating: boolean): bigint {
  const places = BigInt(bits + SERIES_GUARD);
  let power = ((n < 0n ? -n : n) << places) / d;
  const square = (power * power) >> places;
  let sum = 0n;
  let negative = false;
  for (let odd = 1n; power > 0n; odd += 2n) {
    const term = power / odd;
    sum = negative ? sum - term : sum + term;
    power = (power * square) >> places;
    negative = alternating && !negative;
  }
  sum >>= BigInt(SERIES_GUARD);
  return n < 0n ? -sum : sum;
}

/**
 * A double near log y for y in [0.7, 1.42], from operations whose rounding is the same on every machine. The built-in
 * logarithm differs between machines, and verdicts must not.
 */
function logSeed(y: number): number {
  const z = (y - 1) / (y + 1);
  const square = z * z;
  let power = z;
  let sum = 0;
  for (let n = 1; n <= 21; n += 2) {
    sum += power / n;
    power *= square;
  }
  return 2 * sum;
}

/** A double near atan y for y in [0, 1], from reproducible operations only. */
function atanSeed(y: number): number {
  let reduced = y;
  for (let i = 0; i < 3; i++) reduced /= 1 + Math.sqrt(1 + reduced * reduced);
  const square = -reduced * reduced;
  let power = reduced;
  let sum = 0;
  for (let n = 1; n <= 17; n += 2) {
    sum += power / n;
    power *= square;
  }
  return 8 * sum;
}

/**
 * log y for y in [0.7, 1.42]. With a double seed a, log y = a + 2 atanh((y - e^a) / (y + e^a)), whose argument is below
 * 2^-45, so few terms are needed. The seed needs no error bound, because the series corrects it.
 */
export const fixedLog = remembering((y: bigint, bits: number): bigint => {
  const places = BigInt(bits);
  const seed = seedToFixed(logSeed(fixedToDouble(y, bits)), bits);
  let target = y;
  let reached: bigint;
  if (seed >= 0n) {
    reached = fixedExp(seed, bits);
  } else {
    target = (y * fixedExp(-seed, bits)) >> places;
    reached = 1n << places;
  }
  return seed + 2n * oddSeries(target - reached, target + reached, bits, false);
});

/**
 * atan y for 0 <= y <= 1. With a double seed a, atan y = a + atan((y cos a - sin a) / (cos a + y sin a)), and
 * as for the logarithm the remainder is tiny.
 */
export function fixedAtan(y: bigint, bits: number): bigint {
  const places = BigInt(bits);
  const seed = seedToFixed(atanSeed(fixedToDouble(y, bits)), bits);
  const [sine, cosine] = fixedSinCos(seed, bits);
  const numerator = ((y * cosine) >> places) - sine;
  const denominator = cosine + ((y * sine) >> places);
  return seed + oddSeries(numerator, denominator, bits, true);
}

/**
 * Pi and the natural logarithm of two, as fixed-point integers for the argument reductions and as balls. They are kept
 * at the highest precision so far, because every elementary function uses them.
 */

/** Extra bits that absorb the truncations of the series, so that a stored constant is right to its last bit. */
const GUARD_BITS = 64;

/** atan(1/x) or, without alternation, atanh(1/x), in units of 2^-bits; too small by less than one unit per term. */
function inverseSeries(x: bigint, bits: number, alternating: boolean): bigint {
  const square = x * x;
  let power = (1n << BigInt(bits)) / x;
  let sum = 0n;
  let odd = 1n;
  let negative = false;
  while (power > 0n) {
    const term = power / odd;
    sum = negative ? sum - term : sum + term;
    power /= square;
    odd += 2n;
    negative = alternating && !negative;
  }
  return sum;
}

/** Gauss: pi/4 = 12 atan(1/18) + 8 atan(1/57) - 5 atan(1/239). */
function computePi(bits: number): bigint {
  return (
    48n * inverseSeries(18n, bits, true) +
    32n * inverseSeries(57n, bits, true) -
    20n * inverseSeries(239n, bits, true)
  );
}

/** ln 2 = 18 atanh(1/26) - 2 atanh(1/4801) + 8 atanh(1/8749). */
function computeLn2(bits: number): bigint {
  return (
    18n * inverseSeries(26n, bits, false) -
    2n * inverseSeries(4801n, bits, false) +
    8n * inverseSeries(8749n, bits, false)
  );
}

/** Units of 2^-bits by which a fixed-point constant may be off. */
export const CONSTANT_ULPS = 2;

function growing(compute: (bits: number) => bigint): (bits: number) => bigint {
  let storedBits = 0;
  let stored = 0n;
  return (bits) => {
    if (bits > storedBits) {
      // Growing by half at least keeps the total work in proportion to the last computation.
      storedBits = Math.max(256, bits, Math.ceil(storedBits * 1.5));
      stored = compute(storedBits + GUARD_BITS) >> BigInt(GUARD_BITS);
    }
    return bits === storedBits ? stored : stored >> BigInt(storedBits - bits);
  };
}

/** pi * 2^bits, within CONSTANT_ULPS. */
export const fixedPi = growing(computePi);

/** ln 2 * 2^bits, within CONSTANT_ULPS. */
export const fixedLn2 = growing(computeLn2);

export function pi(prec: number): Ball {
  return enclose(fixedPi(prec + 4), -prec - 4, CONSTANT_ULPS, 0, 0, prec);
}
