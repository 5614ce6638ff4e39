// Two expressions that agreed wherever they were looked at, looked at once more on every side of the places where their
// formulas may change. It says whether no side was missed.

import type { Ball } from "../ball/index.ts";
import * as ball from "../ball/index.ts";
import { Undefined } from "../exact/exact.ts";
import { type Expr, freeNames, has, num, sub, substitute } from "../expression/expr.ts";
import { type Rational, rational } from "../expression/rational.ts";
import type { Pair } from "../numeric/agreement.ts";
import { type Agreement, agreeAt, leastPrecisionFor } from "../numeric/agreement.ts";
import { compareConstants, signOf } from "../numeric/constant.ts";
import { type Coordinate, Generic, realValue } from "../numeric/evaluate.ts";
import type { Budget } from "../terms/limits.ts";
import type { Stream } from "../terms/random.ts";
import { isLacking } from "./domains.ts";
import { type Base, baseOf, fractionNear, type Line, linesThrough, numbersWithin, pointOn } from "./lines.ts";
import { type Place, placesOf } from "./places.ts";
import type { RealPoint, Sampling } from "./points.ts";
import { Signs } from "./signs.ts";
import { isStep, type Turn, turnsIn } from "./turns.ts";

/** "missed": some side may not have been seen; "lacking": on some side only the second expression has no value. */
export type Look = "agree" | "apart" | "missed" | "lacking";

const isSign = (e: Expr): boolean => e.t === "fn" && e.name === "sgn";

/** With more names than these nothing is looked at, and along more lines nothing further. */
const [mostNames, mostLines] = [6, 24];

/**
 * Both sides on lines in the direction of some names. With several names, further lines go through what was found, until
 * every combination of sides was seen that is possible.
 */
export function lookBetween(
  pair: Pair,
  sampling: Sampling,
  seen: readonly RealPoint[],
  directions = sampling.names,
): Look {
  const { names, habits, random, budget } = sampling;
  const turns = turnsIn([pair.a, pair.b], names);
  if (!turns) return "missed";
  if (turns.length === 0) return "agree";
  if (names.length > mostNames) return "missed";
  // With one name the line itself goes through every side.
  const several = names.length > 1;
  const signs = new Signs(turns, sampling);
  if (several) for (const point of seen) signs.note(point);
  const jumps = has(pair.a, isSign) || has(pair.b, isSign);
  const bases: Base[] = several ? [baseOf(sampling, 1n), baseOf(sampling, -1n)] : [baseOf(sampling, 1n)];
  const passed = new Set<string>();
  let lines = 0;
  for (const [i, base] of bases.entries()) {
    if (i > 1 && (lines >= mostLines || signs.areComplete())) break;
    for (const line of linesThrough(base, directions, budget)) {
      lines++;
      const on = turns
        .filter((turn) => freeNames(turn.of).has(line.name))
        .map((turn) => ({ ...turn, of: substitute(turn.of, line.others, budget) }));
      const places = orderedPlaces(on, line.name, budget);
      if (!places) return "missed";
      const numbers: Coordinate[] = [];
      const found = habits.whole.has(line.name)
        ? lookAtWholes(pair, line, places, sampling, numbers)
        : lookAlong(pair, line, places, jumps, sampling, numbers);
      if (found !== "agree") return found;
      if (!several) continue;
      // A combination of sides that no line went through leads on.
      for (const x of numbers) {
        const key = signs.note(pointOn(line, x, budget));
        const at = key === undefined || passed.has(key) ? undefined : exactly(x, random);
        if (key === undefined || !at || bases.length === mostLines) continue;
        passed.add(key);
        bases.push(new Map([...base, [line.name, at]]));
      }
    }
  }
  return !several || signs.areComplete() ? "agree" : "missed";
}

function exactly(x: Coordinate, random: Stream): Rational | undefined {
  if (x instanceof Generic) return fractionNear(x, random);
  const n = "at" in x ? undefined : ball.exactInteger(x);
  return n === undefined ? undefined : rational(n);
}

