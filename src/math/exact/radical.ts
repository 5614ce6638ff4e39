// A normal form for constants built from rationals, roots, π, e and i: a sum of rational multiples of
// monomials such as √2·∛5·π. Roots of different primes are linearly independent over the rationals, so two
// sums are equal exactly when their terms are.

import { bitLength } from "../ball/bits.ts";
import type { Expr } from "../expression/expr.ts";
import {
  exactRoot,
  inverse,
  isWhole,
  minus,
  one,
  plus,
  power,
  type Rational,
  rational,
  same,
  times,
} from "../expression/rational.ts";
import { type Budget, limits } from "../terms/limits.ts";
import { exactValue } from "./exact.ts";

/** Powers of primes and of π, e, i, sorted by base. */
type Monomial = readonly (readonly [base: string, exponent: Rational])[];

interface Term {
  coefficient: Rational;
  monomial: Monomial;
}

type Sum = Map<string, Term>;

/** numerator / denominator, both sums of terms. */
export interface Radical {
  num: Sum;
  den: Sum;
}

const maxTerms = 48;
const keyOf = (monomial: Monomial): string =>
  monomial.map(([base, { n, d }]) => `${base}^${n}/${d}`).join("*");
const single = (coefficient: Rational, monomial: Monomial = []): Sum =>
  coefficient.n === 0n ? new Map() : new Map([[keyOf(monomial), { coefficient, monomial }]]);
const unit: Sum = single(one);

function addInto(sum: Sum, { coefficient, monomial }: Term): void {
  const key = keyOf(monomial);
  const before = sum.get(key);
  const total = before ? plus(before.coefficient, coefficient) : coefficient;
  if (total.n === 0n) sum.delete(key);
  else sum.set(key, { coefficient: total, monomial });
}

function addSums(a: Sum, b: Sum): Sum {
  const sum = new Map(a);
  for (const term of b.values()) addInto(sum, term);
  return sum;
}

function multiplyTerms(a: Term, b: Term): Term {
  let coefficient = times(a.coefficient, b.coefficient);
  const exponents = new Map<string, Rational>();
  for (const [base, exponent] of [...a.monomial, ...b.monomial]) {
    const before = exponents.get(base);
    exponents.set(base, before ? plus(before, exponent) : exponent);
  }
  const monomial: [string, Rational][] = [];
  for (const [base, exponent] of exponents) {
    if (exponent.n === 0n) continue;
    if (base === "pi" || base === "e") {
      monomial.push([base, exponent]);
      continue;
    }
    // Whole powers of a prime, and even powers of i, belong to the coefficient.
    const whole = exponent.n / exponent.d - (exponent.n < 0n && exponent.n % exponent.d !== 0n ? 1n : 0n);
    if (base === "i") {
      if (((whole % 4n) + 4n) % 4n >= 2n) coefficient = minus(coefficient);
      if (whole % 2n !== 0n) monomial.push([base, one]);
      continue;
    }
    coefficient = times(coefficient, power(rational(BigInt(base)), whole) ?? one);
    const rest = plus(exponent, rational(-whole));
    if (rest.n !== 0n) monomial.push([base, rest]);
  }
  monomial.sort(([x], [y]) => (x < y ? -1 : 1));
  return { coefficient, monomial };
}

function multiplySums(a: Sum, b: Sum, budget: Budget): Sum | undefined {
  if (a.size * b.size > maxTerms * maxTerms) return undefined;
  const product: Sum = new Map();
  for (const x of a.values()) {
    for (const y of b.values()) {
      budget.spend(4);
      addInto(product, multiplyTerms(x, y));
    }
  }
  return product.size > maxTerms ? undefined : product;
}

const smallPrimes: readonly bigint[] = (() => {
  const primes: bigint[] = [];
  for (let n = 2; n < 1000; n++) if (primes.every((p) => n % Number(p) !== 0)) primes.push(BigInt(n));
  return primes;
})();

/** Prime factors by trial division; what is left beyond a million may not be prime. */
function factor(n: bigint, budget: Budget): [bigint, number][] | undefined {
  const factors: [bigint, number][] = [];
  const bits = bitLength(n);
  if (bits > limits.divisibleBits) return undefined;
  let rest = n;
  for (const p of smallPrimes) {
    if (p * p > rest) break;
    budget.spend(1);
    let count = 0;
    while (rest % p === 0n) {
      budget.spend(bits >> 9);
      rest /= p;
      count++;
    }
    if (count > 0) factors.push([p, count]);
  }
  if (rest === 1n) return factors;
  if (rest > 1_000_000n) {
    for (const k of [2, 3, 5]) {
      const root = exactRoot(rest, k);
      if (root === undefined) continue;
      const inner = factor(root, budget);
      return inner && [...factors, ...inner.map(([p, c]): [bigint, number] => [p, c * k])];
    }
    if (rest >= 1n << 64n) return undefined;
  }
  factors.push([rest, 1]);
  return factors;
}

