// Trigonometric functions, and the angles that they are taken of.

import * as ball from "../ball/index.ts";
import { add, div, type Expr, fn, minusOne, mul, neg, num, pi, pow, sub } from "../expression/expr.ts";
import { type Rational, rational } from "../expression/rational.ts";
import type { Breaks, FunctionEntry, Range } from "./entry.ts";

const [one, two, half, minusHalf] = [num(1n), num(2n), num(1n, 2n), num(-1n, 2n)];
const unit = (): Range => [-1, 1];
const quarter = (): Range => [-1.571, 1.571];

const periodic = { reads: "loose", periodic: true, algebraic: "at parts of π" } as const;
/** The odd functions, out of which only a sign can be taken. */
const odd = (k: Rational): Rational | undefined => (k.n === -k.d ? k : undefined);
/** Arcs exist up to 1 and -1; others jump only where their argument has a pole. */
const units: Breaks = { how: "ends", zeros: ([x]) => [add(x!, one), add(x!, minusOne)] };
const atPoles: Breaks = { how: "turns" };
const itself = (x: Expr): Expr[] => [x];

const angle = { reads: "loose" } as const;

export const trigonometric: readonly FunctionEntry[] = [
  {
    ...periodic,
    name: "sin",
    spelt: "sin",
    joins: true,
    inverse: "arcsin",
    exact: (x) => (x.n === 0n ? x : undefined),
    real: ball.sin,
    complex: ball.complex.sin,
    derivative: (x) => fn("cos", x),
    antiderivative: (x) => neg(fn("cos", x)),
    square: (x) => sub(half, mul(half, fn("cos", mul(two, x)))),
    range: unit,
  },
  {
    ...periodic,
    name: "cos",
    spelt: "cos",
    joins: true,
    inverse: "arccos",
    exact: (x) => (x.n === 0n ? rational(1n) : undefined),
    real: ball.cos,
    complex: ball.complex.cos,
    derivative: (x) => neg(fn("sin", x)),
    antiderivative: (x) => fn("sin", x),
    square: (x) => add(half, mul(half, fn("cos", mul(two, x)))),
    range: unit,
  },
  {
    ...periodic,
    name: "tan",
    spelt: "tan tg",
    joins: true,
    inverse: "arctan",
    means: (x) => div(fn("sin", x), fn("cos", x)),
  },
  {
    ...periodic,
    name: "cot",
    spelt: "cot ctg",
    commands: "cotg",
    joins: true,
    inverse: "arccot",
    means: (x) => div(fn("cos", x), fn("sin", x)),
  },
  {
    ...periodic,
    name: "sec",
    spelt: "sec",
    joins: true,
    inverse: "arcsec",
    means: (x) => pow(fn("cos", x), minusOne),
  },
  {
    ...periodic,
    name: "csc",
    spelt: "csc cosec",
    joins: true,
    inverse: "arccsc",
    means: (x) => pow(fn("sin", x), minusOne),
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
    breaks: units,
    zeros: itself,
    factor: odd,
  },
  {
    ...angle,
    name: "arccos",
    spelt: "arccos acos",
    joins: true,
    real: ball.acos,
    derivative: (x) => neg(pow(sub(one, pow(x, two)), minusHalf)),
    range: () => [0, 3.15],
    breaks: units,
  },
  {
    ...angle,
    name: "arctan",
    spelt: "arctan atan arctg",
    joins: true,
    real: ball.atan,
    derivative: (x) => div(one, add(one, pow(x, two))),
    antiderivative: (x) => sub(mul(x, fn("arctan", x)), mul(half, fn("ln", add(one, pow(x, two))))),
    far: (x, sign) => sub(mul(num(BigInt(sign), 2n), pi), fn("arctan", pow(x, minusOne))),
    range: quarter,
    breaks: atPoles,
    zeros: itself,
    factor: odd,
  },
  {
    ...angle,
    name: "arccot",
    spelt: "arccot acot",
    commands: "arcctg",
    means: (x) => sub(mul(half, pi), fn("arctan", x)),
  },
  {
    ...angle,
    name: "arcsec",
    spelt: "arcsec",
    commands: "asec",
    means: (x) => fn("arccos", pow(x, minusOne)),
  },
  {
    ...angle,
    name: "arccsc",
    spelt: "arccsc",
    commands: "acsc",
    means: (x) => fn("arcsin", pow(x, minusOne)),
  },
  {
    name: "cis",
    spelt: "cis",
    work: "none",
    reads: "loose",
    means: (x) => add(fn("cos", x), mul({ t: "const", name: "i" }, fn("sin", x))),
  },
];

// The hyperbolic functions and their inverses, as exponentials and logarithms.

const power = (x: Expr): Expr => pow({ t: "const", name: "e" }, x);
const sinh = (x: Expr): Expr => mul(half, sub(power(x), power(neg(x))));
const cosh = (x: Expr): Expr => mul(half, add(power(x), power(neg(x))));
/** It contains x only once, so balls around it stay narrow. */
const tanh = (x: Expr): Expr => sub(one, div(two, add(power(mul(two, x)), one)));
const inverse = (x: Expr): Expr => pow(x, minusOne);

export const hyperbolic: readonly FunctionEntry[] = [
  {
    name: "sinh",
    spelt: "sinh",
    commands: "sh",
    joins: true,
    reads: "loose",
    inverse: "arcsinh",
    means: sinh,
  },
  {
    name: "cosh",
    spelt: "cosh",
    commands: "ch",
    joins: true,
    reads: "loose",
    inverse: "arccosh",
    means: cosh,
  },
  {
    name: "tanh",
    spelt: "tanh",
    commands: "th",
    joins: true,
    reads: "loose",
    inverse: "arctanh",
    means: tanh,
  },
  { name: "coth", spelt: "coth", reads: "loose", means: (x) => inverse(tanh(x)) },
  { name: "sech", commands: "sech", reads: "loose", means: (x) => inverse(cosh(x)) },
  { name: "csch", commands: "csch", reads: "loose", means: (x) => inverse(sinh(x)) },
  {
    name: "arcsinh",
    spelt: "arcsinh asinh arsinh",
    reads: "loose",
    means: (x) => fn("ln", add(x, pow(add(pow(x, two), one), half))),
  },
  {
    name: "arccosh",
    spelt: "arccosh acosh arcosh",
    reads: "loose",
    means: (x) => fn("ln", add(x, mul(pow(sub(x, one), half), pow(add(x, one), half)))),
  },
  {
    name: "arctanh",
    spelt: "arctanh atanh artanh",
    reads: "loose",
    means: (x) => mul(half, fn("ln", div(add(one, x), sub(one, x)))),
  },
];
