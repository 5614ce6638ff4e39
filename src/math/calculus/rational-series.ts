// Σ_{m≥0} P(m)/Q(m) for polynomials with rational zeros below the line: simple fractions, summed by the digamma function
// at rational arguments (Gauss) and by the reflection of its derivatives. The series converges by comparison with
// Σ1/m², where the degree of Q is at least two more than that of P.

import { degree, type Fraction, type Polynomial, rationalRootsOf } from "../algebra/polynomial.ts";
import { by } from "../exact/coefficients.ts";
import { differentiate } from "../exact/derivative.ts";
import { add, div, type Expr, fn, mul, num, pi, pow, sub, substitute } from "../expression/expr.ts";
import {
  floor,
  inverse,
  isWhole,
  minus,
  order,
  plus,
  type Rational,
  rational,
  times,
  zero,
} from "../expression/rational.ts";
import type { Budget } from "../terms/limits.ts";

/** Weight/(m + at)^order. */
interface Pole {
  at: Rational;
  order: number;
  weight: Rational;
}

export function rationalSeries(fraction: Fraction, budget: Budget): Expr | undefined {
  if (fraction.num.length === 0) return num(0n);
  if (degree(fraction.den) < degree(fraction.num) + 2) return undefined;
  const poles = simpleFractions(fraction, budget);
  if (!poles) return overSquare(fraction, budget);
  // A term at a zero below the line has no value.
  if (rationalRootsOf(fraction.den, budget).some((root) => isWhole(root) && root.n >= 0n)) return undefined;
  // Zeros far from the first term are left alone.
  if (poles.some(({ at }) => order(at, rational(60n)) > 0 || order(at, rational(-60n)) < 0 || at.d > 24n))
    return undefined;
  const terms: Expr[] = [];
  for (const group of byOrder(poles)) {
    const value = group[0]!.order === 1 ? digammas(group, budget) : reflections(group, budget);
    if (!value) return undefined;
    terms.push(value);
  }
  return { t: "add", args: terms };
}

function byOrder(poles: Pole[]): Pole[][] {
  const groups = new Map<number, Pole[]>();
  for (const pole of poles) groups.set(pole.order, [...(groups.get(pole.order) ?? []), pole]);
  return [...groups.values()];
}

/** The expansion of P/Q at each zero of Q; undefined where a zero is not rational. */
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

/** An argument as a whole number of steps above one in (0, 1]. */
function fractionalPart(at: Rational): { base: Rational; steps: bigint } {
  const steps = isWhole(at) ? at.n / at.d - 1n : floor(at);
  return { base: plus(at, rational(-steps)), steps };
}

const asExpr = ({ n, d }: Rational): Expr => num(n, d);

/** Σ weight/(m + at) is -Σ weight ψ(at): where a series converges, these weights add up to zero. */
function digammas(poles: Pole[], budget: Budget): Expr {
  const args = poles.map(({ at, weight }) => {
    budget.spend(20);
    return by(asExpr(minus(weight)), digamma(at));
  });
  return { t: "add", args };
}

/** ψ(at) + γ: the constant of Euler falls out of every sum that converges. */
function digamma(at: Rational): Expr {
  const { base, steps } = fractionalPart(at);
  const args: Expr[] = [];
  for (let i = 0n; i < steps; i++) args.push(asExpr(inverse(plus(base, rational(i)))));
  for (let i = steps; i < 0n; i++) args.push(asExpr(minus(inverse(plus(base, rational(i))))));
  const [p, q] = [base.n, base.d];
  if (q > 1n) {
    args.push(mul(num(-1n), fn("ln", num(2n * q))));
    if (q !== 2n) args.push(mul(num(-1n, 2n), pi, fn("cot", mul(num(p, q), pi))));
    for (let n = 1n; 2n * n < q; n++)
      args.push(
        mul(num(2n), fn("cos", mul(num(2n * n * p, q), pi)), fn("ln", fn("sin", mul(num(n, q), pi)))),
      );
  }
  return { t: "add", args };
}

