// How small an algebraic number can be without being zero. For an expression of rationals, roots, i and sines of
// rational multiples of π, its form gives a bound below which its value must be zero: two such constants that agree to
// that bound are proven to be the same number. (Burnikel, Funke, Mehlhorn, Schirra, Schmitt: A separation bound for
// real algebraic expressions, 2001.)

import { bitLength } from "../ball/bits.ts";
import { type Expr, type ExprOf, has, mapParts, num, parts, sub } from "../expression/expr.ts";
import { lcm, plus, type Rational, times, zero } from "../expression/rational.ts";
import { functionNamed } from "../functions/functions.ts";
import type { Budget } from "../terms/limits.ts";
import { exactValue } from "./exact.ts";

/**
 * The value is a quotient of two algebraic integers; these are the binary logarithms of bounds for all conjugates of
 * the numerator and of the denominator.
 */
interface Size {
  top: number;
  bottom: number;
  /** A name for the number, so that a root that occurs twice is adjoined once. */
  key: string;
}

/** What is adjoined to the rationals: roots by name with their index, and the order of the roots of unity. */
interface Field {
  roots: Map<string, number>;
  unity: number;
}

/** Bounds beyond this many binary digits are not used. */
const useful = 1 << 16;

/** The number of binary digits to which a - b must vanish to be zero; undefined if a side is not algebraic. */
export function separationBits(a: Expr, b: Expr, budget: Budget): number | undefined {
  const field: Field = { roots: new Map(), unity: 1 };
  const size = sizeOf(sub(a, b), field, budget);
  if (!size) return undefined;
  let degree = totient(field.unity);
  for (const index of field.roots.values()) degree *= index;
  return Math.ceil(size.bottom + (degree - 1) * size.top) + 1;
}

type Transcendental = "pi" | "e";

const isAtPartOfPi = (e: Expr): boolean =>
  e.t === "fn" && functionNamed(e.name)?.algebraic === "at parts of π";

/** At most this many numbers are inserted for π. */
const mostDegrees = 24;

/**
 * Pairs of algebraic numbers that are all equal exactly if two constants are equal. π and e are not zeros of a
 * polynomial: a polynomial in π^(1/q) is zero at π only if it is zero at more numbers t^q than its degree in t.
 * Undefined if a constant is not such a polynomial.
 */
export function algebraicPairs(a: Expr, b: Expr): [Expr, Expr][] | undefined {
  const found = (["pi", "e"] as const).filter((name) => occurs(a, name) || occurs(b, name));
  const [name, ...others] = found;
  if (!name) return [[a, b]];
  const index = Number(lcm(indexOf(a, name), indexOf(b, name)));
  const degree = index * (degreeIn(a, name) + degreeIn(b, name));
  if (others.length > 0 || !(degree <= mostDegrees)) return undefined;
  return Array.from({ length: degree + 1 }, (_, k) => {
    const value = num(BigInt(k + 2) ** BigInt(index));
    return [withValue(a, name, value), withValue(b, name, value)];
  });
}

const isConstant = (e: Expr, name: Transcendental): boolean => e.t === "const" && e.name === name;

/** Whether a constant occurs, other than in the angle of a sine. */
const occurs = (e: Expr, name: Transcendental): boolean =>
  isConstant(e, name) || (!isAtPartOfPi(e) && parts(e).some((part) => occurs(part, name)));

const withValue = (e: Expr, name: Transcendental, value: Expr): Expr =>
  isConstant(e, name) ? value : isAtPartOfPi(e) ? e : mapParts(e, (part) => withValue(part, name, value));

/** A common denominator of all exponents of expressions with a constant. */
function indexOf(e: Expr, name: Transcendental): bigint {
  if (!occurs(e, name)) return 1n;
  const own = e.t === "pow" && e.exp.t === "num" ? e.exp.d : 1n;
  return parts(e).reduce((all, part) => lcm(all, indexOf(part, name)), own);
}

/** A bound for the degrees of the numerator and of the denominator in a constant; infinite if there is none. */
function degreeIn(e: Expr, name: Transcendental): number {
  if (!occurs(e, name)) return 0;
  const total = (): number => parts(e).reduce((sum, part) => sum + degreeIn(part, name), 0);
  switch (e.t) {
    case "const":
      return 1;
    case "add":
    case "mul":
      return total();
    case "pow": {
      // The root of a sum is not a polynomial; that of a product is a polynomial in a root of the constant.
      const isPolynomial =
        e.exp.t === "num" &&
        (e.exp.d === 1n || !has(e.base, (part) => part.t === "add" && occurs(part, name)));
      return isPolynomial && e.exp.t === "num"
        ? degreeIn(e.base, name) * Math.abs(Number(e.exp.n) / Number(e.exp.d))
        : Number.POSITIVE_INFINITY;
    }
    default:
      return Number.POSITIVE_INFINITY;
  }
}

const log2 = (n: bigint): number => bitLength(n < 0n ? -n : n);

/** log2(2^x + 2^y), a little too large. */
const sumOf = (x: number, y: number): number => Math.max(x, y) + (Math.abs(x - y) > 60 ? 1e-9 : 1);

function sizeOf(expr: Expr, field: Field, budget: Budget): Size | undefined {
  budget.spend(1);
  const size = rawSize(expr, field, budget);
  return size && size.top < useful && size.bottom < useful && size.key.length < 4096 ? size : undefined;
}

