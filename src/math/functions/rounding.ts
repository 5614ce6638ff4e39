// Functions that change their formula at certain numbers: absolute value, sign, the least and the greatest, rounding.

import * as ball from "../ball/index.ts";
import { fn, minusOne, mul, neg, num, sub } from "../expression/expr.ts";
import { floor, minus, one, order, rational, zero } from "../expression/rational.ts";
import type { FunctionEntry, Range } from "./entry.ts";

const distance = {
  range: ([low, high]: Range): Range => [
    low > 0 ? low : high < 0 ? -high : 0,
    Math.max(Math.abs(low), Math.abs(high)),
  ],
  breaks: { how: "turns", zeros: (args) => args },
  formulas: ([x]) => [x!, neg(x!)],
  zeros: (x) => [x],
  factor: (k) => (k.n < 0n ? minus(k) : k),
} as const satisfies Partial<FunctionEntry>;

const extreme = {
  reads: "brackets",
  takes: "any",
  nests: true,
  algebraic: "like its arguments",
  breaks: {
    how: "turns",
    zeros: (args) => args.flatMap((a, i) => args.slice(i + 1).map((b) => sub(a, b))),
  },
  formulas: (args) => args,
  factor: (k) => (k.n > 0n ? k : undefined),
  symmetric: true,
  work: "arithmetic",
} as const satisfies Partial<FunctionEntry>;

/** Rounding keeps whole summands as they are, and rounds down where its opposite rounds up. */
const whole = {
  reads: "brackets",
  breaks: { how: "jumps", steps: ([x]) => ({ of: x!, modulus: one, near: x! }) },
  work: "arithmetic",
} as const satisfies Partial<FunctionEntry>;

export const rounding: readonly FunctionEntry[] = [
  {
    name: "abs",
    spelt: "abs",
    reads: "brackets",
    print: { around: ["\\left|", "\\right|"] },
    exact: (x) => (x.n < 0n ? minus(x) : x),
    real: ball.abs,
    complex: (z, prec) => {
      const size = ball.complex.abs(z, prec);
      return typeof size === "string" ? size : ball.complex.fromReal(size);
    },
    algebraic: "like its arguments",
    derivative: (x) => fn("sgn", x),
    antiderivative: (x) => mul(num(1n, 2n), x, fn("abs", x)),
    ...distance,
    work: "arithmetic",
  },
  {
    name: "norm",
    print: { around: ["\\|", "\\|"] },
    real: ball.abs,
    ...distance,
  },
  {
    name: "sgn",
    spelt: "sgn sign signum",
    reads: "loose",
    exact: (x) => rational(x.n > 0n ? 1n : x.n < 0n ? -1n : 0n),
    real: (x) => {
      const sign = ball.sign(x);
      return sign === undefined ? "undecided" : ball.fromInt(BigInt(sign));
    },
    range: () => [-1, 1],
    breaks: { how: "jumps", zeros: (args) => args },
    formulas: () => [num(1n), minusOne, num(0n)],
    zeros: (x) => [x],
    factor: (k) => rational(k.n < 0n ? -1n : 1n),
  },
  {
    ...extreme,
    name: "min",
    spelt: "min",
    exact: (_, __, args) => args.reduce((a, b) => (order(a, b) <= 0 ? a : b)),
    real: (_, prec, __, args) => args.reduce((a, b) => ball.min(a, b, prec)),
  },
  {
    ...extreme,
    name: "max",
    spelt: "max",
    exact: (_, __, args) => args.reduce((a, b) => (order(a, b) >= 0 ? a : b)),
    real: (_, prec, __, args) => args.reduce((a, b) => ball.max(a, b, prec)),
  },
  {
    ...whole,
    name: "floor",
    spelt: "floor",
    print: { around: ["\\lfloor ", " \\rfloor"] },
    exact: (x) => rational(floor(x)),
    real: (x) => {
      const n = ball.floor(x);
      return n === undefined ? "undecided" : ball.fromInt(n);
    },
    opposite: "ceil",
  },
  {
    ...whole,
    name: "ceil",
    spelt: "ceil",
    print: { around: ["\\lceil ", " \\rceil"] },
    exact: (x) => rational(-floor(minus(x))),
    real: (x) => {
      const n = ball.ceil(x);
      return n === undefined ? "undecided" : ball.fromInt(n);
    },
    opposite: "floor",
  },
];

// Operations on complex numbers: parts, a conjugate, an argument.

const { complex } = ball;

export const complexParts: readonly FunctionEntry[] = [
  {
    name: "re",
    spelt: "Re",
    reads: "loose",
    print: { as: "Re" },
    exact: (x) => x,
    real: (x) => x,
    complex: (z) => complex.fromReal(z.re),
    aboutComplex: true,
  },
  {
    name: "im",
    spelt: "Im",
    reads: "loose",
    print: { as: "Im" },
    exact: () => zero,
    real: () => ball.ZERO,
    complex: (z) => complex.fromReal(z.im),
    aboutComplex: true,
  },
  {
    name: "conj",
    commands: "conj",
    reads: "brackets",
    print: { braces: "\\overline" },
    exact: (x) => x,
    real: (x) => x,
    complex: (z) => complex.conj(z),
    algebraic: "conjugate",
    aboutComplex: true,
  },
  {
    name: "arg",
    commands: "arg Arg",
    reads: "loose",
    complex: (z, prec) => {
      const angle = complex.arg(z, prec);
      return typeof angle === "string" ? angle : complex.fromReal(angle);
    },
    aboutComplex: true,
  },
];
