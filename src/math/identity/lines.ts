// Lines in the direction of one name, and numbers on them. The numbers are fractions with an odd random denominator: exact,
// so that zeros can be solved for, and of no pattern that an answer could know.

import type { Ball } from "../ball/index.ts";
import * as ball from "../ball/index.ts";
import { type Expr, fromRational } from "../expression/expr.ts";
import { type Rational, rational } from "../expression/rational.ts";
import { type Coordinate, fraction, Generic } from "../numeric/evaluate.ts";
import type { Budget } from "../terms/limits.ts";
import type { Stream } from "../terms/random.ts";
import type { RealPoint, Sampling } from "./points.ts";

/** A point with exact coordinates. */
export type Base = ReadonlyMap<string, Rational>;

/** A line in the direction of one name, the others being fixed. */
export interface Line {
  readonly name: string;
  readonly base: Base;
  readonly others: ReadonlyMap<string, Expr>;
}

/** An odd number of twelve binary digits: longer ones would have to be followed to more digits. */
const oddNumber = (random: Stream): bigint => BigInt(2 * random.below(2 ** 10) + 2 ** 11 + 1);

/** A fraction between 1/16 and 15/16. */
export function shareOf(random: Stream): Rational {
  const d = oddNumber(random);
  return rational(d / 16n + (BigInt(random.next()) % ((d * 7n) / 8n)), d);
}

/** A point of small coordinates, all of one sign. */
export function baseOf({ names, habits, random, budget }: Sampling, sign: 1n | -1n): Base {
  budget.spend(names.length);
  return new Map(
    names.map((name) => {
      const { n, d } = shareOf(random);
      return [name, habits.whole.has(name) ? rational(n % 12n) : rational(sign * 5n * n, d)];
    }),
  );
}

export function linesThrough(base: Base, directions: readonly string[], budget: Budget): Line[] {
  return directions.map((name) => {
    budget.spend(base.size);
    const others = new Map<string, Expr>();
    for (const [other, x] of base) if (other !== name) others.set(other, fromRational(x));
    return { name, base, others };
  });
}

/** The point of a line at a number. */
export function pointOn({ name, base }: Line, at: Coordinate, budget: Budget): RealPoint {
  budget.spend(base.size);
  const point: RealPoint = new Map();
  for (const [letter, x] of base) point.set(letter, x.d === 1n ? ball.fromInt(x.n) : fraction(x));
  return point.set(name, at);
}

const bits = 512;

/** Numbers between two others, or beyond the one that is given: near to it and far away. */
export function numbersWithin(from: Ball | undefined, to: Ball | undefined, random: Stream): Generic[] {
  if (from && to) return [0, 1, 2].map(() => new Generic(from, to, random));
  const end = (from ?? to)!;
  const far = ball.scale(ball.fromInt(5n), Math.max(1, ball.magnitude(end)));
  return [ball.scale(ball.fromInt(19n), -4), ball.scale(ball.ONE, -4), far].map((reach) => {
    const step = from ? reach : ball.neg(reach);
    const first = ball.midpoint(ball.add(end, step, bits));
    return new Generic(first, ball.midpoint(ball.add(first, step, bits)), random);
  });
}

/** Numbers of more digits before the point or behind it are not written out as fractions. */
const longest = 300;

/** A short fraction very near to a number; undefined where there is none. */
export function fractionNear(x: Generic, random: Stream): Rational | undefined {
  const size = ball.magnitude(x.width);
  if (Math.abs(size) > longest || Math.abs(ball.magnitude(x.at(64))) > longest) return undefined;
  const scale = Math.max(0, 16 - size);
  const d = oddNumber(random) << BigInt(scale);
  const n = ball.floor(ball.midpoint(ball.mul(x.at(bits), ball.fromInt(d), 2 * bits)));
  return n === undefined ? undefined : rational(n, d);
}
