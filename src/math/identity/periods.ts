// After how many whole numbers a floor, a remainder or a divisor repeats itself, but for whole multiples.

import { fractionOf } from "../algebra/polynomial.ts";
import { type Expr, freeNames, num, parts } from "../expression/expr.ts";
import { isWhole } from "../expression/rational.ts";
import type { Budget } from "../terms/limits.ts";
import { isStep, type Step } from "./turns.ts";

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

export const leastCommonMultiple = (a: bigint, b: bigint): bigint =>
  a === 0n || b === 0n ? 0n : (a / greatestCommonDivisor(a, b)) * b;

/** Longer periods are of no use. */
const longest = 100_000n;

/** The period of a step in whole numbers; undefined where it is not known to have one. */
export function periodOf(step: Step, name: string, budget: Budget): bigint | undefined {
  budget.spend(4);
  const [x, y, ...more] = step.args;
  if (!x || more.length > 0) return undefined;
  if (step.name === "floor" || step.name === "ceil") return periodModulo(x, 1n, name, budget);
  const [inner, modulus] = freeNames(x).has(name) ? [x, y] : [y, x];
  if (modulus?.t !== "num" || modulus.d !== 1n || modulus.n === 0n || !inner) return undefined;
  if (step.name === "mod" && inner !== x) return undefined;
  return periodModulo(inner, modulus.n < 0n ? -modulus.n : modulus.n, name, budget);
}

/** The period of a polynomial of the name, of steps and of powers, modulo a number. */
function periodModulo(e: Expr, modulus: bigint, name: string, budget: Budget): bigint | undefined {
  let inside = 1n;
  let powers = false;
  /** Steps and powers as letters: what is left must be a polynomial. */
  const named = (part: Expr): Expr | undefined => {
    if (!freeNames(part).has(name)) return part;
    if (part.t === "sym") return part;
    if (isStep(part)) {
      const own = periodOf(part, name, budget);
      if (own === undefined) return undefined;
      inside = leastCommonMultiple(inside, own);
      return num(1n);
    }
    if (part.t === "pow" && freeNames(part.exp).has(name)) {
      const line = fractionOf(part.exp, name, budget);
      const whole = line?.den.length === 1 && line.num.length <= 2 && line.num.every(isWhole);
      if (part.base.t !== "num" || part.base.d !== 1n || !whole) return undefined;
      powers = true;
      return num(1n);
    }
    if (part.t === "pow") {
      const base = named(part.base);
      return base && { ...part, base };
    }
    if (part.t !== "add" && part.t !== "mul") return undefined;
    const args = part.args.map(named);
    return args.every((arg) => arg !== undefined) ? { ...part, args: args as Expr[] } : undefined;
  };
  const rest = named(e);
  const fraction = rest && fractionOf(rest, name, budget);
  if (fraction?.den.length !== 1) return undefined;
  let denominator = denominatorOf(e);
  if (denominator === undefined) return undefined;
  denominator *= modulus;
  if (denominator > longest) return undefined;
  const period = denominator * inside * (powers ? carmichael(denominator) : 1n);
  return period > longest ? undefined : period;
}

/** A number that clears all fractions in an expression; undefined where powers of them are too many. */
function denominatorOf(e: Expr): bigint | undefined {
  if (e.t === "num") return e.d > longest ? undefined : e.d;
  if (e.t === "pow") {
    const base = denominatorOf(e.base);
    if (base === undefined || e.exp.t !== "num") return base;
    if (e.exp.n < 0n) return e.base.t === "num" && e.exp.n === -1n ? e.base.n : undefined;
    const all = base ** (e.exp.n > 8n && base > 1n ? 8n : e.exp.n);
    return all > longest ? undefined : all;
  }
  let product = 1n;
  for (const part of parts(e)) {
    const own = denominatorOf(part);
    if (own === undefined) return undefined;
    product *= own < 0n ? -own : own;
    if (product > longest) return undefined;
  }
  return product;
}

/** A whole number of steps after which all powers repeat modulo a number. */
function carmichael(modulus: bigint): bigint {
  let rest = modulus;
  let result = 1n;
  for (let p = 2n; p * p <= rest; p++) {
    let power = 1n;
    while (rest % p === 0n) {
      rest /= p;
      power *= p;
    }
    if (power > 1n) result = leastCommonMultiple(result, (power / p) * (p - 1n));
  }
  return rest > 1n ? leastCommonMultiple(result, rest - 1n) : result;
}
