// Antiderivatives of elementary kinds: polynomials, powers and reciprocals of linear terms, exponentials, sines and
// cosines with polynomial factors, logarithms, and the two that lead to inverse trigonometric functions.

import { fractionOf, realZeros } from "../algebra/polynomial.ts";
import type { Ball } from "../ball/index.ts";
import * as ball from "../ball/index.ts";
import { by, coefficientsIn, differentiate, linearIn } from "../exact/symbolic.ts";
import {
  add,
  div,
  type Expr,
  fn,
  freeNames,
  mul,
  neg,
  num,
  parts,
  pow,
  sub,
  substitute,
} from "../expression/expr.ts";
import { functionNamed } from "../functions/functions.ts";
import { polesOf } from "../identity/breaks.ts";
import { knownValue, rationalOf, signOf } from "../numeric/constant.ts";
import { realValue } from "../numeric/evaluate.ts";
import type { Budget } from "../terms/limits.ts";
import { infiniteSign, limitOf } from "./limit.ts";

const one = num(1n);

/** The definite integral by an antiderivative; undefined where none is found, or convergence is not shown. */
export function integrate(expr: Extract<Expr, { t: "integral" }>, budget: Budget): Expr | undefined {
  const { variable, lower, upper } = expr;
  budget.spend(50);
  const body = flattened(expr.body, budget);
  const whole = antiderivative(body, variable, budget, 0);
  const range = whole && orderedRange(lower, upper, budget);
  const conditions = range && poleConditions(body, variable, range, budget);
  if (!conditions) return undefined;
  const [from, to] = [
    valueAtEnd(whole, variable, range, "start", budget),
    valueAtEnd(whole, variable, range, "end", budget),
  ];
  if (!from || !to) return undefined;
  const value = range.turned ? sub(from, to) : sub(to, from);
  return conditions.length === 0 ? value : { t: "fn", name: "given", args: [value, ...conditions] };
}

/** The antiderivative at an end: there, or where it has no value there, its limit from inside. */
function valueAtEnd(
  whole: Expr,
  variable: string,
  range: Range,
  which: "start" | "end",
  budget: Budget,
): Expr | undefined {
  const end = range[which];
  if (infiniteSign(end) === undefined) {
    const value = substitute(whole, new Map([[variable, end]]), budget);
    if (freeNames(value).size > 0 || hasValue(value, budget)) return value;
    if (!range.known) return undefined;
  }
  const side = which === "start" ? "+" : "-";
  const found = limitOf({ t: "limit", variable, target: end, side, body: whole }, budget);
  return found && infiniteSign(found) === undefined ? found : undefined;
}

function hasValue(expr: Expr, budget: Budget): boolean {
  const exact = knownValue(expr, budget) ?? realValue(expr, new Map(), 64, budget);
  return typeof exact !== "string";
}

/** Products in products as one, and 1/b^r as b^-r, so that the kinds below are seen. */
function flattened(f: Expr, budget: Budget): Expr {
  budget.spend(1);
  if (f.t === "mul")
    return {
      t: "mul",
      args: f.args.flatMap((arg) => {
        const inner = flattened(arg, budget);
        return inner.t === "mul" ? inner.args : [inner];
      }),
    };
  if (f.t !== "pow" || f.exp.t !== "num" || f.exp.n !== -1n || f.exp.d !== 1n) return f;
  const { base } = f;
  return base.t === "pow" && base.exp.t === "num" ? pow(base.base, neg(base.exp)) : f;
}

function antiderivative(given: Expr, x: string, budget: Budget, depth: number): Expr | undefined {
  if (depth > 12) return undefined;
  budget.spend(4);
  const f = flattened(given, budget);
  const X: Expr = { t: "sym", name: x };
  const polynomial = coefficientsIn(f, x, budget);
  if (polynomial)
    return {
      t: "add",
      args: polynomial.map((c, k) => mul(c, pow(X, num(BigInt(k + 1))), num(1n, BigInt(k + 1)))),
    };
  if (f.t === "add") {
    const args = f.args.map((arg) => antiderivative(arg, x, budget, depth + 1));
    return args.every((arg) => arg !== undefined) ? { t: "add", args } : undefined;
  }
  if (f.t === "fn") return f.args.length === 1 ? functionIntegral(f.name, f.args[0]!, x, budget) : undefined;
  if (f.t === "mul") return productIntegral(f.args, x, budget, depth);
  return f.t === "pow" ? powerIntegral(f, x, budget) : undefined;
}

