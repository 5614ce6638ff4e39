// Infinite series whose convergence a test shows, in closed form: geometric ones (|r| < 1), exponential ones (ratio
// test), quotients of polynomials (comparison with Σ1/n²) and such quotients with alternating signs (Leibniz).
// Whatever is of no such kind keeps its form and has no value: partial sums show nothing.

import {
  degree,
  type Fraction,
  fractionOf,
  multiplyPolynomials,
  type Polynomial,
} from "../algebra/polynomial.ts";
import { by, coefficientsIn, linearIn } from "../exact/coefficients.ts";
import { add, div, type Expr, fn, freeNames, mul, num, pow, sub, substitute } from "../expression/expr.ts";
import { isWhole, rational } from "../expression/rational.ts";
import { rationalOf, signOf } from "../numeric/constant.ts";
import type { Budget } from "../terms/limits.ts";
import { infiniteSign } from "./limit.ts";
import { rationalSeries } from "./rational-series.ts";
import { type Geometric, geometricParts, geometricStep } from "./summation.ts";

type Big = Extract<Expr, { t: "big" }>;

/** Terms before the first one of a known series, and summands after multiplying out. */
const most = 60n;

/** The value of Σ from a whole number to infinity; undefined where convergence or the value is not shown. */
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

/** The summands of a product of sums, while they are few. */
function multipliedOut(body: Expr, variable: string, budget: Budget): Expr[] {
  if (body.t === "add") return body.args.flatMap((arg) => multipliedOut(arg, variable, budget));
  if (body.t !== "mul") return [body];
  const at = body.args.findIndex((arg) => arg.t === "add" && freeNames(arg).has(variable));
  const spread = body.args[at];
  if (spread?.t !== "add" || spread.args.length > 8) return [body];
  return spread.args.flatMap((term) => {
    budget.spend(body.args.length);
    return multipliedOut(
      { t: "mul", args: body.args.map((arg, i) => (i === at ? term : arg)) },
      variable,
      budget,
    );
  });
}

function ofOneKind(sum: Big, budget: Budget): Expr | undefined {
  const found = geometricParts(sum.body, sum.variable, budget);
  if (!found) return undefined;
  const value = plainKind(sum, found, budget) ?? factorialKind(sum, found, budget);
  return value && by(found.factor, value);
}

const isNumber = (e: Expr, n: bigint): boolean => e.t === "num" && e.d === 1n && e.n === n;

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

/** A value that holds where |ratio| is below a bound: everywhere, nowhere, or on a domain that is said with it. */
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
  const compose = (p: Polynomial): Polynomial => {
    let result: Polynomial = [];
    for (const c of [...p].reverse()) {
      const product = [...multiplyPolynomials(result, line, budget)];
      const start = product[0];
      product[0] = start ? rational(start.n * c.d + c.n * start.d, start.d * c.d) : c;
      result = product;
    }
    return result;
  };
  return { num: compose(top), den: compose(den) };
}

/** Terms that fall to zero with alternating signs: pairs of neighbours are added first. */
function alternating(fraction: Fraction, first: bigint, budget: Budget): Expr | undefined {
  if (degree(fraction.den) <= degree(fraction.num)) return undefined;
  const [even, odd] = [shifted(fraction, 2n, first, budget), shifted(fraction, 2n, first + 1n, budget)];
  const cross = multiplyPolynomials(odd.num, even.den, budget);
  const straight = multiplyPolynomials(even.num, odd.den, budget);
  const zero = rational(0n);
  const top = Array.from({ length: Math.max(straight.length, cross.length) }, (_, i) => {
    const [a, b] = [straight[i] ?? zero, cross[i] ?? zero];
    return rational(a.n * b.d - b.n * a.d, a.d * b.d);
  });
  while (top.length > 0 && top[top.length - 1]!.n === 0n) top.pop();
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

/** Factors below the line as factorials with their linear argument. */
const factorialBelow = (e: Expr): Expr | undefined =>
  e.t === "pow" && isNumber(e.exp, -1n) && e.base.t === "fn" && e.base.name === "factorial"
    ? e.base.args[0]
    : undefined;

function factorialKind(sum: Big, { ratio, rest }: Geometric, budget: Budget): Expr | undefined {
  const { variable, lower } = sum;
  const first = wholeOf(lower, budget);
  if (first === undefined) return undefined;
  if (rest.length === 1) {
    const central = centralBinomial(rest[0]!, variable, first, ratio, budget);
    if (central) return central;
  }
  const at = rest.findIndex((e) => factorialBelow(e) !== undefined);
  const argument = at < 0 ? undefined : linearIn(factorialBelow(rest[at]!)!, variable, budget);
  const others: Expr = { t: "mul", args: rest.filter((_, i) => i !== at) };
  if (!argument) return undefined;
  const offset = wholeOf(argument.offset, budget);
  if (offset === undefined || offset + first < 0n) return undefined;
  if (isNumber(argument.slope, 1n)) return exponentialSeries(others, variable, first, offset, ratio, budget);
  if (!isNumber(argument.slope, 2n) || freeNames(others).has(variable)) return undefined;
  const circular = circularSeries(offset, first, ratio, budget);
  return circular && by(others, circular);
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

/** Σ r^n/(2n)! and Σ r^n/(2n+1)!: cosines and sines of a root of r. */
function circularSeries(offset: bigint, first: bigint, ratio: Expr, budget: Budget): Expr | undefined {
  const value = rationalOf(ratio, budget);
  if (!value || value.n === 0n || (offset !== 0n && offset !== 1n) || first < 0n) return undefined;
  const root = pow(num(value.n < 0n ? -value.n : value.n, value.d), num(1n, 2n));
  const names = value.n < 0n ? ["cos", "sin"] : ["cosh", "sinh"];
  const full = offset === 0n ? fn(names[0]!, root) : div(fn(names[1]!, root), root);
  const args: Expr[] = [full];
  for (let n = 0n; n < first; n++)
    args.push(mul(num(-1n), power(ratio, n), pow(fn("factorial", num(2n * n + offset)), num(-1n))));
  return { t: "add", args };
}

/** Σ C(2n, n) r^n = (1 - 4r)^(-1/2) for |r| < 1/4. */
function centralBinomial(
  e: Expr,
  variable: string,
  first: bigint,
  ratio: Expr,
  budget: Budget,
): Expr | undefined {
  if (e.t !== "fn" || e.name !== "binom" || first !== 0n) return undefined;
  const [above, below] = e.args.map((arg) => linearIn(arg, variable, budget));
  const plain = above && below && isNumber(above.offset, 0n) && isNumber(below.offset, 0n);
  if (!plain || !isNumber(above.slope, 2n) || !isNumber(below.slope, 1n)) return undefined;
  const value = pow(sub(num(1n), mul(num(4n), ratio)), num(-1n, 2n));
  return converging(value, ratio, num(1n, 4n), budget);
}
