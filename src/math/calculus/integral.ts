// Antiderivatives of elementary kinds: polynomials, powers and reciprocals of linear terms, exponentials, sines and
// cosines with polynomial factors, logarithms, and the two that lead to inverse trigonometric functions.

import {
  by,
  coefficientsIn,
  differentiate,
  linearIn,
  multipliedOut,
  polynomialIn,
} from "../exact/symbolic.ts";
import {
  add,
  div,
  type Expr,
  type ExprOf,
  fn,
  freeNames,
  fromRational,
  infiniteSign,
  isNumber,
  isReciprocal,
  isSame,
  mul,
  neg,
  num,
  parts,
  pow,
  sub,
  substitute,
} from "../expression/expr.ts";
import { inverse, minus, type Rational, times } from "../expression/rational.ts";
import { functionNamed } from "../functions/functions.ts";
import { type Place, placesIn } from "../identity/breaks.ts";
import { factorNear } from "../identity/dependence.ts";
import { compareExpressions } from "../identity/identity.ts";
import { knownValue, rationalOf, signOf } from "../numeric/constant.ts";
import { exactExpr, realValue } from "../numeric/evaluate.ts";
import type { Budget } from "../terms/limits.ts";
import { limitOf } from "./limit.ts";

const one = num(1n);

/** The definite integral by an antiderivative; undefined if none is found, or convergence is not proven. */
export function integrate(expr: ExprOf<"integral">, budget: Budget): Expr | undefined {
  const { variable, lower, upper } = expr;
  budget.spend(50);
  const body = flattened(expr.body, budget);
  const whole = antiderivative(body, { x: variable, budget, depth: 0 });
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

/** The antiderivative at an end: its value, or if it has none there, its limit from inside. */
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

/** Nested products as one product, and 1/b^r as b^-r, so that the kinds below are recognised. */
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
  if (!isReciprocal(f)) return f;
  const { base } = f;
  return base.t === "pow" && base.exp.t === "num" ? pow(base.base, neg(base.exp)) : f;
}

/** The context of the search for an antiderivative. */
interface Search {
  x: string;
  budget: Budget;
  depth: number;
}

function antiderivative(given: Expr, { x, budget, depth }: Search): Expr | undefined {
  if (depth > 12) return undefined;
  budget.spend(4);
  const next: Search = { x, budget, depth: depth + 1 };
  const f = flattened(given, budget);
  const X: Expr = { t: "sym", name: x };
  const polynomial = coefficientsIn(f, x, budget);
  if (polynomial)
    return polynomialIn([num(0n), ...polynomial.map((c, k) => by(c, num(1n, BigInt(k + 1))))], X);
  switch (f.t) {
    case "add": {
      const args = f.args.map((arg) => antiderivative(arg, next));
      return args.every((arg) => arg !== undefined) ? { t: "add", args } : undefined;
    }
    case "mul":
      return productIntegral(f.args, next);
    case "pow":
      return powerIntegral(f, next);
    case "fn": {
      const line = f.args.length === 1 ? linearIn(f.args[0]!, x, budget) : undefined;
      const found = line && functionNamed(f.name)?.antiderivative?.(f.args[0]!);
      return found && div(found, line.slope);
    }
    default:
      return undefined;
  }
}

/** Constants are moved out; a polynomial factor is integrated by parts; a sum among the factors is multiplied out. */
function productIntegral(args: Expr[], search: Search): Expr | undefined {
  const { x, budget } = search;
  const constants = args.filter((arg) => !freeNames(arg).has(x));
  const rest = args.filter((arg) => freeNames(arg).has(x));
  if (constants.length > 0 || rest.length === 1) {
    const inner = antiderivative(rest.length === 1 ? rest[0]! : { t: "mul", args: rest }, search);
    return inner && { t: "mul", args: [...constants, inner] };
  }
  const others = rest.filter((arg) => !coefficientsIn(arg, x, budget));
  const [other] = others;
  if (other && others.length === 1) {
    const p: Expr = { t: "mul", args: rest.filter((arg) => arg !== other) };
    return isReciprocal(other) ? logarithmic(p, other.base, search) : byParts(p, other, search);
  }
  const below = rest.find(isReciprocal);
  const found =
    below && logarithmic({ t: "mul", args: rest.filter((arg) => arg !== below) }, below.base, search);
  if (found) return found;
  const terms = multipliedOut({ t: "mul", args: rest }, x, budget);
  return terms.length > 1 ? antiderivative({ t: "add", args: terms }, search) : undefined;
}

