// Sines and their kin, and the angles that they are taken of.

import type { Ball, Result } from "../ball/index.ts";
import * as ball from "../ball/index.ts";
import { add, div, fn, mul, neg, num, pow, sub } from "../expression/expr.ts";
import type { FunctionEntry, Range } from "./entry.ts";

export const inverted = (result: Result, prec: number): Result =>
  typeof result === "string" ? result : ball.div(ball.ONE, result, prec);

const [one, two, half, minusHalf] = [num(1n), num(2n), num(1n, 2n), num(-1n, 2n)];
const unit = (): Range => [-1, 1];
const quarter = (): Range => [-1.571, 1.571];

const periodic = { reads: "loose", periodic: true, algebraic: "at parts of π", work: "value" } as const;
const angle = { reads: "loose", turnsAt: "units", work: "value" } as const;

/** The arc function of 1/x. */
const ofInverse =
  (arc: (x: Ball, prec: number) => Result) =>
  (x: Ball, prec: number): Result => {
    const inverse = ball.div(ball.ONE, x, prec + 4);
    return typeof inverse === "string" ? inverse : arc(inverse, prec);
  };

export const trigonometric: readonly FunctionEntry[] = [
  {
    ...periodic,
    name: "sin",
    spelt: "sin",
    joins: true,
    inverse: "arcsin",
    real: ball.sin,
    complex: ball.complex.sin,
    derivative: (x) => fn("cos", x),
    antiderivative: (x) => neg(fn("cos", x)),
    range: unit,
  },
  {
    ...periodic,
    name: "cos",
    spelt: "cos",
    joins: true,
    inverse: "arccos",
    real: ball.cos,
    complex: ball.complex.cos,
    derivative: (x) => neg(fn("sin", x)),
    antiderivative: (x) => fn("sin", x),
    range: unit,
  },
  {
    ...periodic,
    name: "tan",
    spelt: "tan tg",
    joins: true,
    inverse: "arctan",
    real: ball.tan,
    complex: ball.complex.tan,
    derivative: (x) => pow(fn("sec", x), two),
    antiderivative: (x) => neg(fn("ln", fn("abs", fn("cos", x)))),
    pole: (x) => fn("cos", x),
  },
  {
    ...periodic,
    name: "cot",
    spelt: "cot ctg",
    commands: "cotg",
    joins: true,
    inverse: "arccot",
    real: (x, prec) => {
      const both = ball.sinCos(x, prec + 4);
      return typeof both === "string" ? both : ball.div(both.cos, both.sin, prec);
    },
    derivative: (x) => neg(pow(fn("csc", x), two)),
    antiderivative: (x) => fn("ln", fn("abs", fn("sin", x))),
    pole: (x) => fn("sin", x),
  },
  {
    ...periodic,
    name: "sec",
    spelt: "sec",
    joins: true,
    inverse: "arcsec",
    real: (x, prec) => inverted(ball.cos(x, prec + 4), prec),
    derivative: (x) => mul(fn("sec", x), fn("tan", x)),
    pole: (x) => fn("cos", x),
  },
  {
    ...periodic,
    name: "csc",
    spelt: "csc cosec",
    joins: true,
    inverse: "arccsc",
    real: (x, prec) => inverted(ball.sin(x, prec + 4), prec),
    derivative: (x) => neg(mul(fn("csc", x), fn("cot", x))),
    pole: (x) => fn("sin", x),
  },
  {
    ...angle,
    name: "arcsin",
    spelt: "arcsin asin",
    joins: true,
    real: ball.asin,
    derivative: (x) => pow(sub(one, pow(x, two)), minusHalf),
    antiderivative: (x) => add(mul(x, fn("arcsin", x)), pow(sub(one, pow(x, two)), half)),
    range: quarter,
  },
  {
    ...angle,
    name: "arccos",
    spelt: "arccos acos",
    joins: true,
    real: ball.acos,
    derivative: (x) => neg(pow(sub(one, pow(x, two)), minusHalf)),
    range: () => [0, 3.15],
  },
  {
    ...angle,
    turnsAt: "poles",
    name: "arctan",
    spelt: "arctan atan arctg",
    joins: true,
    real: ball.atan,
    derivative: (x) => div(one, add(one, pow(x, two))),
    antiderivative: (x) => sub(mul(x, fn("arctan", x)), mul(half, fn("ln", add(one, pow(x, two))))),
    range: quarter,
  },
  {
    ...angle,
    turnsAt: "poles",
    name: "arccot",
    spelt: "arccot acot",
    commands: "arcctg",
    real: (x, prec) => ball.sub(ball.scale(ball.pi(prec + 4), -1), ball.atan(x, prec + 4), prec),
    derivative: (x) => neg(div(one, add(one, pow(x, two)))),
  },
  { ...angle, name: "arcsec", spelt: "arcsec", commands: "asec", real: ofInverse(ball.acos) },
  { ...angle, name: "arccsc", spelt: "arccsc", commands: "acsc", real: ofInverse(ball.asin) },
  {
    name: "cis",
    spelt: "cis",
    reads: "loose",
    means: (x) => add(fn("cos", x), mul({ t: "const", name: "i" }, fn("sin", x))),
  },
];

// The hyperbolic functions and their inverses.

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
