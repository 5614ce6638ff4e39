// Where two expressions are looked at: points of every size and sign, and those where functions with corners and
// steps could differ: around the numbers that occur in them, at whole and half numbers, just beside whole numbers.

import type { Ball } from "../ball/index.ts";
import * as ball from "../ball/index.ts";
import { type Expr, freeNames, parts } from "../expression/expr.ts";
import { functionNamed } from "../functions/functions.ts";
import type { Budget } from "../terms/limits.ts";
import type { Stream } from "../terms/random.ts";
import { work } from "../terms/work.ts";

export type RealPoint = Map<string, Ball>;

/** What an expression has in it that decides which points are worth a look. */
export interface Habits {
  /** Names that make sense as whole numbers only, or above all. */
  whole: Set<string>;
  /** Floors, ceilings or remainders. */
  steps: boolean;
  /** Absolute values, roots, minima: functions that change their formula somewhere. */
  corners: boolean;
  /** Sums, where large whole numbers cost much. */
  sums: boolean;
  /** Sums that are empty where all names are zero, of which nobody thinks who writes a formula for them. */
  empties: boolean;
  /** Exponentials, whose values far out are too large to follow. */
  grows: boolean;
  /** Greatest common divisors and the like. */
  divides: boolean;
  /** The numbers that occur, where something changes. */
  numbers: Set<bigint>;
  /** The fractions that occur. */
  fractions: { n: bigint; d: bigint }[];
}

export function habitsOf(...exprs: Expr[]): Habits {
  const habits: Habits = {
    whole: new Set(),
    steps: false,
    corners: false,
    sums: false,
    empties: false,
    divides: false,
    grows: false,
    numbers: new Set(),
    fractions: [],
  };
  for (const expr of exprs) note(expr, habits);
  return habits;
}

const addNames = (expr: Expr, into: Set<string>): void => {
  for (const name of freeNames(expr)) into.add(name);
};

function note(expr: Expr, habits: Habits): void {
  switch (expr.t) {
    case "num":
      for (const n of [expr.n < 0n ? -expr.n : expr.n, expr.d])
        if (n > 2n && n < 1_000_000_000_000n && habits.numbers.size < 8) habits.numbers.add(n);
      if (expr.d > 1n && expr.d < 1_000_000_000_000n && habits.fractions.length < 6)
        habits.fractions.push(expr);
      break;
    case "pow":
      if (expr.base.t === "num" && expr.base.n < 0n) addNames(expr.exp, habits.whole);
      if (freeNames(expr.exp).size > 0) habits.grows = true;
      if (expr.exp.t === "num" && expr.exp.d % 2n === 0n) habits.corners = true;
      break;
    case "fn": {
      const entry = functionNamed(expr.name);
      if (entry?.steps) habits.steps = true;
      if (entry?.grows) habits.grows = true;
      if (entry?.corner) habits.corners = true;
      if (entry?.whole) addNames(expr, habits.whole);
      if (entry?.divides) habits.divides = true;
      break;
    }
    case "big":
      habits.sums = true;
      if (!(atZero(expr.upper) >= atZero(expr.lower))) habits.empties = true;
      addNames(expr.lower, habits.whole);
      addNames(expr.upper, habits.whole);
      break;
    case "sym":
    case "const":
    case "add":
    case "mul":
    case "integral":
    case "limit":
    case "derivative":
      break;
    default:
      expr satisfies never;
  }
  for (const part of parts(expr)) note(part, habits);
}

/** What a bound of a sum is where all names are zero; NaN for what is no short sum. */
function atZero(e: Expr): number {
  if (e.t === "num") return Number(e.n) / Number(e.d);
  if (e.t === "sym") return 0;
  if (e.t === "add") return e.args.reduce((sum, arg) => sum + atZero(arg), 0);
  return e.t === "mul" ? e.args.reduce((product, arg) => product * atZero(arg), 1) : Number.NaN;
}

const halfOf = (n: bigint): Ball => ball.scale(ball.fromInt(n), -1);

/** Whole numbers near those that occur, and a first stretch of all of them. */
function wholeValues(habits: Habits): Ball[] {
  const limit = habits.sums ? 40n : 3000n;
  // The smallest ones are where an identity of all others fails.
  const found = new Set(habits.empties ? [1n, 2n, 3n] : [0n, 1n, 2n, 3n]);
  for (const n of habits.numbers)
    for (const k of [n, 2n * n, n - 1n, n + 1n]) if (k >= 0n && k <= limit) found.add(k);
  // Divisibility repeats: all residues of a small modulus are looked at.
  if (habits.divides) for (let k = 0n; k < 130n; k++) found.add(k);
  return [...found].map(ball.fromInt);
}

/** Whole and half numbers, multiples of the numbers that occur, and points just beside such numbers. */
function stepValues(habits: Habits): Ball[] {
  const halves = new Set<bigint>();
  for (let k = -14n; k <= 14n; k++) halves.add(k);
  for (const n of habits.numbers)
    for (const k of [1n, 2n, 3n]) for (const by of [-2n, 0n, 2n]) halves.add(2n * k * n + by);
  const largest = [...habits.numbers].reduce((a, b) => (a > b ? a : b), 1n);
  const beside = ball.scale(ball.ONE, -(largest.toString(2).length + 6));
  const places = [1n, 2n, 4n, 9n].map(ball.fromInt);
  for (const { n, d } of habits.fractions)
    for (const shift of [0n, 1n])
      for (const top of [n, -n, 1n]) {
        const value = ball.fromRational(top + shift * d, d, 128);
        if (typeof value !== "string") places.push(value);
      }
  const near = places.flatMap((x) => [ball.sub(x, beside, 128), ball.add(x, beside, 128)].map(ball.midpoint));
  return [...[...halves].map(halfOf), ...near];
}

