// Laws of constants and of whole numbers: nested radicals, trigonometric values, arctangents, logarithms; factorials,
// binomials, sums and products with closed forms.

import { count, type Law, laws, n } from "./law.ts";
import {
  add,
  big,
  div,
  euler,
  exp,
  fn,
  frac,
  log,
  mul,
  neg,
  num,
  pi,
  pow,
  root,
  square,
  sub,
  type Term,
  variable,
} from "./term.ts";

const one = num(1);
const two = num(2);
const k = variable("k");
const binom = (a: Term, b: Term): Term => fn("binom", a, b);
const factorial = (t: Term): Term => fn("factorial", t);
const turns = (a: number, b: number): Term => div(mul(num(a), pi), num(b));
const sum = (lower: Term, upper: Term, body: Term): Term => big("sum", "k", lower, upper, body);

/** Well-known values of sines, cosines and tangents. */
const values: readonly (readonly [Term, Term])[] = [
  [fn("sin", turns(1, 6)), frac(1, 2)],
  [fn("cos", turns(1, 6)), div(root(num(3)), two)],
  [fn("sin", turns(1, 4)), div(root(two), two)],
  [fn("tan", turns(1, 3)), root(num(3))],
  [fn("tan", turns(1, 6)), div(one, root(num(3)))],
  [fn("cos", turns(2, 3)), frac(-1, 2)],
  [fn("cos", turns(1, 5)), div(add(one, root(num(5))), num(4))],
  [fn("cos", turns(2, 5)), div(sub(root(num(5)), one), num(4))],
  [fn("sin", turns(1, 10)), div(sub(root(num(5)), one), num(4))],
  [fn("sin", turns(1, 5)), div(root(sub(num(10), mul(two, root(num(5))))), num(4))],
  [fn("sin", turns(1, 12)), div(sub(root(num(6)), root(two)), num(4))],
  [fn("cos", turns(1, 12)), div(add(root(num(6)), root(two)), num(4))],
  [fn("tan", turns(1, 12)), sub(two, root(num(3)))],
  [fn("tan", turns(5, 12)), add(two, root(num(3)))],
  [fn("tan", turns(1, 8)), sub(root(two), one)],
  [fn("cos", turns(1, 8)), div(root(add(two, root(two))), two)],
  [mul(fn("cos", turns(1, 9)), fn("cos", turns(2, 9)), fn("cos", turns(4, 9))), frac(1, 8)],
  [add(fn("cos", turns(1, 7)), fn("cos", turns(3, 7)), fn("cos", turns(5, 7))), frac(1, 2)],
  [fn("arcsin", frac(1, 2)), turns(1, 6)],
  [fn("arccos", div(root(two), two)), turns(1, 4)],
  [fn("arctan", root(num(3))), turns(1, 3)],
  [sub(mul(num(4), fn("arctan", frac(1, 5))), fn("arctan", frac(1, 239))), turns(1, 4)],
  [add(fn("arctan", one), fn("arctan", two), fn("arctan", num(3))), pi],
];

const constants = laws("constant", {
  "known value": (d) => d.pick(values),
  "nested radical": (d) => {
    const [a, b] = [d.int(2, 12), d.int(1, 11)];
    const [high, low] = a > b ? [a, b] : [b + 1, a];
    return d.chance(0.5)
      ? [root(add(num(high + low), mul(two, root(num(high * low))))), add(root(num(high)), root(num(low)))]
      : [root(sub(num(high + low), mul(two, root(num(high * low))))), sub(root(num(high)), root(num(low)))];
  },
  "nested radical of thirds": (d) => {
    const [a, b] = [d.int(1, 3), d.pick([2, 3, 5])];
    return [
      root(add(num(a ** 3 + 3 * a * b), mul(num(3 * a * a + b), root(num(b)))), 3),
      add(num(a), root(num(b))),
    ];
  },
  "rational denominator of constants": (d) => {
    const [a, b, c] = [d.int(5, 12), d.int(2, 4), d.int(1, 6)];
    return [
      div(num(c), add(root(num(a)), root(num(b)))),
      div(mul(num(c), sub(root(num(a)), root(num(b)))), num(a - b)),
    ];
  },
  "square taken out of a root": (d) => {
    const [a, b] = [d.int(2, 9), d.pick([2, 3, 5, 6, 7, 10])];
    return [root(num(a * a * b)), mul(num(a), root(num(b)))];
  },
  "cube taken out of a root": (d) => {
    const [a, b] = [d.int(2, 5), d.pick([2, 3, 4, 5])];
    return [root(num(a ** 3 * b), 3), mul(num(a), root(num(b), 3))];
  },
  "reciprocal cube root": (d) => {
    const a = d.int(2, 9);
    return [div(one, root(num(a), 3)), div(root(num(a * a), 3), num(a))];
  },
  "sum of arctangents": (d) => {
    const [a, b] = [d.int(2, 9), d.int(2, 9)];
    return [add(fn("arctan", frac(1, a)), fn("arctan", frac(1, b))), fn("arctan", frac(a + b, a * b - 1))];
  },
  "complementary arctangents": (d) => {
    const a = d.int(2, 9);
    return [add(fn("arctan", num(a)), fn("arctan", frac(1, a))), turns(1, 2)];
  },
  "logarithm of a number": (d) => {
    const [a, b] = [d.int(2, 9), d.int(2, 9)];
    return [fn("ln", num(a * b)), add(fn("ln", num(a)), fn("ln", num(b)))];
  },
  "logarithm of a power of the base": (d) => {
    const [a, c] = [d.int(2, 6), d.int(2, 5)];
    return [log(a, num(a ** c)), num(c)];
  },
  "chain of logarithms": (d) => {
    const [a, b, c] = [d.int(2, 5), d.int(6, 9), d.int(10, 20)];
    return [mul(log(a, num(b)), log(b, num(c))), log(a, num(c))];
  },
  "exponential of logarithms": (d) => {
    const [a, b] = [d.int(2, 9), d.int(2, 4)];
    return [exp(mul(num(b), fn("ln", num(a)))), num(a ** b)];
  },
  "logarithm of a root of e": (d) => {
    const a = count(d);
    return [fn("ln", root(euler, a)), frac(1, a)];
  },
  "quotient of factorials": (d) => {
    const [a, b] = [d.int(30, 2000), d.int(1, 2)];
    const product = b === 1 ? num(a) : mul(num(a), num(a - 1));
    return [div(factorial(num(a)), factorial(num(a - b))), product];
  },
  "large powers": (d) => {
    const a = d.int(40, 120);
    return [div(one, pow(two, num(a))), div(two, pow(two, num(a + 1)))];
  },
  "golden ratio": () => {
    const phi = div(add(one, root(num(5))), two);
    return [square(phi), add(phi, one)];
  },
  "power of a surd": (d) => {
    const [a, b] = [d.int(1, 5), d.pick([2, 3, 5, 7])];
    return [square(add(num(a), root(num(b)))), add(num(a * a + b), mul(num(2 * a), root(num(b))))];
  },
  "sum of a long series": (d) => {
    const a = 10 ** d.int(3, 6) + d.int(0, 9);
    return [sum(one, num(a), k), num((a * (a + 1)) / 2)];
  },
});

