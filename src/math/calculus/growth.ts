// Orders of growth of a variable y that tends to infinity: y^a, powers of ln y, exponentials of such, and products of
// them. Any two can be put in order, which is what a limit of an expression hangs on.

import { paid } from "../exact/exact.ts";
import { type Expr, freeNames, isSame, num, pow } from "../expression/expr.ts";
import { inverse, plus, type Rational, times } from "../expression/rational.ts";
import { compareExpressions } from "../identity/identity.ts";
import { signOf } from "../numeric/constant.ts";
import type { Budget } from "../terms/limits.ts";

/** Thrown where the behaviour of an expression cannot be shown. */
export class Unknown extends Error {}

/** One exponent: coefficient · y^power · (ln y)^logs; that of a plain power y^a is a·ln y. */
interface Exponent {
  coefficient: Expr;
  power: Rational;
  logs: Rational;
}

/** e to the sum of the exponents (the largest first), times a power of ln y. */
export interface Growth {
  exponents: readonly Exponent[];
  logs: Rational;
}

const zero: Rational = { n: 0n, d: 1n };
const one: Rational = { n: 1n, d: 1n };
export const constant: Growth = { exponents: [], logs: zero };

/** y^a. */
export const powerOf = (a: Rational): Growth =>
  a.n === 0n ? constant : { exponents: [{ coefficient: num(a.n, a.d), power: zero, logs: one }], logs: zero };

const order = (a: Rational, b: Rational): number => {
  const difference = a.n * b.d - b.n * a.d;
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
};
const orderExponents = (a: Exponent, b: Exponent): number => order(a.power, b.power) || order(a.logs, b.logs);

/** A coefficient as a number times something that is none. */
function factored(c: Expr): { number: Rational; rest: Expr | undefined } {
  if (c.t === "num") return { number: c, rest: undefined };
  const [first, ...others] = c.t === "mul" ? c.args : [];
  if (first?.t !== "num") return { number: one, rest: c };
  return { number: first, rest: others.length === 1 ? others[0]! : { t: "mul", args: others } };
}

/** Coefficients of more digits are not followed. */
const [longest, minusLongest] = [1n << 2048n, -(1n << 2048n)];

const scaled = ({ n, d }: Rational, rest: Expr | undefined): Expr => {
  if (n > longest || n < minusLongest || d > longest) throw new Unknown();
  if (!rest || n === 0n) return num(n, d);
  return n === d ? rest : { t: "mul", args: [num(n, d), ...(rest.t === "mul" ? rest.args : [rest])] };
};

/** Products of constants: numbers are worked out, and what stands above and below the line goes. */
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

const inverseOf = (e: Expr): Expr =>
  e.t === "pow" && e.exp.t === "num" && e.exp.n === -1n && e.exp.d === 1n ? e.base : pow(e, num(-1n));

/** 1/c for a coefficient that is not zero. */
export function reciprocal(c: Expr): Expr {
  const { number, rest } = factored(c);
  return scaled(inverse(number), rest && inverseOf(rest));
}

/** Whether a coefficient is zero; it must be shown either way. */
export function isZero(c: Expr, budget: Budget): boolean {
  if (c.t === "num") return c.n === 0n;
  budget.spend(4);
  const { verdict, by } = compareExpressions(c, num(0n), budget);
  if (verdict === "undecided" || by === "undefined") throw new Unknown();
  return verdict === "equal";
}

/** The sign of a coefficient that is not zero. */
export function signOfCoefficient(c: Expr, budget: Budget): 1 | -1 {
  if (c.t === "num" && c.n !== 0n) return c.n > 0n ? 1 : -1;
  const sign = freeNames(c).size > 0 ? undefined : signOf(c, budget);
  if (sign === undefined || sign === 0) throw new Unknown();
  return sign;
}

export function timesGrowth(a: Growth, b: Growth, budget: Budget): Growth {
  budget.spend(2);
  if (a.exponents.length === 0 && a.logs.n === 0n) return b;
  if (b.exponents.length === 0 && b.logs.n === 0n) return a;
  const exponents: Exponent[] = [];
  let [i, j] = [0, 0];
  while (i < a.exponents.length || j < b.exponents.length) {
    const [x, y] = [a.exponents[i], b.exponents[j]];
    const which = !x ? -1 : !y ? 1 : orderExponents(x, y);
    if (which > 0) exponents.push(a.exponents[i++]!);
    else if (which < 0) exponents.push(b.exponents[j++]!);
    else {
      const coefficient = sum(x!.coefficient, y!.coefficient, budget);
      if (!isZero(coefficient, budget)) exponents.push({ ...x!, coefficient });
      i++;
      j++;
    }
  }
  return { exponents, logs: plus(a.logs, b.logs) };
}

export function raiseGrowth(a: Growth, by: Rational, budget: Budget): Growth {
  if (by.n === 0n) return constant;
  return {
    exponents: a.exponents.map((e) => ({
      ...e,
      coefficient: product(e.coefficient, num(by.n, by.d), budget),
    })),
    logs: times(a.logs, by),
  };
}

/** 1 where it tends to infinity, -1 where it tends to zero, 0 where it is constant. */
export function tendency(a: Growth, budget: Budget): 1 | 0 | -1 {
  const [first] = a.exponents;
  if (first) return signOfCoefficient(first.coefficient, budget);
  return a.logs.n > 0n ? 1 : a.logs.n < 0n ? -1 : 0;
}

/** Which of two grows faster: the first exponent that differs decides. */
export function compareGrowth(a: Growth, b: Growth, budget: Budget): 1 | 0 | -1 {
  budget.spend(1);
  let [i, j] = [0, 0];
  while (i < a.exponents.length || j < b.exponents.length) {
    const [x, y] = [a.exponents[i], b.exponents[j]];
    const which = !x ? -1 : !y ? 1 : orderExponents(x, y);
    if (which > 0) return signOfCoefficient(x!.coefficient, budget);
    if (which < 0) return signOfCoefficient(y!.coefficient, budget) > 0 ? -1 : 1;
    const [c, d] = [x!.coefficient, y!.coefficient];
    if (!isSame(c, d, budget)) {
      const difference = sum(c, product(num(-1n), d, budget), budget);
      if (!isZero(difference, budget)) return signOfCoefficient(difference, budget);
    }
    i++;
    j++;
  }
  return order(a.logs, b.logs) as 1 | 0 | -1;
}

/** e^(c·g) as a growth of its own; g must be a product of powers of y and ln y. */
export function exponentialOf(c: Expr, g: Growth): Growth {
  const [first, ...more] = g.exponents;
  if (more.length > 0) throw new Unknown();
  if (first && !(first.power.n === 0n && order(first.logs, one) === 0 && first.coefficient.t === "num"))
    throw new Unknown();
  const power = first && first.coefficient.t === "num" ? first.coefficient : zero;
  return { exponents: [{ coefficient: c, power: { n: power.n, d: power.d }, logs: g.logs }], logs: zero };
}
