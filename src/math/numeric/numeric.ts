// Expressions evaluated in ball arithmetic, at a precision and with balls for the free names.

import { bitLength } from "../ball/bits.ts";
import { cost, heaviest, heavy, rooted } from "../ball/cost.ts";
import type { Ball, Result } from "../ball/index.ts";
import * as ball from "../ball/index.ts";
import { exactValue, Undefined } from "../exact/exact.ts";
import { type Expr, freeNames, num, substitute } from "../expression/expr.ts";
import { type Budget, limits } from "../terms/limits.ts";

export type Point = ReadonlyMap<string, Ball>;

/** Numbers beyond this are paid by their length. */
const [long, minusLong] = [1n << 512n, -(1n << 512n)];

/** The real value of an expression; "outside" where it has none, "undecided" where the precision cannot tell. */
export function realValue(expr: Expr, point: Point, prec: number, budget: Budget): Result {
  const go = (e: Expr): Result => realValue(e, point, prec, budget);
  budget.spend(cost(prec));
  switch (expr.t) {
    case "num":
      if (expr.n > long || expr.n < minusLong || expr.d > long)
        budget.spend((bitLength(expr.n) + bitLength(expr.d)) >> 8);
      return expr.d === 1n ? ball.fromInt(expr.n) : ball.fromRational(expr.n, expr.d, prec);
    case "sym":
      return point.get(expr.name) ?? "undecided";
    case "const":
      if (prec > limits.precision) budget.spend(heavy(prec));
      if (expr.name === "pi") return ball.pi(prec);
      return expr.name === "e" ? ball.e(prec) : "undecided";
    case "add": {
      let sum: Ball = ball.ZERO;
      for (const arg of expr.args) {
        const value = go(arg);
        if (typeof value === "string") return value;
        sum = ball.add(sum, value, prec);
      }
      return sum;
    }
    case "mul": {
      let product: Ball = ball.ONE;
      let failure: Result | undefined;
      for (const arg of expr.args) {
        const value = go(arg);
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
        const value = go(arg);
        if (typeof value === "string") return value;
        args.push(value);
      }
      const value = realFunction(expr.name, args, prec, budget);
      return value === "undecided" && jumps.has(expr.name) ? valueAtJump(expr, point, prec, budget) : value;
    }
    case "big":
      return realSum(expr, point, prec, budget);
    // What no test showed to converge has no value: samples show nothing.
    default:
      return "undecided";
  }
}

/** The middle of a ball as an exact number. */
export const exactExpr = ({ m, e }: Ball): Expr => (e >= 0 ? num(m << BigInt(e)) : num(m, 1n << BigInt(-e)));

/** Functions with a step at certain numbers, of which no ball around such a number tells the side. */
const jumps = new Set(["floor", "ceil", "mod"]);

