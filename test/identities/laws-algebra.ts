// Laws of algebra: multiplying out and factoring, fractions, powers, roots, absolute values, floors.

import {
  angle,
  coefficient,
  count,
  type Law,
  laws,
  letter,
  linear,
  n,
  positive,
  simple,
  x,
  y,
} from "./law.ts";
import { add, div, exp, fn, frac, mul, neg, num, pow, root, square, sub, type Term } from "./term.ts";

const one = num(1);
const two = num(2);
const cube = (t: Term): Term => pow(t, num(3));

const products = laws("real", {
  distributivity: (d) => {
    const [u, v, w] = [simple(d), simple(d), simple(d)];
    return [mul(u, add(v, w)), add(mul(u, v), mul(u, w))];
  },
  "square of a sum": (d) => {
    const [u, v] = [simple(d), simple(d)];
    return d.chance(0.5)
      ? [square(add(u, v)), add(square(u), mul(two, u, v), square(v))]
      : [square(sub(u, v)), add(square(u), mul(num(-2), u, v), square(v))];
  },
  "cube of a sum": (d) => {
    const [u, v] = [letter(d), simple(d)];
    return [cube(add(u, v)), add(cube(u), mul(num(3), square(u), v), mul(num(3), u, square(v)), cube(v))];
  },
  "difference of squares": (d) => {
    const [u, v] = [simple(d), simple(d)];
    return [sub(square(u), square(v)), mul(sub(u, v), add(u, v))];
  },
  "difference of cubes": (d) => {
    const [u, v] = [simple(d), simple(d)];
    return d.chance(0.5)
      ? [sub(cube(u), cube(v)), mul(sub(u, v), add(square(u), mul(u, v), square(v)))]
      : [add(cube(u), cube(v)), mul(add(u, v), add(square(u), neg(mul(u, v)), square(v)))];
  },
  "square of three": (d) => {
    const w = num(count(d));
    return [
      square(add(x, y, w)),
      add(square(x), square(y), square(w), mul(two, x, y), mul(two, x, w), mul(two, y, w)),
    ];
  },
  "factored quadratic": (d) => {
    const [a, b, u] = [d.int(-7, 7), d.int(-7, 7), letter(d)];
    return [add(square(u), mul(num(a + b), u), num(a * b)), mul(add(u, num(a)), add(u, num(b)))];
  },
  "completed square": (d) => {
    const [a, b, c, u] = [d.int(1, 4), coefficient(d), d.int(-9, 9), letter(d)];
    return [
      add(mul(num(a), square(u)), mul(num(2 * a * b), u), num(c)),
      add(mul(num(a), square(add(u, num(b)))), num(c - a * b * b)),
    ];
  },
  "completed square with fractions": (d) => {
    const [b, c, u] = [d.pick([1, 3, 5, 7, -3, -5]), d.int(1, 9), letter(d)];
    return [add(square(u), mul(num(b), u), num(c)), add(square(add(u, frac(b, 2))), frac(4 * c - b * b, 4))];
  },
  "Sophie Germain": (d) => {
    const [u, v] = [simple(d), letter(d)];
    const middle = add(square(u), mul(two, square(v)));
    return [
      add(pow(u, num(4)), mul(num(4), pow(v, num(4)))),
      mul(add(middle, mul(two, u, v)), sub(middle, mul(two, u, v))),
    ];
  },
  "sum of two squares": (d) => {
    const [a, b] = [num(count(d)), num(count(d))];
    return [
      mul(add(square(x), square(y)), add(square(a), square(b))),
      add(square(sub(mul(x, a), mul(y, b))), square(add(mul(x, b), mul(y, a)))),
    ];
  },
  "geometric polynomial": (d) => {
    const k = d.int(2, 6);
    const powers = Array.from({ length: k }, (_, i) => pow(x, num(i)));
    return [div(sub(pow(x, num(k)), one), sub(x, one)), add(...powers)];
  },
});

