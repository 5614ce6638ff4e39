// Laws of trigonometry and of the hyperbolic functions, and small pieces of calculus with their results.

import { angle, coefficient, count, type Law, laws, letter, x, y } from "./law.ts";
import {
  add,
  div,
  exp,
  fn,
  frac,
  mul,
  neg,
  num,
  pi,
  pow,
  root,
  square,
  sub,
  type Term,
  work,
} from "./term.ts";

const one = num(1);
const two = num(2);
const sin = (t: Term): Term => fn("sin", t);
const cos = (t: Term): Term => fn("cos", t);
const tan = (t: Term): Term => fn("tan", t);
const half = (t: Term): Term => div(t, two);

const trigonometry = laws("real", {
  Pythagoras: (d) => {
    const u = angle(d);
    return d.chance(0.5)
      ? [add(square(sin(u)), square(cos(u))), one]
      : [sub(one, square(sin(u))), square(cos(u))];
  },
  "Pythagoras with tangents": (d) => {
    const u = angle(d);
    return [add(one, square(tan(u))), div(one, square(cos(u)))];
  },
  tangent: (d) => {
    const u = angle(d);
    return [tan(u), div(sin(u), cos(u))];
  },
  cotangent: (d) => {
    const u = angle(d);
    return [fn("cot", u), div(one, tan(u))];
  },
  secant: (d) => {
    const u = angle(d);
    return d.chance(0.5) ? [fn("sec", u), div(one, cos(u))] : [fn("csc", u), div(one, sin(u))];
  },
  "sine of a double angle": (d) => {
    const u = angle(d);
    return [sin(mul(two, u)), mul(two, sin(u), cos(u))];
  },
  "cosine of a double angle": (d) => {
    const u = angle(d);
    const right = d.pick([
      sub(square(cos(u)), square(sin(u))),
      sub(mul(two, square(cos(u))), one),
      sub(one, mul(two, square(sin(u)))),
    ]);
    return [cos(mul(two, u)), right];
  },
  "tangent of a double angle": (d) => {
    const u = letter(d);
    return [tan(mul(two, u)), div(mul(two, tan(u)), sub(one, square(tan(u))))];
  },
  "sine of a triple angle": (d) => {
    const u = letter(d);
    return [sin(mul(num(3), u)), sub(mul(num(3), sin(u)), mul(num(4), pow(sin(u), num(3))))];
  },
  "sine of a sum": (d) => {
    const [u, v] = [angle(d), letter(d)];
    return d.chance(0.5)
      ? [sin(add(u, v)), add(mul(sin(u), cos(v)), mul(cos(u), sin(v)))]
      : [sin(sub(u, v)), sub(mul(sin(u), cos(v)), mul(cos(u), sin(v)))];
  },
  "cosine of a sum": (d) => {
    const [u, v] = [angle(d), letter(d)];
    return d.chance(0.5)
      ? [cos(add(u, v)), sub(mul(cos(u), cos(v)), mul(sin(u), sin(v)))]
      : [cos(sub(u, v)), add(mul(cos(u), cos(v)), mul(sin(u), sin(v)))];
  },
  "tangent of a sum": () => [tan(add(x, y)), div(add(tan(x), tan(y)), sub(one, mul(tan(x), tan(y))))],
  "product to sum": (d) => {
    const [u, v] = [angle(d), letter(d)];
    return d.pick<readonly [Term, Term]>([
      [mul(sin(u), sin(v)), half(sub(cos(sub(u, v)), cos(add(u, v))))],
      [mul(cos(u), cos(v)), half(add(cos(sub(u, v)), cos(add(u, v))))],
      [mul(sin(u), cos(v)), half(add(sin(add(u, v)), sin(sub(u, v))))],
    ]);
  },
  "sum to product": () => [add(sin(x), sin(y)), mul(two, sin(half(add(x, y))), cos(half(sub(x, y))))],
  "half angle": (d) => {
    const u = angle(d);
    return d.chance(0.5)
      ? [square(sin(half(u))), half(sub(one, cos(u)))]
      : [square(cos(half(u))), half(add(one, cos(u)))];
  },
  "root of a half angle": (d) => {
    const u = letter(d);
    return [root(sub(one, cos(u))), mul(root(two), fn("abs", sin(half(u))))];
  },
  "tangent of a half angle": (d) => {
    const u = letter(d);
    return d.chance(0.5)
      ? [tan(half(u)), div(sin(u), add(one, cos(u)))]
      : [tan(half(u)), div(sub(one, cos(u)), sin(u))];
  },
  "reduced powers": (d) => {
    const u = letter(d);
    return [
      pow(cos(u), num(4)),
      div(add(num(3), mul(num(4), cos(mul(two, u))), cos(mul(num(4), u))), num(8)),
    ];
  },
  "shifted angle": (d) => {
    const u = angle(d);
    return d.pick<readonly [Term, Term]>([
      [sin(add(u, mul(two, pi))), sin(u)],
      [sin(sub(pi, u)), sin(u)],
      [cos(add(u, pi)), neg(cos(u))],
      [sin(add(u, half(pi))), cos(u)],
      [cos(sub(half(pi), u)), sin(u)],
      [tan(add(u, pi)), tan(u)],
    ]);
  },
  parity: (d) => {
    const u = angle(d);
    return d.pick<readonly [Term, Term]>([
      [sin(neg(u)), neg(sin(u))],
      [cos(neg(u)), cos(u)],
      [fn("arctan", neg(u)), neg(fn("arctan", u))],
      [fn("sinh", neg(u)), neg(fn("sinh", u))],
    ]);
  },
  "auxiliary angle": (d) => {
    const u = letter(d);
    return [add(sin(u), cos(u)), mul(root(two), sin(add(u, div(pi, num(4)))))];
  },
  "function of its inverse": (d) => {
    const u = letter(d);
    return d.pick<readonly [Term, Term]>([
      [tan(fn("arctan", u)), u],
      [cos(fn("arctan", u)), div(one, root(add(one, square(u))))],
      [sin(fn("arccos", u)), root(sub(one, square(u)))],
      [add(fn("arcsin", u), fn("arccos", u)), half(pi)],
    ]);
  },
});

