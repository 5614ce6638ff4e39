// Antiderivatives that need an idea: a substitution, partial fractions, a reduction of powers, half a circle; and the
// integral of the bell curve, which has none.

import { degree, fractionOf, simpleFractions } from "../algebra/polynomial.ts";
import { by, coefficientsIn, differentiate, linearIn } from "../exact/symbolic.ts";
import {
  add,
  div,
  type Expr,
  fn,
  freeNames,
  fromRational,
  mul,
  neg,
  num,
  pi,
  pow,
  sub,
  substitute,
} from "../expression/expr.ts";
import { compareExpressions } from "../identity/identity.ts";
import { knownValue, rationalOf, signOf } from "../numeric/constant.ts";
import type { Budget } from "../terms/limits.ts";
import { infiniteSign } from "./limit.ts";

const half = num(1n, 2n);
const factorsOf = (f: Expr): readonly Expr[] => (f.t === "mul" ? f.args.flatMap(factorsOf) : [f]);

export function specialIntegral(
  f: Expr,
  x: string,
  budget: Budget,
  antiderivative: (e: Expr) => Expr | undefined,
): Expr | undefined {
  return (
    partialFractions(f, x, budget) ??
    (f.t === "pow" ? (sinePower(f, x, budget, antiderivative) ?? halfCircle(f, x, budget)) : undefined) ??
    dampedWave(f, x, budget) ??
    bySubstitution(f, x, budget, antiderivative)
  );
}

/** A quotient of polynomials with rational zeros below the line. */
function partialFractions(f: Expr, x: string, budget: Budget): Expr | undefined {
  const fraction = fractionOf(f, x, budget);
  if (!fraction || degree(fraction.num) >= degree(fraction.den)) return undefined;
  const poles = simpleFractions(fraction, budget);
  if (!poles) return undefined;
  const args = poles.map(({ at, order, weight }) => {
    const line = add({ t: "sym", name: x }, num(at.n, at.d));
    const k = BigInt(order);
    const inner = order === 1 ? fn("ln", fn("abs", line)) : mul(num(-1n, k - 1n), pow(line, num(1n - k)));
    return mul(num(weight.n, weight.d), inner);
  });
  return { t: "add", args };
}

/** ∫ sinⁿ and ∫ cosⁿ, lowered by two. */
function sinePower(
  { base, exp }: Extract<Expr, { t: "pow" }>,
  x: string,
  budget: Budget,
  antiderivative: (e: Expr) => Expr | undefined,
): Expr | undefined {
  if (base.t !== "fn" || (base.name !== "sin" && base.name !== "cos")) return undefined;
  const [u] = base.args as [Expr];
  const line = linearIn(u, x, budget);
  if (!line || exp.t !== "num" || exp.d !== 1n || exp.n < 3n || exp.n > 12n) return undefined;
  const rest = antiderivative(exp.n === 3n ? base : pow(base, num(exp.n - 2n)));
  const edge = mul(
    num(base.name === "sin" ? -1n : 1n, exp.n),
    pow(base, num(exp.n - 1n)),
    fn(base.name === "sin" ? "cos" : "sin", u),
  );
  return rest && add(div(edge, line.slope), mul(num(exp.n - 1n, exp.n), rest));
}

/** ∫ √(c - a x²). */
function halfCircle({ base, exp }: Extract<Expr, { t: "pow" }>, x: string, budget: Budget): Expr | undefined {
  const q = coefficientsIn(base, x, budget);
  if (q?.length !== 3 || exp.t !== "num" || exp.n !== 1n || exp.d !== 2n) return undefined;
  const [c, b, a] = q.map((k) => rationalOf(k, budget));
  if (!a || !b || !c || b.n !== 0n || c.n <= 0n || a.n >= 0n) return undefined;
  const X: Expr = { t: "sym", name: x };
  const [C, A] = [num(c.n, c.d), num(-a.n, a.d)];
  const turn = fn("arcsin", mul(X, pow(div(A, C), half)));
  return add(mul(half, X, pow(base, half)), mul(half, C, pow(A, num(-1n, 2n)), turn));
}

