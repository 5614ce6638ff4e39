// Two expressions that agreed wherever they were looked at, looked at once more on every side of the places where their
// formulas may change. It says whether no side was missed.

import type { Ball } from "../ball/index.ts";
import * as ball from "../ball/index.ts";
import { Undefined } from "../exact/exact.ts";
import { type Expr, freeNames, has, num, sub, substitute } from "../expression/expr.ts";
import { agreeAt, leastPrecisionFor } from "../numeric/agreement.ts";
import { compareConstants, signOf } from "../numeric/constant.ts";
import { realValue } from "../numeric/numeric.ts";
import type { Pair } from "../numeric/pair.ts";
import type { Budget } from "../terms/limits.ts";
import { type Place, placesOf } from "./places.ts";
import type { RealPoint, Sampling } from "./points.ts";
import { isStep, type Turn, turnsIn } from "./turns.ts";

/** "missed": some side may not have been seen. */
export type Look = "agree" | "apart" | "missed";

const isSign = (e: Expr): boolean => e.t === "fn" && e.name === "sgn";
const bits = 512;

/** A line in the direction of one name, the others being fixed. */
export interface Line {
  name: string;
  others: ReadonlyMap<string, Expr>;
}

/** Lines in the direction of names, through points with short coordinates. */
export function* linesOf(
  { names, habits, random, budget }: Sampling,
  directions: readonly string[],
): Generator<Line> {
  for (const name of directions) {
    for (const sign of names.length > 1 ? [1n, -1n] : [1n]) {
      budget.spend(names.length);
      const others = new Map<string, Expr>();
      for (const other of names) {
        if (other === name) continue;
        const n = BigInt(random.below(40));
        others.set(other, habits.whole.has(other) ? num(n % 12n) : num(sign * (2n * n + 1n), 16n));
      }
      yield { name, others };
    }
  }
}

/** More lines than these are not looked at. */
const mostNames = 6;

/** Both sides on lines in the direction of some names. */
export function lookBetween(pair: Pair, sampling: Sampling, directions = sampling.names): Look {
  const { names, budget } = sampling;
  const turns = turnsIn([pair.a, pair.b], names);
  if (!turns) return "missed";
  if (turns.length === 0) return "agree";
  if (names.length > mostNames) return "missed";
  const jumps = has(pair.a, isSign) || has(pair.b, isSign);
  for (const line of linesOf(sampling, directions)) {
    const on = turns
      .filter((turn) => freeNames(turn.of).has(line.name))
      .map((turn) => ({ ...turn, of: substitute(turn.of, line.others, budget) }));
    const whole = sampling.habits.whole.has(line.name);
    const places = orderedPlaces(on, line.name, whole, budget);
    if (!places) return "missed";
    const found = lookAlong(pair, line, places, whole, jumps, budget);
    if (found !== "agree") return found;
  }
  return "agree";
}

/** The places where formulas in one name change, with some that are known, in rising order; undefined as below. */
export function placesIn(
  formulas: readonly Expr[],
  known: readonly Expr[],
  name: string,
  budget: Budget,
): Place[] | undefined {
  const turns = turnsIn(formulas, [name]);
  const borders = known.map((at): Turn => ({ of: sub({ t: "sym", name }, at), bySign: false }));
  return turns && !formulas.some((e) => has(e, isStep))
    ? orderedPlaces([...borders, ...turns], name, false, budget)
    : undefined;
}

/** The places of all turns in rising order; undefined where they cannot all be found and kept apart. */
function orderedPlaces(
  turns: readonly Turn[],
  name: string,
  whole: boolean,
  budget: Budget,
): Place[] | undefined {
  const different: Turn[] = [];
  for (const turn of turns)
    if (!different.some((other) => areZeroTogether(other.of, turn.of, name, budget))) different.push(turn);
  const all: Place[] = [];
  for (const turn of different) {
    const places = placesOf(turn, name, whole, budget);
    if (!places || all.length + places.length > mostPlaces) return undefined;
    all.push(...places);
  }
  all.sort((a, b) => ball.compare(a.from, b.from) ?? 0);
  const ordered: Place[] = [];
  for (const place of all) {
    const last = ordered[ordered.length - 1];
    if (!whole && last && ball.compare(last.to, place.from) !== -1) {
      if (!last.exact || !place.exact) return undefined;
      if (compareConstants(last.exact, place.exact, budget).verdict !== "equal") return undefined;
    } else ordered.push(place);
  }
  return ordered;
}

const mostPlaces = 60;

/** Whether two turns are the same but for a factor, or one of them is so the square of the other. */
function areZeroTogether(e: Expr, f: Expr, name: string, budget: Budget): boolean {
  const values = [11n, 37n, -23n, 101n].map((n) => {
    const point = new Map([[name, ball.scale(ball.fromInt(n), -4)]]);
    return [realValue(e, point, 96, budget), realValue(f, point, 96, budget)] as const;
  });
  const known = values.filter(([x, y]) => typeof x !== "string" && typeof y !== "string") as [Ball, Ball][];
  if (known.length < 2) return false;
  return (
    [
      [1n, 1n],
      [2n, 1n],
      [1n, 2n],
    ] as const
  ).some(([i, j]) => {
    const ratios = known.map(([x, y]) => {
      const [top, bottom] = [ball.powInt(x, i, 96), ball.powInt(y, j, 96)];
      return typeof top === "string" || typeof bottom === "string" ? "outside" : ball.div(top, bottom, 96);
    });
    return ratios.every((r) => typeof r !== "string" && ball.overlap(r, ratios[0] as Ball));
  });
}

