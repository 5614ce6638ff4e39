// Limits, integrals and infinite series that have no closed form here: calculated closely enough that agreement
// to some twenty digits is no accident. What they give is never more than numerically sure.

import type { Ball, Result } from "./ball/index.ts";
import * as ball from "./ball/index.ts";
import { type Expr, has } from "./expr.ts";
import type { Budget } from "./limits.ts";
import type { Point } from "./numeric.ts";

type Evaluate = (expr: Expr, point: Point, prec: number, budget: Budget) => Result;

/** Binary digits to which such values are compared. */
export const roughPrecision = 72;

const isInfinite = (e: Expr): boolean => e.t === "const" && e.name === "infinity";

/** Whether the value of an expression hangs on one of these. */
export const isRough = (expr: Expr): boolean =>
  has(
    expr,
    (e) =>
      e.t === "limit" ||
      e.t === "integral" ||
      (e.t === "big" && (has(e.upper, isInfinite) || has(e.lower, isInfinite))),
  );

/** A ball of the radius that the method is good for. */
function within(x: Ball, bits: number): Ball {
  const size = Math.max(0, Number.isFinite(ball.magnitude(x)) ? ball.magnitude(x) : 0);
  const error = ball.scale(ball.ONE, size - bits);
  return ball.hull(ball.sub(x, error, 256), ball.add(x, error, 256), 256);
}

const close = (a: Ball, b: Ball, bits: number): boolean => {
  const size = Math.max(0, Number.isFinite(ball.magnitude(a)) ? ball.magnitude(a) : 0);
  return ball.magnitude(ball.sub(a, b, 512)) < size - bits;
};

/** The value very near the point, from the sides that count; two distances must agree. */
export function limitValue(
  expr: Extract<Expr, { t: "limit" }>,
  point: Point,
  budget: Budget,
  evaluate: Evaluate,
): Result {
  const target = expr.target;
  const negative = target.t === "mul" && target.args.some(isInfinite);
  const atInfinity = isInfinite(target) || negative;
  const at = atInfinity ? ball.ZERO : evaluate(target, point, 900, budget);
  if (typeof at === "string") return at;
  const near = (k: number, side: 1 | -1): Result => {
    const distance = ball.scale(ball.ONE, atInfinity ? k : -k);
    const x = ball.add(at, side === 1 ? distance : ball.neg(distance), 2000);
    return evaluate(expr.body, new Map(point).set(expr.variable, x), 900, budget);
  };
  const sides: (1 | -1)[] = atInfinity
    ? [negative ? -1 : 1]
    : expr.side === "+"
      ? [1]
      : expr.side === "-"
        ? [-1]
        : [1, -1];
  let value: Ball | undefined;
  for (const side of sides) {
    let [far, closer] = [near(160, side), near(200, side)];
    // An exponential is settled long before; so far out it only leaves the range of numbers.
    if (atInfinity && (typeof far === "string" || typeof closer === "string"))
      [far, closer] = [near(24, side), near(30, side)];
    if (typeof far === "string" || typeof closer === "string") return "undecided";
    if (!close(far, closer, 100) || (value && !close(value, closer, 100))) return "undecided";
    value = closer;
  }
  return value ? within(value, 90) : "undecided";
}

const levels = 6;
const quadraturePrecision = 160;
/** Weights below two to this are those of the outer places. */
const farOut = -11;

/** A place of the double-exponential quadrature on [-1, 1], at t and by symmetry at -t. */
interface Place {
  x: Ball;
  weight: Ball;
}

/** The new places of each level; the same for every integral, and so calculated once. */
const places: Place[][] = [];

function placesOf(level: number): Place[] {
  places[level] ??= steps(level).map((k) => placeAt(ball.scale(ball.fromInt(BigInt(k)), -level)));
  return places[level]!;
}

/** The multiples of 2^-level that no level before had, while weights are not negligible. */
function steps(level: number): number[] {
  const all = Array.from({ length: Math.ceil(4.2 * 2 ** level) }, (_, k) => k);
  return level === 0 ? all : all.filter((k) => k % 2 === 1);
}

