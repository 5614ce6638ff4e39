// Orders of growth of a variable y that tends to infinity: y^a, powers of ln y, exponentials of such, and products of
// them. Any two can be compared, which is what the limit of an expression depends on.

import { paid } from "../exact/exact.ts";
import {
  type Expr,
  fn,
  freeNames,
  fromRational,
  isReciprocal,
  isSame,
  num,
  pow,
} from "../expression/expr.ts";
import {
  inverse,
  isWhole,
  one,
  order,
  plus,
  type Rational,
  rational,
  times,
  zero,
} from "../expression/rational.ts";
import { compareExpressions } from "../identity/identity.ts";
import { signOf } from "../numeric/constant.ts";
import type { Budget } from "../terms/limits.ts";
import { NoResult } from "../terms/result.ts";

/** Thrown if the behaviour of an expression cannot be proven. */
export const unproven = (): NoResult => new NoResult("unproven");

/** One exponent: coefficient · y^power · (ln y)^logs; that of a plain power y^a is a·ln y. */
interface Exponent {
  coefficient: Expr;
  power: Rational;
  logs: Rational;
}

/** e to the sum of the exponents (the largest first), times a power of ln y. */
interface Growth {
  exponents: readonly Exponent[];
  logs: Rational;
}

export const constant: Growth = { exponents: [], logs: zero };

/** y^a. */
export const powerOf = (a: Rational): Growth =>
  a.n === 0n ? constant : { exponents: [{ coefficient: num(a.n, a.d), power: zero, logs: one }], logs: zero };

const orderExponents = (a: Exponent, b: Exponent): number => order(a.power, b.power) || order(a.logs, b.logs);

/** A coefficient as a number times a factor that is not a number. */
function factored(c: Expr): { number: Rational; rest: Expr | undefined } {
  if (c.t === "num") return { number: c, rest: undefined };
  const [first, ...others] = c.t === "mul" ? c.args : [];
  if (first?.t !== "num") return { number: one, rest: c };
  return { number: first, rest: others.length === 1 ? others[0]! : { t: "mul", args: others } };
}

/** Coefficients with more digits are not supported. */
const [longest, minusLongest] = [1n << 2048n, -(1n << 2048n)];

const scaled = ({ n, d }: Rational, rest: Expr | undefined): Expr => {
  if (n > longest || n < minusLongest || d > longest) throw unproven();
  if (!rest || n === 0n) return num(n, d);
  return n === d ? rest : { t: "mul", args: [num(n, d), ...(rest.t === "mul" ? rest.args : [rest])] };
};

/** Products of constants: numbers are multiplied, and equal factors above and below the line cancel. */
export function product(a: Expr, b: Expr, budget: Budget): Expr {
  const [x, y] = [factored(a), factored(b)];
  const number = paid(times(x.number, y.number), budget);
  if (!x.rest || !y.rest) return scaled(number, x.rest ?? y.rest);
  if (isSame(x.rest, inverseOf(y.rest), budget)) return scaled(number, undefined);
  return scaled(number, { t: "mul", args: [x.rest, y.rest] });
}

export function sum(a: Expr, b: Expr, budget: Budget): Expr {
  const [x, y] = [factored(a), factored(b)];
  const alike = x.rest && y.rest ? isSame(x.rest, y.rest, budget) : x.rest === y.rest;
  if (alike) return scaled(paid(plus(x.number, y.number), budget), x.rest);
  if (x.number.n === 0n || y.number.n === 0n) return x.number.n === 0n ? b : a;
  return { t: "add", args: [a, b] };
}

const inverseOf = (e: Expr): Expr => (isReciprocal(e) ? e.base : pow(e, num(-1n)));

/** 1/c for a coefficient that is not zero. */
export function reciprocal(c: Expr): Expr {
  const { number, rest } = factored(c);
  return scaled(inverse(number), rest && inverseOf(rest));
}

/** Whether a coefficient is zero; either answer must be proven. */
export function isZero(c: Expr, budget: Budget): boolean {
  if (c.t === "num") return c.n === 0n;
  budget.spend(4);
  const { verdict, by } = compareExpressions(c, num(0n), budget);
  if (verdict === "undecided" || by === "undefined") throw unproven();
  return verdict === "equal";
}