/** Both sides of the numbers that occur, of their square roots, of their negatives, and far beyond them. */
function cornerValues(habits: Habits): Ball[] {
  const values: Ball[] = [-3n, -1n, 1n, 3n].map(halfOf);
  for (const n of habits.numbers) {
    const root = BigInt(Math.floor(Math.sqrt(Number(n))));
    for (const k of [n, root, -n, -root])
      values.push(
        ball.add(ball.fromInt(k), ball.scale(ball.fromInt(11n), -4), 128),
        ball.sub(ball.fromInt(k), ball.scale(ball.fromInt(13n), -4), 128),
      );
    for (const k of [2n * n, 5n * n, -3n * n]) values.push(ball.fromInt(k));
  }
  return values;
}

/** Letters that count: a power of -1 or a binomial coefficient makes whole numbers of these, and of no others. */
const countsWith = /^[a-sA-S](_|$)/;

/** Halves and quarters, where a letter that need not be whole may have a value on both sides. */
const brokenValues: readonly Ball[] = [1n, 3n, 6n, 7n, 10n, -2n, -3n].map((n) =>
  ball.scale(ball.fromInt(n), -2),
);

/** What points are made of. */
export interface Sampling {
  readonly names: readonly string[];
  readonly habits: Habits;
  readonly random: Stream;
  readonly budget: Budget;
}

/** A point is paid before it is built: with many names it is long. */
function build(
  names: readonly string[],
  budget: Budget,
  value: (name: string, index: number) => Ball,
): RealPoint {
  budget.spend(names.length);
  work.places += names.length;
  return new Map(names.map((name, j) => [name, value(name, j)]));
}

/**
 * The points where a difference would hide: one name at a time takes the special values, then all of them at once. They
 * are made one by one, as they are asked for.
 */
export function* specialPoints({ names, habits, random, budget }: Sampling): Generator<RealPoint> {
  const whole = wholeValues(habits);
  const others = habits.steps ? stepValues(habits) : habits.corners ? cornerValues(habits) : [];
  for (const [k, name] of names.entries()) {
    const broken = habits.whole.has(name) && !countsWith.test(name);
    const values = habits.whole.has(name) ? (broken ? [...whole, ...brokenValues] : whole) : others;
    for (const [i, value] of values.entries())
      yield build(names, budget, (other, j) => {
        if (j === k) return value;
        return habits.steps && i % 2 === 0 ? ball.ZERO : draw(random, i + j, habits.whole.has(other), habits);
      });
    if (k === 0 && names.filter((n) => habits.whole.has(n)).length > 1)
      yield* smallGrid(names, habits, budget);
    if (k === 0 && names.length > 1)
      for (const value of values)
        yield build(names, budget, (_, j) =>
          ball.add(value, ball.fromInt(habits.divides ? 0n : BigInt(j)), 128),
        );
  }
}

/** All small values of the first two names that are whole numbers. */
function* smallGrid(names: readonly string[], habits: Habits, budget: Budget): Generator<RealPoint> {
  const [first, second] = names.filter((name) => habits.whole.has(name));
  const least = habits.empties ? 1n : 0n;
  for (let i = least; i <= 4n; i++)
    for (let j = least; j <= 4n; j++)
      yield build(names, budget, (name) => ball.fromInt(name === first ? i : name === second ? j : 2n));
}

/** Point number `i` of those without a plan. */
export const drawPoint = (i: number, { names, habits, random, budget }: Sampling): RealPoint =>
  build(names, budget, (name, k) =>
    draw(random, names.length === 1 ? i : i + k * (i % 4), habits.whole.has(name), habits),
  );

/** A real number with a short binary expansion, of the kind that point number `i` looks at. */
export function draw(random: Stream, i: number, whole: boolean, habits: Habits): Ball {
  if (whole) {
    const range = habits.sums ? [9, 14, 24] : [9, 40, 150];
    return ball.fromInt(BigInt(random.below(range[i % 3]!) + (i % 4 === 3 && !habits.empties ? 0 : 1)));
  }
  const fraction = BigInt(random.next()) * 2n + 1n; // below 2^33
  const scaled = (by: number): Ball => ball.scale(ball.fromInt(fraction), by - 33);
  switch (i % (habits.grows ? 6 : 9)) {
    case 0:
      return ball.add(scaled(2), ball.scale(ball.ONE, -4), 64);
    case 1:
      return ball.sub(scaled(2), ball.fromInt(2n), 64);
    case 2:
      return scaled(0);
    case 3:
      return ball.add(scaled(3), ball.ONE, 64);
    case 4:
      return ball.neg(scaled(1));
    case 5:
      return habits.grows
        ? ball.neg(ball.add(scaled(2), ball.fromInt(2n), 64))
        : ball.add(scaled(6), ball.fromInt(5n), 64);
    case 6:
      return ball.neg(ball.add(scaled(6), ball.fromInt(5n), 64));
    case 7:
      return ball.add(scaled(11), ball.fromInt(90n), 64);
    default:
      return ball.sub(scaled(14), ball.fromInt(9000n), 64);
  }
}
