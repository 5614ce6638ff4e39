// Where an answer has no value and the gold has one, the answer is no answer there: (√x)² is not |x|. Single points do not
// count, and two customs of textbooks are allowed for.

import * as ball from "../ball/index.ts";
import { type Expr, fn, freeNames, has, nodesIn } from "../expression/expr.ts";
import type { Pair } from "../numeric/agreement.ts";
import { agreeAt } from "../numeric/agreement.ts";
import { ballAt, realValue } from "../numeric/evaluate.ts";
import type { Budget } from "../terms/limits.ts";
import type { RealPoint } from "./points.ts";

const isLogarithm = (e: Expr): e is Extract<Expr, { t: "fn" }> =>
  e.t === "fn" && e.name === "ln" && freeNames(e).size > 0;
const isOfAbsolute = (e: Expr): boolean =>
  isLogarithm(e) && has(e, (part) => part.t === "fn" && part.name === "abs");

/** The same with the logarithms of absolute values: \ln x for \ln|x| is a custom of antiderivatives. */
export function withAbsoluteLogarithms(e: Expr): Expr {
  if (!has(e, isLogarithm)) return e;
  if (e.t === "add" || e.t === "mul" || e.t === "fn") {
    const args = e.args.map(withAbsoluteLogarithms);
    const isPlain = isLogarithm(e) && !(args[0]?.t === "fn" && args[0].name === "abs");
    return isPlain ? fn("ln", fn("abs", args[0]!)) : { ...e, args };
  }
  return e.t === "pow"
    ? { ...e, base: withAbsoluteLogarithms(e.base), exp: withAbsoluteLogarithms(e.exp) }
    : e;
}

const isConditional = (e: Expr): boolean => e.t === "fn" && e.name === "given";

function withoutConditions(e: Expr): Expr {
  if (!has(e, isConditional)) return e;
  if (e.t === "fn" && e.name === "given") return withoutConditions(e.args[0]!);
  if (e.t === "add" || e.t === "mul" || e.t === "fn") return { ...e, args: e.args.map(withoutConditions) };
  return e.t === "pow" ? { ...e, base: withoutConditions(e.base), exp: withoutConditions(e.exp) } : e;
}

/** Whether all letters are positive at a point. */
export const isPositive = (point: RealPoint): boolean =>
  [...point.values()].every((x) => ball.sign(ballAt(x, 64)) === 1);

/**
 * Whether an answer without a value at a point lacks it there. Letters are mostly positive, so that at most one of them
 * is negative where that counts (√a√b for √(ab)); and logarithms may be taken apart (2\ln x for \ln x²).
 */
export function isLacking({ a, b, complex }: Pair, point: RealPoint, budget: Budget): boolean {
  budget.spend(point.size + nodesIn(a) + nodesIn(b));
  let negative = 0;
  let whole = 0;
  for (const x of point.values()) {
    if (!("at" in x)) whole++;
    const sign = ball.sign(ballAt(x, 64));
    if (sign === -1) negative++;
    // Counting begins at one.
    if (!("at" in x) && sign === 0) return false;
  }
  if (negative > 1) return false;
  // n!/(n-2)! is n(n-1), which is zero where the factorials end.
  if (whole === point.size) {
    const value = realValue(a, point, 64, budget);
    if (typeof value !== "string" && ball.isExactZero(value)) return false;
  }
  // A series is right inside its circle.
  if (
    has(b, isConditional) &&
    agreeAt({ a, b: withoutConditions(b), complex }, point, 64, budget) === "agree"
  )
    return false;
  if (!has(a, isLogarithm) || has(a, isOfAbsolute)) return true;
  const absolute = { a: withAbsoluteLogarithms(a), b: withAbsoluteLogarithms(b), complex };
  return agreeAt(absolute, point, 64, budget) !== "agree";
}
