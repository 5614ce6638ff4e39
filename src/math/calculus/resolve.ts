// Before two expressions are compared, what can be carried out is: sums with a closed form, derivatives,
// integrals with an antiderivative, quotients of factorials.

import { Undefined } from "../exact/exact.ts";
import { differentiate } from "../exact/symbolic.ts";
import { type Expr, has, nodesIn, num, sub } from "../expression/expr.ts";
import { isWhole } from "../expression/rational.ts";
import { rationalOf } from "../numeric/constant.ts";
import type { Budget } from "../terms/limits.ts";
import { work } from "../terms/limits.ts";
import { integrate } from "./integral.ts";
import { limitOf } from "./limit.ts";
import { infiniteSum } from "./series.ts";
import { closedForm } from "./summation.ts";

const isWork = (e: Expr): boolean =>
  e.t === "big" ||
  e.t === "integral" ||
  e.t === "derivative" ||
  e.t === "limit" ||
  (e.t === "fn" && e.name === "factorial");

/** The same value with less work left in it. */
export function resolve(expr: Expr, budget: Budget): Expr {
  if (expr.t === "num" || expr.t === "sym" || expr.t === "const") return expr;
  budget.spend(Math.floor(nodesIn(expr) / 2));
  return fold(has(expr, isWork) ? carryOut(expr, budget) : expr, budget);
}

/** What was carried out is paid by its size and made short at once, so that work inside work does not pile up. */
function settled(expr: Expr, budget: Budget): Expr {
  budget.spend(nodesIn(expr));
  return fold(expr, budget);
}

/** Arithmetic on plain numbers is done at once, while they stay short: `10^{-9}`, `10!`, `2 \cdot 3`. */
function fold(expr: Expr, budget: Budget): Expr {
  work.nodes++;
  switch (expr.t) {
    case "add":
    case "mul":
    case "fn": {
      const args = expr.args.map((arg) => fold(arg, budget));
      // What did not change stays the same node, with what is known of it.
      const same = args.every((arg, i) => arg === expr.args[i]);
      return short(same ? expr : { ...expr, args }, args, budget);
    }
    case "pow": {
      const [base, exp] = [fold(expr.base, budget), fold(expr.exp, budget)];
      const same = base === expr.base && exp === expr.exp;
      return short(same ? expr : { ...expr, base, exp }, [base, exp], budget);
    }
    case "num":
    case "sym":
    case "const":
    case "big":
    case "integral":
    case "limit":
    case "derivative":
      return expr;
  }
}

const shortest = 1n << 64n;
const minusShortest = -shortest;
const isShort = (n: bigint): boolean => n < shortest && n > minusShortest;

function short(expr: Expr, args: readonly Expr[], budget: Budget): Expr {
  if (!args.every((arg) => arg.t === "num" && isShort(arg.n) && isShort(arg.d))) return expr;
  const [, exponent] = args;
  if (expr.t === "pow" && exponent?.t === "num" && (exponent.n > 64n || exponent.n < -64n)) return expr;
  if (expr.t === "fn" && args[0]?.t === "num" && args[0].n > 60n && expr.name !== "abs") return expr;
  try {
    const value = rationalOf(expr, budget);
    return value && isShort(value.n) && isShort(value.d) ? num(value.n, value.d) : expr;
  } catch (error) {
    // What has no value keeps its form, so that the comparison can say so.
    if (error instanceof Undefined) return expr;
    throw error;
  }
}

function carryOut(expr: Expr, budget: Budget): Expr {
  const go = (e: Expr): Expr => carryOut(e, budget);
  budget.spend(1);
  switch (expr.t) {
    case "add":
    case "fn":
      return { ...expr, args: expr.args.map(go) };
    case "mul":
      return { ...expr, args: cancelFactorials(expr.args.map(go), budget) };
    case "pow":
      return { ...expr, base: go(expr.base), exp: go(expr.exp) };
    case "big": {
      const inner = { ...expr, lower: go(expr.lower), upper: go(expr.upper), body: go(expr.body) };
      const value = closedForm(inner, budget) ?? infiniteSum(inner, budget) ?? addedUp(inner, budget);
      return value ? settled(value, budget) : inner;
    }
    case "derivative":
      return derivative(expr, go(expr.body), budget);
    case "integral": {
      const inner = { ...expr, lower: go(expr.lower), upper: go(expr.upper), body: go(expr.body) };
      const value = integrate(inner, budget);
      return value ? settled(value, budget) : inner;
    }
    case "limit": {
      const inner = { ...expr, target: go(expr.target), body: go(expr.body) };
      const value = limitOf(inner, budget);
      return value ? settled(value, budget) : inner;
    }
    case "num":
    case "sym":
    case "const":
      return expr;
  }
}

/** Derivatives of higher order keep their form. */
const highestOrder = 24;

function derivative(expr: Extract<Expr, { t: "derivative" }>, inner: Expr, budget: Budget): Expr {
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
function addedUp(sum: Extract<Expr, { t: "big" }>, budget: Budget): Expr | undefined {
  const value = nodesIn(sum.body) > 100 ? undefined : rationalOf(sum, budget);
  return value && num(value.n, value.d);
}

const factorialOf = (e: Expr): Expr | undefined =>
  e.t === "fn" && e.name === "factorial" ? e.args[0] : undefined;

/** a!/b! for a and b that lie close together is a short product. */
function cancelFactorials(args: Expr[], budget: Budget): Expr[] {
  const above = args.flatMap((e, i) => (factorialOf(e) ? [i] : []));
  const below = args.flatMap((e, i) =>
    e.t === "pow" && e.exp.t === "num" && e.exp.n === -1n && e.exp.d === 1n && factorialOf(e.base) ? [i] : [],
  );
  if (above.length === 0 || below.length === 0) return args;
  const result = [...args];
  for (const i of above) {
    for (const j of below) {
      const [top, bottom] = [result[i], result[j]] as [Expr, Expr];
      const a = top && factorialOf(top);
      const b = bottom?.t === "pow" ? factorialOf(bottom.base) : undefined;
      if (!a || !b) continue;
      const gap = rationalOf(sub(a, b), budget);
      const low = rationalOf(b, budget);
      const high = rationalOf(a, budget);
      if (
        !gap ||
        !isWhole(gap) ||
        !low ||
        !high ||
        !isWhole(low) ||
        low.n < 0n ||
        high.n < 0n ||
        gap.n > 400n ||
        gap.n < -400n
      )
        continue;
      const factors: Expr[] = [];
      const [from, to] = gap.n >= 0n ? [low.n, high.n] : [high.n, low.n];
      for (let k = from + 1n; k <= to; k++) factors.push(num(k));
      const product: Expr = { t: "mul", args: factors };
      result[i] = gap.n >= 0n ? product : { t: "pow", base: product, exp: num(-1n) };
      result[j] = num(1n);
      break;
    }
  }
  return result;
}
