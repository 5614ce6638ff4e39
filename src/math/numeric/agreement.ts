// Two expressions at one point: proven apart, or the same as far as so many digits show.

import type { Ball, ComplexBall, Failure, Result } from "../ball/index.ts";
import * as ball from "../ball/index.ts";
import { type Budget, limits } from "../terms/limits.ts";
import { type Point, realValue } from "./numeric.ts";
import { complexValue } from "./numeric-complex.ts";
import type { Pair } from "./pair.ts";
import { hiddenBits } from "./weight.ts";

/** "undefined": a side has no value there; "open": so many digits do not tell. */
export type Agreement = "apart" | "agree" | "undefined" | "open";

/** Digits that cancellation may eat on the way. */
const spare = 32;

export function agreeAt(pair: Pair, point: Point, prec: number, budget: Budget): Agreement {
  const at = pair.complex ? complexPoint(point, pair.imaginary, budget) : point;
  const first = look(pair, at, prec + spare, prec, budget);
  if (typeof first === "string") return first;
  // Large values are followed down to the digits behind the point: 10^100 + 1 is not 10^100.
  if (first.size > limits.magnitude) return "open";
  const second = look(pair, at, prec + spare + first.size, prec, budget);
  return typeof second === "string" ? second : "open";
}

/** A point of the complex numbers; it remembers by its class that it is one. */
class ComplexPoint extends Map<string, ComplexBall> {}

function complexPoint(point: Point, imaginary: Point | undefined, budget: Budget): ComplexPoint {
  budget.spend(point.size);
  return new ComplexPoint(
    [...point].map(([name, re]) => {
      const im = imaginary?.get(name);
      return [name, im ? { re, im } : ball.complex.fromReal(re)];
    }),
  );
}

/** One evaluation; the size of the values where they need more digits than there were. */
function look(
  { a, b }: Pair,
  at: Point | ComplexPoint,
  inner: number,
  prec: number,
  budget: Budget,
): Agreement | { size: number } {
  if (at instanceof ComplexPoint) {
    const left = complexValue(a, at, inner, budget);
    const right = typeof left === "string" ? left : complexValue(b, at, inner, budget);
    if (typeof left === "string" || typeof right === "string")
      return left === "outside" || right === "outside" ? "undefined" : "open";
    const z = ball.complex.sub(left, right, inner);
    if (!ball.complex.containsZero(z)) return "apart";
    const size = Math.max(ball.magnitude(left.re), ball.magnitude(left.im));
    return verdict([z.re, z.im], size, prec, inner);
  }
  const left = realValue(a, at, inner, budget);
  const right = typeof left === "string" ? left : realValue(b, at, inner, budget);
  if (typeof left === "string" || typeof right === "string")
    return left === "outside" || right === "outside" ? "undefined" : "open";
  const x = ball.sub(left, right, inner);
  if (!ball.containsZero(x)) return "apart";
  return verdict([x], ball.magnitude(left), prec, inner);
}

/** The part of the digits that must agree; the others may be lost on the way. */
const part = 0.6;

/** The precision at which agreement shows that nothing hides; undefined where that would be beyond the limits. */
export function precisionFor(pair: Pair, point: Point, budget: Budget): number | undefined {
  const precision = leastPrecisionFor(pair, point, budget);
  return precision && Math.max(precision, limits.precision);
}

/** The precision at which no term hides that the numbers written there could make; undefined as above. */
export function leastPrecisionFor(pair: Pair, point: Point, budget: Budget): number | undefined {
  const precision = Math.ceil(hiddenBits(pair, point, budget) / part);
  return precision <= limits.closest ? Math.max(precision, 64) : undefined;
}

/** Whether two constants differ by less than 2^-bits (true) or are proven apart (false). */
export function vanishes(pair: Pair, bits: number, budget: Budget): boolean | undefined {
  for (let prec = 256; prec < 4 * bits + 1024; prec *= 2) {
    const gaps = differences(pair, pair.complex ? new ComplexPoint() : new Map(), prec, budget);
    if (typeof gaps === "string") {
      if (gaps === "outside") return undefined;
      continue;
    }
    if (gaps.some((x) => !ball.containsZero(x))) return false;
    // Both parts of a complex number below the bound leave its absolute value below twice that.
    if (gaps.every((x) => ball.magnitude(x) < -bits - 1)) return true;
  }
  return undefined;
}

/** a - b, and for complex numbers its two parts. */
function differences({ a, b }: Pair, at: Point | ComplexPoint, prec: number, budget: Budget): Result<Ball[]> {
  if (at instanceof ComplexPoint) {
    const left = complexValue(a, at, prec, budget);
    const right = typeof left === "string" ? left : complexValue(b, at, prec, budget);
    if (typeof left === "string" || typeof right === "string")
      return left === "outside" ? left : (right as Failure);
    const z = ball.complex.sub(left, right, prec);
    return [z.re, z.im];
  }
  const left = realValue(a, at, prec, budget);
  const right = typeof left === "string" ? left : realValue(b, at, prec, budget);
  if (typeof left === "string" || typeof right === "string")
    return left === "outside" ? left : (right as Failure);
  return [ball.sub(left, right, prec)];
}

/** Agreement asks for most of the digits behind the point, and for small values beside their own size. */
function verdict(
  differences: Ball[],
  size: number,
  prec: number,
  inner: number,
): Agreement | { size: number } {
  const threshold = Math.min(0, Math.max(size, -prec / 4)) - prec * part;
  if (differences.every((x) => ball.magnitude(x) < threshold)) return "agree";
  return size > 8 && inner < prec + spare + size ? { size } : "open";
}