/** The sign of a coefficient that is not zero. */
export function signOfCoefficient(c: Expr, budget: Budget): 1 | -1 {
  if (c.t === "num" && c.n !== 0n) return c.n > 0n ? 1 : -1;
  const sign = freeNames(c).size > 0 ? undefined : signOf(c, budget);
  if (sign === undefined || sign === 0) throw unproven();
  return sign;
}

/** The items of two lists in falling order, side by side if their order is the same. */
function* aligned<T>(a: readonly T[], b: readonly T[], compare: (x: T, y: T) => number) {
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [x, y] = [a[i], b[j]];
    const which = !x ? -1 : !y ? 1 : compare(x, y);
    if (which >= 0) i++;
    if (which <= 0) j++;
    yield [which >= 0 ? x : undefined, which <= 0 ? y : undefined] as const;
  }
}

/** The sum of two lists of terms in falling order; those of the same order are added. */
function summed<T extends { coefficient: Expr }>(
  a: readonly T[],
  b: readonly T[],
  compare: (x: T, y: T) => number,
  budget: Budget,
): T[] {
  const terms: T[] = [];
  for (const [x, y] of aligned(a, b, compare)) {
    budget.spend(2);
    const coefficient = x && y && sum(x.coefficient, y.coefficient, budget);
    if (!coefficient) terms.push((x ?? y)!);
    else if (!isZero(coefficient, budget)) terms.push({ ...x, coefficient });
  }
  return terms;
}

function timesGrowth(a: Growth, b: Growth, budget: Budget): Growth {
  if (a.exponents.length === 0 && a.logs.n === 0n) return b;
  if (b.exponents.length === 0 && b.logs.n === 0n) return a;
  const exponents = summed(a.exponents, b.exponents, orderExponents, budget);
  return { exponents, logs: plus(a.logs, b.logs) };
}

function raiseGrowth(a: Growth, by: Rational, budget: Budget): Growth {
  if (by.n === 0n) return constant;
  return {
    exponents: a.exponents.map((e) => ({
      ...e,
      coefficient: product(e.coefficient, num(by.n, by.d), budget),
    })),
    logs: times(a.logs, by),
  };
}

/** 1 if it tends to infinity, -1 if it tends to zero, 0 if it is constant. */
export function tendency(a: Growth, budget: Budget): 1 | 0 | -1 {
  const [first] = a.exponents;
  if (first) return signOfCoefficient(first.coefficient, budget);
  return a.logs.n > 0n ? 1 : a.logs.n < 0n ? -1 : 0;
}

/** Which of two grows faster: the first exponent that differs decides. */
function compareGrowth(a: Growth, b: Growth, budget: Budget): 1 | 0 | -1 {
  budget.spend(1);
  for (const [x, y] of aligned(a.exponents, b.exponents, orderExponents)) {
    const [c, d] = [x?.coefficient ?? num(0n), y?.coefficient ?? num(0n)];
    if (isSame(c, d, budget)) continue;
    const difference = sum(c, product(num(-1n), d, budget), budget);
    if (!isZero(difference, budget)) return signOfCoefficient(difference, budget);
  }
  return order(a.logs, b.logs);
}

/** e^(c·g) as a growth of its own; g must be a product of powers of y and ln y. */
function exponentialOf(c: Expr, g: Growth): Growth {
  const [first, ...more] = g.exponents;
  if (more.length > 0) throw unproven();
  if (first && !(first.power.n === 0n && order(first.logs, one) === 0 && first.coefficient.t === "num"))
    throw unproven();
  const power = first && first.coefficient.t === "num" ? first.coefficient : zero;
  return { exponents: [{ coefficient: c, power: { n: power.n, d: power.d }, logs: g.logs }], logs: zero };
}

// Asymptotic expansions: the leading terms of an expression as y tends to infinity, with the order of the remainder.
// The remainder may be anything of that order, including an oscillation, so all conclusions from the terms are proven.

export interface Term {
  coefficient: Expr;
  growth: Growth;
}

/** Terms in falling order, each above the remainder; without a remainder, the expansion is exact. */
export interface Expansion {
  terms: readonly Term[];
  rest: Growth | undefined;
}