function rawSize(expr: Expr, field: Field, budget: Budget): Size | undefined {
  switch (expr.t) {
    case "num":
      return rationalSize(expr);
    case "const":
      if (expr.name !== "i") return undefined;
      field.roots.set("i", 2);
      return { top: 0, bottom: 0, key: "i" };
    case "add":
      return combined(expr.args, "+", field, budget, (x, y) => ({
        top: sumOf(x.top + y.bottom, x.bottom + y.top),
        bottom: x.bottom + y.bottom,
      }));
    case "mul":
      return combined(expr.args, "*", field, budget, (x, y) => ({
        top: x.top + y.top,
        bottom: x.bottom + y.bottom,
      }));
    case "pow":
      return powerSize(expr, field, budget);
    case "fn":
      return functionSize(expr, field, budget);
    default:
      return undefined;
  }
}

function rationalSize({ n, d }: Rational): Size | undefined {
  const [top, bottom] = [log2(n), log2(d)];
  if (top > useful || bottom > useful) return undefined;
  return { top, bottom: d === 1n ? 0 : bottom, key: `${n.toString(36)}/${d.toString(36)}` };
}

function combined(
  args: readonly Expr[],
  sign: string,
  field: Field,
  budget: Budget,
  join: (x: Size, y: Size) => Omit<Size, "key">,
): Size | undefined {
  let total: Size | undefined;
  for (const arg of args) {
    const next = sizeOf(arg, field, budget);
    if (!next) return undefined;
    total = total ? { ...join(total, next), key: `${total.key}${sign}${next.key}` } : next;
  }
  return total && { ...total, key: `(${total.key})` };
}

function powerSize({ base, exp }: ExprOf<"pow">, field: Field, budget: Budget): Size | undefined {
  const exponent = exactValue(exp, budget);
  const inner = exponent && sizeOf(base, field, budget);
  if (!inner || exponent.d > 64n || log2(exponent.n) > 20) return undefined;
  const index = Number(exponent.d);
  const root = index === 1 ? inner : rootSize(inner, index, field);
  const times = Math.abs(Number(exponent.n));
  const [top, bottom] = [root.top * times, root.bottom * times];
  const key = `${root.key}^${exponent.n}`;
  return exponent.n < 0n ? { top: bottom, bottom: top, key } : { top, bottom, key };
}

/** The root of p/q is that of p·q^(k-1) over q, or p over that of q·p^(k-1). */
function rootSize(inner: Size, index: number, field: Field): Size {
  const key = `${inner.key}^1/${index}`;
  field.roots.set(key, index);
  return inner.top >= inner.bottom
    ? { top: (inner.top + (index - 1) * inner.bottom) / index, bottom: inner.bottom, key }
    : { top: inner.top, bottom: ((index - 1) * inner.top + inner.bottom) / index, key };
}

function functionSize(expr: ExprOf<"fn">, field: Field, budget: Budget): Size | undefined {
  const exact = exactValue(expr, budget);
  if (exact) return rationalSize(exact);
  const algebraic = functionNamed(expr.name)?.algebraic;
  switch (algebraic) {
    // For real numbers these are one of their arguments up to sign; a conjugate has the size of its argument.
    case "conjugate":
    case "like its arguments": {
      const sizes = expr.args.map((arg) => sizeOf(arg, field, budget));
      if ((field.roots.has("i") && algebraic !== "conjugate") || !sizes.every((size) => size !== undefined))
        return undefined;
      return {
        top: Math.max(...sizes.map((size) => size.top)),
        bottom: Math.max(...sizes.map((size) => size.bottom)),
        key: `${expr.name}(${sizes.map((size) => size.key).join()})`,
      };
    }
    // Twice a sine or cosine of a rational part of π is an algebraic integer, at most two.
    case "at parts of π": {
      const turns = partOfPi(expr.args[0]!, budget);
      if (!turns || turns.d > 500n) return undefined;
      field.unity = Number(lcm(BigInt(field.unity), lcm(2n * turns.d, 4n)));
      return field.unity > 5000 ? undefined : { top: 1, bottom: 1, key: `${expr.name}${turns.n}/${turns.d}` };
    }
    case undefined:
      return undefined;
  }
}

/** q if an expression is q·π. */
export function partOfPi(expr: Expr, budget: Budget): Rational | undefined {
  switch (expr.t) {
    case "const":
      return expr.name === "pi" ? { n: 1n, d: 1n } : undefined;
    case "add": {
      let sum: Rational = zero;
      for (const arg of expr.args) {
        const next = partOfPi(arg, budget);
        if (!next) return undefined;
        sum = plus(sum, next);
      }
      return sum;
    }
    case "mul": {
      const at = expr.args.findIndex((arg) => partOfPi(arg, budget) !== undefined);
      if (at < 0) return undefined;
      let product = partOfPi(expr.args[at]!, budget)!;
      for (const [i, arg] of expr.args.entries()) {
        const factor = i === at ? undefined : exactValue(arg, budget);
        if (i !== at && !factor) return undefined;
        if (factor) product = times(product, factor);
      }
      return product;
    }
    default:
      return undefined;
  }
}

function totient(n: number): number {
  let result = n;
  let rest = n;
  for (let p = 2; p * p <= rest; p++) {
    if (rest % p !== 0) continue;
    while (rest % p === 0) rest /= p;
    result -= result / p;
  }
  return rest > 1 ? result - result / rest : result;
}
