// Functions of whole numbers: divisors, remainders, factorials, binomial coefficients. Between whole numbers, some of
// them are defined by the gamma function.

import { bitLength, cost, heaviest, risingProduct } from "../ball/bits.ts";
import type { Ball, Result } from "../ball/index.ts";
import * as ball from "../ball/index.ts";
import { type Expr, isReciprocal, num } from "../expression/expr.ts";
import {
  absolute,
  binomial,
  floor,
  gcd,
  inverse,
  lcm,
  minus,
  one,
  plus,
  type Rational,
  rational,
  size,
  times,
  wholeOf,
} from "../expression/rational.ts";
import { type Budget, LimitExceeded, limits } from "../terms/limits.ts";
import type { ExactResult, FunctionEntry, Steps } from "./entry.ts";

/** Division of integers is charged by their length, and refused if they are too long. */
function payDivision(n: bigint, budget: Budget): void {
  const bits = bitLength(n);
  if (bits > limits.divisibleBits) throw new LimitExceeded("the size of integers");
  budget.spend(1 + (bits >> 6));
}

/** The greatest common divisor or the least common multiple of whole numbers. */
type Divisors = typeof gcd;

const allWhole = (numbers: readonly (bigint | undefined)[]): numbers is bigint[] =>
  !numbers.includes(undefined);

const exactDivisors =
  (join: Divisors) =>
  (_: Rational, budget: Budget, args: readonly Rational[]): ExactResult => {
    const numbers = args.map(wholeOf);
    if (!allWhole(numbers)) return undefined;
    return rational(size(numbers.reduce((a, b) => join(a, b, (divisor) => payDivision(divisor, budget)))));
  };

const realDivisors =
  (join: Divisors) =>
  (_: Ball, __: number, budget: Budget, args: readonly Ball[]): Result => {
    const numbers = args.map(ball.exactInteger);
    if (!allWhole(numbers)) return "outside";
    return ball.fromInt(size(numbers.reduce((a, b) => join(a, b, () => budget.spend(1)))));
  };

function exactBinomial(n: bigint, k: bigint, budget: Budget): bigint {
  if (k < 0n) return 0n;
  if (n < 0n) return (k % 2n === 0n ? 1n : -1n) * exactBinomial(k - n - 1n, k, budget);
  if (k > n) return 0n;
  const few = k < n - k ? k : n - k;
  const bits = Number(few) * (bitLength(n) + 1);
  if (few > 20_000n || bits > limits.bits / 2) throw new LimitExceeded("the size of integers");
  budget.spend(Number(few) * (2 + (bits >> 13)));
  return binomial(n, few);
}

/** x choose k: a product for whole k, gamma functions otherwise. */
function realBinomial(x: Ball, y: Ball, prec: number, budget: Budget): Result {
  const k = ball.exactInteger(y);
  if (k !== undefined && k < 0n) return ball.ZERO;
  const n = ball.exactInteger(x);
  if (n !== undefined && k !== undefined && n >= 0n && k > n) return ball.ZERO;
  if (k !== undefined && k <= 400n) {
    let product: Ball = ball.ONE;
    for (let j = 0n; j < k; j++) {
      budget.spend(2 * cost(prec));
      const next = ball.div(ball.sub(x, ball.fromInt(j), prec + 16), ball.fromInt(j + 1n), prec + 16);
      if (typeof next === "string") return next;
      product = ball.mul(product, next, prec + 16);
    }
    return product;
  }
  const inner = prec + 16;
  const top = gammaOf(ball.add(x, ball.ONE, inner), inner, budget);
  const left = gammaOf(ball.add(y, ball.ONE, inner), inner, budget);
  const right = gammaOf(ball.add(ball.sub(x, y, inner), ball.ONE, inner), inner, budget);
  if (typeof top === "string") return top;
  if (typeof left === "string") return left;
  if (typeof right === "string") return right;
  return ball.div(top, ball.mul(left, right, inner), prec);
}

const wholeNumber = (e: Expr | undefined): bigint | undefined =>
  e?.t === "num" && e.d === 1n && e.n !== 0n ? size(e.n) : undefined;

/** A divisor of a number repeats itself with that number. */
function divisorSteps([x, y, ...more]: readonly Expr[]): Steps | undefined {
  const [n, m] = [wholeNumber(x), wholeNumber(y)];
  if (more.length > 0 || (n ?? m) === undefined) return undefined;
  return { of: (m === undefined ? y : x)!, modulus: rational((m ?? n)!), near: num(0n) };
}

