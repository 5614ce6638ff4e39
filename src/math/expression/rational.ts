// Exact fractions of big integers. They are kept in lowest terms while that is cheap; very large ones are
// compared by cross-multiplication, because a greatest common divisor of long numbers costs too much.

import { bitLength } from "../ball/bits.ts";
import { LimitExceeded, limits, work } from "../terms/limits.ts";

export interface Rational {
  readonly n: bigint;
  /** Positive. */
  readonly d: bigint;
}

export const zero: Rational = { n: 0n, d: 1n };
export const one: Rational = { n: 1n, d: 1n };

/** Numbers up to this size are not charged. */
const short = 1n << 128n;
const small = 1n << BigInt(limits.reducibleBits);
const huge = 1n << BigInt(limits.bits);
const [minusSmall, minusHuge] = [-small, -huge];

/** Passes an integer on, unless it is larger than any answer needs. */
function checked(n: bigint): bigint {
  if (n > huge || n < minusHuge) throw new LimitExceeded("the size of integers");
  return n;
}

export const size = (n: bigint): bigint => (n < 0n ? -n : n);

/** The greatest common divisor by Euclid; long numbers are charged for each division. */
export function gcd(a: bigint, b: bigint, pay?: (divisor: bigint) => void): bigint {
  let x = size(a);
  let y = size(b);
  while (y !== 0n) {
    pay?.(y);
    [x, y] = [y, x % y];
  }
  return x;
}

/** The least common multiple, which is zero beside zero. */
export const lcm = (a: bigint, b: bigint, pay?: (divisor: bigint) => void): bigint =>
  a === 0n || b === 0n ? 0n : (size(a) / gcd(a, b, pay)) * size(b);

/** n/d in lowest terms; d must not be zero. */
export function rational(n: bigint, d: bigint = 1n): Rational {
  if (d < 0n) return rational(-n, -d);
  if (d === 1n) return { n, d };
  if (n > small || n < minusSmall || d > small) {
    work.digits += bitLength(n) + bitLength(d);
    return { n: checked(n), d: checked(d) };
  }
  if (d > short) work.digits += bitLength(d) * (1 + (bitLength(d) >> 8));
  const common = gcd(n, d);
  return common === 1n ? { n, d } : { n: n / common, d: d / common };
}

export function plus(a: Rational, b: Rational): Rational {
  if (a.d === 1n && b.d === 1n) return { n: a.n + b.n, d: 1n };
  return rational(a.n * b.d + b.n * a.d, a.d * b.d);
}

export function times(a: Rational, b: Rational): Rational {
  if (a.d === 1n && b.d === 1n) {
    return { n: checked(a.n * b.n), d: 1n };
  }
  return rational(a.n * b.n, a.d * b.d);
}

export const minus = (a: Rational): Rational => ({ n: -a.n, d: a.d });
export const absolute = (a: Rational): Rational => (a.n < 0n ? minus(a) : a);
/** 1/a; a must not be zero. */
export const inverse = (a: Rational): Rational => (a.n < 0n ? { n: -a.d, d: -a.n } : { n: a.d, d: a.n });
export const same = (a: Rational, b: Rational): boolean =>
  a.d === b.d ? a.n === b.n : a.n * b.d === b.n * a.d;
export const order = (a: Rational, b: Rational): -1 | 0 | 1 => {
  const difference = a.n * b.d - b.n * a.d;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};
export const isWhole = (a: Rational): boolean => a.d === 1n || a.n % a.d === 0n;

export const wholeOf = (a: Rational): bigint | undefined => (isWhole(a) ? a.n / a.d : undefined);

/** a^k for an integer k; undefined for a negative power of zero. A result that is too large exceeds the limit. */
export function power(a: Rational, k: bigint): Rational | undefined {
  if (k === 0n) return a.n === 0n ? undefined : one;
  if (a.n === 0n) return k > 0n ? zero : undefined;
  if (a.d === 1n && (a.n === 1n || a.n === -1n)) return a.n === 1n || k % 2n === 0n ? one : a;
  const times = k < 0n ? -k : k;
  const size = Math.max(bitLength(a.n), bitLength(a.d)) - 1;
  if (times > BigInt(limits.bits) || Math.max(size, 1) * Number(times) > limits.bits)
    throw new LimitExceeded("the size of integers");
  const raised = { n: a.n ** times, d: a.d ** times };
  return k < 0n ? inverse(raised) : raised;
}

/** n over k, for k from 0 to n. */
export function binomial(n: bigint, k: bigint): bigint {
  let result = 1n;
  for (let j = 1n; j <= k; j++) result = (result * (n - k + j)) / j;
  return result;
}

/** ⌊a⌋. */
export function floor(a: Rational): bigint {
  const q = a.n / a.d;
  return a.n < 0n && q * a.d !== a.n ? q - 1n : q;
}

/** The k-th root of n ≥ 0 rounded down, by Newton's method on integers. */
function integerRoot(n: bigint, k: number): bigint {
  if (n < 2n || k === 1) return n;
  const bits = bitLength(n);
  if (bits <= k) return 1n;
  const degree = BigInt(k);
  let x = 1n << BigInt(Math.ceil(bits / k));
  for (;;) {
    const next = ((degree - 1n) * x + n / x ** (degree - 1n)) / degree;
    if (next >= x) return x;
    x = next;
  }
}

/** The exact k-th root of n, if there is one. */
export function exactRoot(n: bigint, k: number): bigint | undefined {
  if (bitLength(n) > limits.divisibleBits) return undefined;
  if (n < 0n) {
    const root = k % 2 === 1 ? exactRoot(-n, k) : undefined;
    return root === undefined ? undefined : -root;
  }
  const root = integerRoot(n, k);
  return root ** BigInt(k) === n ? root : undefined;
}

/** The fraction of a short denominator that a number is near to: a guess, which must still be proven. */
export function nearFraction(x: number, longest: number): Rational | undefined {
  for (let d = 1; d <= longest; d++) {
    const n = Math.round(x * d);
    if (Math.abs(x * d - n) < 1e-8 * d) return rational(BigInt(n), BigInt(d));
  }
  return undefined;
}