/** ∫ e^{ax} sin bx and ∫ e^{ax} cos bx, with whatever stands beside ax and bx. */
function dampedWave(f: Expr, x: string, budget: Budget): Expr | undefined {
  const varying = factorsOf(f).filter((e) => freeNames(e).has(x));
  const bell = varying.find((e) => e.t === "pow" && e.base.t === "const" && e.base.name === "e");
  const wave = varying.find((e) => e.t === "fn" && (e.name === "sin" || e.name === "cos"));
  if (varying.length !== 2 || bell?.t !== "pow" || wave?.t !== "fn") return undefined;
  const [u] = wave.args as [Expr];
  const [a, b] = [linearIn(bell.exp, x, budget)?.slope, linearIn(u, x, budget)?.slope];
  if (!a || !b) return undefined;
  const constants = factorsOf(f).filter((e) => !freeNames(e).has(x));
  const both =
    wave.name === "sin"
      ? sub(mul(a, fn("sin", u)), mul(b, fn("cos", u)))
      : add(mul(a, fn("cos", u)), mul(b, fn("sin", u)));
  return div({ t: "mul", args: [...constants, bell, both] }, add(mul(a, a), mul(b, b)));
}

/** h(g)·g' times a constant, for a factor h(g) whose outer function can be integrated. */
function bySubstitution(
  f: Expr,
  x: string,
  budget: Budget,
  antiderivative: (e: Expr) => Expr | undefined,
): Expr | undefined {
  const factors = factorsOf(f);
  if (factors.length > 8) return undefined;
  const X: Expr = { t: "sym", name: x };
  for (const [i, factor] of factors.entries()) {
    if (!freeNames(factor).has(x)) continue;
    const rest: Expr = { t: "mul", args: factors.filter((_, j) => j !== i) };
    for (const { inner, outer } of compositions(factor, X)) {
      if (inner.t === "sym" || linearIn(inner, x, budget)) continue;
      const slope = differentiate(inner, x, budget);
      const ratio = slope && constantRatio(rest, slope, x, budget);
      const whole = ratio && antiderivative(outer);
      if (whole) return mul(ratio, substitute(whole, new Map([[x, inner]]), budget));
    }
  }
  return undefined;
}

/** The ways to see a factor as a function of something. */
function compositions(factor: Expr, X: Expr): { inner: Expr; outer: Expr }[] {
  if (factor.t === "fn" && factor.args.length === 1)
    return [
      { inner: factor.args[0]!, outer: fn(factor.name, X) },
      { inner: factor, outer: X },
    ];
  if (factor.t !== "pow") return [];
  if (factor.exp.t === "num") return [{ inner: factor.base, outer: pow(X, factor.exp) }];
  return factor.base.t === "const" ? [{ inner: factor.exp, outer: pow(factor.base, X) }] : [];
}

/** c where a = c·b for a number c: guessed at one point, then compared as functions. */
function constantRatio(a: Expr, b: Expr, x: string, budget: Budget): Expr | undefined {
  const at = new Map([[x, num(1n)]]);
  const ratio = div(substitute(a, at, budget), substitute(b, at, budget));
  const c = freeNames(ratio).size === 0 ? simple(ratio, budget) : undefined;
  return c && compareExpressions(a, by(c, b), budget).verdict === "equal" ? c : undefined;
}

/** A number as short as it is; undefined where it has no value. */
function simple(ratio: Expr, budget: Budget): Expr | undefined {
  const value = knownValue(ratio, budget);
  return typeof value === "object" ? fromRational(value) : value === undefined ? ratio : undefined;
}

/** ∫ e^{-ax²} over the whole line, or over half of it. */
export function gaussian(
  { variable, lower, upper, body }: Extract<Expr, { t: "integral" }>,
  budget: Budget,
): Expr | undefined {
  const [low, high] = [infiniteSign(lower), infiniteSign(upper)];
  const ends = [low ?? rationalOf(lower, budget)?.n, high ?? rationalOf(upper, budget)?.n];
  const halves = low === -1 && high === 1 ? 2n : ends.some((end) => end === 0n) ? 1n : 0n;
  const rises = high === 1 || low === -1;
  const varying = factorsOf(body).filter((e) => freeNames(e).has(variable));
  const [bell] = varying;
  if (halves === 0n || !rises || varying.length !== 1 || bell?.t !== "pow") return undefined;
  if (bell.base.t !== "const" || bell.base.name !== "e") return undefined;
  const q = coefficientsIn(bell.exp, variable, budget);
  const isZero = (c: Expr): boolean => c.t === "num" && c.n === 0n;
  if (q?.length !== 3 || !isZero(q[1]!) || freeNames(q[2]!).size > 0 || signOf(q[2]!, budget) !== -1)
    return undefined;
  const constants = factorsOf(body).filter((e) => e !== bell);
  const area = pow(div(pi, neg(q[2]!)), half);
  return { t: "mul", args: [...constants, num(halves, 2n), pow(bell.base, q[0]!), area] };
}