/** The signs of the arguments do not affect a divisor. */
const divisor = {
  reads: "brackets",
  takes: "any",
  whole: true,
  breaks: { how: "divides", steps: divisorSteps },
  factor: (k) => (k.n === k.d || k.n === -k.d ? one : undefined),
  symmetric: true,
  work: "arithmetic",
} as const satisfies Partial<FunctionEntry>;

export const whole: readonly FunctionEntry[] = [
  { ...divisor, name: "gcd", spelt: "gcd hcf", exact: exactDivisors(gcd), real: realDivisors(gcd) },
  { ...divisor, name: "lcm", spelt: "lcm", exact: exactDivisors(lcm), real: realDivisors(lcm) },
  {
    name: "mod",
    takes: 2,
    print: { between: "\\bmod", loosely: true },
    exact: (x, budget, [, y]) => {
      if (!y) return undefined;
      if (y.n === 0n) return "a remainder by zero";
      payDivision(x.n, budget);
      const quotient = times(x, inverse(y));
      return plus(x, minus(times(rational(floor(quotient)), y)));
    },
    real: (x, prec, _, [, y]) => {
      if (!y) return "undecided";
      const quotient = ball.div(x, y, prec);
      if (typeof quotient === "string") return quotient;
      const n = ball.floor(quotient);
      return n === undefined ? "undecided" : ball.sub(x, ball.mul(ball.fromInt(n), y, prec), prec);
    },
    breaks: {
      how: "jumps",
      steps: ([x, y]) =>
        y?.t === "num" && y.n !== 0n ? { of: x!, modulus: absolute(y), near: num(0n) } : undefined,
    },
    work: "arithmetic",
  },
  {
    name: "factorial",
    exact: exactFactorial,
    real: (x, prec, budget) => gammaOf(ball.add(x, ball.ONE, prec + 8), prec, budget),
    range: () => [1, Number.POSITIVE_INFINITY],
    whole: true,
  },
  {
    name: "doublefactorial",
    exact: (x, budget) => {
      const n = wholeOf(x);
      return n === undefined || n < 0n ? undefined : rational(factorial(n, 2n, budget));
    },
    whole: true,
  },
  {
    name: "binom",
    spelt: "binom",
    reads: "brackets",
    takes: 2,
    print: { braces: "\\binom" },
    exact: (x, budget, [, y]) => {
      const [n, k] = [wholeOf(x), y && wholeOf(y)];
      return n === undefined || k === undefined ? undefined : rational(exactBinomial(n, k, budget));
    },
    real: (x, prec, budget, [, y]) => (y ? realBinomial(x, y, prec, budget) : "undecided"),
    range: () => [0, Number.POSITIVE_INFINITY],
    degree: ([, y]) => (y?.t === "num" ? Math.max(1, Number(y.n)) : undefined),
    whole: true,
    work: "arithmetic",
  },
];

// Factorials: exactly of whole numbers, by the gamma function of all others.

/** The argument of a factorial. */
export const factorialOf = (e: Expr): Expr | undefined =>
  e.t === "fn" && e.name === "factorial" ? e.args[0] : undefined;

/** The argument of a factorial in the denominator. */
export const factorialBelow = (e: Expr): Expr | undefined =>
  isReciprocal(e) ? factorialOf(e.base) : undefined;

/** n (n-step) (n-2 step) … */
export function factorial(n: bigint, step: bigint, budget: Budget): bigint {
  const size = Number(n) * Math.log2(Number(n) + 1);
  if (size > limits.bits / 4) throw new LimitExceeded("the size of integers");
  budget.spend(Math.ceil(size / 16));
  return risingProduct(step === 1n || n % 2n === 1n ? 1n : 2n, n, step);
}

/** n! for a whole n. */
export function exactFactorial(x: Rational, budget: Budget): ExactResult {
  const n = wholeOf(x);
  if (n === undefined) return undefined;
  return n < 0n ? "a factorial of a negative integer" : rational(factorial(n, 1n, budget));
}

/** The gamma function, charged by its kind of work: small whole numbers are multiplied out. */
export function gammaOf(x: Ball, prec: number, budget: Budget): Result {
  const size = Math.abs(ball.toNumber(x));
  budget.spend(size <= 3000 && ball.exactInteger(x) !== undefined ? 8 + (size >> 2) : heaviest(prec));
  return ball.gamma(x, prec);
}