/** At an exact point the step may be met exactly, as (n+1)/6 · 3 is at every odd n: then exact arithmetic tells. */
function valueAtJump(expr: Expr, point: Point, prec: number, budget: Budget): Result {
  const values = new Map<string, Expr>();
  for (const name of freeNames(expr)) {
    const x = point.get(name);
    if (x?.r !== 0) return "undecided";
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
  budget.spend(2 * heavy(prec));
  return ball.pow(b, e, prec);
}

const inverted = (result: Result, prec: number): Result =>
  typeof result === "string" ? result : ball.div(ball.ONE, result, prec);

function realFunction(name: string, args: Ball[], prec: number, budget: Budget): Result {
  const [x, y] = args as [Ball, Ball];
  budget.spend(heavy(prec));
  switch (name) {
    case "ln":
      return ball.log(x, prec);
    case "sin":
      return ball.sin(x, prec);
    case "cos":
      return ball.cos(x, prec);
    case "tan":
      return ball.tan(x, prec);
    case "cot": {
      const both = ball.sinCos(x, prec + 4);
      return typeof both === "string" ? both : ball.div(both.cos, both.sin, prec);
    }
    case "sec":
      return inverted(ball.cos(x, prec + 4), prec);
    case "csc":
      return inverted(ball.sin(x, prec + 4), prec);
    case "arcsin":
      return ball.asin(x, prec);
    case "arccos":
      return ball.acos(x, prec);
    case "arctan":
      return ball.atan(x, prec);
    case "arccot":
      return ball.sub(ball.scale(ball.pi(prec + 4), -1), ball.atan(x, prec + 4), prec);
    case "arcsec":
    case "arccsc": {
      const inverse = ball.div(ball.ONE, x, prec + 4);
      if (typeof inverse === "string") return inverse;
      return name === "arcsec" ? ball.acos(inverse, prec) : ball.asin(inverse, prec);
    }
    case "sinh":
      return ball.sinh(x, prec);
    case "cosh":
      return ball.cosh(x, prec);
    case "tanh":
      return ball.tanh(x, prec);
    case "coth":
      return inverted(ball.tanh(x, prec + 4), prec);
    case "sech":
      return inverted(ball.cosh(x, prec + 4), prec);
    case "csch":
      return inverted(ball.sinh(x, prec + 4), prec);
    case "arcsinh":
      return ball.asinh(x, prec);
    case "arccosh":
      return ball.acosh(x, prec);
    case "arctanh":
      return ball.atanh(x, prec);
    case "given":
      return givenThat(args.slice(1).map(ball.sign), x);
    case "abs":
    case "norm":
      return ball.abs(x, prec);
    case "re":
    case "conj":
      return x;
    case "im":
      return ball.ZERO;
    case "sgn": {
      const sign = ball.sign(x);
      return sign === undefined ? "undecided" : ball.fromInt(BigInt(sign));
    }
    case "floor":
    case "ceil": {
      const n = name === "floor" ? ball.floor(x) : ball.ceil(x);
      return n === undefined ? "undecided" : ball.fromInt(n);
    }
    case "min":
    case "max":
      return args.reduce((a, b) => (name === "min" ? ball.min(a, b, prec) : ball.max(a, b, prec)));
    case "mod": {
      const quotient = ball.div(x, y, prec);
      if (typeof quotient === "string") return quotient;
      const whole = ball.floor(quotient);
      return whole === undefined ? "undecided" : ball.sub(x, ball.mul(ball.fromInt(whole), y, prec), prec);
    }
    case "gcd":
    case "lcm":
      return integerFunction(name, args, budget);
    case "factorial":
      return gammaOf(ball.add(x, ball.ONE, prec + 8), prec, budget);
    case "Gamma":
      return gammaOf(x, prec, budget);
    case "binom":
      return binomial(x, y, prec, budget);
    default:
      return "undecided";
  }
}

/** A value that holds only where all conditions are positive: the sum of a power series inside its circle. */
function givenThat(signs: readonly ReturnType<typeof ball.sign>[], value: Ball): Result {
  if (signs.some((sign) => sign === -1 || sign === 0)) return "outside";
  return signs.includes(undefined) ? "undecided" : value;
}

function gammaOf(x: Ball, prec: number, budget: Budget): Result {
  // Small whole numbers are multiplied out.
  const size = Math.abs(ball.toNumber(x));
  budget.spend(size <= 3000 && integerOf(x) !== undefined ? 8 + (size >> 2) : heaviest(prec));
  return ball.gamma(x, prec);
}

const integerOf = (x: Ball): bigint | undefined => {
  if (x.r !== 0) return undefined;
  const n = ball.floor(x);
  return n !== undefined && ball.compare(x, ball.fromInt(n)) === 0 ? n : undefined;
};

function integerFunction(name: "gcd" | "lcm", args: Ball[], budget: Budget): Result {
  let result: bigint | undefined;
  for (const arg of args) {
    const n = integerOf(arg);
    if (n === undefined) return "outside";
    const m = n < 0n ? -n : n;
    if (result === undefined) result = m;
    else {
      let [a, b] = [result, m];
      while (b !== 0n) {
        budget.spend(1);
        [a, b] = [b, a % b];
      }
      result = name === "gcd" ? a : a === 0n ? 0n : (result / a) * m;
    }
  }
  return result === undefined ? "undecided" : ball.fromInt(result);
}

/** x choose k: a product for whole k, gamma functions otherwise. */
function binomial(x: Ball, y: Ball, prec: number, budget: Budget): Result {
  const k = integerOf(y);
  if (k !== undefined && k < 0n) return ball.ZERO;
  const n = integerOf(x);
  if (n !== undefined && k !== undefined && n >= 0n && k > n) return ball.ZERO;
  if (k !== undefined && k <= 400n) {
    let product: Ball = ball.ONE;
    for (let j = 0n; j < k; j++) {
      budget.spend(2 * cost(prec));
      const next = ball.div(ball.sub(x, ball.fromInt(j), prec + 16), ball.fromInt(j + 1n), prec + 16);
      if (typeof next === "string") return next;
      product = ball.mul(product, next, prec + 16);
    }
    return product;
  }
  const inner = prec + 16;
  const top = gammaOf(ball.add(x, ball.ONE, inner), inner, budget);
  const left = gammaOf(ball.add(y, ball.ONE, inner), inner, budget);
  const right = gammaOf(ball.add(ball.sub(x, y, inner), ball.ONE, inner), inner, budget);
  if (typeof top === "string") return top;
  if (typeof left === "string") return left;
  if (typeof right === "string") return right;
  return ball.div(top, ball.mul(left, right, inner), prec);
}

/** A sum or product over whole numbers, term by term. */
function realSum(expr: Extract<Expr, { t: "big" }>, point: Point, prec: number, budget: Budget): Result {
  const from = realValue(expr.lower, point, prec, budget);
  const to = realValue(expr.upper, point, prec, budget);
  if (typeof from === "string") return from;
  if (typeof to === "string") return to;
  const low = integerOf(from);
  const high = integerOf(to);
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
