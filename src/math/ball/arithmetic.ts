/**
 * The field operations and the order operations on balls. All others are built on these, so these are optimised for
 * speed: a radius is bounded in double arithmetic, and only midpoints use big integers.
 */

import {
  type Ball,
  compare,
  compareExact,
  containsZero,
  enclose,
  isExactZero,
  lowerEnd,
  magnitude,
  ONE,
  type Result,
  ROUND_UP,
  round,
  rounded,
  sign,
  upperEnd,
  WHOLE_LINE,
  ZERO,
} from "./ball.ts";
import { bitLength, EXPONENT_BITS_LIMIT, ignoredBits, leadingDouble, powerOfTwo, shift } from "./bits.ts";

/** Exponents this close are aligned exactly before rounding. */
const EXACT_ALIGNMENT = 480;

/** Above this double, a product of a mantissa and two radii might overflow. */
const SAFE_DOUBLE = powerOfTwo(900);

export function neg(x: Ball): Ball {
  return { m: -x.m, e: x.e, r: x.r };
}

export function add(a: Ball, b: Ball, prec: number): Ball {
  const gap = a.e - b.e;
  if (gap === 0) return enclose(a.m + b.m, a.e, a.r + b.r, 0, 0, prec);
  if (gap > 0 && gap <= EXACT_ALIGNMENT) {
    return enclose((a.m << BigInt(gap)) + b.m, b.e, b.r, a.r, a.e, prec);
  }
  if (gap < 0 && gap >= -EXACT_ALIGNMENT) {
    return enclose(a.m + (b.m << BigInt(-gap)), a.e, a.r, b.r, b.e, prec);
  }
  return addDistant(a, b, prec);
}

export function sub(a: Ball, b: Ball, prec: number): Ball {
  return add(a, { m: -b.m, e: b.e, r: b.r }, prec);
}

/** A sum of balls whose exponents lie so far apart that an exact alignment could need unbounded memory. */
function addDistant(a: Ball, b: Ball, prec: number): Ball {
  if (isExactZero(a)) return round(b, prec);
  if (isExactZero(b)) return round(a, prec);
  const top = Math.max(magnitude(a), magnitude(b));
  if (top === Number.POSITIVE_INFINITY) return WHOLE_LINE;
  const lowest = Math.min(a.e, b.e);
  // Bits further below the top than a few more than the precision cannot survive the rounding.
  const unit = Math.max(lowest, top - prec - 32);
  const lost = (a.e < unit ? 1 : 0) + (b.e < unit ? 1 : 0);
  const sum = shift(a.m, a.e - unit) + shift(b.m, b.e - unit);
  const [wide, narrow] = a.e > b.e ? [a, b] : [b, a];
  if (wide.r === 0) return enclose(sum, unit, lost, narrow.r, narrow.e, prec);
  return enclose(
    sum,
    unit,
    lost,
    (wide.r + narrow.r * powerOfTwo(narrow.e - wide.e)) * ROUND_UP,
    wide.e,
    prec,
  );
}

export function mul(a: Ball, b: Ball, prec: number): Ball {
  const m = a.m * b.m;
  const e = a.e + b.e;
  if (a.r === 0 && b.r === 0) return rounded(m, e, prec);
  if (isExactZero(a) || isExactZero(b)) return ZERO;
  let sizeA = Math.abs(Number(a.m));
  let sizeB = Math.abs(Number(b.m));
  if (sizeA < SAFE_DOUBLE && sizeB < SAFE_DOUBLE) {
    return enclose(m, e, 0, (sizeA * b.r + sizeB * a.r + a.r * b.r) * ROUND_UP, e, prec);
  }
  const bitsA = bitLength(a.m);
  const bitsB = bitLength(b.m);
  sizeA = leadingDouble(a.m, bitsA);
  sizeB = leadingDouble(b.m, bitsB);
  const scaleA = ignoredBits(bitsA);
  const scaleB = ignoredBits(bitsB);
  // Only the scale of a contribution that is not zero may count, so that the other one does not underflow.
  const scale = Math.max(b.r > 0 ? scaleA : 0, a.r > 0 ? scaleB : 0);
  // A factor that is known exactly contributes nothing, however far the scales lie apart.
  const radius =
    (b.r === 0 ? 0 : sizeA * b.r * powerOfTwo(scaleA - scale)) +
    (a.r === 0 ? 0 : sizeB * a.r * powerOfTwo(scaleB - scale)) +
    a.r * b.r * powerOfTwo(-scale);
  return enclose(m, e, 0, radius * ROUND_UP, e + scale, prec);
}

/** The product with 2^k, which costs nothing and is exact. */
export function scale(x: Ball, k: number): Ball {
  return x.m === 0n && x.r === 0 ? ZERO : enclose(x.m, x.e + k, x.r, 0, 0, Number.POSITIVE_INFINITY);
}

