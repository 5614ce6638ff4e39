// Functions given by cases, compared by their values: at each point, the branch that applies gives the value.

import { contains } from "../algebra/reals.ts";
import * as ball from "../ball/index.ts";
import type { Claim } from "../claim/claim.ts";
import { type Context, exprOf } from "../claim/context.ts";
import { type Expr, freeNames, fromRational, num, sub, substitute } from "../expression/expr.ts";
import { isWhole, lcm, plus, type Rational, rational } from "../expression/rational.ts";
import { placesIn } from "../identity/breaks.ts";
import { commonPeriod } from "../identity/cells.ts";
import { fingerprint } from "../identity/identity.ts";
import {
  countingNames,
  fractionNear,
  freedomOf,
  numbersWithin,
  shareOf,
  wholeNames,
} from "../identity/points.ts";
import { type Node, relates, some } from "../notation/tree.ts";
import { namesIn } from "../notation/tree-change.ts";
import { compareConstants, rationalOf, signOf } from "../numeric/constant.ts";
import { realValue } from "../numeric/evaluate.ts";
import { type Decision, different, equal, undecided } from "../terms/decision.ts";
import type { Budget } from "../terms/limits.ts";
import { Stream } from "../terms/random.ts";
import { tried, triedOr } from "../terms/result.ts";
import { numbersOf } from "./numbers.ts";

interface Branch {
  value: Expr;
  /** Whether the branch applies at a point of the variable; null for the remaining one. */
  applies: ((at: Expr) => boolean) | null;
}

/** The conditions of both sides on the points at which they are compared. */
interface Conditions {
  /** Values at which conditions change. */
  borders: Expr[];
  wholeOnly: boolean;
  /** The divisors in conditions on remainders. */
  moduli: bigint[];
}

export const isOtherwise = (condition: Node | null): boolean =>
  condition === null || (condition.kind === "text" && /^(otherwise|else)$/i.test(condition.words));

/** Undefined if a side is neither cases nor a formula in one variable. */
export function comparePiecewise(gold: Claim, answer: Claim, context: Context): Decision {
  const names = new Set([...namesOf(gold), ...namesOf(answer)]);
  const [variable] = names;
  if (variable === undefined || names.size !== 1) return undecided("cases", "cases in several variables");
  const found = tried(() => {
    const conditions: Conditions = { borders: [], wholeOnly: false, moduli: [] };
    const g = branchesOf(gold, variable, conditions, context);
    // The answer alone does not make a letter a whole number.
    const saysWhole = conditions.wholeOnly || g?.some(({ value }) => isWholeIn(value, variable));
    const a = g && branchesOf(answer, variable, conditions, context);
    if (!g || !a) return undecided("cases", "conditions of a kind that is not compared");
    if (conditions.wholeOnly && !saysWhole) return undecided("cases", "whole numbers on one side only");
    return compareAtPoints(g, a, conditions, variable, context);
  });
  if (found.ok) return found.value;
  if (found.because === "undefined") return different("undefined", found.reason);
  return undecided("cases", found.reason || "a condition that is not solved");
}

function namesOf(claim: Claim): Set<string> {
  if (claim.kind === "value") return namesIn(claim.node);
  if (claim.kind !== "cases") return new Set();
  return new Set(
    claim.branches.flatMap((b) => [...namesOf(b.value), ...(b.condition ? namesIn(b.condition) : [])]),
  );
}

function branchesOf(
  claim: Claim,
  variable: string,
  into: Conditions,
  context: Context,
): Branch[] | undefined {
  const branches = claim.kind === "cases" ? claim.branches : [{ value: claim, condition: null }];
  const hasRest = branches.some(({ condition }) => isOtherwise(condition));
  const found = branches.map(({ value, condition }): Branch | undefined => {
    // Beside a remaining branch, `x \in \mathbb{Z}` divides the real numbers; alone it gives the domain.
    if (hasRest && condition && saysWhole(condition)) return undefined;
    const applies = isOtherwise(condition) ? null : conditionOf(condition!, variable, into, context);
    return value.kind === "value" && applies !== undefined
      ? { value: exprOf(value.node, context), applies }
      : undefined;
  });
  return found.every((branch) => branch !== undefined) ? found : undefined;
}

/** Whether a condition is that a letter is a whole number. */
const saysWhole = (condition: Node): boolean =>
  some(
    condition,
    (n) => n.kind === "relation" && n.ops.includes("∈") && n.terms.some((t) => t.kind === "setname"),
  );

function conditionOf(
  condition: Node,
  variable: string,
  into: Conditions,
  context: Context,
): ((at: Expr) => boolean) | undefined {
  const { budget } = context;
  if (relates(condition, "≡") && condition.modulus) {
    into.wholeOnly = true;
    const [left, right] = condition.terms.map((term) => exprOf(term, context)) as [Expr, Expr];
    const modulus = rationalOf(exprOf(condition.modulus, context), budget);
    if (!modulus || modulus.n === 0n || !isWhole(modulus)) return undefined;
    into.moduli.push(modulus.n < 0n ? -modulus.n / modulus.d : modulus.n / modulus.d);
    return (at) => {
      const difference = rationalOf(substitute(sub(left, right), new Map([[variable, at]]), budget), budget);
      return (
        difference !== undefined && isWhole(difference) && (difference.n / difference.d) % modulus.n === 0n
      );
    };
  }
  const set = numbersOf(condition, context);
  // At points without a pattern, a rational number or a prime is never or always met.
  if (!set || (set.domain !== "R" && set.domain !== "Z")) return undefined;
  if (set.domain === "Z") into.wholeOnly = true;
  for (const piece of set.reals)
    for (const end of [piece.from, piece.to]) if (typeof end !== "string") into.borders.push(end.at);
  return (at) => contains(set.reals, at, budget);
}

