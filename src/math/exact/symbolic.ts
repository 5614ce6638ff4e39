// Expressions as polynomials in one variable, with any other factors in the coefficients.

import {
  add,
  type Expr,
  type ExprOf,
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
const [zero, one] = [num(0n), num(1n)];

/** Coefficients, lowest power first; undefined if the expression is not a polynomial in the variable. */
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

const isNumber = (e: Expr): boolean => e.t === "num";
const isZero = (e: Expr): boolean => e.t === "num" && e.n === 0n;

const isShort = (e: Expr): e is ExprOf<"num"> => e.t === "num" && !isLong(e.n) && !isLong(e.d);

/** Sums and products without the trivial cases, so that coefficients stay small. */
export function plus(a: Expr | undefined, b: Expr | undefined): Expr {
  if (!a || isZero(a)) return b ?? zero;
  if (!b || isZero(b)) return a;
  if (isShort(a) && isShort(b)) return fromRational(plusRational(a, b));
  return add(a, b);
}

export function by(a: Expr, b: Expr): Expr {
  if (isZero(a) || isZero(b)) return zero;
  if (isOne(a)) return b;
  if (isOne(b)) return a;
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

/** slope·variable + offset, if an expression has this form. */
export function linearIn(
  expr: Expr,
  variable: string,
  budget: Budget,
): { slope: Expr; offset: Expr } | undefined {
  const found = coefficientsIn(expr, variable, budget);
  if (found?.length !== 2) return undefined;
  return { slope: found[1]!, offset: found[0]! };
}

/** A polynomial of given coefficients, lowest power first. */
export const polynomialIn = (coefficients: readonly Expr[], x: Expr): Expr => ({
  t: "add",
  args: coefficients.map((c, k) => by(c, k === 0 ? one : k === 1 ? x : pow(x, num(BigInt(k))))),
});

/** The summands of a product of sums in a variable, while they are few. */
export function multipliedOut(body: Expr, variable: string, budget: Budget): Expr[] {
  if (body.t === "add") return body.args.flatMap((arg) => multipliedOut(arg, variable, budget));
  if (body.t !== "mul") return [body];
  const at = body.args.findIndex((arg) => arg.t === "add" && freeNames(arg).has(variable));
  const spread = body.args[at];
  if (spread?.t !== "add" || spread.args.length > 8) return [body];
  return spread.args.flatMap((term) => {
    budget.spend(body.args.length);
    const args = body.args.map((arg, i) => (i === at ? term : arg));
    return multipliedOut({ t: "mul", args }, variable, budget);
  });
}

// Derivatives by the rules of the calculus.

/** The derivative; undefined if the derivative of a function is not known here. */
export function differentiate(expr: Expr, variable: string, budget: Budget): Expr | undefined {
  if (!freeNames(expr).has(variable)) return zero;
  budget.spend(2);
  work.nodes++;
  const go = (part: Expr): Expr | undefined => differentiate(part, variable, budget);
  switch (expr.t) {
    case "sym":
      return one;
    case "add": {
      const terms = expr.args.map(go);
      return terms.every((term) => term !== undefined) ? sumOf(terms) : undefined;
    }
    case "mul": {
      budget.spend(expr.args.length ** 2);
      const terms = expr.args.map((arg, i) => {
        const inner = go(arg);
        return inner && product(expr.args.map((other, j) => (i === j ? inner : other)));
      });
      return terms.every((term) => term !== undefined) ? sumOf(terms) : undefined;
    }
    case "pow":
      return power(expr, go);
    case "fn": {
      const [arg] = expr.args;
      const inner = expr.args.length === 1 ? go(arg!) : undefined;
      const outer = inner && functionNamed(expr.name)?.derivative?.(arg!);
      return inner && outer && product([outer, inner]);
    }
    default:
      return undefined;
  }
}

function sumOf(terms: readonly Expr[]): Expr {
  const args = terms.filter((term) => !isZero(term));
  return args.length <= 1 ? (args[0] ?? zero) : { t: "add", args };
}

const isOne = (e: Expr): boolean => e.t === "num" && e.n === e.d;

/** A product of several factors, its numbers as one. */
export function product(factors: readonly Expr[]): Expr {
  const number = factors.filter(isNumber).reduce<Expr>(by, one);
  const others = factors.filter((factor) => !isNumber(factor));
  if (others.length === 0 || isZero(number)) return number;
  const args = isOne(number) ? others : [number, ...others];
  return args.length === 1 ? args[0]! : { t: "mul", args };
}

function power(expr: ExprOf<"pow">, derivative: (e: Expr) => Expr | undefined): Expr | undefined {
  const { base, exp } = expr;
  const [inner, outer] = [derivative(exp), derivative(base)];
  if (!inner || !outer) return undefined;
  const lowered = exp.t === "num" ? num(exp.n - exp.d, exp.d) : sub(exp, one);
  const below = isZero(lowered) ? one : isOne(lowered) ? base : pow(base, lowered);
  const byBase = product([exp, below, outer]);
  if (isZero(inner)) return byBase;
  const isE = base.t === "const" && base.name === "e";
  return sumOf([product(isE ? [expr, inner] : [expr, inner, fn("ln", base)]), byBase]);
}
