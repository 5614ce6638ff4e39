// Before two expressions are compared, operations are carried out if possible: sums with a closed form, derivatives,
// integrals with an antiderivative, quotients of factorials.

import { differentiate } from "../exact/symbolic.ts";
import {
  binds,
  type Expr,
  type ExprOf,
  has,
  isLeaf,
  mapParts,
  nodesIn,
  num,
  parts,
  pow,
} from "../expression/expr.ts";
import { isWhole } from "../expression/rational.ts";
import { functionNamed } from "../functions/functions.ts";
import { factorialBelow, factorialOf } from "../functions/whole.ts";
import { knownValue, rationalOf } from "../numeric/constant.ts";
import type { Budget } from "../terms/limits.ts";
import { integrate } from "./integral.ts";
import { limitOf } from "./limit.ts";
import { infiniteSum } from "./series.ts";
import { closedForm } from "./summation.ts";

const isWork = (e: Expr): boolean =>
  e.t === "big" ||
  e.t === "integral" ||
  e.t === "derivative" ||
  e.t === "limit" ||
  factorialOf(e) !== undefined;

/** The same value with fewer open operations. */
export function resolve(expr: Expr, budget: Budget): Expr {
  if (isLeaf(expr)) return expr;
  budget.spend(Math.floor(nodesIn(expr) / 2));
  return fold(has(expr, isWork) ? carryOut(expr, budget) : expr, budget);
}

/** The result of an operation is charged by its size and simplified at once, so that nested operations do not grow. */
function settled(expr: Expr, budget: Budget): Expr {
  budget.spend(nodesIn(expr));
  return fold(expr, budget);
}

/** Arithmetic on plain numbers is done at once, as long as they stay short: `10^{-9}`, `10!`, `2 \cdot 3`. */
function fold(expr: Expr, budget: Budget): Expr {
  if (isLeaf(expr) || binds(expr)) return expr;
  return short(
    mapParts(expr, (part) => fold(part, budget)),
    budget,
  );
}

const shortest = 1n << 64n;
const minusShortest = -shortest;
const isShort = (n: bigint): boolean => n < shortest && n > minusShortest;

function short(expr: Expr, budget: Budget): Expr {
  const args = parts(expr);
  if (!args.every((arg) => arg.t === "num" && isShort(arg.n) && isShort(arg.d))) return expr;
  const [first, exponent] = args;
  if (expr.t === "pow" && exponent?.t === "num" && (exponent.n > 64n || exponent.n < -64n)) return expr;
  if (expr.t === "fn" && first?.t === "num" && first.n > 60n && functionNamed(expr.name)?.whole) return expr;
  // An expression without a value keeps its form, so that the comparison can report it.
  const value = knownValue(expr, budget);
  return typeof value === "object" && isShort(value.n) && isShort(value.d) ? num(value.n, value.d) : expr;
}

function carryOut(expr: Expr, budget: Budget): Expr {
  const go = (e: Expr): Expr => carryOut(e, budget);
  budget.spend(1);
  if (expr.t === "derivative") return derivative(expr, go(expr.body), budget);
  const inner = mapParts(expr, go);
  if (inner.t === "mul") return { ...inner, args: cancelFactorials(inner.args, budget) };
  const value =
    inner.t === "big"
      ? (closedForm(inner, budget) ?? infiniteSum(inner, budget) ?? addedUp(inner, budget))
      : inner.t === "integral"
        ? integrate(inner, budget)
        : inner.t === "limit"
          ? limitOf(inner, budget)
          : undefined;
  return value ? settled(value, budget) : inner;
}

/** Derivatives of higher order are not computed. */
const highestOrder = 24;

function derivative(expr: ExprOf<"derivative">, inner: Expr, budget: Budget): Expr {
  const kept = { ...expr, body: inner };
  if (expr.order > highestOrder) return kept;
  let body = inner;
  for (let i = 0; i < expr.order; i++) {
    const next = differentiate(body, expr.variable, budget);
    if (!next) return kept;
    body = settled(next, budget);
  }
  return body;
}

/** A finite sum of numbers. */
function addedUp(sum: ExprOf<"big">, budget: Budget): Expr | undefined {
  const value = nodesIn(sum.body) > 100 ? undefined : rationalOf(sum, budget);
  return value && num(value.n, value.d);
}

/** a!/b! for whole numbers a and b that lie close together is a short product. */
function cancelFactorials(args: Expr[], budget: Budget): Expr[] {
  const result = [...args];
  for (const [i, top] of args.entries()) {
    const a = factorialOf(top);
    const high = a && wholeOf(a, budget);
    if (high === undefined) continue;
    for (const [j, bottom] of result.entries()) {
      const b = factorialBelow(bottom);
      const low = b && wholeOf(b, budget);
      if (low === undefined || high - low > 400n || low - high > 400n) continue;
      const [from, to] = high >= low ? [low, high] : [high, low];
      const factors: Expr[] = [];
      for (let k = from + 1n; k <= to; k++) factors.push(num(k));
      const product: Expr = { t: "mul", args: factors };
      result[i] = high >= low ? product : pow(product, num(-1n));
      result[j] = num(1n);
      break;
    }
  }
  return result;
}

/** A number that has a factorial. */
function wholeOf(e: Expr, budget: Budget): bigint | undefined {
  const value = rationalOf(e, budget);
  return value && isWhole(value) && value.n >= 0n ? value.n / value.d : undefined;
}
