// Expressions seen as polynomials in one variable, with whatever else occurs in the coefficients.

import {
  add,
  type Expr,
  fn,
  freeNames,
  fromRational,
  isLong,
  joined,
  mul,
  num,
  pow,
  sub,
} from "../expression/expr.ts";
import { plus as plusRational, times as timesRational } from "../expression/rational.ts";
import { functionNamed } from "../functions/functions.ts";
import { type Budget, work } from "../terms/limits.ts";

const maxDegree = 12;
const zero = num(0n);

/** Coefficients, lowest power first; undefined where the expression is not a polynomial in the variable. */
export function coefficientsIn(expr: Expr, variable: string, budget: Budget): Expr[] | undefined {
  budget.spend(1);
  if (!freeNames(expr).has(variable)) return [expr];
  const go = (part: Expr): Expr[] | undefined => coefficientsIn(part, variable, budget);
  switch (expr.t) {
    case "sym":
      return [zero, num(1n)];
    case "add":
      return joined<Expr[], undefined>(expr.args, [], go, (a, b) =>
        Array.from({ length: Math.max(a.length, b.length) }, (_, i) => plus(a[i], b[i])),
      );
    case "mul":
      return joined<Expr[], undefined>(expr.args, [num(1n)], go, (a, b) =>
        a.length + b.length - 2 > maxDegree ? undefined : times(a, b, budget),
      );
    case "pow": {
      if (expr.exp.t !== "num" || expr.exp.d !== 1n || expr.exp.n < 0n || expr.exp.n > BigInt(maxDegree))
        return undefined;
      const base = go(expr.base);
      if (!base || (base.length - 1) * Number(expr.exp.n) > maxDegree) return undefined;
      let product: Expr[] = [num(1n)];
      for (let i = 0n; i < expr.exp.n; i++) product = times(product, base, budget);
      return product;
    }
    default:
      return undefined;
  }
}

const isZero = (e: Expr): boolean => e.t === "num" && e.n === 0n;

const isShort = (e: Expr): e is Extract<Expr, { t: "num" }> => e.t === "num" && !isLong(e.n) && !isLong(e.d);

/** Sums and products with the trivial cases taken out, so that coefficients stay small. */
export function plus(a: Expr | undefined, b: Expr | undefined): Expr {
  if (!a || isZero(a)) return b ?? zero;
  if (!b || isZero(b)) return a;
  if (isShort(a) && isShort(b)) return fromRational(plusRational(a, b));
  return add(a, b);
}

export function by(a: Expr, b: Expr): Expr {
  if (isZero(a) || isZero(b)) return zero;
  if (a.t === "num" && a.n === 1n && a.d === 1n) return b;
  if (b.t === "num" && b.n === 1n && b.d === 1n) return a;
  if (isShort(a) && isShort(b)) return fromRational(timesRational(a, b));
  return mul(a, b);
}

function times(a: Expr[], b: Expr[], budget: Budget): Expr[] {
  budget.spend(a.length * b.length);
  const product: Expr[] = Array.from({ length: a.length + b.length - 1 }, () => zero);
  for (const [i, x] of a.entries())
    for (const [j, y] of b.entries()) product[i + j] = plus(product[i + j], by(x, y));
  return product;
}

/** slope·variable + offset, where an expression is that. */
export function linearIn(
  expr: Expr,
  variable: string,
  budget: Budget,
): { slope: Expr; offset: Expr } | undefined {
  const found = coefficientsIn(expr, variable, budget);
  if (found?.length !== 2) return undefined;
  return { slope: found[1]!, offset: found[0]! };
}

// Derivatives by the rules of the calculus.

const one = num(1n);

/** The derivative; undefined where a function has none that is known here. */
export function differentiate(expr: Expr, variable: string, budget: Budget): Expr | undefined {
  if (!freeNames(expr).has(variable)) return num(0n);
  budget.spend(2);
  work.nodes++;
  switch (expr.t) {
    case "sym":
      return one;
    case "add": {
      const args: Expr[] = [];
      for (const arg of expr.args) {
        const inner = differentiate(arg, variable, budget);
        if (!inner) return undefined;
        if (!isZero(inner)) args.push(inner);
      }
      return args.length <= 1 ? (args[0] ?? num(0n)) : { t: "add", args };
    }
    case "mul": {
      const terms: Expr[] = [];
      for (const [i, arg] of expr.args.entries()) {
        if (!freeNames(arg).has(variable)) continue;
        const inner = differentiate(arg, variable, budget);
        if (!inner) return undefined;
        budget.spend(expr.args.length);
        if (!isZero(inner)) terms.push(product(expr.args.map((other, j) => (i === j ? inner : other))));
      }
      return terms.length <= 1 ? (terms[0] ?? num(0n)) : { t: "add", args: terms };
    }
    case "pow":
      return power(expr, variable, budget);
    case "fn": {
      const [arg] = expr.args;
      const inner = expr.args.length === 1 ? differentiate(arg!, variable, budget) : undefined;
      const outer = inner && functionNamed(expr.name)?.derivative?.(arg!);
      return inner && outer && product([outer, inner]);
    }
    default:
      return undefined;
  }
}

const isOne = (e: Expr): boolean => e.t === "num" && e.n === 1n && e.d === 1n;

/** A product without the factors that change nothing. */
function product(factors: Expr[]): Expr {
  const args = factors.filter((factor) => !isOne(factor));
  return args.length === 1 ? args[0]! : { t: "mul", args };
}

function power(expr: Extract<Expr, { t: "pow" }>, variable: string, budget: Budget): Expr | undefined {
  const { base, exp } = expr;
  if (!freeNames(exp).has(variable)) {
    const inner = differentiate(base, variable, budget);
    if (exp.t !== "num") return inner && product([exp, pow(base, sub(exp, one)), inner]);
    const lowered: Expr = num(exp.n - exp.d, exp.d);
    return inner && product([exp, isOne(lowered) ? base : isZero(lowered) ? one : pow(base, lowered), inner]);
  }
  const inner = differentiate(exp, variable, budget);
  const outer = differentiate(base, variable, budget);
  if (!inner || !outer) return undefined;
  const isE = base.t === "const" && base.name === "e";
  const byExponent = isE ? inner : mul(inner, fn("ln", base));
  if (isZero(outer)) return product([expr, byExponent]);
  return mul(expr, add(byExponent, mul(exp, outer, pow(base, num(-1n)))));
}
