// Logarithms and exponentials. All of them mean the natural logarithm, or a power of e.

import { cost } from "../ball/bits.ts";
import * as ball from "../ball/index.ts";
import { add, div, type Expr, fn, mul, neg, num, pi, pow, sub } from "../expression/expr.ts";
import { minus, one, plus } from "../expression/rational.ts";
import type { FunctionEntry } from "./entry.ts";
import { exactFactorial, gammaOf } from "./whole.ts";

const logarithm = (x: Expr, base: Expr): Expr => div(fn("ln", x), fn("ln", base));

export const exponential: readonly FunctionEntry[] = [
  {
    name: "ln",
    spelt: "ln",
    joins: true,
    reads: "loose",
    real: ball.log,
    complex: ball.complex.log,
    derivative: (x) => pow(x, num(-1n)),
    antiderivative: (x) => sub(mul(x, fn("ln", x)), x),
    range: ([low, high]) => [
      low > 0 ? Math.log(low) - 1e-12 + (low === 1 ? 1e-12 : 0) : Number.NEGATIVE_INFINITY,
      high > 0 ? Math.log(high) + 1e-12 : Number.POSITIVE_INFINITY,
    ],
    breaks: { how: "ends", zeros: (args) => args },
    preimages: (v) => [pow({ t: "const", name: "e" }, v)],
    work: "value",
  },
  {
    name: "log",
    spelt: "log",
    joins: true,
    reads: "loose",
    base: true,
    work: "value",
    means: (x, base) => (base ? logarithm(x, base) : fn("ln", x)),
  },
  { name: "lg", spelt: "lg", reads: "loose", work: "value", means: (x) => logarithm(x, num(10n)) },
  { name: "lb", commands: "lb", reads: "loose", work: "value", means: (x) => logarithm(x, num(2n)) },
  {
    name: "exp",
    spelt: "exp",
    joins: true,
    reads: "loose",
    means: (x) => pow({ t: "const", name: "e" }, x),
  },
  { name: "sqrt", spelt: "sqrt", reads: "root" },
  { name: "cbrt", spelt: "cbrt", reads: "root" },
];

// Functions beyond the elementary ones that have a rigorous ball.

/** e^(-x²)/√π. */
const bell = (x: Expr): Expr =>
  mul(pow({ t: "const", name: "e" }, neg(pow(x, num(2n)))), pow(pi, num(-1n, 2n)));

/** Up to this argument the gamma function has exact values. */
const exactUpTo = 3000n;

export const special: readonly FunctionEntry[] = [
  {
    name: "Gamma",
    letter: "Gamma",
    reads: "brackets",
    exact: (x, budget) => {
      // Larger values are left to balls, which need not write them out.
      if (x.n > exactUpTo * x.d) return undefined;
      if (x.d === 1n && x.n <= 0n) return "a pole of the gamma function";
      return exactFactorial(plus(x, minus(one)), budget);
    },
    real: gammaOf,
    grows: true,
  },
  {
    name: "erf",
    spelt: "erf",
    reads: "loose",
    exact: (x) => (x.n === 0n ? x : undefined),
    real: (x, prec, budget) => {
      budget.spend((x.r === 0 ? 1 : 2) * ball.erfTerms(x, prec) * cost(prec));
      return ball.erf(x, prec);
    },
    derivative: (x) => mul(num(2n), bell(x)),
    antiderivative: (x) => add(mul(x, fn("erf", x)), bell(x)),
    range: () => [-1, 1],
    grows: true,
    // 1 - erf x is about e^(-x²).
    approach: (size) => 3 * 4 ** size,
  },
  { name: "erfc", spelt: "erfc", reads: "loose", means: (x) => sub(num(1n), fn("erf", x)) },
];
