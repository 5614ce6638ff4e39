// Infinite series whose convergence a test proves, in closed form: geometric ones (|r| < 1), exponential ones (ratio
// test), quotients of polynomials (comparison with Σ1/n²) and such quotients with alternating signs (Leibniz). Other
// series keep their form and have no value, because partial sums prove nothing.

import {
  addPolynomials,
  degree,
  type Fraction,
  fractionOf,
  multiplyPolynomials,
  type Pole,
  type Polynomial,
  rationalRootsOf,
  simpleFractions,
} from "../algebra/polynomial.ts";
import { by, coefficientsIn, linearIn, multipliedOut } from "../exact/symbolic.ts";
import {
  add,
  div,
  type Expr,
  type ExprOf,
  fn,
  freeNames,
  fromRational,
  infiniteSign,
  isNumber,
  mul,
  num,
  pi,
  pow,
  sub,
  substitute,
} from "../expression/expr.ts";
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
import { factorialBelow } from "../functions/whole.ts";
import { rationalOf, signOf } from "../numeric/constant.ts";
import type { Budget } from "../terms/limits.ts";
import { type Geometric, geometricParts, geometricStep } from "./summation.ts";

type Big = ExprOf<"big">;

/** Terms before the first one of a known series, and summands after multiplying out. */
const most = 60n;

/** The value of Σ from a whole number to infinity; undefined if convergence or the value is not shown. */
export function infiniteSum(sum: Big, budget: Budget): Expr | undefined {
  if (sum.op !== "sum" || infiniteSign(sum.upper) !== 1 || infiniteSign(sum.lower) !== undefined)
    return undefined;
  budget.spend(20);
  const whole = ofOneKind(sum, budget);
  if (whole) return whole;
  const terms = multipliedOut(sum.body, sum.variable, budget);
  if (terms.length < 2) return undefined;
  const values = terms.map((body) => ofOneKind({ ...sum, body }, budget));
  return values.every((value) => value !== undefined) ? { t: "add", args: values } : undefined;
}

function ofOneKind(sum: Big, budget: Budget): Expr | undefined {
  const found = geometricParts(sum.body, sum.variable, budget);
  if (!found) return undefined;
  const value = plainKind(sum, found, budget) ?? factorialKind(sum, found, budget);
  return value && by(found.factor, value);
}

/** r^n times a quotient of polynomials. */
function plainKind({ variable, lower }: Big, { ratio, rest }: Geometric, budget: Budget): Expr | undefined {
  const body: Expr = { t: "mul", args: rest };
  if (isNumber(ratio, 1n) || isNumber(ratio, -1n)) {
    const first = wholeOf(lower, budget);
    const fraction = fractionOf(body, variable, budget);
    if (first === undefined || !fraction) return undefined;
    return isNumber(ratio, 1n)
      ? rationalSeries(shifted(fraction, 1n, first, budget), budget)
      : alternating(fraction, first, budget);
  }
  const p = coefficientsIn(body, variable, budget);
  const at = p && geometricStep(p, ratio);
  if (at) return converging(mul(num(-1n), at(lower)), ratio, num(1n), budget);
  return logarithmic(body, variable, lower, ratio, budget);
}

/** A value that holds if |ratio| is below a bound: everywhere, nowhere, or on a domain that is stated with it. */
function converging(value: Expr, ratio: Expr, bound: Expr, budget: Budget): Expr | undefined {
  const room = sub(mul(bound, bound), mul(ratio, ratio));
  if (freeNames(room).size > 0) return fn("given", value, room);
  return signOf(room, budget) === 1 ? value : undefined;
}

const wholeOf = (e: Expr, budget: Budget): bigint | undefined => {
  const value = freeNames(e).size === 0 ? rationalOf(e, budget) : undefined;
  const n = value && isWhole(value) ? value.n / value.d : undefined;
  return n !== undefined && n <= most && n >= -most ? n : undefined;
};

/** The same quotient in m, where n = step·m + first. */
function shifted({ num: top, den }: Fraction, step: bigint, first: bigint, budget: Budget): Fraction {
  const line: Polynomial = [rational(first), rational(step)];
  const compose = (p: Polynomial): Polynomial =>
    p.reduceRight<Polynomial>((rest, c) => addPolynomials(multiplyPolynomials(rest, line, budget), [c]), []);
  return { num: compose(top), den: compose(den) };
}

