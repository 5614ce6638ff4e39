// The value of a term in plain double precision, with a bound on the rounding. It shares no code with the grader, so it
// can prove independently that two terms differ.

import { namesIn, type Term } from "./term.ts";

/** A complex number with its error bound. */
export interface Value {
  re: number;
  im: number;
  error: number;
}

export type Assignment = ReadonlyMap<string, number>;

const unit = 2 ** -52;
const nowhere: Value = { re: Number.NaN, im: 0, error: Number.NaN };
const exact = (re: number): Value => ({ re, im: 0, error: 0 });
const size = (v: Value): number => Math.hypot(v.re, v.im);

/** Sums and products of short binary fractions come out exactly. */
const isShort = (x: number): boolean => Math.abs(x) < 2 ** 30 && Number.isInteger(x * 2 ** 20);

function rounded(re: number, im: number, carried: number): Value {
  if (carried === 0 && isShort(re) && isShort(im)) return { re, im, error: 0 };
  return { re, im, error: carried + 8 * unit * Math.hypot(re, im) + 1e-300 };
}

const plus = (a: Value, b: Value): Value =>
  rounded(
    a.re + b.re,
    a.im + b.im,
    a.error + b.error + (a.error + b.error > 0 ? unit * (size(a) + size(b)) : 0),
  );

const times = (a: Value, b: Value): Value =>
  rounded(
    a.re * b.re - a.im * b.im,
    a.re * b.im + a.im * b.re,
    a.error * size(b) + b.error * size(a) + a.error * b.error,
  );

function over(a: Value, b: Value): Value {
  const length = size(b);
  if (!(length > 4 * b.error)) return nowhere;
  const quotient = a.re / b.re;
  if (a.error + b.error === 0 && a.im === 0 && b.im === 0 && isShort(quotient) && quotient * b.re === a.re)
    return exact(quotient);
  const square = b.re * b.re + b.im * b.im;
  const error = (a.error + (size(a) / length) * b.error) / (length - b.error);
  return rounded((a.re * b.re + a.im * b.im) / square, (a.im * b.re - a.re * b.im) / square, error + unit);
}

/** A real function of a real argument; the error is estimated from its slope. */
function real(v: Value, f: (x: number) => number): Value {
  if (v.im !== 0) return nowhere;
  const y = f(v.re);
  const reach = Math.max(v.error, unit * Math.abs(v.re));
  const spread = Math.max(Math.abs(f(v.re + reach) - y), Math.abs(f(v.re - reach) - y));
  // At the boundary of its domain, a function has no value on one side.
  const moved = Number.isNaN(spread) ? 1e-3 * (1 + Math.abs(y)) : spread;
  return { re: y, im: 0, error: 4 * moved + 16 * unit * (1 + Math.abs(y)) };
}

/** A function that jumps: certain only if the argument cannot lie on both sides of a jump. */
function step(v: Value, f: (x: number) => number): Value {
  if (v.im !== 0 || f(v.re - v.error) !== f(v.re + v.error)) return nowhere;
  return exact(f(v.re));
}

function gamma(n: number): number {
  let product = 1;
  for (let k = 2; k <= n; k++) product *= k;
  return product;
}

const isWhole = (v: Value): boolean => v.error === 0 && v.im === 0 && Number.isInteger(v.re);

function choose(n: Value, k: Value): Value {
  if (!isWhole(k) || n.im !== 0) return nowhere;
  if (k.re < 0 || (isWhole(n) && n.re >= 0 && k.re > n.re)) return exact(0);
  let product = exact(1);
  for (let j = 0; j < k.re; j++) product = over(times(product, plus(n, exact(-j))), exact(j + 1));
  return isWhole(n) && Number.isFinite(product.re) ? rounded(Math.round(product.re), 0, 0) : product;
}

const functions: Record<string, (x: number) => number> = {
  ln: (x) => (x > 0 ? Math.log(x) : Number.NaN),
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  cot: (x) => 1 / Math.tan(x),
  sec: (x) => 1 / Math.cos(x),
  csc: (x) => 1 / Math.sin(x),
  arcsin: Math.asin,
  arccos: Math.acos,
  arctan: Math.atan,
  sinh: Math.sinh,
  cosh: Math.cosh,
  tanh: Math.tanh,
  abs: Math.abs,
};

function apply(name: string, args: readonly Value[]): Value {
  const [x, y] = args as [Value, Value];
  if (name === "floor") return step(x, Math.floor);
  if (name === "ceil") return step(x, Math.ceil);
  if (name === "factorial")
    return isWhole(x) && x.re >= 0 && x.re < 18 ? rounded(gamma(x.re), 0, 0) : nowhere;
  if (name === "binom") return choose(x, y);
  if (name === "max") return real2(x, y, Math.max);
  if (name === "min") return real2(x, y, Math.min);
  if (name === "abs" && x.im !== 0) return { re: size(x), im: 0, error: 2 * x.error + 8 * unit * size(x) };
  if (name === "abs" && x.error === 0) return exact(Math.abs(x.re));
  const f = functions[name];
  return f ? real(x, f) : nowhere;
}