/** q^exponent for a positive rational q, as one term. */
function rationalPower(q: Rational, exponent: Rational, budget: Budget): Term | undefined {
  const top = factor(q.n, budget);
  const bottom = top && factor(q.d, budget);
  if (!bottom) return undefined;
  const monomial: [string, Rational][] = [];
  for (const [p, count] of top) monomial.push([p.toString(), times(rational(BigInt(count)), exponent)]);
  for (const [p, count] of bottom) monomial.push([p.toString(), times(rational(BigInt(-count)), exponent)]);
  return multiplyTerms({ coefficient: one, monomial }, { coefficient: one, monomial: [] });
}

/** The normal form; undefined where the expression is not such a constant, or is too large. */
export function radicalForm(expr: Expr, complex: boolean, budget: Budget): Radical | undefined {
  budget.spend(1);
  const exact = exactOrNothing(expr, budget);
  if (exact) return { num: single(exact), den: unit };
  switch (expr.t) {
    case "const":
      return expr.name === "infinity" ? undefined : { num: single(one, [[expr.name, one]]), den: unit };
    case "add": {
      let sum: Radical = { num: new Map(), den: unit };
      for (const arg of expr.args) {
        const next = radicalForm(arg, complex, budget);
        const total = next && addRadicals(sum, next, budget);
        if (!total) return undefined;
        sum = total;
      }
      return sum;
    }
    case "mul": {
      let product: Radical = { num: unit, den: unit };
      for (const arg of expr.args) {
        const next = radicalForm(arg, complex, budget);
        const total = next && multiply(product, next, budget);
        if (!total) return undefined;
        product = total;
      }
      return product;
    }
    case "pow": {
      const exponent = exactOrNothing(expr.exp, budget);
      if (!exponent) return undefined;
      const base = radicalForm(expr.base, complex, budget);
      return base && raise(base, exponent, complex, budget);
    }
    case "fn":
      if (expr.name === "conj" && expr.args.length === 1) {
        const inner = radicalForm(expr.args[0]!, complex, budget);
        return inner && { num: conjugate(inner.num), den: conjugate(inner.den) };
      }
      return undefined;
    default:
      return undefined;
  }
}

function exactOrNothing(expr: Expr, budget: Budget): Rational | undefined {
  // Sums and products are looked at part by part anyway.
  return expr.t === "add" || expr.t === "mul" ? undefined : exactValue(expr, budget);
}

function conjugate(sum: Sum): Sum {
  const result: Sum = new Map();
  for (const term of sum.values()) {
    const imaginary = term.monomial.some(([base]) => base === "i");
    addInto(result, imaginary ? { ...term, coefficient: minus(term.coefficient) } : term);
  }
  return result;
}

function addRadicals(a: Radical, b: Radical, budget: Budget): Radical | undefined {
  if (sameSums(a.den, b.den)) return { num: addSums(a.num, b.num), den: a.den };
  const left = multiplySums(a.num, b.den, budget);
  const right = multiplySums(b.num, a.den, budget);
  const den = multiplySums(a.den, b.den, budget);
  return left && right && den && { num: addSums(left, right), den };
}

function multiply(a: Radical, b: Radical, budget: Budget): Radical | undefined {
  const top = multiplySums(a.num, b.num, budget);
  const den = multiplySums(a.den, b.den, budget);
  return top && den && { num: top, den };
}

function raise(base: Radical, exponent: Rational, complex: boolean, budget: Budget): Radical | undefined {
  if (isWhole(exponent)) return raiseWhole(base, exponent.n / exponent.d, budget);
  if (base.num.size !== 1 || base.den.size !== 1) return undefined;
  const top = rootOfTerm([...base.num.values()][0]!, exponent, complex, budget);
  const bottom = rootOfTerm([...base.den.values()][0]!, minus(exponent), complex, budget);
  if (!top || !bottom) return undefined;
  const product = multiplyTerms(top, bottom);
  return { num: single(product.coefficient, product.monomial), den: unit };
}