function lookAlong(
  pair: Pair,
  { name, others }: Line,
  places: readonly Place[],
  whole: boolean,
  jumps: boolean,
  budget: Budget,
): Look {
  const fixed: RealPoint = new Map();
  for (const [other, e] of others) {
    const value = realValue(e, new Map(), 128, budget);
    if (typeof value === "string") return "missed";
    fixed.set(other, value);
  }
  const at = (x: Ball): RealPoint => {
    budget.spend(1 + fixed.size);
    return new Map([[name, x], ...fixed]);
  };
  if (whole) {
    for (const x of wholesNear(places)) if (agreeAt(pair, at(x), 64, budget) === "apart") return "apart";
    return "agree";
  }
  for (let i = 0; i <= places.length && places.length > 0; i++) {
    const found = lookWithin(pair, pointsWithin(places[i - 1]?.to, places[i]?.from).map(at), budget);
    if (found !== "agree") return found;
  }
  return jumps ? lookAt(pair, name, others, places, budget) : "agree";
}

/** Whole numbers on both sides of places; sums and factorials begin at zero. */
function wholesNear(places: readonly Place[]): Ball[] {
  const found = new Set<bigint>();
  for (const { from, to } of places) {
    const [low, high] = [ball.floor(from), ball.ceil(to)];
    if (low !== undefined && high !== undefined)
      for (const n of [low - 1n, low, low + 1n, high - 1n, high, high + 1n]) if (n >= 0n) found.add(n);
  }
  return [...found].map(ball.fromInt);
}

/** Points between two places, or beyond the outermost; none in the middle, where much is as it is nowhere else. */
export function pointsWithin(from: Ball | undefined, to: Ball | undefined): Ball[] {
  if (from && to) {
    const gap = ball.sub(to, from, bits);
    const places = ball.magnitude(gap) - 10;
    return [113n, 51n, 211n].map((k) =>
      shortened(ball.add(from, ball.scale(ball.mul(gap, ball.fromInt(k), bits), -8), bits), places),
    );
  }
  const end = (from ?? to)!;
  const far = ball.scale(ball.fromInt(5n), Math.max(1, ball.magnitude(end)));
  return [ball.scale(ball.fromInt(19n), -4), ball.scale(ball.ONE, -4), far].map((step) =>
    shortened(from ? ball.add(end, step, bits) : ball.sub(end, step, bits), -9),
  );
}

/** A number near to another, with so many binary places. */
const shortened = (x: Ball, places: number): Ball =>
  ball.scale(ball.fromInt(ball.floor(ball.midpoint(ball.scale(x, -places))) ?? 0n), places);

/** Between two places: a point at which both sides agree to the last digit, or none at which both have a value. */
function lookWithin(pair: Pair, points: readonly RealPoint[], budget: Budget): Look {
  let open = 0;
  for (const point of points) {
    const prec = leastPrecisionFor(pair, point, budget);
    let found = prec === undefined ? "open" : agreeAt(pair, point, prec, budget);
    if (found === "open" && prec !== undefined && prec < 256) found = agreeAt(pair, point, 256, budget);
    if (found === "apart" || found === "agree") return found;
    if (found === "open") open++;
  }
  return open > 0 ? "missed" : "agree";
}

/** A sign is zero at its place, whatever it is on both sides of it. */
function lookAt(
  { a, b }: Pair,
  name: string,
  others: ReadonlyMap<string, Expr>,
  places: readonly Place[],
  budget: Budget,
): Look {
  for (const { exact } of places) {
    if (!exact) return "missed";
    const values = new Map([...others, [name, exact]]);
    try {
      const { verdict, by } = compareConstants(
        withSigns(substitute(a, values, budget), budget),
        withSigns(substitute(b, values, budget), budget),
        budget,
      );
      if (verdict === "undecided") return "missed";
      if (verdict === "different" && by !== "undefined") return "apart";
    } catch (error) {
      if (!(error instanceof Undefined)) throw error;
    }
  }
  return "agree";
}

/** The signs of numbers worked out: no ball tells that of zero. */
function withSigns(e: Expr, budget: Budget): Expr {
  budget.spend(1);
  if (!has(e, isSign)) return e;
  if (e.t === "fn" && e.name === "sgn") {
    const sign = signOf(withSigns(e.args[0]!, budget), budget);
    return sign === undefined ? e : num(BigInt(sign));
  }
  if (e.t === "add" || e.t === "mul" || e.t === "fn")
    return { ...e, args: e.args.map((arg) => withSigns(arg, budget)) };
  if (e.t === "pow") return { ...e, base: withSigns(e.base, budget), exp: withSigns(e.exp, budget) };
  return e;
}
