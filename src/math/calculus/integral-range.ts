// The range of an integral, and whether the integrand stays finite inside it: an antiderivative says nothing across a
// pole. What must hold of letters for that is handed on as conditions.

import { fractionOf, realZeros } from "../algebra/polynomial.ts";
import type { Ball } from "../ball/index.ts";
import * as ball from "../ball/index.ts";
import { type Expr, freeNames, mul, parts, sub } from "../expression/expr.ts";
import { functionNamed } from "../functions/functions.ts";
import { signOf } from "../numeric/constant.ts";
import { realValue } from "../numeric/numeric.ts";
import type { Budget } from "../terms/limits.ts";
import { infiniteSign } from "./limit.ts";

export interface Range {
  start: Expr;
  end: Expr;
  /** Whether the ends were exchanged, so that they rise. */
  turned: boolean;
  /** Whether it is known which end is the lower one; not where letters occur. */
  known: boolean;
}

/** The ends in rising order; undefined where numbers cannot be put in order. */
export function orderedRange(lower: Expr, upper: Expr, budget: Budget): Range | undefined {
  const [low, high] = [infiniteSign(lower), infiniteSign(upper)];
  const known = freeNames(lower).size + freeNames(upper).size === 0;
  if (low === undefined && high === undefined && !known)
    return { start: lower, end: upper, turned: false, known };
  const rises =
    low !== undefined || high !== undefined ? (high ?? 0) - (low ?? 0) : signOf(sub(upper, lower), budget);
  if (rises === undefined || rises === 0) return undefined;
  return rises > 0
    ? { start: lower, end: upper, turned: false, known: true }
    : { start: upper, end: lower, turned: true, known: true };
}

/** What must be positive so that nothing below a fraction line vanishes inside; undefined where something does. */
export function poleConditions(f: Expr, x: string, range: Range, budget: Budget): Expr[] | undefined {
  const below: Expr[] = [];
  const collect = (e: Expr): void => {
    if (!freeNames(e).has(x)) return;
    budget.spend(1);
    if (e.t === "pow" && !(e.exp.t === "num" && e.exp.n > 0n) && freeNames(e.base).has(x)) below.push(e.base);
    const pole = e.t === "fn" && e.args[0] && functionNamed(e.name)?.pole?.(e.args[0]);
    if (pole) below.push(pole);
    for (const part of parts(e)) collect(part);
  };
  collect(f);
  const conditions: Expr[] = [];
  for (const q of below) {
    const more = zeroConditions(q, x, range, budget);
    if (!more) return undefined;
    conditions.push(...more);
  }
  return conditions;
}

function zeroConditions(q: Expr, x: string, range: Range, budget: Budget): Expr[] | undefined {
  const { start: from, end: to, known } = range;
  const fraction = fractionOf(q, x, budget);
  const zeros = fraction && realZeros(fraction.num, budget);
  if (!zeros) return known && keepsOff(q, x, range, budget) ? [] : undefined;
  if (!known)
    return infiniteSign(from) === undefined && infiniteSign(to) === undefined
      ? zeros.map((zero) => mul(sub(from, zero), sub(to, zero)))
      : undefined;
  // A zero at an end makes the integral improper; there the limit of the antiderivative decides.
  const isOutside = (zero: Expr): boolean => {
    const left = infiniteSign(from) === undefined ? signOf(sub(zero, from), budget) : 1;
    const right = infiniteSign(to) === undefined ? signOf(sub(to, zero), budget) : 1;
    return (left !== undefined && left <= 0) || (right !== undefined && right <= 0);
  };
  return zeros.every(isOutside) ? [] : undefined;
}

/** Pieces into which a range is cut at most. */
const mostPieces = 64;

/** Whether balls that cover the whole range show that an expression has no zero there. */
function keepsOff(q: Expr, x: string, { start: from, end: to }: Range, budget: Budget): boolean {
  if (freeNames(q).size > 1 || infiniteSign(from) !== undefined || infiniteSign(to) !== undefined)
    return false;
  const [a, b] = [realValue(from, new Map(), 64, budget), realValue(to, new Map(), 64, budget)];
  if (typeof a === "string" || typeof b === "string") return false;
  const waiting: [Ball, Ball][] = [[a, b]];
  for (let pieces = 0; waiting.length > 0; pieces++) {
    const [low, high] = waiting.pop()!;
    const value = realValue(q, new Map([[x, ball.hull(low, high, 64)]]), 64, budget);
    if (typeof value !== "string" && !ball.containsZero(value)) continue;
    if (pieces > mostPieces) return false;
    const middle = ball.midpoint(ball.scale(ball.add(low, high, 64), -1));
    waiting.push([low, middle], [middle, high]);
  }
  return true;
}
