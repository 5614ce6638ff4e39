// Floors, ceilings, remainders and divisors, on lines: the numbers where they jump, over whole periods. At each of these
// numbers and between any two of them both sides must agree.

import { fractionOf, type Polynomial } from "../algebra/polynomial.ts";
import { Undefined } from "../exact/exact.ts";
import {
  type Expr,
  freeNames,
  fromRational,
  has,
  isSame,
  num,
  parts,
  substitute,
} from "../expression/expr.ts";
import {
  floor,
  inverse,
  isWhole,
  minus,
  order,
  plus,
  type Rational,
  rational,
  same,
  times,
} from "../expression/rational.ts";
import type { Pair } from "../numeric/agreement.ts";
import { agreeAt, leastPrecisionFor } from "../numeric/agreement.ts";
import { rationalOf } from "../numeric/constant.ts";
import type { Budget } from "../terms/limits.ts";
import type { Stream } from "../terms/random.ts";
import { type Look, lookBetween } from "./between.ts";
import { withShortDivisors } from "./divisors.ts";
import { baseOf, linesThrough, shareOf } from "./lines.ts";
import { leastCommonMultiple, periodOf } from "./periods.ts";
import type { RealPoint, Sampling } from "./points.ts";
import { isStep, type Step, turnsIn } from "./turns.ts";

/** So many numbers are looked at on a line. */
const most = 260;

/** Undefined where nothing jumps. */
export function lookAtSteps(
  { a, b, complex }: Pair,
  sampling: Sampling,
  seen: readonly RealPoint[],
): Look | undefined {
  if (!has(a, isStep) && !has(b, isStep)) return undefined;
  const { budget, names, habits, random } = sampling;
  if (names.length > 4) return "missed";
  const pair = { a: withShortDivisors(a, budget), b: withShortDivisors(b, budget), complex };
  const stepping = names.filter((name) => stepsIn([pair.a, pair.b], name).length > 0);
  const bases = names.length > 1 ? [baseOf(sampling, 1n), baseOf(sampling, -1n)] : [baseOf(sampling, 1n)];
  for (const { name, others } of bases.flatMap((base) => linesThrough(base, stepping, budget))) {
    const [left, right] = [substitute(pair.a, others, budget), substitute(pair.b, others, budget)];
    const values = habits.whole.has(name)
      ? wholesOf([left, right], name, budget)
      : numbersOf([left, right], name, random, budget);
    if (!values || values.length > most) return "missed";
    for (const value of values) {
      const found = lookAtNumber({ ...pair, a: left, b: right }, name, value, budget);
      if (found !== "agree") return found;
    }
  }
  // With several letters a divisor on a line says little of others.
  const several = (e: Expr): boolean => isDivisor(e) && freeNames(e).size > 1;
  if (has(pair.a, several) || has(pair.b, several)) return "missed";
  const level = names.filter((name) => !stepping.includes(name));
  return level.length === 0 ? "agree" : lookBetween(pair, sampling, seen, level);
}

const isDivisor = (e: Expr): boolean => isStep(e) && (e.name === "gcd" || e.name === "lcm");

function lookAtNumber(pair: Pair, name: string, value: Rational, budget: Budget): Look {
  const at = fromRational(value);
  try {
    const [a, b] = [frozen(pair.a, name, value, budget, at), frozen(pair.b, name, value, budget, at)];
    if (isSame(a, b, budget)) return "agree";
    const [x, y] = [rationalOf(a, budget), rationalOf(b, budget)];
    if (x && y) return same(x, y) ? "agree" : "apart";
    const here = { ...pair, a, b };
    const prec = leastPrecisionFor(here, nowhere, budget);
    const found = prec === undefined ? "open" : agreeAt(here, nowhere, prec, budget);
    return found === "open" ? "missed" : found === "apart" ? found : "agree";
  } catch (error) {
    if (error instanceof Undefined) return "agree";
    throw error;
  }
}

const nowhere = new Map<string, never>();

/** An expression with its steps as the numbers that they are at a place, and the name itself as something, if asked for. */
function frozen(e: Expr, name: string, at: Rational, budget: Budget, itself?: Expr): Expr {
  if (!freeNames(e).has(name)) return e;
  budget.spend(1);
  const go = (part: Expr): Expr => frozen(part, name, at, budget, itself);
  if (e.t === "sym") return itself ?? e;
  if (isStep(e)) {
    const value = rationalOf(substitute(e, new Map([[name, fromRational(at)]]), budget), budget);
    if (value) return fromRational(value);
  }
  if (e.t === "add" || e.t === "mul" || e.t === "fn") return { ...e, args: e.args.map(go) };
  if (e.t === "pow") return { ...e, base: go(e.base), exp: go(e.exp) };
  return itself ? substitute(e, new Map([[name, itself]]), budget) : e;
}

/** All steps in expressions, those within others first. */
function stepsIn(exprs: readonly Expr[], name: string): Step[] {
  const found: Step[] = [];
  const collect = (e: Expr): void => {
    if (!freeNames(e).has(name)) return;
    for (const part of parts(e)) collect(part);
    if (isStep(e)) found.push(e);
  };
  for (const e of exprs) collect(e);
  return found;
}

/** After how many whole numbers all steps repeat themselves; undefined where that is not known, or too long. */
export function commonPeriod(exprs: readonly Expr[], name: string, budget: Budget): bigint | undefined {
  let period = 2n;
  for (const step of stepsIn(exprs, name)) {
    const own = periodOf(step, name, budget);
    if (own === undefined) return undefined;
    period = leastCommonMultiple(period, own);
    if (period > BigInt(most)) return undefined;
  }
  return period;
}