/** Terms that fall to zero with alternating signs: pairs of neighbours are added first. */
function alternating(fraction: Fraction, first: bigint, budget: Budget): Expr | undefined {
  if (degree(fraction.den) <= degree(fraction.num)) return undefined;
  const [even, odd] = [shifted(fraction, 2n, first, budget), shifted(fraction, 2n, first + 1n, budget)];
  const cross = multiplyPolynomials(odd.num, even.den, budget);
  const straight = multiplyPolynomials(even.num, odd.den, budget);
  const top = addPolynomials(
    straight,
    cross.map((c) => minus(c)),
  );
  const value = rationalSeries({ num: top, den: multiplyPolynomials(even.den, odd.den, budget) }, budget);
  return value && (first % 2n === 0n ? value : mul(num(-1n), value));
}

/** Σ r^n/(n+a) = r^-a (-ln(1-r) - the terms before). */
function logarithmic(
  body: Expr,
  variable: string,
  lower: Expr,
  ratio: Expr,
  budget: Budget,
): Expr | undefined {
  const fraction = fractionOf(body, variable, budget);
  if (!fraction || degree(fraction.num) !== 0 || degree(fraction.den) !== 1) return undefined;
  const [offset, slope] = fraction.den as [{ n: bigint; d: bigint }, { n: bigint; d: bigint }];
  const shift = rational(offset.n * slope.d, offset.d * slope.n);
  const first = wholeOf(lower, budget);
  if (first === undefined || !isWhole(shift) || first + shift.n < 1n || first + shift.n > most)
    return undefined;
  const before: Expr[] = [mul(num(-1n), fn("ln", sub(num(1n), ratio)))];
  for (let m = 1n; m < first + shift.n; m++) before.push(mul(num(-1n, m), pow(ratio, num(m))));
  const scale = rational(fraction.num[0]!.n * slope.d, fraction.num[0]!.d * slope.n);
  const value = mul(num(scale.n, scale.d), pow(ratio, num(-shift.n)), { t: "add", args: before });
  return converging(value, ratio, num(1n), budget);
}

function factorialKind(sum: Big, { ratio, rest }: Geometric, budget: Budget): Expr | undefined {
  const { variable, lower } = sum;
  const first = wholeOf(lower, budget);
  if (first === undefined) return undefined;
  const at = rest.findIndex((e) => factorialBelow(e) !== undefined);
  const argument = at < 0 ? undefined : linearIn(factorialBelow(rest[at]!)!, variable, budget);
  const others: Expr = { t: "mul", args: rest.filter((_, i) => i !== at) };
  if (!argument) return undefined;
  const offset = wholeOf(argument.offset, budget);
  if (offset === undefined || offset + first < 0n) return undefined;
  return isNumber(argument.slope, 1n)
    ? exponentialSeries(others, variable, first, offset, ratio, budget)
    : undefined;
}

/** Σ p(n) r^n/(n+a)!, with p in falling factorials of n+a: each of them lowers the factorial. */
function exponentialSeries(
  others: Expr,
  variable: string,
  first: bigint,
  offset: bigint,
  ratio: Expr,
  budget: Budget,
): Expr | undefined {
  const start = first + offset;
  const shiftedBody = substitute(
    others,
    new Map([[variable, sub({ t: "sym", name: variable }, num(offset))]]),
    budget,
  );
  const p = coefficientsIn(shiftedBody, variable, budget);
  if (!p || p.length > 8) return undefined;
  const terms: Expr[] = [];
  let rest = [...p];
  for (let j = 0n; rest.length > 0; j++) {
    // Division by m - j: the remainder belongs to the falling factorial of order j.
    const quotient: Expr[] = [];
    let carry: Expr = num(0n);
    for (let k = rest.length - 1; k >= 0; k--) {
      carry = k === rest.length - 1 ? rest[k]! : add(rest[k]!, by(num(j), carry));
      if (k > 0) quotient.unshift(carry);
    }
    terms.push(mul(carry, power(ratio, j), exponentialTail(ratio, start - j)));
    rest = quotient;
  }
  return mul(power(ratio, -offset), { t: "add", args: terms });
}

const power = (base: Expr, k: bigint): Expr => (k === 0n ? num(1n) : k === 1n ? base : pow(base, num(k)));

/** Σ_{m≥start} r^m/m!. */
function exponentialTail(ratio: Expr, start: bigint): Expr {
  const args: Expr[] = [pow({ t: "const", name: "e" }, ratio)];
  let factorial = 1n;
  for (let m = 0n; m < start; m++) {
    if (m > 0n) factorial *= m;
    args.push(mul(num(-1n, factorial), power(ratio, m)));
  }
  return { t: "add", args };
}

