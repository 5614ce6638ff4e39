// Two expressions at one point: proven apart, or the same as far as so many digits show.

import type { Ball, Result } from "../ball/index.ts";
import * as ball from "../ball/index.ts";
import type { Expr } from "../expression/expr.ts";
import { type Budget, limits } from "../terms/limits.ts";
import { type Point, realValue } from "./numeric.ts";
import { complexPoint, complexValue } from "./numeric-complex.ts";
import type { Pair } from "./pair.ts";
import { hiddenBits } from "./weight.ts";

/**
 * "undefined": the first side has no value there, or none that is found; "lacking": the second side alone has none; "open":
 * so many digits do not tell.
 */
export type Agreement = "apart" | "agree" | "undefined" | "lacking" | "open";

/** Digits that cancellation may eat on the way. */
const spare = 32;

export function agreeAt(pair: Pair, point: Point, prec: number, budget: Budget): Agreement {
  const first = look(pair, point, prec + spare, prec, budget);
  if (typeof first === "string") return first;
  // Large values are followed down to the digits behind the point: 10^100 + 1 is not 10^100.
  if (first.size > limits.magnitude) return "open";
  const second = look(pair, point, prec + spare + first.size, prec, budget);
  return typeof second === "string" ? second : "open";
}

/** How expressions are evaluated at a point: to a real number, or to the two parts of a complex one. */
function evaluator(
  complex: boolean,
  point: Point,
  prec: number,
  budget: Budget,
): (e: Expr) => Result<readonly Ball[]> {
  if (!complex)
    return (e) => {
      const x = realValue(e, point, prec, budget);
      return typeof x === "string" ? x : [x];
    };
  const at = complexPoint(point, prec, budget);
  return (e) => {
    const z = complexValue(e, at, prec, budget);
    return typeof z === "string" ? z : [z.re, z.im];
  };
}

const minus = (left: readonly Ball[], right: readonly Ball[], prec: number): Ball[] =>
  left.map((x, i) => ball.sub(x, right[i]!, prec));

/** One evaluation; the size of the values where they need more digits than there were. */
function look(
  { a, b, complex }: Pair,
  point: Point,
  inner: number,
  prec: number,
  budget: Budget,
): Agreement | { size: number } {
  if (!complex) {
    const left = realValue(a, point, inner, budget);
    if (left === "outside") return "undefined";
    const right = realValue(b, point, inner, budget);
    if (typeof left === "string" || typeof right === "string") return without(left, right);
    const gap = ball.sub(left, right, inner);
    return ball.containsZero(gap) ? verdict([gap], ball.magnitude(left), prec, inner) : "apart";
  }
  const at = complexPoint(point, inner, budget);
  const left = complexValue(a, at, inner, budget);
  if (left === "outside") return "undefined";
  const right = complexValue(b, at, inner, budget);
  if (typeof left === "string" || typeof right === "string") return without(left, right);
  const gap = ball.complex.sub(left, right, inner);
  if (!ball.complex.containsZero(gap)) return "apart";
  const size = Math.max(ball.magnitude(left.re), ball.magnitude(left.im));
  return verdict([gap.re, gap.im], size, prec, inner);
}

/** What there is to say where a side has no value, or none that is found. */
function without(left: unknown, right: unknown): Agreement {
  return right !== "outside" ? "open" : left === "undecided" ? "undefined" : "lacking";
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

const nowhere = new Map<string, never>();

/** Whether two constants differ by less than 2^-bits (true) or are proven apart (false). */
export function vanishes({ a, b, complex }: Pair, bits: number, budget: Budget): boolean | undefined {
  for (let prec = 256; prec < 4 * bits + 1024; prec *= 2) {
    const evaluate = evaluator(complex, nowhere, prec, budget);
    const left = evaluate(a);
    const right = typeof left === "string" ? left : evaluate(b);
    if (left === "outside" || right === "outside") return undefined;
    if (typeof left === "string" || typeof right === "string") continue;
    const gaps = minus(left, right, prec);
    if (gaps.some((x) => !ball.containsZero(x))) return false;
    // Both parts of a complex number below the bound leave its absolute value below twice that.
    if (gaps.every((x) => ball.magnitude(x) < -bits - 1)) return true;
  }
  return undefined;
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
