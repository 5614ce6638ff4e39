// Polynomials in one variable with rational coefficients, lowest power first, and their real zeros.

import { bitLength } from "../ball/bits.ts";
import { add, type Expr, freeNames, fromRational, joined, mul, neg, num, pow } from "../expression/expr.ts";
import {
  gcd,
  inverse,
  lcm,
  minus,
  one,
  plus,
  type Rational,
  rational,
  size,
  times,
  zero,
} from "../expression/rational.ts";
import { rationalOf } from "../numeric/constant.ts";
import type { Budget } from "../terms/limits.ts";

export type Polynomial = readonly Rational[];

const maxDegree = 24;

function trim(p: Rational[]): Polynomial {
  while (p.length > 0 && p[p.length - 1]!.n === 0n) p.pop();
  return p;
}

export const degree = (p: Polynomial): number => p.length - 1;

/** Whether all powers are even and all coefficients of one sign, so that no number but 0 can be a zero. */
export function isOfOneSign(p: Polynomial): boolean {
  const signs = p.filter((c) => c.n !== 0n).map((c) => c.n > 0n);
  return signs.every((sign) => sign === signs[0]) && p.every((c, i) => i % 2 === 0 || c.n === 0n);
}

/** A power of two beyond all zeros, by Cauchy's bound. */
export function zerosBelow(p: Polynomial): number {
  const lead = p[p.length - 1]!;
  const bits = ({ n, d }: Rational): number => bitLength(n) - bitLength(d) + 1;
  return Math.max(0, ...p.slice(0, -1).map((c) => (c.n === 0n ? 0 : bits(c) - bits(lead) + 3)));
}

export function addPolynomials(a: Polynomial, b: Polynomial): Polynomial {
  return trim(
    Array.from({ length: Math.max(a.length, b.length) }, (_, i) => plus(a[i] ?? zero, b[i] ?? zero)),
  );
}

/** Binary digits of the longest coefficient. */
const longest = (p: Polynomial): number =>
  p.reduce((most, { n, d }) => Math.max(most, bitLength(n) + bitLength(d)), 0);

export function multiplyPolynomials(a: Polynomial, b: Polynomial, budget: Budget): Polynomial {
  const digits = longest(a) + longest(b);
  budget.spend(Math.floor((a.length * b.length * (64 + digits + Math.floor(digits ** 2 / 256))) / 128));
  const product: Rational[] = Array.from({ length: Math.max(0, a.length + b.length - 1) }, () => zero);
  for (const [i, x] of a.entries())
    for (const [j, y] of b.entries()) product[i + j] = plus(product[i + j]!, times(x, y));
  return trim(product);
}

/** A quotient of two polynomials. */
export interface Fraction {
  num: Polynomial;
  den: Polynomial;
}

const unit: Polynomial = [one];

const multiplyFractions = (a: Fraction, b: Fraction, budget: Budget): Fraction => ({
  num: multiplyPolynomials(a.num, b.num, budget),
  den: multiplyPolynomials(a.den, b.den, budget),
});

const addFractions = (a: Fraction, b: Fraction, budget: Budget): Fraction => ({
  num: addPolynomials(multiplyPolynomials(a.num, b.den, budget), multiplyPolynomials(b.num, a.den, budget)),
  den: multiplyPolynomials(a.den, b.den, budget),
});