/** The places where formulas in one name change, with some that are known, in rising order; undefined as below. */
export function placesIn(
  formulas: readonly Expr[],
  known: readonly Expr[],
  name: string,
  budget: Budget,
): Place[] | undefined {
  const turns = turnsIn(formulas, [name]);
  const borders = known.map((at): Turn => ({ of: sub({ t: "sym", name }, at), bySign: false, ends: false }));
  return turns && !formulas.some((e) => has(e, isStep))
    ? orderedPlaces([...borders, ...turns], name, budget)
    : undefined;
}

/** The places of all turns in rising order; undefined where they cannot all be found and kept apart. */
function orderedPlaces(turns: readonly Turn[], name: string, budget: Budget): Place[] | undefined {
  const different: Turn[] = [];
  for (const turn of turns)
    if (!different.some((other) => areZeroTogether(other.of, turn.of, name, budget))) different.push(turn);
  const all: Place[] = [];
  for (const turn of different) {
    const places = placesOf(turn, name, budget);
    if (!places || all.length + places.length > mostPlaces) return undefined;
    all.push(...places);
  }
  all.sort((a, b) => ball.compare(a.from, b.from) ?? 0);
  const ordered: Place[] = [];
  for (const place of all) {
    const last = ordered[ordered.length - 1];
    if (last && ball.compare(last.to, place.from) !== -1) {
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
  line: Line,
  places: readonly Place[],
  jumps: boolean,
  { random, budget }: Sampling,
  numbers: Coordinate[],
): Look {
  for (let i = 0; i <= places.length && places.length > 0; i++) {
    const within = numbersWithin(places[i - 1]?.to, places[i]?.from, random);
    numbers.push(within[0]!);
    const found = lookWithin(
      pair,
      within.map((at) => pointOn(line, at, budget)),
      budget,
    );
    if (found !== "agree") return found;
  }
  return jumps ? lookAt(pair, line.name, line.others, places, budget) : "agree";
}

const widest = 1n << 16n;

/** Whole numbers on both sides of places, as many as the expressions have freedom; sums and factorials begin at zero. */
function lookAtWholes(
  pair: Pair,
  line: Line,
  places: readonly Place[],
  { habits, budget }: Sampling,
  numbers: Coordinate[],
): Look {
  const found = new Set<bigint>();
  const reach = BigInt(Math.ceil(habits.freedom) + 1);
  for (const { from, to } of places) {
    const [low, high] = [ball.floor(from), ball.ceil(to)];
    if (low === undefined || high === undefined || high - low > widest) return "missed";
    budget.spend(Number(high - low + 2n * reach));
    for (let n = low - reach; n <= high + reach; n++) if (n >= 0n) found.add(n);
  }
  for (const n of found) {
    const at = ball.fromInt(n);
    numbers.push(at);
    const agreement = agreeAt(pair, pointOn(line, at, budget), 64, budget);
    if (agreement === "apart") return "apart";
    if (agreement === "open") return "missed";
  }
  return "agree";
}

/** Between two places: a point at which both sides agree to the last digit, or none at which both have a value. */
function lookWithin(pair: Pair, points: readonly RealPoint[], budget: Budget): Look {
  let open = 0;
  for (const point of points) {
    let found = agreeAt(pair, point, 64, budget);
    if (found === "agree" || found === "open") found = agreeClosely(pair, point, found, budget);
    if (found === "apart" || found === "agree") return found;
    if (found === "lacking" && isLacking(pair, point, budget)) return found;
    if (found === "open") open++;
  }
  return open > 0 ? "missed" : "agree";
}

/** To the last digit, where so few digits say that the sides agree, or do not tell. */
function agreeClosely(pair: Pair, point: RealPoint, first: "agree" | "open", budget: Budget): Agreement {
  const prec = leastPrecisionFor(pair, point, budget);
  if (prec === undefined) return "open";
  const found = prec > 64 ? agreeAt(pair, point, prec, budget) : first;
  return found === "open" && prec < 256 ? agreeAt(pair, point, 256, budget) : found;
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
