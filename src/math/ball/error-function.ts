/**
 * The error function of a real argument, erf x = 2/√π · x · e^(-x²) · F(2x²) with F(u) the sum of u^n / (1·3·5···(2n+1)).
 * All terms of F are positive, so nothing cancels, and F is at least one, so that a fixed point suffices for any x.
 */

import { div, mul, neg, scale } from "./arithmetic.ts";
import { type Ball, enclose, isExactZero, type Result, ZERO } from "./ball.ts";
import { bitLength, shift } from "./bits.ts";
import { pi } from "./constants.ts";
import { exp, monotone } from "./exponential.ts";
import { toNumber } from "./order.ts";
import { sqrt } from "./roots.ts";

/** A double above ln 2: from x² = this · bits on, e^(-x²) is below 2^-bits. */
const LN2_ABOVE = 0.6932;

/** Whether 1 - erf |x|, which is below e^(-x²), is too small to be seen. */
const isSaturated = (square: number, prec: number): boolean => square > (prec + 5) * LN2_ABOVE;

/** About how many terms of the series are summed up, for those who charge for them. */
export function erfTerms(x: Ball, prec: number): number {
  const square = toNumber(x) ** 2;
  if (isSaturated(square, prec)) return 1;
  return Math.ceil(4 * square + (4 * prec) / Math.log2(4 + prec / (square + 1)));
}

export function erf(x: Ball, prec: number): Result {
  if (isExactZero(x)) return ZERO;
  if (x.r === Number.POSITIVE_INFINITY) return enclose(0n, 0, 0, 1, 0, prec);
  if (x.r !== 0) return monotone(erf, x, prec);
  if (isSaturated(toNumber(x) ** 2, prec)) {
    const one = enclose(1n, 0, 0, 1, -prec - 4, prec + 8);
    return x.m > 0n ? one : neg(one);
  }
  return bySeries(x, prec);
}

function bySeries(x: Ball, prec: number): Result {
  const inner = prec + 16;
  const square: Ball = { m: x.m * x.m, e: 2 * x.e, r: 0 };
  const bell = exp(neg(square), inner);
  const root = sqrt(pi(inner), inner);
  if (typeof bell === "string" || typeof root === "string") return "undecided";
  const product = mul(mul(scale(x, 1), bell, inner), oddSum(scale(square, 1), inner), inner);
  return div(product, root, prec);
}

/**
 * F(u) for an exact u. Every term is cut downwards, by less than two units each time it is made; what a cut takes from the terms that
 * follow sums up to no more than F itself, so n terms lose less than 2n·F units. The tail behind the first vanishing
 * term, and what was cut off u, lose less than 7F.
 */
function oddSum(u: Ball, prec: number): Ball {
  const bits = prec + bitLength(BigInt(prec)) + 16;
  const fixed = shift(u.m, u.e + bits);
  const places = BigInt(bits);
  let term = 1n << places;
  let sum = 0n;
  let terms = 0;
  // Only where terms are halved at least is the tail as small as the last of them.
  for (let odd = 3n; term > 0n || 2n * fixed > odd << places; odd += 2n) {
    sum += term;
    term = ((term * fixed) >> places) / odd;
    terms++;
  }
  return enclose(sum, -bits, 0, 2 * terms + 7, bitLength(sum) + 1 - 2 * bits, prec);
}