const fractions = laws("real", {
  "common denominator": (d) => {
    const [u, v] = [linear(d), linear(d)];
    const [a, b] = [num(count(d)), num(coefficient(d))];
    return [add(div(a, u), div(b, v)), div(add(mul(a, v), mul(b, u)), mul(u, v))];
  },
  "cancelled factor": (d) => {
    const [u, v, w] = [simple(d), positive(d), linear(d)];
    return [div(mul(u, w), mul(v, w)), div(u, v)];
  },
  "partial fractions": (d) => {
    const [u, c] = [letter(d), d.int(1, 6)];
    return [div(one, mul(u, add(u, num(c)))), mul(frac(1, c), sub(div(one, u), div(one, add(u, num(c)))))];
  },
  "cancelled linear factor": (d) => {
    const [a, u] = [d.int(1, 7), letter(d)];
    return d.chance(0.5)
      ? [div(sub(square(u), num(a * a)), sub(u, num(a))), add(u, num(a))]
      : [div(sub(cube(u), num(a ** 3)), sub(u, num(a))), add(square(u), mul(num(a), u), num(a * a))];
  },
  "compound fraction": (d) => {
    const [u, v] = [linear(d), linear(d)];
    return [div(add(div(one, u), div(one, v)), div(one, mul(u, v))), add(u, v)];
  },
  "fraction of fractions": (d) => {
    const [u, v, w] = [simple(d), positive(d), positive(d)];
    return [div(div(u, v), w), div(u, mul(v, w))];
  },
  "divided sum": (d) => {
    const [u, v, w] = [simple(d), simple(d), positive(d)];
    return [div(add(u, v), w), add(div(u, w), div(v, w))];
  },
  "rational denominator": (d) => {
    const u = letter(d);
    const [p, q] = [add(square(u), num(d.int(4, 7))), add(square(u), num(d.int(1, 3)))];
    return [div(one, add(root(p), root(q))), div(sub(root(p), root(q)), sub(p, q))];
  },
  "reciprocal root": (d) => {
    const p = positive(d);
    return d.chance(0.5) ? [div(one, root(p)), div(root(p), p)] : [div(one, root(p)), root(div(one, p))];
  },
});

const powers = laws("real", {
  "product of powers": (d) => {
    const [u, a, b] = [simple(d), d.int(2, 4), d.int(2, 4)];
    return [mul(pow(u, num(a)), pow(u, num(b))), pow(u, num(a + b))];
  },
  "quotient of powers": (d) => {
    const [u, a, b] = [linear(d), d.int(4, 6), d.int(1, 3)];
    return [div(pow(u, num(a)), pow(u, num(b))), pow(u, num(a - b))];
  },
  "power of a power": (d) => {
    const [u, a, b] = [simple(d), d.int(2, 3), d.int(2, 3)];
    return [pow(pow(u, num(a)), num(b)), pow(u, num(a * b))];
  },
  "power of a product": (d) => {
    const [u, v, k] = [simple(d), simple(d), d.int(2, 4)];
    return [pow(mul(u, v), num(k)), mul(pow(u, num(k)), pow(v, num(k)))];
  },
  "negative power": (d) => {
    const [u, k] = [linear(d), d.int(1, 3)];
    return [pow(u, num(-k)), div(one, pow(u, num(k)))];
  },
  "variable exponents": (d) => {
    const [b, u, v] = [num(count(d)), letter(d), simple(d)];
    return d.chance(0.5)
      ? [mul(pow(b, u), pow(b, v)), pow(b, add(u, v))]
      : [div(pow(b, u), pow(b, v)), pow(b, sub(u, v))];
  },
  "exponents of another base": (d) => {
    const [b, k, u] = [d.int(2, 3), d.int(2, 3), letter(d)];
    return [pow(num(b ** k), u), pow(num(b), mul(num(k), u))];
  },
  "raised exponent": (d) => {
    const [b, k, u] = [d.int(2, 4), d.int(1, 3), letter(d)];
    return d.chance(0.5)
      ? [pow(num(b), add(u, num(k))), mul(num(b ** k), pow(num(b), u))]
      : [pow(num(b), sub(u, num(k))), div(pow(num(b), u), num(b ** k))];
  },
  "inverse base": (d) => {
    const [b, u] = [count(d), letter(d)];
    return [pow(frac(1, b), u), pow(num(b), neg(u))];
  },
  "exponential of a sum": (d) => {
    const [u, v] = [letter(d), simple(d)];
    return [mul(exp(u), exp(v)), exp(add(u, v))];
  },
  "power of an exponential": (d) => {
    const [u, k] = [letter(d), d.int(2, 4)];
    return [pow(exp(u), num(k)), exp(mul(num(k), u))];
  },
});

