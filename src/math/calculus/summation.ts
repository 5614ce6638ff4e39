// Closed forms of finite sums whose summand is a polynomial, a polynomial times a power, or telescopes.

import { degree, fractionOf, simpleFractions } from "../algebra/polynomial.ts";
import { by, coefficientsIn, linearIn, plus, polynomialIn, product } from "../exact/symbolic.ts";
import {
  add,
  type Expr,
  type ExprOf,
  freeNames,
  fromRational,
  infiniteSign,
  isReciprocal,
  mul,
  neg,
  num,
  pow,
  sub,
  substitute,
} from "../expression/expr.ts";
import {
  binomial,
  isWhole,
  minus,
  order,
  plus as plusRational,
  type Rational,
  rational,
  times,
} from "../expression/rational.ts";
import { rationalOf } from "../numeric/constant.ts";
import type { Budget } from "../terms/limits.ts";

type Big = ExprOf<"big">;

/** The closed form; undefined if the sum is of an unsupported kind. */
export function closedForm(sum: Big, budget: Budget): Expr | undefined {
  const { op, variable, lower, upper, body } = sum;
  if ([lower, upper].some((end) => infiniteSign(end) !== undefined) || runsBackwards(lower, upper, budget))
    return undefined;
  if (op === "prod")
    return freeNames(body).has(variable) ? undefined : pow(body, add(sub(upper, lower), num(1n)));
  budget.spend(50);
  return polynomialSum(sum, budget) ?? geometricSum(sum, budget) ?? telescopingSum(sum, budget);
}

/** A closed form holds from an empty sum upwards; `\sum_{k=1}^{-n}` is empty for every n. */
function runsBackwards(lower: Expr, upper: Expr, budget: Budget): boolean {
  const length = sub(upper, lower);
  const large = new Map([...freeNames(length)].map((name): [string, Expr] => [name, num(1000n)]));
  const value = rationalOf(substitute(length, large, budget), budget);
  return value !== undefined && value.n < -value.d;
}

/** Coefficients of 1^k + 2^k + … + n^k as a polynomial in n, lowest power first. */
function powerSum(k: number): Rational[] {
  // (k+1) S_k(n) = (n+1)^(k+1) - 1 - Σ_{j<k} C(k+1, j) S_j(n)
  const sums: Rational[][] = [];
  for (let m = 0; m <= k; m++) {
    const total = Array.from({ length: m + 2 }, (_, i) => rational(chosen(m + 1, i)));
    total[0] = plusRational(total[0]!, rational(-1n));
    for (let j = 0; j < m; j++)
      for (const [i, c] of sums[j]!.entries())
        total[i] = plusRational(total[i]!, times(rational(-chosen(m + 1, j)), c));
    sums.push(total.map((c) => times(c, rational(1n, BigInt(m + 1)))));
  }
  return sums[k]!;
}

const chosen = (n: number, k: number): bigint => binomial(BigInt(n), BigInt(k));

function polynomialSum({ variable, lower, upper, body }: Big, budget: Budget): Expr | undefined {
  const coefficients = coefficientsIn(body, variable, budget);
  if (!coefficients) return undefined;
  const before = sub(lower, num(1n));
  const terms = coefficients.map((c, k) => {
    const s = powerSum(k).map(fromRational);
    return by(c, sub(polynomialIn(s, upper), polynomialIn(s, before)));
  });
  return { t: "add", args: terms };
}

/** A summand as a constant times r^i times the factors of other kinds. */
export interface Geometric {
  factor: Expr;
  ratio: Expr;
  rest: Expr[];
}

/** The factors of a product, including those of its factors; a factor without the variable stays whole. */
function factorsOf(body: Expr, variable: string, budget: Budget): Expr[] {
  const found: Expr[] = [];
  const walk = (e: Expr): void => {
    budget.spend(1);
    if (e.t === "mul" && freeNames(e).has(variable)) e.args.forEach(walk);
    else found.push(e);
  };
  walk(body);
  return found;
}