function rootOfTerm(term: Term, exponent: Rational, complex: boolean, budget: Budget): Term | undefined {
  if (term.monomial.some(([base]) => base === "i")) return undefined;
  const negative = term.coefficient.n < 0n;
  const root = rationalPower(negative ? minus(term.coefficient) : term.coefficient, exponent, budget);
  if (!root) return undefined;
  const monomial = term.monomial.map(([base, e]): [string, Rational] => [base, times(e, exponent)]);
  let result = multiplyTerms(root, { coefficient: one, monomial });
  if (negative) {
    if (exponent.d % 2n === 1n) {
      if (exponent.n % 2n !== 0n) result = { ...result, coefficient: minus(result.coefficient) };
    } else if (complex && exponent.d === 2n)
      result = multiplyTerms(result, { coefficient: one, monomial: [["i", rational(exponent.n)]] });
    else return undefined;
  }
  return result;
}

function raiseWhole(base: Radical, k: bigint, budget: Budget): Radical | undefined {
  if (k < 0n)
    return base.num.size === 0 ? undefined : raiseWhole({ num: base.den, den: base.num }, -k, budget);
  if (k > 64n) return base.num.size === 1 && base.den.size === 1 ? raiseTerms(base, k) : undefined;
  let result: Radical | undefined = { num: unit, den: unit };
  let square: Radical | undefined = base;
  for (let rest = k; rest > 0n; rest >>= 1n) {
    if (!result || !square) return undefined;
    if (rest & 1n) result = multiply(result, square, budget);
    if (rest > 1n) square = multiply(square, square, budget);
  }
  return result && simplified(result);
}

/** A power of one term over one term. */
function raiseTerms(base: Radical, k: bigint): Radical | undefined {
  const raised = ([term]: Iterable<Term> & [Term]): Term | undefined => {
    const coefficient = power(term.coefficient, k);
    const monomial = term.monomial.map(([b, e]): [string, Rational] => [b, times(e, rational(k))]);
    return coefficient && multiplyTerms({ coefficient, monomial }, { coefficient: one, monomial: [] });
  };
  const [top, bottom] = [base.num, base.den].map((sum) => raised([...sum.values()] as [Term]));
  if (!top || !bottom) return undefined;
  return simplified({
    num: single(top.coefficient, top.monomial),
    den: single(bottom.coefficient, bottom.monomial),
  });
}

/** A single term below the line is divided out. */
function simplified(value: Radical): Radical {
  if (value.den.size !== 1) return value;
  const [below] = value.den.values();
  const flipped: Term = {
    coefficient: inverse(below!.coefficient),
    monomial: below!.monomial.map(([b, e]): [string, Rational] => [b, minus(e)]),
  };
  const top: Sum = new Map();
  for (const term of value.num.values()) addInto(top, multiplyTerms(term, flipped));
  return { num: top, den: unit };
}

function sameSums(a: Sum, b: Sum): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  for (const [key, term] of a) {
    const other = b.get(key);
    if (!other || !same(term.coefficient, other.coefficient)) return false;
  }
  return true;
}

/** Whether two normal forms denote the same number; undefined where they are too large to multiply out. */
export function sameRadicals(a: Radical, b: Radical, budget: Budget): boolean | undefined {
  if (a.den.size === 0 || b.den.size === 0) return undefined;
  const left = multiplySums(a.num, b.den, budget);
  const right = multiplySums(b.num, a.den, budget);
  return left && right && sameSums(left, right);
}

/** The normal form as a person reads it: `2^(1/2)·pi + 3/2`. */
export function showRadical({ num, den }: Radical): string {
  const above = showSum(num);
  const below = showSum(den);
  return below === "1" ? above : `(${above})/(${below})`;
}

function showSum(sum: Sum): string {
  const power = ([base, { n, d }]: Monomial[number]): string =>
    d === 1n ? (n === 1n ? base : `${base}^${n}`) : `${base}^(${n}/${d})`;
  const terms = [...sum].map(
    ([
      key,
      {
        coefficient: { n, d },
        monomial,
      },
    ]): [string, string] => {
      const factor = d === 1n ? String(n) : `${n}/${d}`;
      return [
        key,
        [...(factor === "1" && monomial.length > 0 ? [] : [factor]), ...monomial.map(power)].join("·"),
      ];
    },
  );
  // In one order, so that equal sums look alike.
  return terms.length === 0
    ? "0"
    : terms
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, term]) => term)
        .join(" + ");
}