/** The settings of an expansion: how many terms are kept, and the budget. */
export interface Effort {
  terms: number;
  budget: Budget;
  /** Coefficients with letters that were divided by are noted here, because the letters must not make them zero. */
  divisors?: Expr[];
}

export const exactly = (c: Expr): Expansion => ({
  terms: c.t === "num" && c.n === 0n ? [] : [{ coefficient: c, growth: constant }],
  rest: undefined,
});
export const nothing: Expansion = { terms: [], rest: undefined };
const unit = exactly(num(1n));
/** Bounded, but otherwise unknown. */
export const bounded: Expansion = { terms: [], rest: constant };
export const variable = (power: bigint): Expansion => ({
  terms: [{ coefficient: num(1n), growth: powerOf(rational(power)) }],
  rest: undefined,
});

const larger = (a: Growth | undefined, b: Growth | undefined, budget: Budget): Growth | undefined =>
  !a ? b : !b ? a : compareGrowth(a, b, budget) >= 0 ? a : b;

/** Keeps the terms above the remainder, and no more of them than wanted. */
function trimmed(
  terms: readonly Term[],
  rest: Growth | undefined,
  { terms: most, budget }: Effort,
): Expansion {
  const kept = rest ? terms.filter((t) => compareGrowth(t.growth, rest, budget) > 0) : terms;
  return kept.length > most
    ? { terms: kept.slice(0, most), rest: kept[most]!.growth }
    : { terms: kept, rest };
}

export function add(a: Expansion, b: Expansion, effort: Effort): Expansion {
  const { budget } = effort;
  const byGrowth = (x: Term, y: Term): number => compareGrowth(x.growth, y.growth, budget);
  const terms = summed(a.terms, b.terms, byGrowth, budget);
  return trimmed(terms, larger(a.rest, b.rest, budget), effort);
}

export function scale(a: Expansion, c: Expr, growth: Growth, budget: Budget): Expansion {
  return {
    terms: a.terms.map((t) => ({
      coefficient: product(t.coefficient, c, budget),
      growth: timesGrowth(t.growth, growth, budget),
    })),
    rest: a.rest && timesGrowth(a.rest, growth, budget),
  };
}

export const negated = (a: Expansion, budget: Budget): Expansion => scale(a, num(-1n), constant, budget);

/** The order of the whole. */
const size = (a: Expansion): Growth | undefined => a.terms[0]?.growth ?? a.rest;

export function multiply(a: Expansion, b: Expansion, effort: Effort): Expansion {
  const { budget } = effort;
  let total: Expansion = nothing;
  for (const { coefficient, growth } of a.terms)
    total = add(total, scale(b, coefficient, growth, budget), effort);
  const largest = size(b);
  if (!a.rest || !largest) return total;
  return add(total, { terms: [], rest: timesGrowth(a.rest, largest, budget) }, effort);
}

/** The leading term, and the others divided by it. */
export function led(a: Expansion, effort: Effort): { coefficient: Expr; growth: Growth; small: Expansion } {
  const [first, ...others] = a.terms;
  if (!first) throw unproven();
  const { budget } = effort;
  if (freeNames(first.coefficient).size > 0) effort.divisors?.push(first.coefficient);
  const small = scale(
    { terms: others, rest: a.rest },
    reciprocal(first.coefficient),
    raiseGrowth(first.growth, rational(-1n), budget),
    budget,
  );
  return { ...first, small };
}

/** Σ c_k ε^k for an ε that tends to zero. */
export function series(small: Expansion, coefficient: (k: number) => Expr, effort: Effort): Expansion {
  const { budget } = effort;
  const order = size(small);
  let total = exactly(coefficient(0));
  if (!order) return total;
  if (tendency(order, budget) >= 0) throw unproven();
  let power = unit;
  for (let k = 1; k <= effort.terms; k++) {
    power = multiply(power, small, effort);
    // Only the order of this power is known, and so of all that follow.
    if (power.terms.length === 0) return add(total, power, effort);
    const c = coefficient(k);
    if (!(c.t === "num" && c.n === 0n)) total = add(total, scale(power, c, constant, budget), effort);
  }
  return add(
    total,
    { terms: [], rest: raiseGrowth(order, rational(BigInt(effort.terms + 1)), budget) },
    effort,
  );
}