/** Constants move out; a polynomial factor is integrated by parts; a sum among the factors is multiplied out. */
function productIntegral(args: Expr[], x: string, budget: Budget, depth: number): Expr | undefined {
  const constants = args.filter((arg) => !freeNames(arg).has(x));
  const rest = args.filter((arg) => freeNames(arg).has(x));
  if (constants.length > 0 || rest.length === 1) {
    const inner = antiderivative(
      rest.length === 1 ? rest[0]! : { t: "mul", args: rest },
      x,
      budget,
      depth + 1,
    );
    return inner && { t: "mul", args: [...constants, inner] };
  }
  const polynomials = rest.filter((arg) => coefficientsIn(arg, x, budget));
  const others = rest.filter((arg) => !coefficientsIn(arg, x, budget));
  if (polynomials.length > 0 && others.length === 1) {
    const p: Expr = { t: "mul", args: polynomials };
    const [other] = others as [Expr];
    if (other.t === "fn" && other.name === "ln") return logarithmTimes(p, other.args[0]!, x, budget, depth);
    if (other.t === "pow" && other.exp.t === "num" && other.exp.d === 1n && other.exp.n < 0n)
      return quotientIntegral(p, other, x, budget);
    return byParts(p, other, x, budget, depth);
  }
  const spread = rest.findIndex((arg) => arg.t === "add");
  if (spread < 0 || rest.length > 4) return undefined;
  const terms = (rest[spread] as Extract<Expr, { t: "add" }>).args.map(
    (term): Expr => ({ t: "mul", args: [term, ...rest.filter((_, i) => i !== spread)] }),
  );
  return antiderivative({ t: "add", args: terms }, x, budget, depth + 1);
}

/** ∫ p g = p G - ∫ p' G, where G is an exponential, sine or cosine of a linear term again. */
function byParts(p: Expr, g: Expr, x: string, budget: Budget, depth: number): Expr | undefined {
  const cyclic =
    (g.t === "fn" && (g.name === "sin" || g.name === "cos")) || (g.t === "pow" && !freeNames(g.base).has(x));
  if (!cyclic) return undefined;
  const inner = antiderivative(g, x, budget, depth + 1);
  const slope = differentiate(p, x, budget);
  if (!inner || !slope) return undefined;
  const coefficients = coefficientsIn(slope, x, budget);
  if (!coefficients) return undefined;
  const isZero = coefficients.every((c) => rationalOf(c, budget)?.n === 0n);
  const tail = isZero
    ? num(0n)
    : antiderivative(
        mul(
          {
            t: "add",
            args: coefficients.map((c, k) =>
              by(c, k === 0 ? one : pow({ t: "sym", name: x }, num(BigInt(k)))),
            ),
          },
          inner,
        ),
        x,
        budget,
        depth + 1,
      );
  return tail && sub(mul(p, inner), tail);
}

/** ∫ p ln u = P ln u - ∫ P u'/u for u = x. */
function logarithmTimes(p: Expr, u: Expr, x: string, budget: Budget, depth: number): Expr | undefined {
  if (u.t !== "sym" || u.name !== x) return undefined;
  const coefficients = coefficientsIn(p, x, budget);
  if (!coefficients || depth > 10) return undefined;
  budget.spend(4);
  const X: Expr = { t: "sym", name: x };
  return {
    t: "add",
    args: coefficients.map((c, k) => {
      const n = BigInt(k + 1);
      return mul(c, pow(X, num(n)), sub(mul(num(1n, n), fn("ln", X)), num(1n, n * n)));
    }),
  };
}

/** p/(linear)^n, and (derivative of q)/q. */
function quotientIntegral(
  p: Expr,
  below: Extract<Expr, { t: "pow" }>,
  x: string,
  budget: Budget,
): Expr | undefined {
  const top = coefficientsIn(p, x, budget);
  const bottom = coefficientsIn(below.base, x, budget);
  if (!top || !bottom || below.exp.t !== "num" || below.exp.n !== -1n) return undefined;
  const slope = differentiate(below.base, x, budget);
  const rates = slope && coefficientsIn(slope, x, budget);
  if (rates && top.length <= rates.length) {
    const lead = rationalOf(top[top.length - 1]!, budget);
    const rate = rationalOf(rates[rates.length - 1]!, budget);
    if (lead && rate && rate.n !== 0n && top.length === rates.length) {
      const factor = div(num(lead.n, lead.d), num(rate.n, rate.d));
      const matches = top.every((c, k) => signOf(sub(c, by(factor, rates[k]!)), budget) === 0);
      if (matches) return mul(factor, fn("ln", fn("abs", below.base)));
    }
  }
  return undefined;
}

