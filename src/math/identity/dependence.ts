// Whether one function is a combination of others: the factors are guessed from values at a few points, and must then be
// proven.

import * as ball from "../ball/index.ts";
import { type Arithmetic, determinant, type Expr, freeNames, fromRational } from "../expression/expr.ts";
import { nearFraction, type Rational, rational } from "../expression/rational.ts";
import { fraction, realValue } from "../numeric/evaluate.ts";
import type { Budget } from "../terms/limits.ts";

/** The simple fraction that a factor is near to. */
export const simple = (factor: number): Expr | undefined => {
  const near = nearFraction(factor, 64);
  return near && fromRational(near);
};

/** Exact numbers at which functions are compared. */
export type Place = ReadonlyMap<string, Rational>;

/** Where functions are compared, in thirteenths: inside the unit interval, beyond it, and below zero. */
export const places: readonly (readonly bigint[])[] = [
  [6n, 4n, 10n, 3n, 11n, 2n],
  [20n, 30n, 36n, 42n, 24n, 41n],
  [-6n, -17n, -29n, -3n, -9n, -28n],
];
export const farPlaces: readonly bigint[] = [13_007n, 21_011n, 34_019n];

export const exactly = (place: Place): Map<string, Expr> =>
  new Map([...place].map(([name, x]) => [name, fromRational(x)]));

/** A factor keeps several variables distinct. */
export const pointsOf = (row: readonly bigint[], names: readonly string[]): Place[] =>
  row.map((n) => new Map(names.map((name, i) => [name, rational(n * 7n, 13n * (7n + BigInt(i)))])));

/**
 * The coefficients by which the last function would be a combination of the others, with a point at which all have a
 * value; "none" if it is not a combination, "open" if values do not decide.
 */
export function factorsNear(
  functions: Expr[],
  names: string[],
  budget: Budget,
): { factors: number[]; at: Place } | "none" | "open" {
  const size = functions.length - 1;
  for (const row of places) {
    const found = pointsOf(row, names)
      .map((at) => ({ at, line: functions.map((f) => valueAt(f, at, budget)) }))
      .filter(({ line }) => line.every(Number.isFinite));
    if (found.length <= size) continue;
    const lines = found.map(({ line }) => line);
    const system = lines.slice(0, size).map((line) => line.slice(0, size));
    const volume = determinant(system, doubles);
    if (Math.abs(volume) < 1e-9) continue;
    const factors = system.map(
      (_, j) =>
        determinant(
          system.map((line, i) => line.map((value, at) => (at === j ? lines[i]![size]! : value))),
          doubles,
        ) / volume,
    );
    const apart = lines.some((line) => {
      const parts = factors.map((factor, i) => factor * line[i]!);
      const sum = parts.reduce((total, part) => total + part, 0);
      return Math.abs(sum - line[size]!) > 1e-7 * parts.reduce((total, part) => total + Math.abs(part), 1);
    });
    return apart ? "none" : { factors, at: found[0]!.at };
  }
  return "open";
}

/** A value as a double; NaN if there is none, or none that is precise relative to 1. */
export function valueAt(f: Expr, place: Place, budget: Budget): number {
  budget.spend(place.size);
  const value = realValue(f, new Map([...place].map(([name, x]) => [name, fraction(x)])), 80, budget);
  if (typeof value === "string") return Number.NaN;
  const isSharp = ball.accuracyBits(ball.add(value, ball.ONE, 80)) >= 40 || ball.accuracyBits(value) >= 40;
  return isSharp ? ball.toNumber(value) : Number.NaN;
}

const doubles: Arithmetic<number> = {
  sum: (terms) => terms.reduce((a, b) => a + b),
  product: (a, b) => a * b,
  minus: (a) => -a,
};

/** The simple fraction that f/g is near to at one point, which may be its value everywhere. */
export function factorNear(f: Expr, g: Expr, budget: Budget): Expr | undefined {
  const names = [...new Set([...freeNames(g), ...freeNames(f)])];
  for (const at of pointsOf(places.flat(), names)) {
    const [x, y] = [valueAt(f, at, budget), valueAt(g, at, budget)];
    if (Number.isFinite(x / y) && x !== 0) return simple(x / y);
  }
  return undefined;
}