/** a^r for a rational r; roots of even index need a leading coefficient that is positive or a letter. */
export function power(a: Expansion, r: Rational, effort: Effort): Expansion {
  if (r.n === 0n) return unit;
  // Small powers are products: there is no division, so no denominator has to be non-zero.
  if (isWhole(r) && r.n > 0n && r.n <= 6n * r.d) {
    let product = a;
    for (let k = r.d; k < r.n; k += r.d) product = multiply(product, a, effort);
    return product;
  }
  const { coefficient, growth, small } = led(a, effort);
  const { budget } = effort;
  if (r.d % 2n === 0n && freeNames(coefficient).size === 0 && signOfCoefficient(coefficient, budget) < 0)
    throw unproven();
  let factor = rational(1n);
  const factors: Rational[] = [factor];
  for (let k = 0n; k < BigInt(effort.terms); k++) {
    factor = paid(rational(factor.n * (r.n - k * r.d), factor.d * r.d * (k + 1n)), budget);
    factors.push(factor);
  }
  const rest = series(small, (k) => num(factors[k]!.n, factors[k]!.d), effort);
  return scale(rest, raised(coefficient, r, budget), raiseGrowth(growth, r, budget), budget);
}

function raised(c: Expr, r: Rational, budget: Budget): Expr {
  if (c.t === "num" && isWhole(r) && r.n < 40n && r.n > -40n) {
    const k = r.n < 0n ? -r.n : r.n;
    const value = fromRational(paid({ n: c.n ** k, d: c.d ** k }, budget));
    return r.n < 0n ? reciprocal(value) : value;
  }
  return c.t === "num" && c.n === c.d ? c : pow(c, num(r.n, r.d));
}

/** The parts of an expansion: the part that tends to infinity, the constant, and the part that tends to zero. */
export function split(
  a: Expansion,
  budget: Budget,
): { large: readonly Term[]; middle: Expr; small: Expansion; open: boolean } {
  const tendencies = a.terms.map((t) => tendency(t.growth, budget));
  return {
    large: a.terms.filter((_, i) => tendencies[i] === 1),
    middle: a.terms.find((_, i) => tendencies[i] === 0)?.coefficient ?? num(0n),
    small: { terms: a.terms.filter((_, i) => tendencies[i] === -1), rest: a.rest },
    open: a.rest !== undefined && tendency(a.rest, budget) >= 0,
  };
}

const inverseFactorial = (k: number): Expr => {
  let n = 1n;
  for (let j = 2n; j <= BigInt(k); j++) n *= j;
  return num(1n, n);
};

export function exponential(a: Expansion, effort: Effort): Expansion {
  const { budget } = effort;
  const { large, middle, small, open } = split(a, budget);
  if (open) throw unproven();
  let growth = constant;
  for (const t of large) growth = timesGrowth(growth, exponentialOf(t.coefficient, t.growth), budget);
  const isOne = middle.t === "num" && middle.n === 0n;
  const factor = isOne ? num(1n) : pow({ t: "const", name: "e" }, middle);
  return scale(series(small, inverseFactorial, effort), factor, growth, budget);
}

export function logarithm(a: Expansion, effort: Effort): Expansion {
  const { coefficient, growth, small } = led(a, effort);
  const { budget } = effort;
  if (growth.logs.n !== 0n) throw unproven();
  // The logarithm of a letter itself implies that the letter is positive.
  if (freeNames(coefficient).size === 0 && signOfCoefficient(coefficient, budget) < 0) throw unproven();
  const isOne = coefficient.t === "num" && coefficient.n === coefficient.d;
  let total: Expansion = isOne ? nothing : exactly(fn("ln", coefficient));
  for (const { coefficient: c, power: a, logs } of growth.exponents)
    total = add(
      total,
      { terms: [{ coefficient: c, growth: { ...powerOf(a), logs } }], rest: undefined },
      effort,
    );
  const tail = series(small, (k) => (k === 0 ? num(0n) : num(k % 2 === 0 ? -1n : 1n, BigInt(k))), effort);
  return add(total, tail, effort);
}
