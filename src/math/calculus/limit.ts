// Limits that can be shown: the expression is expanded around the point, from every side that counts, and the leading
// term says where it goes. What oscillates, or differs from side to side, has no limit here. No value is ever guessed
// from samples.

import { Undefined } from "../exact/exact.ts";
import { type Expr, fn, freeNames, num, substitute } from "../expression/expr.ts";
import { placesIn } from "../identity/between.ts";
import { compareExpressions } from "../identity/identity.ts";
import { isComplex, rationalOf } from "../numeric/constant.ts";
import { realValue } from "../numeric/numeric.ts";
import type { Budget } from "../terms/limits.ts";
import { expand } from "./expand.ts";
import { add, type Expansion, exactly, negated, variable } from "./expansion.ts";
import { signOfCoefficient, tendency, Unknown } from "./growth.ts";

type Limit = Extract<Expr, { t: "limit" }>;

const infinity: Expr = { t: "const", name: "infinity" };

/** 1 for ∞, -1 for -∞, undefined for anything else. */
export function infiniteSign(e: Expr): 1 | -1 | undefined {
  if (e.t === "const") return e.name === "infinity" ? 1 : undefined;
  if (e.t !== "mul" || e.args.length !== 2) return undefined;
  const [sign, rest] = e.args as [Expr, Expr];
  if (sign.t !== "num" || sign.n === 0n || infiniteSign(rest) !== 1) return undefined;
  return sign.n > 0n ? 1 : -1;
}

/** The limit where it is shown, ±∞ included; undefined where it is not. */
export function limitOf(limit: Limit, budget: Budget): Expr | undefined {
  const divisors: Expr[] = [];
  const value = generalLimit(limit, divisors, budget);
  return value && holdsAtZeros(limit, value, divisors, budget) ? value : undefined;
}

/** More divisors than these are not followed. */
const mostDivisors = 8;

/**
 * Whether a limit is also right where letters make zero what was divided by: 1/(1+nx²) tends to 0, but to 1 for x = 0.
 * Where the value does not exist, there must be no limit either, or none that is a number.
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
  const own = orNothing(() => limitOf(substitute(limit, at, budget) as Limit, budget));
  if (!hasValue(there, budget)) return own === undefined || infiniteSign(own) !== undefined;
  return own !== undefined && sameLimit(own, there, budget);
}

const hasValue = (e: Expr, budget: Budget): boolean =>
  infiniteSign(e) !== undefined ||
  orNothing(() => {
    rationalOf(e, budget);
    return realValue(e, new Map(), 64, budget) !== "outside";
  }) === true;

function orNothing<T>(find: () => T): T | undefined {
  try {
    return find();
  } catch (error) {
    if (!(error instanceof Undefined)) throw error;
    return undefined;
  }
}

function generalLimit(
  { variable: name, target, side, body }: Limit,
  divisors: Expr[],
  budget: Budget,
): Expr | undefined {
  budget.spend(10);
  // Of complex arguments a sine is not bounded.
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

/** Terms that are kept at first, and where everything cancelled. */
const efforts = [3, 6, 12] as const;

function along(body: Expr, name: string, is: Expansion, divisors: Expr[], budget: Budget): Expr | undefined {
  for (const terms of efforts) {
    try {
      const own: Expr[] = [];
      const found = destination(expand(body, { name, is }, { terms, budget, divisors: own }), budget);
      if (found) {
        divisors.push(...own);
        return found;
      }
    } catch (error) {
      if (!(error instanceof Unknown || error instanceof Undefined)) throw error;
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
