// Exact rational values of constant expressions, if they have one.

import { bitLength } from "../ball/bits.ts";
import { type Expr, type ExprOf, joined, num, substitute } from "../expression/expr.ts";
import {
  exactRoot,
  isWhole,
  one,
  plus,
  power,
  type Rational,
  rational,
  times,
  wholeOf,
  zero,
} from "../expression/rational.ts";
import type { ExactResult } from "../functions/entry.ts";
import { functionNamed } from "../functions/functions.ts";
import { type Budget, limits } from "../terms/limits.ts";
import { NoResult } from "../terms/result.ts";

/** The exact value; undefined if it is not rational or not known to be; throws if there is no value at all. */
export function exactValue(expr: Expr, budget: Budget): Rational | undefined {
  const value = exactResult(expr, budget);
  if (typeof value === "string") throw new NoResult("undefined", value);
  return value;
}

/** The same, with a reason if there is no value at all. */
export function exactResult(expr: Expr, budget: Budget): ExactResult {
  if (expr.t !== "num") budget.spend(1);
  const go = (part: Expr): ExactResult => exactResult(part, budget);
  switch (expr.t) {
    case "num":
      return expr.d === 0n ? "a division by zero" : expr;
    case "add":
      return joined<Rational, string | undefined>(expr.args, zero, go, (a, b) => paid(plus(a, b), budget));
    case "mul":
      return joined<Rational, string | undefined>(expr.args, one, go, (a, b) => paid(times(a, b), budget));
    case "pow": {
      const base = exactResult(expr.base, budget);
      if (typeof base !== "object") return base;
      const exp = exactResult(expr.exp, budget);
      return typeof exp === "object" ? exactPower(base, exp, budget) : exp;
    }
    case "fn": {
      const args: Rational[] = [];
      for (const arg of expr.args) {
        const value = exactResult(arg, budget);
        if (typeof value !== "object") return value;
        args.push(value);
      }
      return args[0] && functionNamed(expr.name)?.exact?.(args[0], budget, args);
    }
    case "big":
      return exactSum(expr, budget);
    default:
      return undefined;
  }
}

/** Sums and products longer than this are not carried out term by term. */
const maxTerms = 400n;

/** A sum or product between two whole numbers, term by term. */
function exactSum(expr: ExprOf<"big">, budget: Budget): ExactResult {
  const from = exactResult(expr.lower, budget);
  if (typeof from !== "object") return from;
  const to = exactResult(expr.upper, budget);
  if (typeof to !== "object") return to;
  const [low, high] = [wholeOf(from), wholeOf(to)];
  // An empty sum ends just before it begins; one that ends earlier is undefined.
  if (low === undefined || high === undefined || high < low - 1n || high - low > maxTerms) return undefined;
  let total: Rational = expr.op === "sum" ? zero : one;
  for (let k = low; k <= high; k++) {
    const term = exactResult(substitute(expr.body, new Map([[expr.variable, num(k)]]), budget), budget);
    if (typeof term !== "object") return term;
    total = paid(expr.op === "sum" ? plus(total, term) : times(total, term), budget);
  }
  return total;
}

const [longest, minusLongest] = [1n << 128n, -(1n << 128n)];

/** Long numbers are charged by their length, and by its square if fractions are reduced. */
export function paid(value: Rational, budget: Budget): Rational {
  budget.spend(1);
  const { n, d } = value;
  if (n < longest && n > minusLongest && d < longest) return value;
  const bits = bitLength(n) + bitLength(d);
  budget.spend((bits >> 6) + (d > 1n && bits < 2 * limits.reducibleBits ? (bits * bits) >> 14 : 0));
  return value;
}

function exactPower(base: Rational, exp: Rational, budget: Budget): ExactResult {
  budget.spend(4);
  if (isWhole(exp)) {
    const k = exp.n / exp.d;
    const value = power(base, k);
    return value ? paid(value, budget) : k === 0n ? "0^0" : "a division by zero";
  }
  const index = Number(exp.d);
  if (base.n === 0n) return exp.n > 0n ? zero : "a division by zero";
  if (index > 64) return undefined;
  if (base.n < 0n && index % 2 === 0) return undefined;
  const { n, d } = rational(base.n, base.d);
  const top = exactRoot(n, index);
  const bottom = top === undefined ? undefined : exactRoot(d, index);
  if (top === undefined || bottom === undefined) return undefined;
  return power({ n: top, d: bottom }, exp.n);
}