function real2(x: Value, y: Value, f: (x: number, y: number) => number): Value {
  return x.im !== 0 || y.im !== 0 ? nowhere : { re: f(x.re, y.re), im: 0, error: Math.max(x.error, y.error) };
}

function power(base: Value, exponent: Value): Value {
  if (isWhole(exponent) && Math.abs(exponent.re) <= 64) {
    let product = exact(1);
    for (let k = 0; k < Math.abs(exponent.re); k++) product = times(product, base);
    return exponent.re < 0 ? over(exact(1), product) : product;
  }
  if (exponent.im !== 0) return nowhere;
  if (base.im !== 0 || !(base.re > base.error)) return nowhere;
  return natural(times(exponent, real(base, Math.log)));
}

/** e to a complex power. */
function natural(z: Value): Value {
  const length = Math.exp(z.re);
  return rounded(
    length * Math.cos(z.im),
    length * Math.sin(z.im),
    2 * length * (z.error + 4 * unit * (1 + size(z))),
  );
}

function total(t: Extract<Term, { k: "big" }>, at: Assignment): Value {
  const [low, high] = [valueAt(t.lower, at), valueAt(t.upper, at)];
  // A range that runs backwards has no agreed meaning.
  if (!isWhole(low) || !isWhole(high) || high.re < low.re - 1 || high.re - low.re > 200) return nowhere;
  let result = exact(t.op === "sum" ? 0 : 1);
  for (let k = low.re; k <= high.re; k++) {
    const next = valueAt(t.body, new Map(at).set(t.variable, k));
    result = t.op === "sum" ? plus(result, next) : times(result, next);
  }
  return result;
}

/** The value at a point; NaN if there is none, or none that is certain. */
export function valueAt(t: Term, at: Assignment): Value {
  switch (t.k) {
    case "num":
      return exact(t.n);
    case "var":
      return exact(at.get(t.name) ?? Number.NaN);
    case "const":
      if (t.name === "i") return { re: 0, im: 1, error: 0 };
      return { re: t.name === "pi" ? Math.PI : Math.E, im: 0, error: 4 * unit };
    case "add":
      return t.args.map((arg) => valueAt(arg, at)).reduce(plus);
    case "mul":
      return t.args.map((arg) => valueAt(arg, at)).reduce(times);
    case "neg":
      return times(exact(-1), valueAt(t.arg, at));
    case "div":
      return over(valueAt(t.top, at), valueAt(t.bottom, at));
    case "pow": {
      const exponent = valueAt(t.exp, at);
      if (t.base.k === "const" && t.base.name === "e") return natural(exponent);
      return power(valueAt(t.base, at), exponent);
    }
    case "root": {
      const v = valueAt(t.arg, at);
      if (t.index === 2) return real(v, Math.sqrt);
      if (t.index === 3) return real(v, Math.cbrt);
      return real(v, (x) =>
        x >= 0 ? x ** (1 / t.index) : t.index % 2 === 1 ? -((-x) ** (1 / t.index)) : Number.NaN,
      );
    }
    case "log":
      return over(real(valueAt(t.arg, at), functions.ln!), real(exact(t.base), Math.log));
    case "fn":
      return apply(
        t.name,
        t.args.map((arg) => valueAt(arg, at)),
      );
    case "big":
      return total(t, at);
    case "work":
      return valueAt(t.value, at);
  }
}

const wholeNames = new Set(["n", "k", "m"]);
const reals = [
  0.5, 1.25, 2, 3, 0.1875, 1.75, 4.5, -0.5, -1.375, -2, -3, 0.8125, -0.25, 2.625, -1, 1, -4.75, 0.03125,
];
const wholes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** Sample points: of both signs, whole and half numbers among them, whole ones for n, k and m. */
function pointsFor(names: Iterable<string>): Map<string, number>[] {
  const list = [...names];
  return reals.map(
    (_, i) =>
      new Map(
        list.map((name, j) => {
          const values = wholeNames.has(name) ? wholes : reals;
          return [name, values[(i * (2 * j + 1) + 5 * j) % values.length]!];
        }),
      ),
  );
}

/** Whether two values certainly differ. */
export function areApart(a: Value, b: Value): boolean {
  const distance = Math.hypot(a.re - b.re, a.im - b.im);
  const error = a.error + b.error;
  return Number.isFinite(distance) && Number.isFinite(error) && distance > 1000 * error + 1e-9;
}

/** Whether two terms certainly differ at some point where both have a value. */
export function certainlyDiffer(a: Term, b: Term): boolean {
  return pointsFor(namesIn(a, namesIn(b))).some((at) => areApart(valueAt(a, at), valueAt(b, at)));
}

/** A check of the rules themselves: the first point at which the sides of a supposed identity differ. */
export function counterexample(a: Term, b: Term): Map<string, number> | undefined {
  return pointsFor(namesIn(a, namesIn(b))).find((at) => areApart(valueAt(a, at), valueAt(b, at)));
}