const whole = laws("whole", {
  "next factorial": () => [factorial(add(n, one)), mul(add(n, one), factorial(n))],
  "quotient of neighbouring factorials": () => [
    div(factorial(add(n, two)), factorial(n)),
    mul(add(n, one), add(n, two)),
  ],
  Pascal: (d) => {
    const j = d.int(1, 4);
    return [add(binom(n, num(j - 1)), binom(n, num(j))), binom(add(n, one), num(j))];
  },
  "Pascal with variables": () => [add(binom(n, k), binom(n, add(k, one))), binom(add(n, one), add(k, one))],
  symmetry: () => [binom(n, k), binom(n, sub(n, k))],
  absorption: () => [mul(k, binom(n, k)), mul(n, binom(sub(n, one), sub(k, one)))],
  "binomial of two": () => [binom(n, two), div(mul(n, sub(n, one)), two)],
  "binomial of three": () => [binom(add(n, two), num(3)), div(mul(n, add(n, one), add(n, two)), num(6))],
  "central binomial": () => [binom(mul(two, n), n), div(factorial(mul(two, n)), square(factorial(n)))],
  "sum of numbers": () => [sum(one, n, k), div(mul(n, add(n, one)), two)],
  "sum of squares": () => [sum(one, n, square(k)), div(mul(n, add(n, one), add(mul(two, n), one)), num(6))],
  "sum of cubes": () => [sum(one, n, pow(k, num(3))), square(div(mul(n, add(n, one)), two))],
  "sum of odd numbers": () => [sum(one, n, sub(mul(two, k), one)), square(n)],
  "geometric sum": (d) => {
    const r = d.int(2, 5);
    return [sum(num(0), n, pow(num(r), k)), div(sub(pow(num(r), add(n, one)), one), num(r - 1))];
  },
  "falling geometric sum": () => [sum(one, n, div(one, pow(two, k))), sub(one, div(one, pow(two, n)))],
  "weighted geometric sum": () => [
    sum(one, n, mul(k, pow(two, k))),
    add(mul(sub(n, one), pow(two, add(n, one))), two),
  ],
  "telescoping sum": () => [sum(one, n, div(one, mul(k, add(k, one)))), div(n, add(n, one))],
  "telescoping product": () => [big("prod", "k", one, n, add(one, div(one, k))), add(n, one)],
  "factorial as a product": () => [big("prod", "k", one, n, k), factorial(n)],
  "sum of binomials": () => [sum(num(0), n, binom(n, k)), pow(two, n)],
  "sum of factorials": () => [sum(one, n, mul(k, factorial(k))), sub(factorial(add(n, one)), one)],
  "shifted index": () => [sum(num(0), sub(n, one), square(add(k, one))), sum(one, n, square(k))],
  "alternating sum": () => [
    sum(one, n, mul(pow(num(-1), k), k)),
    div(sub(mul(pow(num(-1), n), add(mul(two, n), one)), one), num(4)),
  ],
  "next power": (d) => {
    const b = d.int(2, 5);
    return [sub(pow(num(b), add(n, one)), pow(num(b), n)), mul(num(b - 1), pow(num(b), n))];
  },
  "parity by sign": () => [div(sub(one, pow(num(-1), n)), two), sub(n, mul(two, fn("floor", div(n, two))))],
  "negated sign": () => [neg(pow(num(-1), add(n, one))), pow(num(-1), n)],
});

export const numbers: readonly Law[] = [...constants, ...whole];
