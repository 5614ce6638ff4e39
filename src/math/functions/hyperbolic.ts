// The hyperbolic functions and their inverses.

import * as ball from "../ball/index.ts";
import { add, div, fn, num, pow, sub } from "../expression/expr.ts";
import type { FunctionEntry } from "./entry.ts";
import { inverted } from "./trigonometric.ts";

const [one, two, minusHalf] = [num(1n), num(2n), num(-1n, 2n)];

/** 1 - tanh x is about e^{-2x}. */
const exponential = (size: number): number => 3 * 2 ** size;

const hyperbola = { reads: "loose", approach: exponential } as const;
const inverse = { reads: "loose", turnsAt: "units" } as const;

export const hyperbolic: readonly FunctionEntry[] = [
  {
    ...hyperbola,
    name: "sinh",
    spelt: "sinh",
    commands: "sh",
    joins: true,
    inverse: "arcsinh",
    real: ball.sinh,
    derivative: (x) => fn("cosh", x),
    antiderivative: (x) => fn("cosh", x),
    grows: true,
  },
  {
    ...hyperbola,
    name: "cosh",
    spelt: "cosh",
    commands: "ch",
    joins: true,
    inverse: "arccosh",
    real: ball.cosh,
    derivative: (x) => fn("sinh", x),
    antiderivative: (x) => fn("sinh", x),
    range: () => [1, Number.POSITIVE_INFINITY],
    grows: true,
  },
  {
    ...hyperbola,
    name: "tanh",
    spelt: "tanh",
    commands: "th",
    joins: true,
    inverse: "arctanh",
    real: ball.tanh,
    derivative: (x) => pow(fn("sech", x), two),
    range: () => [-1, 1],
    grows: true,
  },
  {
    ...hyperbola,
    name: "coth",
    spelt: "coth",
    real: (x, prec) => inverted(ball.tanh(x, prec + 4), prec),
    grows: true,
  },
  {
    ...hyperbola,
    name: "sech",
    commands: "sech",
    real: (x, prec) => inverted(ball.cosh(x, prec + 4), prec),
  },
  {
    ...hyperbola,
    name: "csch",
    commands: "csch",
    real: (x, prec) => inverted(ball.sinh(x, prec + 4), prec),
  },
  {
    ...inverse,
    turnsAt: "poles",
    name: "arcsinh",
    spelt: "arcsinh asinh arsinh",
    real: ball.asinh,
    derivative: (x) => pow(add(pow(x, two), one), minusHalf),
  },
  {
    ...inverse,
    name: "arccosh",
    spelt: "arccosh acosh arcosh",
    real: ball.acosh,
    derivative: (x) => pow(sub(pow(x, two), one), minusHalf),
  },
  {
    ...inverse,
    name: "arctanh",
    spelt: "arctanh atanh artanh",
    real: ball.atanh,
    derivative: (x) => div(one, sub(one, pow(x, two))),
  },
];