/** Takes constants and powers with the variable in the exponent out of a product; undefined for other exponents. */
export function geometricParts(body: Expr, variable: string, budget: Budget): Geometric | undefined {
  const [factors, ratios]: [Expr[], Expr[]] = [[], []];
  const rest: Expr[] = [];
  const take = (base: Expr, exp: Expr): boolean => {
    const exponent = linearIn(exp, variable, budget);
    if (!exponent) return false;
    // A negative number has only whole powers.
    const negative = base.t === "num" && base.n < 0n;
    if (negative && !(exponent.slope.t === "num" && exponent.slope.d === 1n)) return false;
    ratios.push(powerOf(base, exponent.slope));
    factors.push(powerOf(base, exponent.offset));
    return true;
  };
  for (const arg of factorsOf(body, variable, budget)) {
    if (!freeNames(arg).has(variable)) factors.push(arg);
    else if (arg.t === "pow" && !freeNames(arg.base).has(variable)) {
      if (!take(arg.base, arg.exp)) return undefined;
    } else if (isReciprocal(arg) && arg.base.t === "pow" && !freeNames(arg.base.base).has(variable)) {
      if (!take(arg.base.base, neg(arg.base.exp))) return undefined;
    } else if (isReciprocal(arg) && arg.base.t === "mul") {
      const below = geometricParts(arg.base, variable, budget);
      if (!below) return undefined;
      ratios.push(powerOf(below.ratio, num(-1n)));
      factors.push(powerOf(below.factor, num(-1n)));
      for (const other of below.rest) rest.push(pow(other, num(-1n)));
    } else rest.push(arg);
  }
  return { factor: product(factors), ratio: product(ratios), rest };
}

/** p(i)·r^i as the difference of q(i)·r^i between neighbours, by the polynomial q with r q(i+1) - q(i) = p(i). */
export function geometricStep(p: readonly Expr[], ratio: Expr): ((i: Expr) => Expr) | undefined {
  if (p.length > 6 || (ratio.t === "num" && ratio.n === ratio.d)) return undefined;
  const shrink = pow(sub(ratio, num(1n)), num(-1n));
  const q: Expr[] = [];
  for (let j = p.length - 1; j >= 0; j--) {
    let carried: Expr = num(0n);
    for (let m = j + 1; m < p.length; m++) carried = plus(carried, by(num(chosen(m, j)), q[m]!));
    q[j] = mul(sub(p[j]!, by(ratio, carried)), shrink);
  }
  return (i) => mul(polynomialIn(q, i), pow(ratio, i));
}

function geometricSum({ variable, lower, upper, body }: Big, budget: Budget): Expr | undefined {
  const found = geometricParts(body, variable, budget);
  const p = found && coefficientsIn({ t: "mul", args: found.rest }, variable, budget);
  const at = p && geometricStep(p, found.ratio);
  return at && by(found.factor, sub(at(add(upper, num(1n))), at(lower)));
}

export const powerOf = (base: Expr, exp: Expr): Expr => {
  if (exp.t === "num" && exp.d === 1n) {
    if (exp.n === 1n) return base;
    if (exp.n === 0n) return num(1n);
    if (base.t === "num" && exp.n === -1n && base.n > 0n) return num(base.d, base.n);
  }
  return pow(base, exp);
};

/** A quotient of polynomials that splits into partial fractions which cancel one another. */
function telescopingSum({ variable, lower, upper, body }: Big, budget: Budget): Expr | undefined {
  const fraction = fractionOf(body, variable, budget);
  if (!fraction || degree(fraction.num) >= degree(fraction.den)) return undefined;
  const simple = simpleFractions(fraction, budget);
  if (!simple?.every(({ order }) => order === 1)) return undefined;
  const groups: (typeof simple)[] = [];
  for (const part of simple) {
    const group = groups.find(([first]) => isWhole(plusRational(first!.at, minus(part.at))));
    if (group) group.push(part);
    else groups.push([part]);
  }
  const terms: Expr[] = [];
  for (const group of groups) {
    if (group.reduce((sum, p) => plusRational(sum, p.weight), rational(0n)).n !== 0n) return undefined;
    const least = group.reduce((a, b) => (order(a.at, b.at) < 0 ? a : b)).at;
    for (const { at: shift, weight } of group) {
      const steps = plusRational(shift, minus(least)).n;
      if (steps > 60n) return undefined;
      for (let t = 1n; t <= steps; t++) {
        const { n, d } = plusRational(least, rational(t));
        const leftOver = sub(pow(add(upper, num(n, d)), num(-1n)), pow(add(lower, num(n - d, d)), num(-1n)));
        terms.push(by(num(weight.n, weight.d), leftOver));
      }
    }
  }
  return { t: "add", args: terms };
}
