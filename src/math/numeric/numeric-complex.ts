// The same evaluation where i occurs: complex balls, principal branches.

import { bitLength } from "../ball/bits.ts";
import { cost, heavy, raised } from "../ball/cost.ts";
import type { Ball, ComplexBall, Result } from "../ball/index.ts";
import * as ball from "../ball/index.ts";
import { type Expr, nodesIn } from "../expression/expr.ts";
import { functionNamed } from "../functions/functions.ts";
import type { Budget } from "../terms/limits.ts";
import { ballAt } from "./drawn.ts";
import { type Point, realValue } from "./numeric.ts";

const { complex } = ball;
export type ComplexPoint = ReadonlyMap<string, ComplexBall>;

/** Under which name a point has the imaginary part of a letter; without one the letter is real. */
export const imaginaryPart = (name: string): string => `${name} i`;

/** The complex numbers that the letters stand for. */
export function complexPoint(point: Point, prec: number, budget: Budget): Map<string, ComplexBall> {
  budget.spend(point.size);
  const at = new Map<string, ComplexBall>();
  for (const [name, x] of point) {
    const im = point.get(imaginaryPart(name));
    at.set(name, { re: ballAt(x, prec), im: im ? ballAt(im, prec) : ball.ZERO });
  }
  return at;
}

export function complexValue(
  expr: Expr,
  point: ComplexPoint,
  prec: number,
  budget: Budget,
): Result<ComplexBall> {
  const go = (e: Expr): Result<ComplexBall> => complexValue(e, point, prec, budget);
  budget.spend(2 * cost(prec));
  switch (expr.t) {
    case "num": {
      budget.spend(nodesIn(expr) - 1);
      const value = ball.fromRational(expr.n, expr.d, prec);
      return typeof value === "string" ? value : complex.fromReal(value);
    }
    case "sym":
      return point.get(expr.name) ?? "undecided";
    case "const":
      if (expr.name === "i") return complex.I;
      if (expr.name === "pi") return complex.fromReal(ball.pi(prec));
      return expr.name === "e" ? complex.fromReal(ball.e(prec)) : "undecided";
    case "add": {
      let sum: ComplexBall = complex.ZERO;
      for (const arg of expr.args) {
        const value = go(arg);
        if (typeof value === "string") return value;
        sum = complex.add(sum, value, prec);
      }
      return sum;
    }
    case "mul": {
      let product: ComplexBall = complex.ONE;
      for (const arg of expr.args) {
        const value = go(arg);
        if (typeof value === "string") return value;
        product = complex.mul(product, value, prec);
      }
      return product;
    }
    case "pow":
      return complexPower(expr.base, expr.exp, point, prec, budget);
    case "fn":
      return complexFunction(expr, point, prec, budget);
    case "big":
    case "integral":
    case "limit":
    case "derivative":
      return "undecided";
  }
}

function complexPower(
  base: Expr,
  exp: Expr,
  point: ComplexPoint,
  prec: number,
  budget: Budget,
): Result<ComplexBall> {
  const e = complexValue(exp, point, prec + 16, budget);
  if (typeof e === "string") return e;
  budget.spend(4 * heavy(prec));
  if (base.t === "const" && base.name === "e") return complex.exp(e, prec);
  const b = complexValue(base, point, prec + 16, budget);
  if (typeof b === "string") return b;
  // A product of complex numbers is four of real ones.
  if (exp.t === "num") budget.spend(4 * raised(bitLength(exp.n), prec));
  else if (e.re.r === 0) budget.spend(4 * raised(ball.magnitude(e.re), prec));
  // Odd roots of real numbers stay real, as everywhere else.
  if (exp.t === "num" && exp.d > 1n && exp.d < 4096n && exp.d % 2n === 1n && complex.isReal(b)) {
    const root = ball.root(b.re, Number(exp.d), prec + 8);
    if (typeof root === "string") return root;
    const raised = ball.powInt(root, exp.n, prec);
    return typeof raised === "string" ? raised : complex.fromReal(raised);
  }
  if (exp.t === "num" && exp.d === 2n) {
    const root = complex.sqrt(b, prec + 8);
    return typeof root === "string" ? root : complex.powInt(root, exp.n, prec);
  }
  return complex.pow(b, e, prec);
}

const realPart = (value: Result): Result<ComplexBall> =>
  typeof value === "string" ? value : complex.fromReal(value);

function complexFunction(
  expr: Extract<Expr, { t: "fn" }>,
  point: ComplexPoint,
  prec: number,
  budget: Budget,
): Result<ComplexBall> {
  budget.spend(4 * heavy(prec));
  const args: ComplexBall[] = [];
  for (const arg of expr.args) {
    const value = complexValue(arg, point, prec + 8, budget);
    if (typeof value === "string") return value;
    args.push(value);
  }
  const complexly = functionNamed(expr.name)?.complex;
  if (complexly && args[0]) return complexly(args[0], prec);
  // Everything else is a function of real numbers.
  if (!args.every((a) => complex.isReal(a))) return "undecided";
  const names = args.map((_, i) => `#${i}`);
  const reals = new Map<string, Ball>(args.map((a, i) => [names[i]!, a.re]));
  return realPart(
    realValue({ ...expr, args: names.map((name): Expr => ({ t: "sym", name })) }, reals, prec, budget),
  );
}
