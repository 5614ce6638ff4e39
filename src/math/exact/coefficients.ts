// Expressions seen as polynomials in one variable, with whatever else occurs in the coefficients.

import { add, type Expr, freeNames, fromRational, isLong, mul, num } from "../expression/expr.ts";
import { plus as plusRational, times as timesRational } from "../expression/rational.ts";
import type { Budget } from "../terms/limits.ts";

const maxDegree = 12;
const zero = num(0n);

/** Coefficients, lowest power first; undefined where the expression is no polynomial in the variable. */
export function coefficientsIn(expr: Expr, variable: string, budget: Budget): Expr[] | undefined {
  budget.spend(1);
  if (!freeNames(expr).has(variable)) return [expr];
  switch (expr.t) {
    case "sym":
      return [zero, num(1n)];
    case "add": {
      let sum: Expr[] = [];
      for (const arg of expr.args) {
        const next = coefficientsIn(arg, variable, budget);
        if (!next) return undefined;
        sum = Array.from({ length: Math.max(sum.length, next.length) }, (_, i) => plus(sum[i], next[i]));
      }
      return sum;
    }
    case "mul": {
      let product: Expr[] = [num(1n)];
      for (const arg of expr.args) {
        const next = coefficientsIn(arg, variable, budget);
        if (!next) return undefined;
        product = times(product, next, budget);
        if (product.length > maxDegree + 1) return undefined;
      }
      return product;
    }
    case "pow": {
      if (expr.exp.t !== "num" || expr.exp.d !== 1n || expr.exp.n < 0n || expr.exp.n > BigInt(maxDegree))
        return undefined;
      const base = coefficientsIn(expr.base, variable, budget);
      if (!base || (base.length - 1) * Number(expr.exp.n) > maxDegree) return undefined;
      let product: Expr[] = [num(1n)];
      for (let i = 0n; i < expr.exp.n; i++) product = times(product, base, budget);
      return product;
    }
    case "num":
    case "const":
    case "fn":
    case "big":
    case "integral":
    case "limit":
    case "derivative":
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
