// Derivatives by the rules of the calculus.

import { add, div, type Expr, fn, freeNames, mul, neg, num, pow, sub } from "./expr.ts";

const one = num(1n);
const two = num(2n);

/** The derivative; undefined where a function has none that is known here. */
export function differentiate(expr: Expr, variable: string): Expr | undefined {
  if (!freeNames(expr).has(variable)) return num(0n);
  switch (expr.t) {
    case "sym":
      return one;
    case "add": {
      const args = expr.args.map((arg) => differentiate(arg, variable));
      return args.every((arg) => arg !== undefined) ? { t: "add", args } : undefined;
    }
    case "mul": {
      const terms: Expr[] = [];
      for (const [i, arg] of expr.args.entries()) {
        if (!freeNames(arg).has(variable)) continue;
        const inner = differentiate(arg, variable);
        if (!inner) return undefined;
        terms.push({ t: "mul", args: expr.args.map((other, j) => (i === j ? inner : other)) });
      }
      return { t: "add", args: terms };
    }
    case "pow":
      return power(expr.base, expr.exp, variable);
    case "fn": {
      const [arg] = expr.args;
      const inner = expr.args.length === 1 ? differentiate(arg!, variable) : undefined;
      const outer = inner && outerDerivative(expr.name, arg!);
      return inner && outer && mul(outer, inner);
    }
    default:
      return undefined;
  }
}

function power(base: Expr, exp: Expr, variable: string): Expr | undefined {
  const inExponent = freeNames(exp).has(variable);
  if (!inExponent) {
    const inner = differentiate(base, variable);
    return inner && mul(exp, pow(base, sub(exp, one)), inner);
  }
  const inner = differentiate(exp, variable);
  const outer = differentiate(base, variable);
  if (!inner || !outer) return undefined;
  const isE = base.t === "const" && base.name === "e";
  const byExponent = isE ? inner : mul(inner, fn("ln", base));
  const byBase = freeNames(base).has(variable) ? mul(exp, outer, pow(base, num(-1n))) : num(0n);
  return mul(pow(base, exp), add(byExponent, byBase));
}

function outerDerivative(name: string, x: Expr): Expr | undefined {
  const square = pow(x, two);
  switch (name) {
    case "ln":
      return pow(x, num(-1n));
    case "sin":
      return fn("cos", x);
    case "cos":
      return neg(fn("sin", x));
    case "tan":
      return pow(fn("sec", x), two);
    case "cot":
      return neg(pow(fn("csc", x), two));
    case "sec":
      return mul(fn("sec", x), fn("tan", x));
    case "csc":
      return neg(mul(fn("csc", x), fn("cot", x)));
    case "arcsin":
      return pow(sub(one, square), num(-1n, 2n));
    case "arccos":
      return neg(pow(sub(one, square), num(-1n, 2n)));
    case "arctan":
      return div(one, add(one, square));
    case "arccot":
      return neg(div(one, add(one, square)));
    case "sinh":
      return fn("cosh", x);
    case "cosh":
      return fn("sinh", x);
    case "tanh":
      return pow(fn("sech", x), two);
    case "arcsinh":
      return pow(add(square, one), num(-1n, 2n));
    case "arccosh":
      return pow(sub(square, one), num(-1n, 2n));
    case "arctanh":
      return div(one, sub(one, square));
    case "abs":
      return fn("sgn", x);
    default:
      return undefined;
  }
}