function powerIntegral(f: Extract<Expr, { t: "pow" }>, x: string, budget: Budget): Expr | undefined {
  const { base, exp } = f;
  if (!freeNames(base).has(x)) {
    const line = linearIn(exp, x, budget);
    if (!line) return undefined;
    const rate = base.t === "const" && base.name === "e" ? line.slope : mul(line.slope, fn("ln", base));
    return div(f, rate);
  }
  if (freeNames(exp).has(x)) return undefined;
  const line = linearIn(base, x, budget);
  if (line) {
    if (exp.t === "num" && exp.n === -1n && exp.d === 1n) return div(fn("ln", fn("abs", base)), line.slope);
    return div(pow(base, add(exp, one)), mul(line.slope, add(exp, one)));
  }
  if (base.t === "fn" && exp.t === "num" && exp.n === 2n && exp.d === 1n)
    return squaredFunction(base, x, budget);
  return inverseTrigonometric(base, exp, x, budget);
}

function squaredFunction(base: Extract<Expr, { t: "fn" }>, x: string, budget: Budget): Expr | undefined {
  const [u] = base.args as [Expr];
  const line = linearIn(u, x, budget);
  if (!line) return undefined;
  const X: Expr = { t: "sym", name: x };
  const wave = div(fn("sin", mul(num(2n), u)), mul(num(4n), line.slope));
  switch (base.name) {
    case "sin":
      return sub(mul(num(1n, 2n), X), wave);
    case "cos":
      return add(mul(num(1n, 2n), X), wave);
    default:
      return undefined;
  }
}

/** 1/(x² + c) and 1/√(c - x²) for positive numbers c. */
function inverseTrigonometric(base: Expr, exp: Expr, x: string, budget: Budget): Expr | undefined {
  const q = coefficientsIn(base, x, budget);
  if (q?.length !== 3 || exp.t !== "num") return undefined;
  const [c, b, a] = q.map((k) => rationalOf(k, budget));
  if (!a || !b || !c || b.n !== 0n || c.n <= 0n) return undefined;
  const X: Expr = { t: "sym", name: x };
  const [C, A] = [num(c.n, c.d), num(a.n, a.d)];
  if (exp.n === -1n && exp.d === 1n && a.n > 0n)
    return div(fn("arctan", mul(X, pow(div(A, C), num(1n, 2n)))), pow(mul(A, C), num(1n, 2n)));
  if (exp.n === -1n && exp.d === 2n && a.n < 0n)
    return div(fn("arcsin", mul(X, pow(div(neg(A), C), num(1n, 2n)))), pow(neg(A), num(1n, 2n)));
  return undefined;
}

function functionIntegral(name: string, u: Expr, x: string, budget: Budget): Expr | undefined {
  const line = linearIn(u, x, budget);
  if (!line) return undefined;
  const found = functionNamed(name)?.antiderivative?.(u);
  return found && div(found, line.slope);
}

// The range of an integral, and whether the integrand stays finite inside it: an antiderivative says nothing across a
// pole. What must hold of letters for that is handed on as conditions.

export interface Range {
  start: Expr;
  end: Expr;
  /** Whether the ends were exchanged, so that they rise. */
  turned: boolean;
  /** Whether it is known which end is the lower one; not where letters occur. */
  known: boolean;
}

/** The ends in rising order; undefined where numbers cannot be put in order. */
function orderedRange(lower: Expr, upper: Expr, budget: Budget): Range | undefined {
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
function poleConditions(f: Expr, x: string, range: Range, budget: Budget): Expr[] | undefined {
  const below: Expr[] = [];
  const collect = (e: Expr): void => {
    if (!freeNames(e).has(x)) return;
    budget.spend(1);
    if (e.t === "pow" && !(e.exp.t === "num" && e.exp.n > 0n) && freeNames(e.base).has(x)) below.push(e.base);
    below.push(...polesOf(e));
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