/** Reads an expression as a quotient of polynomials in one variable; undefined if it is not one. */
export function fractionOf(expr: Expr, variable: string, budget: Budget): Fraction | undefined {
  budget.spend(2);
  if (!freeNames(expr).has(variable)) {
    const value = rationalOf(expr, budget);
    return value && { num: trim([value]), den: unit };
  }
  const go = (part: Expr): Fraction | undefined => fractionOf(part, variable, budget);
  switch (expr.t) {
    case "sym":
      return { num: [zero, one], den: unit };
    case "add":
    case "mul": {
      const join = expr.t === "add" ? addFractions : multiplyFractions;
      const start: Fraction = { num: expr.t === "add" ? [] : unit, den: unit };
      return joined<Fraction, undefined>(expr.args, start, go, (a, b) => {
        const total = join(a, b, budget);
        return total.num.length > maxDegree || total.den.length > maxDegree ? undefined : total;
      });
    }
    case "pow": {
      if (expr.exp.t !== "num" || expr.exp.d !== 1n) return undefined;
      const base = go(expr.base);
      const k = Number(size(expr.exp.n));
      if (!base || k * Math.max(base.num.length, base.den.length) > maxDegree) return undefined;
      let result: Fraction = { num: unit, den: unit };
      for (let i = 0; i < k; i++) result = multiplyFractions(result, base, budget);
      return expr.exp.n < 0n ? { num: result.den, den: result.num } : result;
    }
    default:
      return undefined;
  }
}

export function valueAt(p: Polynomial, x: Rational): Rational {
  let value: Rational = zero;
  for (let i = p.length - 1; i >= 0; i--) value = plus(times(value, x), p[i]!);
  return value;
}

/** p / (x - root), the remainder being known to be zero. */
function deflate(p: Polynomial, root: Rational): Polynomial {
  const quotient: Rational[] = [];
  let carry: Rational = zero;
  for (let i = p.length - 1; i > 0; i--) {
    carry = plus(times(carry, root), p[i]!);
    quotient.unshift(carry);
  }
  return quotient;
}

/** All distinct real zeros, exactly; undefined if an irreducible factor of degree three or more has one. */
export function realZeros(p: Polynomial, budget: Budget): Expr[] | undefined {
  const zeros: Expr[] = [];
  let rest = p;
  while (degree(rest) >= 1 && rest[0]!.n === 0n) {
    if (zeros.length === 0) zeros.push(num(0n));
    rest = rest.slice(1);
  }
  for (const root of rationalZeros(rest, budget)) {
    zeros.push(fromRational(root));
    while (degree(rest) >= 1 && valueAt(rest, root).n === 0n) rest = deflate(rest, root);
  }
  if (degree(rest) <= 0) return zeros;
  if (degree(rest) === 2) return [...zeros, ...quadraticZeros(rest)];
  const biquadratic = zerosInSquare(rest, budget);
  return biquadratic && [...zeros, ...biquadratic];
}

function quadraticZeros(p: Polynomial): Expr[] {
  const [c, b, a] = p as [Rational, Rational, Rational];
  const discriminant = plus(times(b, b), times(rational(-4n), times(a, c)));
  if (discriminant.n < 0n) return [];
  const half = fromRational(inverse(times(rational(2n), a)));
  const root = pow(fromRational(discriminant), num(1n, 2n));
  const minusB = fromRational(minus(b));
  return discriminant.n === 0n
    ? [mul(minusB, half)]
    : [mul(add(minusB, root), half), mul(add(minusB, neg(root)), half)];
}

/** Zeros of a polynomial in x². */
function zerosInSquare(p: Polynomial, budget: Budget): Expr[] | undefined {
  if (p.length > 9 || p.some((c, i) => i % 2 === 1 && c.n !== 0n)) return undefined;
  const inner = p.filter((_, i) => i % 2 === 0);
  const squares = realZeros(inner, budget);
  if (!squares) return undefined;
  const zeros: Expr[] = [];
  for (const square of squares) {
    const value = rationalOf(square, budget);
    if (!value || value.n < 0n) {
      if (value) continue;
      return undefined;
    }
    const root = pow(square, num(1n, 2n));
    zeros.push(root, neg(root));
  }
  return zeros;
}

/** The rational zeros, each once. */
export const rationalRootsOf = (p: Polynomial, budget: Budget): Rational[] => {
  const first = p.findIndex((c) => c.n !== 0n);
  const roots = rationalZeros(p.slice(Math.max(0, first)), budget);
  return first > 0 ? [zero, ...roots] : roots;
};