/** The values that the branches give at a point: all whose conditions hold there, else the remaining one. */
function valuesAt(branches: Branch[], variable: string, at: Expr, budget: Budget): Expr[] {
  const applying = branches.filter((b) => b.applies?.(at));
  const found = applying.length > 0 ? applying : branches.filter((b) => b.applies === null).slice(0, 1);
  return found.map(({ value }) => substitute(value, new Map([[variable, at]]), budget));
}

/**
 * Whether branches that hold at one point are proven to give one value there, because there is no convention about
 * their order.
 */
function agree([first, ...others]: Expr[], context: Context): boolean {
  return others.every(
    (other) =>
      hasValue(first!, context) &&
      hasValue(other, context) &&
      compareConstants(first!, other, context.budget).verdict === "equal",
  );
}

/** A number at which both sides are compared; a random number is not a special point. */
interface Sample {
  at: Expr;
  isDrawn: boolean;
}

const fixed = (at: Expr): Sample => ({ at, isDrawn: false });
const drawn = (at: Rational): Sample => ({ at: fromRational(at), isDrawn: true });

function compareAtPoints(
  gold: Branch[],
  answer: Branch[],
  { borders, wholeOnly, moduli }: Conditions,
  variable: string,
  context: Context,
): Decision {
  const { budget } = context;
  const formulas = [...gold, ...answer].map((branch) => branch.value);
  const points = wholeOnly
    ? wholePoints(formulas, borders, moduli, variable, budget)
    : realPoints(formulas, borders, variable, budget);
  if (!points) return undecided("cases", "places where a formula changes that cannot all be found");
  let agreed = 0;
  let lacks = false;
  for (const { at, isDrawn } of points) {
    const given = [gold, answer].map((side) => valuesAt(side, variable, at, budget));
    const [left, right] = given.map(([value]) => value);
    if (!left || !right) {
      if (left || right) return different("cases", "a point where one side says nothing");
      continue;
    }
    if (freeNames(left).size + freeNames(right).size > 0)
      return undecided("cases", "cases in several variables");
    if (!given.every((values) => agree(values, context)))
      return undecided("cases", "branches that overlap with different values");
    const hasAnswer = hasValue(right, context);
    const found = hasAnswer && hasValue(left, context) ? compareConstants(left, right, budget) : undefined;
    if (isDrawn && !hasAnswer && hasValue(left, context)) lacks = true;
    if (found?.verdict === "different")
      return different("cases", "the values differ at a point", found.certainty);
    if (found?.verdict === "undecided") return undecided("cases", "values that cannot be told apart");
    if (found?.verdict === "equal") agreed++;
  }
  if (lacks) return undecided("cases", "the answer has no value where the gold has one");
  return agreed >= 8
    ? equal("cases", "numeric")
    : undecided("cases", "too few points where both sides have a value");
}

const isWholeIn = (value: Expr, variable: string): boolean =>
  wholeNames(value).has(variable) || countingNames(value, value).has(variable);

/** Longer periods are not checked. */
const longestPeriod = 60n;

/** Whole numbers over two periods, and on both sides of all borders. */
function wholePoints(
  formulas: readonly Expr[],
  borders: readonly Expr[],
  moduli: readonly bigint[],
  variable: string,
  budget: Budget,
): Sample[] | undefined {
  let period = commonPeriod(formulas, variable, budget) ?? longestPeriod + 1n;
  for (const modulus of moduli) period = lcm(period, modulus);
  if (period > longestPeriod) return undefined;
  const whole = new Set([variable]);
  const freedom = formulas.reduce((most, e) => Math.max(most, 2 * freedomOf(e, whole)), 0);
  if (freedom > Number(longestPeriod)) return undefined;
  const turns = (2n + BigInt(Math.ceil(freedom))) * period;
  const found = new Set<bigint>();
  for (let k = -7n; k <= 7n || k < turns; k++) found.add(k);
  for (const border of borders) {
    const at = realValue(border, new Map(), 128, budget);
    const below = typeof at === "string" ? undefined : ball.floor(ball.midpoint(at));
    if (below === undefined) return undefined;
    for (let k = -2n; k <= 3n || k <= period + 1n; k++) found.add(below + k);
  }
  return [...found].map((k) => fixed(num(k)));
}

/**
 * Small numbers, and all borders with numbers between any two of them; where formulas of the branches change counts as a
 * border.
 */
function realPoints(
  formulas: readonly Expr[],
  borders: readonly Expr[],
  variable: string,
  budget: Budget,
): Sample[] | undefined {
  const places = placesIn(formulas, borders, variable, budget);
  if (!places) return undefined;
  const points: Sample[] = [];
  const random = Stream.of(...formulas.map((part) => fingerprint(part)));
  for (let k = -7n; k <= 7n; k++) points.push(fixed(num(k)), drawn(plus(rational(k), shareOf(random))));
  for (const place of places) if (place.exact) points.push(fixed(place.exact));
  for (let i = 0; i <= places.length && places.length > 0; i++)
    for (const x of numbersWithin(places[i - 1]?.to, places[i]?.from, random)) {
      const near = fractionNear(x, random);
      if (!near) return undefined;
      points.push(drawn(near));
    }
  return points;
}

const hasValue = (expr: Expr, { budget }: Context): boolean =>
  triedOr(() => signOf(expr, budget), undefined) !== undefined;