function placeAt(t: Ball): Place {
  const prec = quadraturePrecision;
  const quarterTurn = ball.scale(ball.pi(prec), -1);
  const u = ball.mul(quarterTurn, ball.sinh(t, prec) as Ball, prec);
  const w = ball.cosh(u, prec) as Ball;
  const weight = ball.div(
    ball.mul(quarterTurn, ball.cosh(t, prec) as Ball, prec),
    ball.mul(w, w, prec),
    prec,
  );
  return { x: ball.tanh(u, prec) as Ball, weight: weight as Ball };
}

/** The integral by double-exponential quadrature, refined until two levels agree. */
export function integralValue(
  expr: Extract<Expr, { t: "integral" }>,
  point: Point,
  budget: Budget,
  evaluate: Evaluate,
): Result {
  const prec = quadraturePrecision;
  const from = evaluate(expr.lower, point, prec, budget);
  const to = evaluate(expr.upper, point, prec, budget);
  if (typeof from === "string" || typeof to === "string") return "undecided";
  const middle = ball.scale(ball.add(from, to, prec), -1);
  const half = ball.scale(ball.sub(to, from, prec), -1);
  const inner = new Map(point);
  const term = (x: Ball, weight: Ball): Ball | undefined => {
    budget.spend(10);
    inner.set(expr.variable, ball.midpoint(ball.add(middle, ball.mul(half, x, prec), prec)));
    const value = evaluate(expr.body, inner, prec, budget);
    return typeof value === "string" ? undefined : ball.mul(weight, ball.midpoint(value), prec);
  };
  let sum: Ball = ball.ZERO;
  let before: Ball | undefined;
  for (let level = 0; level < levels; level++) {
    for (const { x, weight } of placesOf(level)) {
      const right = term(x, weight);
      const left = ball.isExactZero(x) ? ball.ZERO : term(ball.neg(x), weight);
      // Far out the weights vanish, and the points may reach an end where the integrand has no value.
      if (right) sum = ball.add(sum, right, prec);
      if (left) sum = ball.add(sum, left, prec);
      if ((!right || !left) && ball.magnitude(weight) > farOut) return "undecided";
    }
    const value: Ball = ball.scale(ball.mul(sum, half, prec), -level);
    if (before && close(before, value, 70)) return within(value, 64);
    before = value;
  }
  return "undecided";
}

/** An infinite series by Levin's transformation, which speeds up all the usual kinds of convergence. */
export function seriesValue(
  expr: Extract<Expr, { t: "big" }>,
  point: Point,
  budget: Budget,
  evaluate: Evaluate,
): Result {
  if (expr.op !== "sum" || !isInfinite(expr.upper)) return "undecided";
  const from = evaluate(expr.lower, point, 64, budget);
  const first = typeof from === "string" ? undefined : ball.floor(from);
  if (first === undefined) return "undecided";
  const prec = 640;
  // Both transformations below: some six hundred operations on long numbers.
  budget.spend(1500);
  const terms: Ball[] = [];
  for (let k = 0n; k < 58n; k++) {
    const value = evaluate(
      expr.body,
      new Map(point).set(expr.variable, ball.fromInt(first + k)),
      prec,
      budget,
    );
    if (typeof value === "string") return value;
    if (ball.containsZero(value)) return "undecided";
    terms.push(value);
  }
  const [earlier, later] = [levin(terms, 44, prec), levin(terms, 57, prec)];
  if (!earlier || !later || !close(earlier, later, 66)) return "undecided";
  return within(later, 60);
}

function levin(terms: Ball[], n: number, prec: number): Ball | undefined {
  let [top, bottom]: [Ball, Ball] = [ball.ZERO, ball.ZERO];
  let partial: Ball = ball.ZERO;
  let choose = 1n;
  for (let j = 0; j <= n; j++) {
    partial = ball.add(partial, terms[j]!, prec);
    const scale = choose * BigInt(j + 1) ** BigInt(n - 1) * (j % 2 === 0 ? 1n : -1n);
    const weight = ball.div(
      ball.fromInt(scale),
      ball.mul(terms[j]!, ball.fromInt(BigInt(j + 1)), prec),
      prec,
    );
    if (typeof weight === "string") return undefined;
    top = ball.add(top, ball.mul(weight, partial, prec), prec);
    bottom = ball.add(bottom, weight, prec);
    choose = (choose * BigInt(n - j)) / BigInt(j + 1);
  }
  const value = ball.div(top, bottom, prec);
  return typeof value === "string" ? undefined : ball.midpoint(value);
}