export function div(a: Ball, b: Ball, prec: number): Result {
  if (isExactZero(b)) return "outside";
  if (containsZero(b)) return "undecided";
  if (isExactZero(a)) return ZERO;
  const bitsA = bitLength(a.m);
  const bitsB = bitLength(b.m);
  const places = Math.max(0, prec + 4 + bitsB - bitsA);
  const dividend = a.m << BigInt(places);
  const quotient = dividend / b.m;
  const e = a.e - b.e - places;
  if (a.r === 0 && b.r === 0) {
    return quotient * b.m === dividend ? rounded(quotient, e, prec) : enclose(quotient, e, 1, 0, 0, prec);
  }
  // |(a+s)/(b+t) - a/b| <= (|s| + |a/b| |t|) / (|b| - |t|).
  const scaleA = ignoredBits(bitsA);
  const scaleB = ignoredBits(bitsB);
  const sizeA = leadingDouble(a.m, bitsA);
  const sizeB = leadingDouble(b.m, bitsB);
  const least = sizeB - b.r * powerOfTwo(-scaleB);
  const exponentA = a.e - b.e - scaleB;
  const exponentB = exponentA + scaleA - scaleB;
  const fromA = a.r / least;
  const fromB = (sizeA / sizeB) * (b.r / least);
  if (fromA === 0) return enclose(quotient, e, 1, fromB * ROUND_UP, exponentB, prec);
  if (fromB === 0) return enclose(quotient, e, 1, fromA * ROUND_UP, exponentA, prec);
  const top = Math.max(exponentA, exponentB);
  const radius = fromA * powerOfTwo(exponentA - top) + fromB * powerOfTwo(exponentB - top);
  return enclose(quotient, e, 1, radius * ROUND_UP, top, prec);
}

/** n / d, "outside" for d = 0. */
export function fromRational(n: bigint, d: bigint, prec: number): Result {
  return div({ m: n, e: 0, r: 0 }, { m: d, e: 0, r: 0 }, prec);
}

/** x^n with 0^0 = 1. A negative power of zero is "outside". */
export function powInt(x: Ball, n: bigint, prec: number): Result {
  if (n === 0n) return ONE;
  if (n < 0n) {
    if (x.r === 0) {
      const positive = powInt(x, -n, prec + 4);
      return typeof positive === "string" ? positive : div(ONE, positive, prec);
    }
    // The power of a wide ball may reach zero although the ball does not, so the inverse comes first.
    const inverse = div(ONE, x, prec + bitLength(n) + 4);
    return typeof inverse === "string" ? inverse : powInt(inverse, -n, prec);
  }
  if (x.r === 0 && (x.m === 0n || (x.e === 0 && x.m === 1n))) return x;
  const bits = bitLength(n);
  if (bits > EXPONENT_BITS_LIMIT) return "undecided";
  // Each squaring doubles the relative error, which costs one bit of precision per bit of the exponent.
  const inner = prec + bits + 4;
  let power = x;
  for (let i = bits - 2; i >= 0; i--) {
    power = mul(power, power, inner);
    if ((n >> BigInt(i)) & 1n) power = mul(power, x, inner);
    if (power.r === Number.POSITIVE_INFINITY) return "undecided";
  }
  return round(power, prec);
}

/** The ball with those exact ends. */
function between(lower: Ball, upper: Ball, prec: number): Ball {
  const centre = add(lower, upper, prec);
  const width = sub(upper, lower, prec);
  const bits = bitLength(width.m);
  const ignored = ignoredBits(bits);
  const size = leadingDouble(width.m, bits) + width.r * powerOfTwo(-ignored);
  return enclose(centre.m, centre.e - 1, centre.r, size * ROUND_UP, width.e + ignored - 1, prec);
}

/** The smallest ball, up to rounding, that covers both arguments. */
export function hull(a: Ball, b: Ball, prec: number): Ball {
  if (a.r === Number.POSITIVE_INFINITY || b.r === Number.POSITIVE_INFINITY) return WHOLE_LINE;
  return between(lesser(lowerEnd(a), lowerEnd(b)), greater(upperEnd(a), upperEnd(b)), prec);
}

function lesser(a: Ball, b: Ball): Ball {
  return compareExact(a, b) <= 0 ? a : b;
}

function greater(a: Ball, b: Ball): Ball {
  return compareExact(a, b) >= 0 ? a : b;
}

/** The absolute value; if the ball contains zero, a ball from zero to the larger end. */
export function abs(x: Ball, prec: number): Ball {
  const s = sign(x);
  if (s === -1) return neg(x);
  if (s !== undefined || x.r === Number.POSITIVE_INFINITY) return x;
  const size = x.m < 0n ? -x.m : x.m;
  return between(ZERO, { m: size + BigInt(x.r), e: x.e, r: 0 }, prec);
}

/** The lesser of two values; if the balls overlap, a ball that covers it. */
export function min(a: Ball, b: Ball, prec: number): Ball {
  const order = compare(a, b);
  if (order !== undefined) return order <= 0 ? a : b;
  if (a.r === Number.POSITIVE_INFINITY || b.r === Number.POSITIVE_INFINITY) return WHOLE_LINE;
  return between(lesser(lowerEnd(a), lowerEnd(b)), lesser(upperEnd(a), upperEnd(b)), prec);
}

/** The greater of two values; if the balls overlap, a ball that covers it. */
export function max(a: Ball, b: Ball, prec: number): Ball {
  return neg(min(neg(a), neg(b), prec));
}