/** ∫ p g = p G - ∫ p' G where g is an exponential, sine or cosine of a linear term, and ∫ x^k ln x. */
function byParts(p: Expr, g: Expr, search: Search): Expr | undefined {
  const { x, budget } = search;
  const X: Expr = { t: "sym", name: x };
  if (g.t === "fn" && g.name === "ln") {
    const coefficients = isSame(g.args[0]!, X, budget) ? coefficientsIn(p, x, budget) : undefined;
    const term = (c: Expr, n: bigint): Expr =>
      mul(c, pow(X, num(n)), sub(mul(num(1n, n), g), num(1n, n * n)));
    return coefficients && { t: "add", args: coefficients.map((c, k) => term(c, BigInt(k + 1))) };
  }
  const isCyclic =
    g.t === "fn" ? functionNamed(g.name)?.periodic : g.t === "pow" && !freeNames(g.base).has(x);
  const inner = isCyclic ? antiderivative(g, search) : undefined;
  const slope = inner && differentiate(p, x, budget);
  const coefficients = slope && coefficientsIn(slope, x, budget);
  if (!coefficients) return undefined;
  const isZero = coefficients.every((c) => rationalOf(c, budget)?.n === 0n);
  const tail = isZero ? num(0n) : antiderivative(mul(polynomialIn(coefficients, X), inner), search);
  return tail && sub(mul(p, inner), tail);
}

/** ∫ k q'/q = k ln|q|. */
function logarithmic(p: Expr, q: Expr, { x, budget }: Search): Expr | undefined {
  const slope = differentiate(q, x, budget);
  if (!slope) return undefined;
  const factor = factorNear(p, slope, budget);
  return factor && compareExpressions(p, mul(factor, slope), budget).verdict === "equal"
    ? mul(factor, fn("ln", fn("abs", q)))
    : undefined;
}

function powerIntegral(f: ExprOf<"pow">, search: Search): Expr | undefined {
  const { x, budget } = search;
  const { base, exp } = f;
  if (!freeNames(base).has(x)) {
    const line = linearIn(exp, x, budget);
    if (!line) return undefined;
    const rate = base.t === "const" && base.name === "e" ? line.slope : mul(line.slope, fn("ln", base));
    return div(f, rate);
  }
  if (freeNames(exp).has(x)) return undefined;
  const line = linearIn(base, x, budget);
  if (line)
    return isReciprocal(f)
      ? div(fn("ln", fn("abs", base)), line.slope)
      : div(pow(base, add(exp, one)), mul(line.slope, add(exp, one)));
  if (base.t === "fn" && isNumber(exp, 2n)) {
    const square = functionNamed(base.name)?.square?.(base.args[0]!);
    return square && antiderivative(square, search);
  }
  return inverseTrigonometric(base, exp, x, budget);
}

/** 1/(x² + c) and 1/√(c - x²) for positive numbers c. */
function inverseTrigonometric(base: Expr, exp: Expr, x: string, budget: Budget): Expr | undefined {
  const q = coefficientsIn(base, x, budget);
  if (q?.length !== 3 || exp.t !== "num" || exp.n !== -1n) return undefined;
  const [c, b, a] = q.map((k) => rationalOf(k, budget));
  if (!a || !b || !c || b.n !== 0n || c.n <= 0n) return undefined;
  const [arc, A] = exp.d === 1n ? (["arctan", a] as const) : (["arcsin", minus(a)] as const);
  if (exp.d > 2n || A.n <= 0n) return undefined;
  const root = (value: Rational): Expr => pow(fromRational(value), num(1n, 2n));
  const value = fn(arc, mul({ t: "sym", name: x }, root(times(A, inverse(c)))));
  return div(value, root(exp.d === 1n ? times(A, c) : A));
}

// The range of an integral, and whether the integrand stays finite inside it: an antiderivative says nothing across a
// pole. Conditions on letters are passed on.

export interface Range {
  start: Expr;
  end: Expr;
  /** Whether the ends were exchanged to put them in rising order. */
  turned: boolean;
  /** Whether it is known which end is the lower one; not if there are letters. */
  known: boolean;
}

/** The ends in rising order; undefined if numbers cannot be put in order. */
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

/** Expressions that must be positive so that no denominator vanishes inside; undefined if one does. */
function poleConditions(f: Expr, x: string, range: Range, budget: Budget): Expr[] | undefined {
  const below: Expr[] = [];
  const collect = (e: Expr): void => {
    if (!freeNames(e).has(x)) return;
    budget.spend(1);
    if (e.t === "pow" && !(e.exp.t === "num" && e.exp.n > 0n) && freeNames(e.base).has(x)) below.push(e.base);
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
  const places = placesIn([fn("sgn", q)], [], x, budget);
  if (!places) return undefined;
  if (!known)
    return infiniteSign(from) === undefined &&
      infiniteSign(to) === undefined &&
      places.every(({ exact }) => exact)
      ? places.map(({ exact }) => mul(sub(from, exact!), sub(to, exact!)))
      : undefined;
  // A zero at an end makes the integral improper; there the limit of the antiderivative decides.
  const isBefore = (a: Expr, b: Expr): boolean => {
    if (infiniteSign(a) !== undefined || infiniteSign(b) !== undefined) return false;
    const sign = signOf(sub(b, a), budget);
    return sign !== undefined && sign >= 0;
  };
  const isOutside = (place: Place): boolean =>
    isBefore(place.exact ?? exactExpr(place.to), from) || isBefore(to, place.exact ?? exactExpr(place.from));
  return places.every(isOutside) ? [] : undefined;
}
