/**
 * Pi and the natural logarithm of two, as fixed-point integers for the argument reductions and as balls. They
 * are kept at the highest precision met so far, since every elementary function asks for them.
 */

import { type Ball, enclose } from "./ball.ts";

/** Extra bits that absorb the truncations of the series, so that a stored constant is right to its last bit. */
const GUARD_BITS = 64;

/** atan(1/x) or, without alternation, atanh(1/x), in units of 2^-bits and below by less than one per term. */
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