/** 2ζ(k)/π^k for even k. */
const evenZeta = new Map<number, Rational>([
  [2, rational(1n, 3n)],
  [4, rational(1n, 45n)],
  [6, rational(2n, 945n)],
  [8, rational(1n, 4725n)],
  [10, rational(2n, 93555n)],
]);

/** Σ weight/(m + at)^k: what lies at f and 1-f is a sum over all whole numbers, and has a closed form. */
function reflections(poles: Pole[], budget: Budget): Expr | undefined {
  const k = poles[0]!.order;
  const args: Expr[] = [];
  const weights = new Map<string, { base: Rational; weight: Rational }>();
  for (const { at, weight } of poles) {
    budget.spend(20);
    const { base, steps } = fractionalPart(at);
    const term = (i: bigint, sign: bigint): Expr =>
      by(asExpr(times(weight, rational(sign))), pow(asExpr(plus(base, rational(i))), num(BigInt(-k))));
    for (let i = 0n; i < steps; i++) args.push(term(i, -1n));
    for (let i = steps; i < 0n; i++) args.push(term(i, 1n));
    const key = `${base.n}/${base.d}`;
    weights.set(key, { base, weight: plus(weights.get(key)?.weight ?? zero, weight) });
  }
  for (const { base, weight } of weights.values()) {
    if (weight.n === 0n) continue;
    const half = asExpr(times(weight, rational(1n, 2n)));
    if (base.d === 1n) {
      const value = evenZeta.get(k);
      if (!value) return undefined;
      args.push(mul(half, asExpr(value), pow(pi, num(BigInt(k)))));
      continue;
    }
    const mirror = weights.get(`${base.d - base.n}/${base.d}`)?.weight ?? zero;
    if (order(mirror, k % 2 === 0 ? weight : minus(weight)) !== 0) return undefined;
    const value = overAllIntegers(k, base, budget);
    if (!value) return undefined;
    args.push(mul(half, value));
  }
  return { t: "add", args };
}

/** Σ 1/(n+f)^k over all whole numbers n, by the derivatives of π cot πf. */
function overAllIntegers(k: number, f: Rational, budget: Budget): Expr | undefined {
  let value: Expr | undefined = mul(pi, fn("cot", mul(pi, { t: "sym", name: "#" })));
  let factorial = 1n;
  for (let j = 1; j < k && value; j++) {
    value = differentiate(value, "#", budget);
    factorial *= BigInt(-j);
  }
  return (
    value &&
    mul(
      num(factorial < 0n ? -1n : 1n, factorial < 0n ? -factorial : factorial),
      substitute(value, new Map([["#", asExpr(f)]]), budget),
    )
  );
}

/** Σ_{m≥0} c/((m+s)² + b) for whole s and positive b, by the hyperbolic cotangent. */
function overSquare({ num: top, den }: Fraction, budget: Budget): Expr | undefined {
  if (degree(top) !== 0 || degree(den) !== 2) return undefined;
  budget.spend(20);
  const [c, b, a] = den as [Rational, Rational, Rational];
  const s = times(b, inverse(times(rational(2n), a)));
  const square = plus(times(c, inverse(a)), minus(times(s, s)));
  if (!isWhole(s) || square.n <= 0n || s.n > 60n || s.n < -60n) return undefined;
  const root = pow(asExpr(square), num(1n, 2n));
  const fromOne = div(sub(mul(pi, root, fn("coth", mul(pi, root))), num(1n)), mul(num(2n), asExpr(square)));
  const terms: Expr[] = [fromOne];
  const term = (n: bigint): Expr => asExpr(inverse(plus(rational(n * n), square)));
  for (let n = 1n; n < s.n; n++) terms.push(mul(num(-1n), term(n)));
  for (let n = s.n; n < 1n; n++) terms.push(term(n));
  return mul(
    asExpr(times(top[0]!, inverse(a))),
    terms.reduce((x, y) => add(x, y)),
  );
}
