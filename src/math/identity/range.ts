// Bounds of an expression for all real values of its letters.

import type { Expr } from "../expression/expr.ts";
import type { Range } from "../functions/entry.ts";
import { functionNamed } from "../functions/functions.ts";

/** Whether an expression is seen to keep its sign whatever its variables are. */
export function keepsSign(e: Expr): boolean {
  const [low, high] = rangeOf(e);
  return low >= 0 || high <= 0;
}

const anywhere: Range = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
const notNegative: Range = [0, Number.POSITIVE_INFINITY];
const positive: Range = [Number.MIN_VALUE, Number.POSITIVE_INFINITY];

/** Bounds for all real values of the variables, a little too wide rather than too narrow. */
export function rangeOf(e: Expr): Range {
  switch (e.t) {
    case "num": {
      const value = Number(e.n) / Number(e.d);
      return Number.isFinite(value) ? [value, value] : e.n > 0n ? notNegative : anywhere;
    }
    case "const":
      return e.name === "pi" ? [3.14, 3.15] : e.name === "e" ? [2.71, 2.72] : anywhere;
    case "add":
      return e.args.map(rangeOf).reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0] as Range);
    case "mul":
      return productRange(e.args);
    case "pow":
      return powerRange(e);
    case "fn":
      return functionRange(e.name, e.args);
    case "sym":
    case "big":
    case "integral":
    case "limit":
    case "derivative":
      return anywhere;
  }
}

/** A factor that occurs twice is a square. */
function productRange(args: readonly Expr[]): Range {
  const [first, second] = args;
  if (args.length === 2 && first?.t === "sym" && second?.t === "sym" && first.name === second.name)
    return notNegative;
  return args.map(rangeOf).reduce(([a, b], [c, d]) => {
    const ends = [a * c, a * d, b * c, b * d].map((x) => (Number.isNaN(x) ? 0 : x));
    return [Math.min(...ends), Math.max(...ends)];
  });
}

function powerRange(e: Extract<Expr, { t: "pow" }>): Range {
  const [low, high] = rangeOf(e.base);
  if (e.exp.t !== "num") return low > 0 ? positive : low >= 0 ? notNegative : anywhere;
  const k = Number(e.exp.n) / Number(e.exp.d);
  const even = e.exp.d % 2n === 0n || e.exp.n % 2n === 0n;
  if (low > 0 && k > 0) return [low ** k * (1 - 1e-12), high ** k * (1 + 1e-12)];
  if (even || low >= 0)
    return k > 0 && low < 0 && high < 0 && e.exp.d === 1n ? [high ** k * (1 - 1e-12), low ** k] : notNegative;
  return high <= 0 ? [Number.NEGATIVE_INFINITY, 0] : anywhere;
}

const functionRange = (name: string, args: readonly Expr[]): Range =>
  functionNamed(name)?.range?.(args.length === 1 ? rangeOf(args[0]!) : anywhere) ?? anywhere;