// Σ_{m≥0} P(m)/Q(m) for polynomials whose quotient has only rational poles: partial fractions, summed by the digamma
// function at rational arguments (Gauss) and by the values of zeta at even numbers. The series converges by comparison
// with Σ1/m², if the degree of Q is at least two more than that of P.

function rationalSeries(fraction: Fraction, budget: Budget): Expr | undefined {
  if (fraction.num.length === 0) return num(0n);
  if (degree(fraction.den) < degree(fraction.num) + 2) return undefined;
  const poles = simpleFractions(fraction, budget);
  if (!poles) return undefined;
  // A term at a zero of the denominator has no value.
  if (rationalRootsOf(fraction.den, budget).some((root) => isWhole(root) && root.n >= 0n)) return undefined;
  // Zeros far from the first term are not supported.
  if (poles.some(({ at }) => order(at, rational(60n)) > 0 || order(at, rational(-60n)) < 0 || at.d > 24n))
    return undefined;
  const terms: Expr[] = [];
  for (const order of new Set(poles.map((pole) => pole.order))) {
    const group = poles.filter((pole) => pole.order === order);
    const value = order === 1 ? digammas(group, budget) : zetas(group, budget);
    if (!value) return undefined;
    terms.push(value);
  }
  return { t: "add", args: terms };
}

/** An argument as a whole number of steps above one in (0, 1]. */
function fractionalPart(at: Rational): { base: Rational; steps: bigint } {
  const steps = isWhole(at) ? at.n / at.d - 1n : floor(at);
  return { base: plus(at, rational(-steps)), steps };
}

/** Σ weight/(m + at) is -Σ weight ψ(at): if a series converges, these weights add up to zero. */
function digammas(poles: Pole[], budget: Budget): Expr {
  const args = poles.map(({ at, weight }) => {
    budget.spend(20);
    return by(fromRational(minus(weight)), digamma(at));
  });
  return { t: "add", args };
}

/** ψ(at) + γ: Euler's constant cancels in every convergent sum. */
function digamma(at: Rational): Expr {
  const { base, steps } = fractionalPart(at);
  const args: Expr[] = [];
  for (let i = 0n; i < steps; i++) args.push(fromRational(inverse(plus(base, rational(i)))));
  for (let i = steps; i < 0n; i++) args.push(fromRational(minus(inverse(plus(base, rational(i))))));
  const [p, q] = [base.n, base.d];
  if (q > 1n) {
    args.push(mul(num(-1n), fn("ln", num(2n * q))));
    if (q !== 2n) args.push(mul(num(-1n, 2n), pi, cotangent(mul(num(p, q), pi))));
    for (let n = 1n; 2n * n < q; n++)
      args.push(
        mul(num(2n), fn("cos", mul(num(2n * n * p, q), pi)), fn("ln", fn("sin", mul(num(n, q), pi)))),
      );
  }
  return { t: "add", args };
}

const cotangent = (x: Expr): Expr => div(fn("cos", x), fn("sin", x));

/** ζ(k)/π^k for even k. */
const evenZeta = new Map<number, Rational>([
  [2, rational(1n, 6n)],
  [4, rational(1n, 90n)],
  [6, rational(1n, 945n)],
  [8, rational(1n, 9450n)],
  [10, rational(1n, 93555n)],
]);

/** Σ weight/(m + at)^k: over whole numbers ζ(k), over halves (2^k - 1)ζ(k), but for the first terms. */
function zetas(poles: Pole[], budget: Budget): Expr | undefined {
  const k = poles[0]!.order;
  const args: Expr[] = [];
  const weights = new Map<string, { base: Rational; weight: Rational }>();
  for (const { at, weight } of poles) {
    budget.spend(20);
    const { base, steps } = fractionalPart(at);
    const term = (i: bigint, sign: bigint): Expr =>
      by(
        fromRational(times(weight, rational(sign))),
        pow(fromRational(plus(base, rational(i))), num(BigInt(-k))),
      );
    for (let i = 0n; i < steps; i++) args.push(term(i, -1n));
    for (let i = steps; i < 0n; i++) args.push(term(i, 1n));
    const key = `${base.n}/${base.d}`;
    weights.set(key, { base, weight: plus(weights.get(key)?.weight ?? zero, weight) });
  }
  for (const { base, weight } of weights.values()) {
    if (weight.n === 0n) continue;
    const zeta = evenZeta.get(k);
    if (!zeta || base.d > 2n) return undefined;
    const factor = rational(base.d === 1n ? 1n : 2n ** BigInt(k) - 1n);
    args.push(mul(fromRational(times(times(weight, factor), zeta)), pow(pi, num(BigInt(k)))));
  }
  return { t: "add", args };
}
