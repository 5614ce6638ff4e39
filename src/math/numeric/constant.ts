// Whether two constants are the same number. Rationals are compared exactly, algebraic numbers down to the bound that
// separates them, and all others by balls of growing precision: disjoint balls prove a difference, and agreement counts
// as numeric equality if no smaller term can exist.

import * as ball from "../ball/index.ts";
import { exactResult, exactValue } from "../exact/exact.ts";
import { algebraicPairs, separationBits } from "../exact/separation.ts";
import { type Expr, has, infiniteSign, isSame, num, parts } from "../expression/expr.ts";
import { type Rational, same } from "../expression/rational.ts";
import type { ExactResult } from "../functions/entry.ts";
import { functionNamed } from "../functions/functions.ts";
import { type Decision, different, equal, provenDifferent, undecided } from "../terms/decision.ts";
import { type Budget, limits } from "../terms/limits.ts";
import { tried, triedOr } from "../terms/result.ts";
import type { Pair } from "./agreement.ts";
import { agreeAt, precisionFor, vanishes } from "./agreement.ts";
import { nowhere, realValue } from "./evaluate.ts";
import { noteFractions, noteValues } from "./noted.ts";

/** Whether a function concerns complex numbers. */
export const isAboutComplex = (e: Expr): boolean =>
  e.t === "fn" &&
  (functionNamed(e.name)?.aboutComplex === true || (e.name === "abs" && isComplexLetter(e.args[0]!)));

/** Letters that usually are complex numbers between bars: `|\psi|^2` is not `\psi^2`. */
const isComplexLetter = (e: Expr): boolean => e.t === "sym" && /^(?:psi|Psi|z)(?:_|$)/.test(e.name);
const isImaginary = (e: Expr): boolean => (e.t === "const" && e.name === "i") || isAboutComplex(e);
export const isComplex = (expr: Expr): boolean => has(expr, isImaginary);

/** The exact value; undefined if it is irrational, unknown or too large, a reason if there is none at all. */
export const knownValue = (expr: Expr, budget: Budget): ExactResult =>
  unlessTooLarge(() => exactResult(expr, budget));

/** The same; throws if there is no value at all. */
export const rationalOf = (expr: Expr, budget: Budget): Rational | undefined =>
  unlessTooLarge(() => exactValue(expr, budget));

const unlessTooLarge = <T>(find: () => T): T | undefined =>
  triedOr(find, undefined, ["the size of integers"]);

/** Whether a constant is proven to have no real value. */
export function lacksValue(expr: Expr, budget: Budget): boolean {
  const known = knownValue(expr, budget);
  return known === undefined ? realValue(expr, nowhere, 64, budget) === "outside" : typeof known === "string";
}

const isUnfinished = (e: Expr): boolean =>
  e.t === "limit" || e.t === "integral" || (e.t === "big" && (isEndless(e.lower) || isEndless(e.upper)));
const isEndless = (e: Expr): boolean => has(e, (part) => part.t === "const" && part.name === "infinity");

/** Whether a limit, an integral or an infinite series is left in an expression. */
export const isOpen = (expr: Expr): boolean => has(expr, isUnfinished);

const precisions = [64, 160, 400, limits.precision] as const;

export function compareConstants(a: Expr, b: Expr, budget: Budget): Decision {
  const found = tried(() => decide(a, b, budget), ["undefined"]);
  return found.ok ? found.value : different("undefined", found.reason);
}

function decide(a: Expr, b: Expr, budget: Budget): Decision {
  budget.spend(6);
  const infinite = compareInfinities(a, b);
  if (infinite) return infinite;
  const exactA = rationalOf(a, budget);
  const exactB = rationalOf(b, budget);
  if (exactA && exactB) {
    const decision = same(exactA, exactB) ? equal("rational") : provenDifferent("rational");
    budget.notes?.push(noteFractions(exactA, exactB, decision.verdict));
    return decision;
  }
  const complex = isComplex(a) || isComplex(b);
  if (isOpen(a) || isOpen(b))
    return undecided("convergence", "a limit, an integral or a series without a proven value");
  const pair: Pair = { a, b, complex };
  const first = agreeAt(pair, nowhere, 64, budget);
  budget.notes?.push(noteValues(pair, nowhere, first));
  if (first === "apart") return provenDifferent("interval");
  if (first === "undefined" || first === "lacking") return different("undefined", "a side has no real value");
  if (isSame(a, b, budget)) return equal("identical");
  return algebraic(pair, budget) ?? closely(pair, budget);
}

/**
 * Algebraic numbers, also beside π or e, differ, or are the same if they agree down to the bound that separates such
 * numbers.
 */
