// Derivatives by the rules of the calculus.

import { add, type Expr, fn, freeNames, mul, num, pow, sub } from "../expression/expr.ts";
import { functionNamed } from "../functions/functions.ts";
import type { Budget } from "../terms/limits.ts";
import { work } from "../terms/work.ts";

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
    case "num":
    case "const":
    case "big":
    case "integral":
    case "limit":
    case "derivative":
      return undefined;
  }
}

const isZero = (e: Expr): boolean => e.t === "num" && e.n === 0n;
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
