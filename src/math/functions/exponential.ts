// Logarithms and exponentials. All of them mean the natural logarithm, or a power of e.

import * as ball from "../ball/index.ts";
import { div, type Expr, fn, mul, num, pow, sub } from "../expression/expr.ts";
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
  },
  {
    name: "log",
    spelt: "log",
    joins: true,
    reads: "loose",
    base: true,
    means: (x, base) => (base ? logarithm(x, base) : fn("ln", x)),
  },
  { name: "lg", spelt: "lg", reads: "loose", means: (x) => logarithm(x, num(10n)) },
  { name: "lb", commands: "lb", reads: "loose", means: (x) => logarithm(x, num(2n)) },
  {
    name: "exp",
    spelt: "exp",
    joins: true,
    reads: "loose",
    work: "none",
    means: (x) => pow({ t: "const", name: "e" }, x),
  },
  { name: "sqrt", spelt: "sqrt", reads: "root" },
  { name: "cbrt", spelt: "cbrt", reads: "root" },
];

// Functions beyond the elementary ones that have a rigorous ball.

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
  // An opaque value: only its argument is known.
  { name: "erf", spelt: "erf", reads: "loose", means: (x) => fn("erf()", x) },
  { name: "erfc", spelt: "erfc", reads: "loose", means: (x) => sub(num(1n), fn("erf()", x)) },
];