/** Rational zeros by the divisors of the outer coefficients, while those are small. */
function rationalZeros(p: Polynomial, budget: Budget): Rational[] {
  if (degree(p) < 1) return [];
  if (degree(p) === 1) return [times(minus(p[0]!), inverse(p[1]!))];
  let scale = 1n;
  for (const c of p) scale = lcm(scale, c.d);
  const whole = p.map((c) => (c.n * scale) / c.d);
  const first = size(whole[0]!);
  const last = size(whole[whole.length - 1]!);
  if (first > 1_000_000n || last > 1_000_000n) return [];
  const residues = whole.map((c) => Number(((c % modulus) + modulus) % modulus));
  const bottoms = divisors(last);
  const found: Rational[] = [];
  for (const top of divisors(first)) {
    for (const bottom of bottoms) {
      if (gcd(top, bottom) !== 1n) continue;
      budget.spend(4 + p.length);
      for (const n of [top, -top])
        if (vanishesModulo(residues, Number(n), Number(bottom)) && vanishes(whole, n, bottom))
          found.push({ n, d: bottom });
    }
  }
  return found;
}

/** A prime so small that products of two residues are exact in doubles. */
const modulus = 94_906_249n;

/** Whether the integer polynomial may be zero at n/d: most that cannot are ruled out without long integers. */
function vanishesModulo(residues: readonly number[], n: number, d: number): boolean {
  const prime = Number(modulus);
  let value = 0;
  let power = 1;
  for (let i = residues.length - 1; i >= 0; i--) {
    value = (((value * n) % prime) + ((residues[i]! * power) % prime)) % prime;
    power = (power * d) % prime;
  }
  return value === 0;
}

/** Whether the integer polynomial is zero at n/d; multiplied out, so that no fraction is needed. */
function vanishes(whole: readonly bigint[], n: bigint, d: bigint): boolean {
  let value = 0n;
  let power = 1n;
  for (let i = whole.length - 1; i >= 0; i--) {
    value = value * n + whole[i]! * power;
    power *= d;
  }
  return value === 0n;
}

/** If the number is not large. */
function divisors(n: bigint): bigint[] {
  const number = Number(n);
  const found: bigint[] = [];
  for (let d = 1; d * d <= number; d++) {
    if (number % d !== 0) continue;
    found.push(BigInt(d));
    if (d * d !== number) found.push(BigInt(number / d));
  }
  return found;
}

/** One of the simple fractions that make up a quotient: weight/(x + at)^order. */
export interface Pole {
  at: Rational;
  order: number;
  weight: Rational;
}

/** The expansion of P/Q at each zero of Q; undefined if a zero is not rational. */
export function simpleFractions({ num: top, den }: Fraction, budget: Budget): Pole[] | undefined {
  const poles: Pole[] = [];
  let found = 0;
  for (const root of rationalRootsOf(den, budget)) {
    const [above, below] = [around(top, root, budget), around(den, root, budget)];
    const depth = below.findIndex((c) => c.n !== 0n);
    found += depth;
    const quotient: Rational[] = [];
    for (let k = 0; k < depth; k++) {
      let rest = above[k] ?? zero;
      for (let j = 0; j < k; j++) rest = plus(rest, minus(times(quotient[j]!, below[depth + k - j] ?? zero)));
      const weight = times(rest, inverse(below[depth]!));
      quotient.push(weight);
      if (weight.n !== 0n) poles.push({ at: minus(root), order: depth - k, weight });
    }
  }
  return found === degree(den) ? poles : undefined;
}

/** The coefficients of p(root + t). */
function around(p: Polynomial, root: Rational, budget: Budget): Rational[] {
  const result = [...p];
  budget.spend(p.length * p.length);
  for (let i = 0; i < result.length; i++)
    for (let k = result.length - 2; k >= i; k--) result[k] = plus(result[k]!, times(root, result[k + 1]!));
  return result;
}
