// Expressions evaluated in ball arithmetic, at a precision and with balls for the free names.

import { bitLength } from "../ball/bits.ts";
import { cost, heavy, raised, rooted } from "../ball/cost.ts";
import type { Ball, Result } from "../ball/index.ts";
import * as ball from "../ball/index.ts";
import { exactValue, Undefined } from "../exact/exact.ts";
import { type Expr, freeNames, nodesIn, num, substitute } from "../expression/expr.ts";
import { functionNamed } from "../functions/functions.ts";
import { type Budget, limits } from "../terms/limits.ts";
import { ballAt, type Coordinate } from "./drawn.ts";

export type Point = ReadonlyMap<string, Coordinate>;

/** The real value of an expression; "outside" where it has none, "undecided" where the precision cannot tell. */
export function realValue(expr: Expr, point: Point, prec: number, budget: Budget): Result {
  budget.spend(cost(prec));
  switch (expr.t) {
    case "num":
      budget.spend(nodesIn(expr) - 1);
      return expr.d === 1n ? ball.fromInt(expr.n) : ball.fromRational(expr.n, expr.d, prec);
    case "sym": {
      const x = point.get(expr.name);
      return x === undefined ? "undecided" : ballAt(x, prec);
    }
    case "const":
      if (prec > limits.precision) budget.spend(heavy(prec));
      if (expr.name === "pi") return ball.pi(prec);
      return expr.name === "e" ? ball.e(prec) : "undecided";
    case "add": {
      let sum: Ball = ball.ZERO;
      for (const arg of expr.args) {
        const value = realValue(arg, point, prec, budget);
        if (typeof value === "string") return value;
        sum = ball.add(sum, value, prec);
      }
      return sum;
    }
    case "mul": {
      let product: Ball = ball.ONE;
      let failure: Result | undefined;
      for (const arg of expr.args) {
        const value = realValue(arg, point, prec, budget);
        if (typeof value === "string") failure = failure === "outside" ? failure : value;
        else product = ball.mul(product, value, prec);
      }
      return failure ?? product;
    }
    case "pow":
      return realPower(expr.base, expr.exp, point, prec, budget);
    case "fn": {
      const args: Ball[] = [];
      for (const arg of expr.args) {
        const value = realValue(arg, point, prec, budget);
        if (typeof value === "string") return value;
        args.push(value);
      }
      const entry = functionNamed(expr.name);
      budget.spend(heavy(prec));
      const value = (args[0] && entry?.real?.(args[0], prec, budget, args)) ?? "undecided";
      return value === "undecided" && entry?.steps ? valueAtJump(expr, point, prec, budget) : value;
    }
    case "big":
      return realSum(expr, point, prec, budget);
    // What no test showed to converge has no value: samples show nothing.
    case "integral":
    case "limit":
    case "derivative":
      return "undecided";
  }
}

/** The middle of a ball as an exact number. */
export const exactExpr = ({ m, e }: Ball): Expr => (e >= 0 ? num(m << BigInt(e)) : num(m, 1n << BigInt(-e)));

/** At an exact point the step may be met exactly, as (n+1)/6 · 3 is at every odd n: then exact arithmetic tells. */
function valueAtJump(expr: Expr, point: Point, prec: number, budget: Budget): Result {
  const values = new Map<string, Expr>();
  for (const name of freeNames(expr)) {
    const x = point.get(name);
    // A ball holds numbers of trillions of digits, which nobody can write out.
    if (x === undefined || "at" in x || x.r !== 0 || Math.abs(x.e) > limits.bits) return "undecided";
    budget.spend(Math.floor(Math.abs(x.e) / 64));
    values.set(name, exactExpr(x));
  }
  try {
    const exact = exactValue(substitute(expr, values, budget), budget);
    return exact ? ball.fromRational(exact.n, exact.d, prec) : "undecided";
  } catch (error) {
    if (error instanceof Undefined) return "outside";
    throw error;
  }
}

function realPower(base: Expr, exp: Expr, point: Point, prec: number, budget: Budget): Result {
  if (base.t === "const" && base.name === "e") {
    const x = realValue(exp, point, prec + 16, budget);
    budget.spend(heavy(prec));
    return typeof x === "string" ? x : ball.exp(x, prec);
  }
  const b = realValue(base, point, prec, budget);
  if (typeof b === "string") return b;
  if (exp.t === "num") {
    budget.spend(raised(bitLength(exp.n), prec));
    if (exp.d === 1n) return ball.powInt(b, exp.n, prec);
    // Odd roots are real for every base.
    if (exp.d < 4096n) {
      budget.spend(exp.d === 2n ? rooted(prec) : 2 * heavy(prec));
      const root = ball.root(b, Number(exp.d), prec + 8);
      return typeof root === "string" ? root : ball.powInt(root, exp.n, prec);
    }
  }
  const e = realValue(exp, point, prec + 16, budget);
  if (typeof e === "string") return e;
  budget.spend(2 * heavy(prec) + (e.r === 0 ? raised(ball.magnitude(e), prec) : 0));
  return ball.pow(b, e, prec);
}

/** A sum or product over whole numbers, term by term. */
function realSum(expr: Extract<Expr, { t: "big" }>, point: Point, prec: number, budget: Budget): Result {
  const from = realValue(expr.lower, point, prec, budget);
  const to = realValue(expr.upper, point, prec, budget);
  if (typeof from === "string") return from;
  if (typeof to === "string") return to;
  const low = ball.exactInteger(from);
  const high = ball.exactInteger(to);
  // An empty sum ends just before it begins; one that ends earlier still is none.
  if (low === undefined || high === undefined || high < low - 1n) return "outside";
  let total: Ball = expr.op === "sum" ? ball.ZERO : ball.ONE;
  const inner = new Map(point);
  for (let k = low; k <= high; k++) {
    budget.spend(4);
    inner.set(expr.variable, ball.fromInt(k));
    const value = realValue(expr.body, inner, prec + 16, budget);
    if (typeof value === "string") return value;
    total = expr.op === "sum" ? ball.add(total, value, prec + 16) : ball.mul(total, value, prec + 16);
  }
  return total;
}