const roots = laws("real", {
  "root of a square": (d) => {
    const u = d.chance(0.5) ? linear(d) : simple(d);
    return [root(square(u)), fn("abs", u)];
  },
  "root of a trinomial": (d) => {
    const [u, a] = [letter(d), d.intBut(-6, 6, 0)];
    return [root(add(square(u), mul(num(2 * a), u), num(a * a))), fn("abs", add(u, num(a)))];
  },
  "product of roots": (d) => {
    const [p, q] = [positive(d), positive(d)];
    return [mul(root(p), root(q)), root(mul(p, q))];
  },
  "quotient of roots": (d) => {
    const [p, q] = [positive(d), positive(d)];
    return [div(root(p), root(q)), root(div(p, q))];
  },
  "factor under the root": (d) => {
    const [u, p] = [linear(d), positive(d)];
    return [root(mul(square(u), p)), mul(fn("abs", u), root(p))];
  },
  "number under the root": (d) => {
    const [k, p] = [d.int(2, 5), positive(d)];
    return [root(mul(num(k * k), p)), mul(num(k), root(p))];
  },
  "cube root of a cube": (d) => {
    const u = linear(d);
    return [root(cube(u), 3), u];
  },
  "product of cube roots": (d) => {
    const [u, v] = [linear(d), linear(d)];
    return [mul(root(u, 3), root(v, 3)), root(mul(u, v), 3)];
  },
  "square of a root": (d) => {
    const p = positive(d);
    return [square(root(p)), p];
  },
  "root of a root": (d) => {
    const p = positive(d);
    return [root(root(p)), root(p, 4)];
  },
  "root as a power": (d) => {
    const p = positive(d);
    return [mul(p, root(p)), pow(p, frac(3, 2))];
  },
});

const absolutes = laws("real", {
  "absolute product": (d) => {
    const [u, v] = [linear(d), simple(d)];
    return [fn("abs", mul(u, v)), mul(fn("abs", u), fn("abs", v))];
  },
  "absolute quotient": (d) => {
    const [u, v] = [simple(d), linear(d)];
    return [fn("abs", div(u, v)), div(fn("abs", u), fn("abs", v))];
  },
  "absolute square": (d) => {
    const u = linear(d);
    return [square(fn("abs", u)), square(u)];
  },
  "absolute difference": (d) => {
    const [u, v] = [simple(d), linear(d)];
    return [fn("abs", sub(u, v)), fn("abs", sub(v, u))];
  },
  "larger of two": (d) => {
    const [u, v] = [letter(d), simple(d)];
    const sign = d.chance(0.5);
    return [
      fn(sign ? "max" : "min", u, v),
      div(add(u, v, sign ? fn("abs", sub(u, v)) : neg(fn("abs", sub(u, v)))), two),
    ];
  },
});

const floor = (t: Term): Term => fn("floor", t);

const floors = laws("real", {
  "floor of a shifted number": (d) => {
    const [u, k] = [d.chance(0.5) ? x : div(x, num(d.int(2, 4))), d.int(1, 5)];
    return [floor(add(u, num(k))), add(floor(u), num(k))];
  },
  "ceiling by floor": (d) => {
    const u = d.chance(0.6) ? x : div(x, num(d.int(2, 3)));
    return [fn("ceil", u), neg(floor(neg(u)))];
  },
  "Hermite's identity": (d) => {
    const k = d.int(2, 4);
    const terms = Array.from({ length: k }, (_, i) => floor(i === 0 ? x : add(x, frac(i, k))));
    return [floor(mul(num(k), x)), add(...terms)];
  },
  "floor of a floor": (d) => {
    const k = d.int(2, 5);
    return [floor(div(floor(x), num(k))), floor(div(x, num(k)))];
  },
});