/** The whole numbers of a few periods. */
function wholesOf(exprs: readonly Expr[], name: string, budget: Budget): Rational[] | undefined {
  const period = commonPeriod(exprs, name, budget);
  if (period === undefined) return undefined;
  const count = 3n * period < 12n ? 12n : 3n * period > BigInt(most) ? period : 3n * period;
  return Array.from({ length: Number(count) }, (_, k) => rational(BigInt(k)));
}

const zero = rational(0n);
const half = rational(1n, 2n);
const two = rational(2n);

const middle = (a: Rational, b: Rational): Rational => times(plus(a, b), half);
const size = (a: Rational): Rational => (a.n < 0n ? minus(a) : a);

/** A polynomial of degree one at most, as its two coefficients. */
function lineOf(e: Expr, name: string, budget: Budget): { slope: Rational; offset: Rational } | undefined {
  const fraction = fractionOf(e, name, budget);
  if (fraction?.den.length !== 1 || fraction.num.length > 2) return undefined;
  const by = inverse(fraction.den[0]!);
  const coefficient = (p: Polynomial, k: number): Rational => times(p[k] ?? zero, by);
  return { slope: coefficient(fraction.num, 1), offset: coefficient(fraction.num, 0) };
}

/** What a step rounds: its argument, and of a remainder the quotient. */
function roundedBy(step: Step): Expr | undefined {
  const [x, y] = step.args;
  if (step.name === "floor" || step.name === "ceil") return x;
  return step.name === "mod" && y?.t === "num" && y.n !== 0n
    ? { t: "mul", args: [x!, num(y.d, y.n)] }
    : undefined;
}

/** An expression with its floors and ceilings left away: it is never far from it. */
function smoothed(e: Expr): Expr {
  if (isStep(e)) return e.name === "mod" ? num(0n) : smoothed(e.args[0]!);
  return e.t === "add" || e.t === "mul" ? { ...e, args: e.args.map(smoothed) } : e;
}

/** Where steps of straight lines jump, over some periods, and numbers between; undefined for other steps. */
function numbersOf(
  exprs: readonly Expr[],
  name: string,
  random: Stream,
  budget: Budget,
): Rational[] | undefined {
  const steps = stepsIn(exprs, name);
  let period = rational(1n);
  for (const step of steps) {
    const inner = roundedBy(step);
    const line = inner && lineOf(smoothed(inner), name, budget);
    if (!line) return undefined;
    if (line.slope.n === 0n) continue;
    const { n, d } = size(inverse(line.slope));
    // The least common multiple of two fractions.
    const [p, q] = [leastCommonMultiple(period.n * d, n * period.d), period.d * d];
    period = rational(p, q);
    if (order(period, rational(BigInt(most))) > 0) return undefined;
  }
  const turns = turnsIn(exprs, [name]);
  if (!turns) return undefined;
  const centres: Rational[] = [zero];
  for (const { of } of turns) {
    const line = lineOf(smoothed(of), name, budget);
    if (!line) return undefined;
    if (line.slope.n !== 0n) centres.push(minus(times(line.offset, inverse(line.slope))));
  }
  const numbers: Rational[] = [];
  for (const centre of centres) {
    const reach = times(two, period);
    const ends: [Rational, Rational] = [plus(centre, minus(reach)), plus(centre, reach)];
    const jumps = jumpsWithin(
      ends,
      steps,
      turns.map((turn) => turn.of),
      name,
      budget,
    );
    if (!jumps) return undefined;
    for (const [i, jump] of jumps.entries()) {
      numbers.push(jump);
      const next = jumps[i + 1];
      if (next) numbers.push(plus(jump, times(shareOf(random), plus(next, minus(jump)))));
    }
    if (numbers.length > most) return undefined;
  }
  return numbers;
}

/** The numbers between two ends where steps jump or what turns is zero, and the ends. */
function jumpsWithin(
  ends: [Rational, Rational],
  steps: readonly Step[],
  turns: readonly Expr[],
  name: string,
  budget: Budget,
): Rational[] | undefined {
  let jumps: Rational[] = [...ends];
  for (const inner of [...steps.map(roundedBy), ...turns]) {
    const wholes = steps.some((step) => step.args.includes(inner!)) || !turns.includes(inner!);
    const next: Rational[] = [];
    for (const [i, from] of jumps.entries()) {
      next.push(from);
      const to = jumps[i + 1];
      if (!to) break;
      const line = lineOf(frozen(inner!, name, middle(from, to), budget), name, budget);
      if (!line) return undefined;
      if (line.slope.n === 0n) continue;
      for (const at of crossings(line, from, to, wholes)) next.push(at);
      budget.spend(4 + next.length);
      if (next.length > most) return undefined;
    }
    jumps = next;
  }
  return jumps;
}

/** Where a straight line takes whole values, or is zero, strictly between two numbers, in rising order. */
function crossings(
  { slope, offset }: { slope: Rational; offset: Rational },
  from: Rational,
  to: Rational,
  wholes: boolean,
): Rational[] {
  const value = (x: Rational): Rational => plus(times(slope, x), offset);
  const solve = (k: bigint): Rational => times(plus(rational(k), minus(offset)), inverse(slope));
  const isInside = (x: Rational): boolean => order(x, from) > 0 && order(x, to) < 0;
  if (!wholes) return [solve(0n)].filter(isInside);
  const [low, high] = slope.n > 0n ? [value(from), value(to)] : [value(to), value(from)];
  const found: Rational[] = [];
  const first = isWhole(low) ? floor(low) : floor(low) + 1n;
  for (let k = first; k <= floor(high) && found.length <= most; k++) found.push(solve(k));
  const inside = found.filter(isInside);
  return slope.n > 0n ? inside : inside.reverse();
}
