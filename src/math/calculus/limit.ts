// Limits that can be proven: the expression is expanded around the point, from every relevant side, and the leading
// term gives the limit. An expression that oscillates, or differs from side to side, has no limit here. No value is
// ever guessed from samples.

import { differentiate } from "../exact/symbolic.ts";
import { type Expr, type ExprOf, fn, freeNames, infiniteSign, num, substitute } from "../expression/expr.ts";
import { rational } from "../expression/rational.ts";
import { functionNamed } from "../functions/functions.ts";
import { placesIn } from "../identity/breaks.ts";
import { compareExpressions } from "../identity/identity.ts";
import { isComplex, lacksValue, rationalOf } from "../numeric/constant.ts";
import type { Budget } from "../terms/limits.ts";
import { triedOr } from "../terms/result.ts";
import {
  add,
  bounded,
  type Effort,
  type Expansion,
  exactly,
  exponential,
  isZero,
  logarithm,
  multiply,
  negated,
  nothing,
  power,
  product,
  series,
  signOfCoefficient,
  split,
  tendency,
  unproven,
  variable,
} from "./expansion.ts";

type Limit = ExprOf<"limit">;

const infinity: Expr = { t: "const", name: "infinity" };

/** The limit if it is proven, ±∞ included; undefined if it is not. */
export function limitOf(limit: Limit, budget: Budget): Expr | undefined {
  const divisors: Expr[] = [];
  const value = generalLimit(limit, divisors, budget);
  return value && holdsAtZeros(limit, value, divisors, budget) ? value : undefined;
}

/** More divisors than these are not followed. */
const mostDivisors = 8;

/**
 * Whether a limit is also right if letters make zero an expression that was divided by: 1/(1+nx²) tends to 0, but to 1
 * for x = 0. If the value does not exist, there must be no limit either, or none that is a number.
 */
function holdsAtZeros(limit: Limit, value: Expr, divisors: readonly Expr[], budget: Budget): boolean {
  if (divisors.length > mostDivisors) return false;
  for (const divisor of divisors)
    for (const letter of freeNames(divisor)) {
      const others = new Map<string, Expr>();
      for (const part of [limit.body, limit.target])
        for (const name of freeNames(part))
          if (name !== letter && name !== limit.variable)
            others.set(name, num(BigInt(3 + 2 * others.size), 7n));
      const places = placesIn([fn("sgn", substitute(divisor, others, budget))], [], letter, budget);
      if (!places) return false;
      for (const { exact } of places)
        if (!exact || !holdsAt(limit, value, new Map([...others, [letter, exact]]), budget)) return false;
    }
  return true;
}

function holdsAt(limit: Limit, value: Expr, at: ReadonlyMap<string, Expr>, budget: Budget): boolean {
  const there = substitute(value, at, budget);
  const own = limitOf(substitute(limit, at, budget) as Limit, budget);
  if (infiniteSign(there) === undefined && lacksValue(there, budget))
    return own === undefined || infiniteSign(own) !== undefined;
  return own !== undefined && sameLimit(own, there, budget);
}

function generalLimit(
  { variable: name, target, side, body }: Limit,
  divisors: Expr[],
  budget: Budget,
): Expr | undefined {
  budget.spend(10);
  // A sine of complex arguments is not bounded.
  if (isComplex(body) || isComplex(target)) return undefined;
  const infinite = infiniteSign(target);
  if (infinite !== undefined)
    return along(body, name, infinite > 0 ? variable(1n) : negated(variable(1n), budget), divisors, budget);
  const near = (sign: 1 | -1): Expansion => {
    const step = sign > 0 ? variable(-1n) : negated(variable(-1n), budget);
    return add(exactly(target), step, { terms: 8, budget });
  };
  const right = side === "-" ? undefined : along(body, name, near(1), divisors, budget);
  if (side === "+") return right;
  if (side === "" && !right) return undefined;
  const left = along(body, name, near(-1), divisors, budget);
  if (side === "-") return left;
  return left && right && sameLimit(left, right, budget) ? right : undefined;
}

function sameLimit(a: Expr, b: Expr, budget: Budget): boolean {
  const [x, y] = [infiniteSign(a), infiniteSign(b)];
  if (x !== undefined || y !== undefined) return x === y;
  return compareExpressions(a, b, budget).verdict === "equal";
}

/** Terms that are kept at first, and after everything has cancelled. */
const efforts = [3, 6, 12] as const;

function along(body: Expr, name: string, is: Expansion, divisors: Expr[], budget: Budget): Expr | undefined {
  for (const terms of efforts) {
    const own: Expr[] = [];
    const found = triedOr(
      () => destination(expand(body, { name, is }, { terms, budget, divisors: own }), budget),
      undefined,
      ["unproven", "undefined"],
    );
    if (found) {
      divisors.push(...own);
      return found;
    }
  }
  return undefined;
}

function destination({ terms, rest }: Expansion, budget: Budget): Expr | undefined {
  if (rest && tendency(rest, budget) >= 0 && !(terms[0] && tendency(terms[0].growth, budget) > 0))
    return undefined;
  const [first] = terms;
  if (!first) return num(0n);
  switch (tendency(first.growth, budget)) {
    case -1:
      return num(0n);
    case 0:
      return first.coefficient;
    default:
      return signOfCoefficient(first.coefficient, budget) > 0
        ? infinity
        : { t: "mul", args: [num(-1n), infinity] };
  }
}