const logarithms = laws("real", {
  "logarithm of a product": (d) => {
    const [p, q] = [positive(d), positive(d)];
    return [add(fn("ln", p), fn("ln", q)), fn("ln", mul(p, q))];
  },
  "logarithm of a quotient": (d) => {
    const [p, q] = [positive(d), positive(d)];
    return [sub(fn("ln", p), fn("ln", q)), fn("ln", div(p, q))];
  },
  "logarithm of a power": (d) => {
    const [p, k] = [positive(d), d.int(2, 5)];
    return [fn("ln", pow(p, num(k))), mul(num(k), fn("ln", p))];
  },
  "logarithm of a square": (d) => {
    const u = linear(d);
    return [fn("ln", square(u)), mul(two, fn("ln", fn("abs", u)))];
  },
  "logarithm of a root": (d) => {
    const p = positive(d);
    return [fn("ln", root(p)), mul(frac(1, 2), fn("ln", p))];
  },
  "logarithm of an exponential": (d) => {
    const u = simple(d);
    return [fn("ln", exp(u)), u];
  },
  "exponential of a logarithm": (d) => {
    const [p, k] = [positive(d), d.int(1, 3)];
    return [exp(mul(num(k), fn("ln", p))), pow(p, num(k))];
  },
  "change of base": (d) => {
    const [b, p] = [d.int(2, 10), positive(d)];
    return [{ k: "log", base: b, arg: p }, div(fn("ln", p), fn("ln", num(b)))];
  },
  "base of a power": (d) => {
    const [b, p] = [d.int(2, 5), positive(d)];
    return [{ k: "log", base: b * b, arg: p }, div({ k: "log", base: b, arg: p }, two)];
  },
  "power by logarithm": (d) => {
    const [b, u] = [count(d), letter(d)];
    return [pow(num(b), u), exp(mul(u, fn("ln", num(b))))];
  },
});

const complex = laws("complex", {
  Euler: (d) => {
    const u = angle(d);
    return [
      exp(mul({ k: "const", name: "i" }, u)),
      add(fn("cos", u), mul({ k: "const", name: "i" }, fn("sin", u))),
    ];
  },
  "conjugate product": (d) => {
    const [u, v] = [linear(d), letter(d)];
    const iv = mul(v, { k: "const", name: "i" });
    return [mul(add(u, iv), sub(u, iv)), add(square(u), square(v))];
  },
  "complex reciprocal": (d) => {
    const [u, c] = [letter(d), num(d.int(1, 5))];
    const ic = mul(c, { k: "const", name: "i" });
    return [div(one, add(u, ic)), div(sub(u, ic), add(square(u), square(c)))];
  },
  "de Moivre": (d) => {
    const [u, k] = [letter(d), d.int(2, 4)];
    const i: Term = { k: "const", name: "i" };
    const turn = (t: Term): Term => add(fn("cos", t), mul(i, fn("sin", t)));
    return [pow(turn(u), num(k)), turn(mul(num(k), u))];
  },
  "cosine by exponentials": (d) => {
    const u = letter(d);
    const i: Term = { k: "const", name: "i" };
    return [div(add(exp(mul(i, u)), exp(neg(mul(i, u)))), two), fn("cos", u)];
  },
  "complex square": (d) => {
    const [u, v] = [letter(d), num(count(d))];
    const i: Term = { k: "const", name: "i" };
    return [square(add(u, mul(v, i))), add(square(u), neg(square(v)), mul(two, u, v, i))];
  },
});

const minusOne = num(-1);
const sign = (t: Term): Term => pow(minusOne, t);

const alternating = laws("whole", {
  "sign of the next": (d) => {
    const k = d.int(1, 4);
    return [sign(add(n, num(k))), k % 2 === 0 ? sign(n) : neg(sign(n))];
  },
  "square of a sign": () => [square(sign(n)), one],
  "sign of a double": (d) => [sign(mul(two, n)), pow(one, num(d.int(2, 3)))],
  "cosine of half turns": () => [fn("cos", mul(n, { k: "const", name: "pi" })), sign(n)],
  "inverse sign": () => [div(one, sign(n)), sign(n)],
});

export const algebra: readonly Law[] = [
  ...products,
  ...fractions,
  ...powers,
  ...roots,
  ...absolutes,
  ...floors,
  ...logarithms,
  ...complex,
  ...alternating,
];