const sinh = (t: Term): Term => fn("sinh", t);
const cosh = (t: Term): Term => fn("cosh", t);

const hyperbolic = laws("real", {
  "hyperbolic Pythagoras": (d) => {
    const u = letter(d);
    return [sub(square(cosh(u)), square(sinh(u))), one];
  },
  "hyperbolic sine by exponentials": (d) => {
    const u = letter(d);
    return d.chance(0.5)
      ? [sinh(u), half(sub(exp(u), exp(neg(u))))]
      : [cosh(u), half(add(exp(u), exp(neg(u))))];
  },
  "hyperbolic double argument": (d) => {
    const u = letter(d);
    return d.chance(0.5)
      ? [sinh(mul(two, u)), mul(two, sinh(u), cosh(u))]
      : [cosh(mul(two, u)), add(square(cosh(u)), square(sinh(u)))];
  },
  "hyperbolic sum": () => [sinh(add(x, y)), add(mul(sinh(x), cosh(y)), mul(cosh(x), sinh(y)))],
  "hyperbolic tangent": (d) => {
    const u = letter(d);
    return d.chance(0.5)
      ? [fn("tanh", u), div(sinh(u), cosh(u))]
      : [fn("tanh", u), div(sub(exp(mul(two, u)), one), add(exp(mul(two, u)), one))];
  },
});

const term = (c: number, power: number): string => `${c}x^{${power}}`;

const calculus = laws("real", {
  "derivative of a polynomial": (d) => {
    const [a, b, k] = [count(d), count(d), d.int(2, 5)];
    const value = add(mul(num(a * k), pow(x, num(k - 1))), num(b));
    return [work(`\\frac{d}{dx}\\left(${term(a, k)}+${b}x\\right)`, value), value];
  },
  "derivative of a product": (d) => {
    const k = d.int(2, 4);
    const value = add(mul(num(k), pow(x, num(k - 1)), sin(x)), mul(pow(x, num(k)), cos(x)));
    return [work(`\\frac{d}{dx}\\left(x^{${k}}\\sin x\\right)`, value), value];
  },
  "derivative of a composition": (d) => {
    const k = count(d);
    const value = mul(num(k), exp(mul(num(k), x)));
    return [work(`\\frac{d}{dx} e^{${k}x}`, value), value];
  },
  "integral of a polynomial": (d) => {
    const [a, k] = [count(d), d.int(1, 4)];
    const value = div(mul(num(a), pow(x, num(k + 1))), num(k + 1));
    return [work(`\\int_0^x ${a}t^{${k}}\\,dt`, value), value];
  },
  "integral of a wave": (d) => {
    const k = count(d);
    const value = div(sub(one, cos(mul(num(k), x))), num(k));
    return [work(`\\int_0^x \\sin(${k}t)\\,dt`, value), value];
  },
});

const limits = laws("constant", {
  "limit of a quotient of sines": (d) => {
    const [a, b] = [count(d), count(d)];
    const value = frac(a, b);
    return [work(`\\lim_{t\\to 0}\\frac{\\sin(${a}t)}{${b}t}`, value), value];
  },
  "limit of a removable gap": (d) => {
    const a = coefficient(d);
    const value = num(2 * a);
    const minus = a < 0 ? `+${-a}` : `-${a}`;
    return [work(`\\lim_{t\\to ${a}}\\frac{t^2-${a * a}}{t${minus}}`, value), value];
  },
  "definite integral": (d) => {
    const [a, k] = [d.int(1, 4), d.int(1, 4)];
    const value = frac(a ** (k + 1), k + 1);
    return [work(`\\int_0^{${a}} t^{${k}}\\,dt`, value), value];
  },
});

export const analysis: readonly Law[] = [...trigonometry, ...hyperbolic, ...calculus, ...limits];