// The expansion of an expression as one of its variables tends to a point or to infinity, operation by operation.

/** The variable and its expression, as y tends to infinity. */
interface Approach {
  name: string;
  is: Expansion;
}

/** Throws `unproven` if the behaviour of the expression is of an unsupported kind. */
export function expand(expr: Expr, at: Approach, effort: Effort): Expansion {
  const { budget } = effort;
  budget.spend(2);
  if (!freeNames(expr).has(at.name)) return constantOf(expr, effort);
  switch (expr.t) {
    case "sym":
      return at.is;
    case "add":
      return expr.args.map((arg) => expand(arg, at, effort)).reduce((a, b) => add(a, b, effort), nothing);
    case "mul":
      return expr.args
        .map((arg) => expand(arg, at, effort))
        .reduce((a, b) => multiply(a, b, effort), exactly(num(1n)));
    case "pow":
      return expandPower(expr.base, expr.exp, at, effort);
    case "fn":
      return expandFunction(
        expr.name,
        expr.args.map((arg) => expand(arg, at, effort)),
        effort,
      );
    default:
      throw unproven();
  }
}

function constantOf(expr: Expr, { budget }: Effort): Expansion {
  const value = rationalOf(expr, budget);
  if (value) return exactly(num(value.n, value.d));
  return isZero(expr, budget) ? nothing : exactly(expr);
}

function expandPower(base: Expr, exp: Expr, at: Approach, effort: Effort): Expansion {
  const { budget } = effort;
  const below = expand(base, at, effort);
  const exponent = freeNames(exp).has(at.name) ? undefined : rationalOf(exp, budget);
  if (exponent) return power(below, rational(exponent.n, exponent.d), effort);
  const above = expand(exp, at, effort);
  const isE = base.t === "const" && base.name === "e";
  if (isE) return exponential(above, effort);
  const number = freeNames(base).size === 0 && rationalOf(base, budget);
  if (number && number.n < 0n) {
    // (-b)^n is b^n, up to a sign that changes from one whole number to the next.
    const size = exponential(
      multiply(above, logarithm(exactly(num(-number.n, number.d)), effort), effort),
      effort,
    );
    return multiply(size, bounded, effort);
  }
  return exponential(multiply(above, logarithm(below, effort), effort), effort);
}

function expandFunction(name: string, args: Expansion[], effort: Effort): Expansion {
  const [x] = args;
  if (!x || args.length !== 1) throw unproven();
  if (name === "ln") return logarithm(x, effort);
  const entry = functionNamed(name);
  const { large, open } = split(x, effort.budget);
  const here = { name: "#", is: x };
  const argument: Expr = { t: "sym", name: "#" };
  if (entry?.breaks?.how === "turns" && entry.formulas)
    return expand(entry.formulas([argument])[signed(x, effort) > 0 ? 0 : 1]!, here, effort);
  if (!open && large.length === 0) return taylor(name, x, effort);
  if (!open && entry?.far) return expand(entry.far(argument, signed(x, effort)), here, effort);
  const [low, high] = entry?.range?.([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]) ?? [-Infinity];
  if (high === undefined || !Number.isFinite(low) || !Number.isFinite(high)) throw unproven();
  return bounded;
}

/** The sign far out, that of the leading term. */
function signed(x: Expansion, { budget }: Effort): 1 | -1 {
  const [first] = x.terms;
  if (!first) throw unproven();
  return signOfCoefficient(first.coefficient, budget);
}

/** Derivatives of a function at a point are taken so far. */
const taylorTerms = 8;

/** A function that is smooth at the limit of its argument: the value there, and the first terms around it. */
function taylor(name: string, x: Expansion, effort: Effort): Expansion {
  const { budget } = effort;
  const { large, middle, small, open } = split(x, budget);
  if (open || large.length > 0) throw unproven();
  const value = fn(name, middle);
  // The value must exist, because whether it is zero is only asked of existing values.
  const start = isZero(value, budget) ? num(0n) : value;
  if (small.terms.length === 0 && !small.rest) return exactly(start);
  const coefficients = [start];
  let slope: Expr | undefined = fn(name, { t: "sym", name: "#" });
  let factor = 1n;
  for (let k = 1; k <= taylorTerms; k++) {
    slope = slope && differentiate(slope, "#", budget);
    if (!slope) break;
    factor *= BigInt(k);
    const at = product(num(1n, factor), substitute(slope, new Map([["#", middle]]), budget), budget);
    coefficients.push(simple(at, effort));
  }
  if (coefficients.length === 1) throw unproven();
  const most = Math.min(effort.terms, coefficients.length - 1);
  return series(small, (k) => coefficients[k] ?? num(0n), { ...effort, terms: most });
}

function simple(c: Expr, { budget }: Effort): Expr {
  const value = rationalOf(c, budget);
  if (value) return num(value.n, value.d);
  return isZero(c, budget) ? num(0n) : c;
}
