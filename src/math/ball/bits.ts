/**
 * Bit-level views of integers and doubles, because BigInt offers no bit length, no signed shift and no square
 * root, and every ball operation needs the first two to stay within its precision.
 */

const DROP = 960n;
const DROP_LIMIT = 16 * 960;

const LOWEST_EXPONENT = -1074;
const HIGHEST_EXPONENT = 1023;

/** Built by exact doublings, since the accuracy of `2 ** n` is left to each engine. */
const POWERS_OF_TWO = (() => {
  const table = new Float64Array(HIGHEST_EXPONENT - LOWEST_EXPONENT + 1);
  let power = Number.MIN_VALUE;
  for (let i = 0; i < table.length; i++) {
    table[i] = power;
    power *= 2;
  }
  return table;
})();

/** 2^n as a double: zero when too small to represent, infinite when too large. */
export function powerOfTwo(n: number): number {
  if (n < LOWEST_EXPONENT) return 0;
  if (n > HIGHEST_EXPONENT) return Number.POSITIVE_INFINITY;
  return POWERS_OF_TWO[n - LOWEST_EXPONENT]!;
}

const doubleView = new DataView(new ArrayBuffer(8));

/** The k with 2^k <= |x| < 2^(k+1), for a normal double x. */
export function exponentOf(x: number): number {
  doubleView.setFloat64(0, x);
  return ((doubleView.getUint16(0) >>> 4) & 0x7ff) - 1023;
}

/** The number of bits of |m|, zero for zero. */
export function bitLength(m: bigint): number {
  let size = Math.abs(Number(m));
  if (size === 0) return 0;
  let dropped = 0;
  if (size === Number.POSITIVE_INFINITY) {
    // Too large for a double: drop low bits by the thousand, or by a digit count if there are very many.
    let rest = m < 0n ? -m : m;
    while (dropped < DROP_LIMIT && size === Number.POSITIVE_INFINITY) {
      rest >>= DROP;
      dropped += Number(DROP);
      size = Number(rest);
    }
    if (size === Number.POSITIVE_INFINITY) {
      const more = (rest.toString(16).length - 16) * 4;
      size = Number(rest >> BigInt(more));
      dropped += more;
    }
  }
  const exponent = exponentOf(size);
  const bits = exponent + 1 + dropped;
  // Conversion rounds to nearest, so only a result that is exactly a power of two can be one bit too long.
  if (bits > 53 && size === powerOfTwo(exponent) && (m < 0n ? -m : m) >> BigInt(bits - 1) === 0n) {
    return bits - 1;
  }
  return bits;
}

/** How many low bits `leadingDouble` ignores for a mantissa of that many bits. */
export function ignoredBits(bits: number): number {
  return bits > 64 ? bits - 64 : 0;
}

/** |m| / 2^ignoredBits(bits), within a relative error of 2^-51. */
export function leadingDouble(m: bigint, bits: number): number {
  return Math.abs(Number(bits > 64 ? m >> BigInt(bits - 64) : m));
}

/** The floor of m * 2^k, for k of either sign. */
export function shift(m: bigint, k: number): bigint {
  return k >= 0 ? m << BigInt(k) : m >> BigInt(-k);
}

/** The floor of the square root of n >= 0. */
export function integerSqrt(n: bigint): bigint {
  const bits = bitLength(n);
  if (bits <= 52) return BigInt(Math.floor(Math.sqrt(Number(n))));
  // The root of the upper half of the bits is a start so close that one Newton step ends at most a unit or two
  // above the answer, and never below it.
  const low = bits <= 104 ? (bits - 50) >> 1 : bits >> 2;
  const start = (integerSqrt(n >> BigInt(2 * low)) + 1n) << BigInt(low);
  let root = (start + n / start) >> 1n;
  while (root * root > n) root--;
  return root;
}

/** first · (first + step) · … up to last, by halves so that the factors stay of similar length. */
export function risingProduct(first: bigint, last: bigint, step = 1n): bigint {
  if (first > last) return 1n;
  if (last - first < 8n * step) {
    let result = first;
    for (let k = first + step; k <= last; k += step) result *= k;
    return result;
  }
  const middle = first + ((last - first) / (2n * step)) * step;
  return risingProduct(first, middle, step) * risingProduct(middle + step, last, step);
}

// What numeric work is charged, in steps: calibrated so that a step takes about the same time everywhere, because the
// limit on steps bounds the time of every question.

/** Powers with longer exponents than this are abandoned, as no available precision could represent them. */
export const EXPONENT_BITS_LIMIT = 4096;

/** One ball operation at this precision, in steps. */
export const cost = (prec: number): number => 1 + (prec >> 7);
/** A transcendental function at this precision, in steps: longer numbers, and more terms of its series. */
export const heavy = (prec: number): number => 8 + (prec >> 4) + ((prec * prec) >> 14);
/** A square root, which is one of whole numbers. */
export const rooted = (prec: number): number => 8 + (prec >> 6);
/**
 * An integer power whose exponent has this many binary digits: for each digit a product or two, of increasingly long
 * numbers.
 */
export const raised = (bits: number, prec: number): number =>
  bits <= 0 || bits > EXPONENT_BITS_LIMIT ? 0 : (bits * (prec + bits)) >> 7;
/** The gamma function, whose series is that of a logarithm and has long coefficients. */
export const heaviest = (prec: number): number => 60 + prec + ((prec * prec) >> 8);