function algebraic(pair: Pair, budget: Budget): Decision | undefined {
  const pairs = algebraicPairs(pair.a, pair.b);
  if (!pairs) return undefined;
  let alike = true;
  let digits = 0;
  for (const [a, b] of pairs) {
    const [x, y] = [knownValue(a, budget), knownValue(b, budget)];
    if (typeof x === "object" && typeof y === "object") alike = same(x, y);
    else {
      const bits = unlessTooLarge(() => separationBits(a, b, budget));
      if (bits === undefined || bits > limits.separation) return undefined;
      const found = vanishes({ ...pair, a, b }, bits, budget);
      if (found === undefined) return undefined;
      alike = found;
      digits = Math.max(digits, bits);
    }
    if (!alike) break;
  }
  budget.notes?.push({
    rule: alike ? "radical" : "interval",
    found: alike ? "equal" : "different",
    said:
      digits > 0
        ? `algebraic numbers, followed to the ${digits} binary digits that separate such numbers`
        : "fractions in π or e, compared at as many numbers as their degrees ask for",
  });
  return alike ? equal("radical") : provenDifferent("interval");
}

/** Balls of growing precision, until the values are proven to differ, or no smaller term can exist. */
function closely(pair: Pair, budget: Budget): Decision {
  for (const precision of precisions.slice(1)) {
    const found = agreeAt(pair, nowhere, precision, budget);
    budget.notes?.push({
      rule: found === "apart" ? "interval" : "numeric",
      found: found === "apart" ? "different" : "open",
      said: `${found === "apart" ? "apart" : "not apart"} at ${precision} binary digits`,
    });
    if (found === "apart") return provenDifferent("interval");
    if (found === "undefined" || found === "lacking")
      return different("undefined", "a side has no real value");
    if (found === "agree" && precision === limits.precision) return agreeBelow(pair, budget);
  }
  return undecided("numeric", "the values cannot be told apart within the limits");
}

/** The values agree to the usual limit, or to the precision that their weight requires. */
function agreeBelow(pair: Pair, budget: Budget): Decision {
  const precision = precisionFor(pair, nowhere, budget);
  if (precision === limits.precision) return equal("numeric", "numeric");
  const found = agreeAt(pair, nowhere, precision ?? limits.closest, budget);
  if (found === "apart") return provenDifferent("interval");
  return found === "agree" && precision !== undefined
    ? equal("numeric", "numeric")
    : undecided("numeric", "a term may be too small to be seen within the limits");
}

/** ∞ equals only ∞ with the same sign. */
function compareInfinities(a: Expr, b: Expr): Decision | undefined {
  const signA = infinity(a);
  const signB = infinity(b);
  if (signA === undefined && signB === undefined) return undefined;
  if (signA === 0 || signB === 0) return undecided("infinity", "arithmetic with infinity");
  return signA === signB ? equal("infinity") : provenDifferent("infinity");
}

/** 1 or -1 for ±∞, 0 for an expression that calculates with ∞, undefined if there is no ∞. */
const infinity = (expr: Expr): 1 | -1 | 0 | undefined =>
  infiniteSign(expr) ?? (calculatesWithInfinity(expr) ? 0 : undefined);

/** Infinity as a bound does not count as calculating with it. */
function calculatesWithInfinity(expr: Expr): boolean {
  if (expr.t === "const") return expr.name === "infinity";
  if (expr.t === "big" || expr.t === "integral" || expr.t === "limit")
    return calculatesWithInfinity(expr.body);
  return parts(expr).some(calculatesWithInfinity);
}

/**
 * The sign of a real constant: -1, 0 (proven, or no smaller term can exist), 1; undefined if it cannot be determined.
 */
export function signOf(expr: Expr, budget: Budget): -1 | 0 | 1 | undefined {
  const exact = rationalOf(expr, budget);
  if (exact) return exact.n > 0n ? 1 : exact.n < 0n ? -1 : 0;
  for (const prec of [...precisions, limits.closest]) {
    if (prec === limits.closest && isZero(expr, budget)) return 0;
    const x = realValue(expr, nowhere, prec, budget);
    if (typeof x === "string") {
      if (x === "outside") return undefined;
      continue;
    }
    const sign = ball.sign(x);
    if (sign !== undefined) return sign;
    if (prec === 64 && algebraic({ a: expr, b: num(0n), complex: false }, budget)?.verdict === "equal")
      return 0;
  }
  return undefined;
}

function isZero(expr: Expr, budget: Budget): boolean {
  const pair: Pair = { a: expr, b: num(0n), complex: false };
  const decision = algebraic(pair, budget) ?? closely(pair, budget);
  return decision.verdict === "equal";
}
