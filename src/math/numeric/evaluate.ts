// Expressions evaluated in ball arithmetic, at a precision and with balls for the free names.

import { bitLength, cost, heavy, raised, rooted } from "../ball/bits.ts";
import type { Ball, ComplexBall, Failure, Result } from "../ball/index.ts";
import * as ball from "../ball/index.ts";
import { type Expr, type ExprOf, joined, nodesIn, num } from "../expression/expr.ts";
import type { Rational } from "../expression/rational.ts";
import { functionNamed } from "../functions/functions.ts";
import { type Budget, limits } from "../terms/limits.ts";
import type { Stream } from "../terms/random.ts";

export type Point = ReadonlyMap<string, Coordinate>;
/** For expressions without letters. */
export const nowhere: Point = new Map();

/** The real value of an expression; "outside" if it has none, "undecided" if the precision is not sufficient. */
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
    case "add":
      return joined<Ball, Failure>(
        expr.args,
        ball.ZERO,
        (arg) => realValue(arg, point, prec, budget),
        (a, b) => ball.add(a, b, prec),
      );
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
      return (args[0] && entry?.real?.(args[0], prec, budget, args)) ?? "undecided";
    }
    case "big":
      return realSum(expr, point, prec, budget);
    // A limit or sum that is not proven to converge has no value, because samples prove nothing.
    default:
      return "undecided";
  }
}

/** The middle of a ball as an exact number. */
export const exactExpr = ({ m, e }: Ball): Expr => (e >= 0 ? num(m << BigInt(e)) : num(m, 1n << BigInt(-e)));

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
function realSum(expr: ExprOf<"big">, point: Point, prec: number, budget: Budget): Result {
  const from = realValue(expr.lower, point, prec, budget);
  const to = realValue(expr.upper, point, prec, budget);
  if (typeof from === "string") return from;
  if (typeof to === "string") return to;
  const low = ball.exactInteger(from);
  const high = ball.exactInteger(to);
  // An empty sum ends just before it begins; one that ends earlier is undefined.
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

// Numbers at which expressions are evaluated. They are known to as many digits as necessary, so no formula can rely on
// where their digits end: \sin(2^k πx) vanishes at every number with a short binary expansion.

/** A number that can be computed to any precision. */
export interface Drawn {
  at(prec: number): Ball;
}

/** The value of a letter at a point. */
export type Coordinate = Ball | Drawn;

export const ballAt = (x: Coordinate, prec: number): Ball => ("at" in x ? x.at(prec) : x);

/** A number between two others whose binary digits come from a random stream, without end or pattern. */
export class Generic implements Drawn {
  private digits = 0n;
  private count = 0;
  /** The last value, which is usually requested again. */
  private last: Ball | undefined;
  private lastPrecision = 0;
  /** How far the two ends are apart. */
  readonly width: Ball;
  private readonly random: Stream;

  constructor(
    private readonly from: Ball,
    to: Ball,
    random: Stream,
  ) {
    this.width = ball.sub(to, from, exactly);
    this.random = random.branch();
  }

  at(prec: number): Ball {
    if (this.last && this.lastPrecision === prec) return this.last;
    const wanted = prec + 32;
    for (; this.count < wanted; this.count += 32)
      this.digits = (this.digits << 32n) | BigInt(this.random.next());
    const places = Math.ceil(wanted / 32) * 32;
    const share: Ball = { m: 2n * (this.digits >> BigInt(this.count - places)) + 1n, e: -places - 1, r: 1 };
    const value = ball.add(this.from, ball.mul(this.width, share, wanted), wanted);
    this.last = value;
    this.lastPrecision = prec;
    return value;
  }
}

/** Ends of intervals are short; this many digits represent them exactly. */
const exactly = 4096;

/** A fraction, if the same number is needed exactly. */
export const fraction = ({ n, d }: Rational): Drawn => ({
  at: (prec) => ball.fromRational(n, d, prec) as Ball,
});

// The same evaluation for expressions with i: complex balls, principal branches.

const { complex } = ball;
type ComplexPoint = ReadonlyMap<string, ComplexBall>;

/** The name under which a point has the imaginary part of a letter; without one, the letter is real. */
export const imaginaryPart = (name: string): string => `${name} i`;

/** The complex numbers that the letters stand for. */
function complexPoint(point: Point, prec: number, budget: Budget): Map<string, ComplexBall> {
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
    case "add":
      return joined<ComplexBall, Failure>(expr.args, complex.ZERO, go, (a, b) => complex.add(a, b, prec));
    case "mul":
      return joined<ComplexBall, Failure>(expr.args, complex.ONE, go, (a, b) => complex.mul(a, b, prec));
    case "pow":
      return complexPower(expr.base, expr.exp, point, prec, budget);
    case "fn":
      return complexFunction(expr, point, prec, budget);
    default:
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
  // A product of complex numbers takes four real ones.
  if (exp.t === "num") budget.spend(4 * raised(bitLength(exp.n), prec));
  else if (e.re.r === 0) budget.spend(4 * raised(ball.magnitude(e.re), prec));
  // Odd roots of real numbers are real, as in the rest of the grader.
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

function complexFunction(
  expr: ExprOf<"fn">,
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
  const entry = functionNamed(expr.name);
  if (entry?.complex && args[0]) return entry.complex(args[0], prec);
  // Everything else is a function of real numbers.
  if (!args[0] || !args.every((a) => complex.isReal(a))) return "undecided";
  const reals = args.map((a) => a.re);
  const value = entry?.real?.(reals[0]!, prec, budget, reals) ?? "undecided";
  return typeof value === "string" ? value : complex.fromReal(value);
}

/** The value of an expression as its parts: a real number, or the two parts of a complex one. */
export function valueParts(
  expr: Expr,
  point: Point,
  isComplex: boolean,
  prec: number,
  budget: Budget,
): Result<readonly Ball[]> {
  if (!isComplex) {
    const x = realValue(expr, point, prec, budget);
    return typeof x === "string" ? x : [x];
  }
  const z = complexValue(expr, complexPoint(point, prec, budget), prec, budget);
  return typeof z === "string" ? z : [z.re, z.im];
}
