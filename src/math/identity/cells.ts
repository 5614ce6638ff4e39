// Two expressions that agreed at all tested points, compared once more in every cell: on lines in the direction of one
// letter, by balls in each stretch between two breaks, and exactly at the breaks where a function jumps. A cell that
// cannot be proven is "missed", and the verdict is undecided.

import { fractionOf, type Polynomial } from "../algebra/polynomial.ts";
import * as ball from "../ball/index.ts";
import {
  binds,
  type Expr,
  freeNames,
  fromRational,
  has,
  isLeaf,
  isSame,
  mapParts,
  mul,
  num,
  parts,
  substitute,
} from "../expression/expr.ts";
import {
  absolute,
  floor,
  inverse,
  isWhole,
  lcm,
  minus,
  order,
  plus,
  type Rational,
  rational,
  times,
  zero,
} from "../expression/rational.ts";
import type { Steps } from "../functions/entry.ts";
import { type Agreement, agreeAt, leastPrecisionFor, type Pair } from "../numeric/agreement.ts";
import { compareConstants, knownValue, rationalOf, signOf } from "../numeric/constant.ts";
import { type Coordinate, fraction, Generic, nowhere, type Point, realValue } from "../numeric/evaluate.ts";
import { equal } from "../terms/decision.ts";
import type { Budget } from "../terms/limits.ts";
import type { Stream } from "../terms/random.ts";
import { withShortDivisors } from "./blocks.ts";
import {
  type Break,
  breaksIn,
  breaksOf,
  isStep,
  keepsSign,
  orderedPlaces,
  type Place,
  stepsOf,
} from "./breaks.ts";
import {
  drawPoint,
  fractionNear,
  isLacking,
  numbersWithin,
  type RealPoint,
  type Sampling,
  shareOf,
} from "./points.ts";

/**
 * "level": there is no break; "missed": a side of a break may not have been checked; "lacking": on some side, only the
 * second expression has no value.
 */
export type Look = "agree" | "level" | "apart" | "missed" | "lacking";

/** With more names than this nothing is checked (with steps, or without), and at most this many further lines. */
const [mostStepping, mostNames, mostLines] = [4, 6, 24];

const isDivisor = (e: Expr): boolean => breaksOf(e)?.how === "divides" && freeNames(e).size > 1;
const isJump = (e: Expr): boolean => breaksOf(e)?.how === "jumps" && !isStep(e);

/**
 * Both sides on lines through two points, one line for each letter. With several letters, further lines go through the
 * results, until every possible combination of sides has been checked.
 */
export function lookAround(given: Pair, sampling: Sampling, seen: readonly RealPoint[]): Look {
  const { names, random, budget } = sampling;
  const [a, b] = [withShortDivisors(given.a, budget), withShortDivisors(given.b, budget)];
  const pair: Pair = { a, b, complex: given.complex };
  const either = (test: (e: Expr) => boolean): boolean => has(a, test) || has(b, test);
  const several = names.length > 1;
  const bases = several ? [baseOf(sampling, 1n), baseOf(sampling, -1n)] : [baseOf(sampling, 1n)];
  const stepping = names.filter((name) => stepsIn([a, b], name).length > 0);
  if (stepping.length > 0 && names.length > mostStepping) return "missed";
  for (const line of bases.flatMap((base) => linesThrough(base, stepping, budget))) {
    const found = lookAtSteps(pair, line, sampling);
    if (found !== "agree") return found;
  }
  // With several letters, a divisor on a line says little about other lines.
  if (either(isDivisor)) return "missed";
  const level = names.filter((name) => !stepping.includes(name));
  const breaks = level.length === 0 ? [] : breaksIn([a, b], names);
  if (!breaks || (breaks.length > 0 && names.length > mostNames)) return "missed";
  if (breaks.length === 0) return stepping.length > 0 ? "agree" : "level";
  // With one name, the line itself passes through every side.
  const signs = new Signs(breaks, sampling);
  if (several) for (const point of seen) signs.note(point);
  const jumps = either(isJump);
  const passed = new Set<string>();
  let lines = 0;
  for (const [i, base] of bases.entries()) {
    if (i > 1 && (lines >= mostLines || signs.areComplete())) break;
    for (const line of linesThrough(base, level, budget)) {
      lines++;
      const numbers: Coordinate[] = [];
      const found = lookAlong(pair, line, breaks, jumps, sampling, numbers);
      if (found !== "agree") return found;
      if (!several) continue;
      // Continues from a combination of sides that no line has passed through.
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

/** A point with exact coordinates. */
type Base = ReadonlyMap<string, Rational>;

/** A line in the direction of one name, the others being fixed. */
interface Line {
  readonly name: string;
  readonly base: Base;
  readonly others: ReadonlyMap<string, Expr>;
}

/** A point of small coordinates, all of one sign. */
function baseOf({ names, traits, random, budget }: Sampling, sign: 1n | -1n): Base {
  budget.spend(names.length);
  return new Map(
    names.map((name) => {
      const { n, d } = shareOf(random);
      return [name, traits.whole.has(name) ? rational(n % 12n) : rational(sign * 5n * n, d)];
    }),
  );
}

function linesThrough(base: Base, directions: readonly string[], budget: Budget): Line[] {
  return directions.map((name) => {
    budget.spend(base.size);
    const others = new Map<string, Expr>();
    for (const [other, x] of base) if (other !== name) others.set(other, fromRational(x));
    return { name, base, others };
  });
}

/** The point of a line at a number. */
function pointOn({ name, base }: Line, at: Coordinate, budget: Budget): RealPoint {
  budget.spend(base.size);
  const point: RealPoint = new Map();
  for (const [letter, x] of base) point.set(letter, x.d === 1n ? ball.fromInt(x.n) : fraction(x));
  return point.set(name, at);
}

function exactly(x: Coordinate, random: Stream): Rational | undefined {
  if (x instanceof Generic) return fractionNear(x, random);
  const n = "at" in x ? undefined : ball.exactInteger(x);
  return n === undefined ? undefined : rational(n);
}

const widest = 1n << 16n;

/** Between the breaks of a line, and at those where a function jumps; the tested numbers are noted. */
function lookAlong(
  pair: Pair,
  line: Line,
  breaks: readonly Break[],
  jumps: boolean,
  { traits, random, budget }: Sampling,
  numbers: Coordinate[],
): Look {
  const { name, others } = line;
  const on = breaks
    .filter(({ of }) => freeNames(of).has(name))
    .map((turn) => ({ ...turn, of: substitute(turn.of, others, budget) }));
  const places = orderedPlaces(on, name, budget);
  if (!places) return "missed";
  if (traits.whole.has(name)) {
    const wholes = wholesNear(places, BigInt(Math.ceil(traits.freedom) + 1), budget);
    for (const at of wholes ?? []) {
      numbers.push(at);
      const found = agreeAt(pair, pointOn(line, at, budget), 64, budget);
      if (found === "apart" || found === "open") return found === "apart" ? found : "missed";
    }
    return wholes ? "agree" : "missed";
  }
  for (let i = 0; i <= places.length && places.length > 0; i++) {
    const within = numbersWithin(places[i - 1]?.to, places[i]?.from, random);
    const found = lookWithin(pair, line, within, numbers, budget);
    if (found !== "agree") return found;
  }
  return jumps
    ? lookAtEach(
        pair,
        line,
        places.map(({ exact }) => exact),
        budget,
      )
    : "agree";
}

/**
 * Whole numbers on both sides of places, as many as the degrees of freedom of the expressions; sums and factorials
 * begin at zero.
 */
function wholesNear(places: readonly Place[], reach: bigint, budget: Budget): ball.Ball[] | undefined {
  const found = new Set<bigint>();
  for (const { from, to } of places) {
    const [low, high] = [ball.floor(from), ball.ceil(to)];
    if (low === undefined || high === undefined || high - low > widest) return undefined;
    budget.spend(Number(high - low + 2n * reach));
    for (let n = low - reach; n <= high + reach; n++) if (n >= 0n) found.add(n);
  }
  return [...found].map(ball.fromInt);
}

/**
 * Between two places: a number at which both sides agree in all digits, or none at which both have a value. The first
 * number is noted.
 */
function lookWithin(
  pair: Pair,
  line: Line,
  within: Iterable<Coordinate>,
  numbers: Coordinate[],
  budget: Budget,
): Look {
  let open = 0;
  let isFirst = true;
  for (const at of within) {
    if (isFirst) numbers.push(at);
    isFirst = false;
    const point = pointOn(line, at, budget);
    const prec = leastPrecisionFor(pair, point, budget);
    let found = agreeAt(pair, point, prec ?? 64, budget);
    if (found === "open" && prec !== undefined && prec < 256) found = agreeAt(pair, point, 256, budget);
    if (found === "apart" || (found === "agree" && prec !== undefined)) return found;
    if (found === "lacking" && isLacking(pair, point, budget)) return found;
    if (found === "open" || found === "agree") open++;
  }
  return open > 0 ? "missed" : "agree";
}

/** At exact numbers on a line; if a side has no value at one of them, that does not count. */
function lookAtEach(
  pair: Pair,
  { name, others }: Line,
  numbers: readonly (Expr | undefined)[],
  budget: Budget,
): Look {
  for (const number of numbers) {
    if (!number) return "missed";
    const here = settledAt(pair, new Map([...others, [name, number]]), nowhere, budget);
    if (typeof here === "string") continue;
    if (here.a.t === "num" && here.b.t === "num") return "apart";
    const prec = leastPrecisionFor(here, nowhere, budget);
    const found = prec === undefined ? "open" : agreeAt(here, nowhere, prec, budget);
    if (found === "apart") return found;
    const { verdict, by } = found === "open" ? compareConstants(here.a, here.b, budget) : equal("numeric");
    if (verdict === "undecided") return "missed";
    if (verdict === "different" && by !== "undefined") return "apart";
  }
  return "agree";
}

/**
 * Both sides with exact values inserted and computed; an agreement if that decides. The other letters keep their values
 * at a point.
 */
export function settledAt(
  pair: Pair,
  values: ReadonlyMap<string, Expr>,
  rest: Point,
  budget: Budget,
): Pair | Agreement {
  if (values.size === 0) return pair;
  const [a, b] = [pair.a, pair.b].map((e) => settled(substitute(e, values, budget), budget));
  if (!a) return "undefined";
  if (!b) return realValue(a, rest, 64, budget) === "outside" ? "undefined" : "lacking";
  return isSame(a, b, budget) ? "agree" : { ...pair, a, b };
}

/** An expression with its rational parts computed, and the signs of numbers; undefined if it has no value. */
function settled(e: Expr, budget: Budget): Expr | undefined {
  let isThere = true;
  const value = (part: Expr): Expr => {
    const found = knownValue(part, budget);
    if (typeof found === "string") isThere = false;
    return typeof found === "object" ? fromRational(found) : part;
  };
  const go = (part: Expr): Expr => {
    if (isLeaf(part)) return part;
    budget.spend(1);
    if (part.t === "big") return freeNames(part).size === 0 ? value(part) : part;
    if (binds(part)) return part;
    const next = mapParts(part, go);
    if (parts(next).every((arg) => arg.t === "num")) return value(next);
    // A ball cannot show that a value is zero.
    const sign =
      isThere && isJump(next) && freeNames(next).size === 0 ? signOf(parts(next)[0]!, budget) : undefined;
    return sign === undefined ? next : num(BigInt(sign));
  };
  const result = go(e);
  return isThere ? result : undefined;
}

/** This many numbers are tested on a line with a step function. */
const most = 260;

/**
 * Where a line has steps: for whole letters a few periods, for others the numbers where it jumps and numbers between
 * them.
 */
function lookAtSteps(pair: Pair, line: Line, { traits, random, budget }: Sampling): Look {
  const { name, others } = line;
  const sides = [substitute(pair.a, others, budget), substitute(pair.b, others, budget)];
  const numbers = traits.whole.has(name)
    ? wholesOf(sides, name, budget)
    : jumpsOn(sides, name, random, budget);
  if (!numbers || numbers.length > most) return "missed";
  return lookAtEach(pair, line, numbers.map(fromRational), budget);
}

/** All steps in expressions, those within others first. */
function stepsIn(exprs: readonly Expr[], name: string): Expr[] {
  const found: Expr[] = [];
  const collect = (e: Expr): void => {
    if (!freeNames(e).has(name)) return;
    for (const part of parts(e)) collect(part);
    if (isStep(e)) found.push(e);
  };
  for (const e of exprs) collect(e);
  return found;
}

/** The whole numbers of a few periods. */
function wholesOf(exprs: readonly Expr[], name: string, budget: Budget): Rational[] | undefined {
  const period = commonPeriod(exprs, name, budget);
  if (period === undefined) return undefined;
  const count = 3n * period < 12n ? 12n : 3n * period > BigInt(most) ? period : 3n * period;
  return Array.from({ length: Number(count) }, (_, k) => rational(BigInt(k)));
}

/** After how many whole numbers all steps repeat; undefined if that is not known, or too large. */
export function commonPeriod(exprs: readonly Expr[], name: string, budget: Budget): bigint | undefined {
  let period = 2n;
  for (const step of stepsIn(exprs, name)) {
    const own = periodOf(step, name, budget);
    if (own === undefined) return undefined;
    period = lcm(period, own);
    if (period > BigInt(most)) return undefined;
  }
  return period;
}

/** Longer periods are not supported. */
const longest = 100_000n;

/**
 * The period of a step function of a polynomial, up to whole multiples: the number that clears all fractions in it,
 * times its modulus.
 */
function periodOf(step: Expr, name: string, budget: Budget): bigint | undefined {
  budget.spend(4);
  const steps = stepsOf(step);
  if (steps?.modulus.d !== 1n) return undefined;
  let inside: bigint | undefined = 1n;
  /** With inner steps as numbers, the rest must be a polynomial. */
  const flat = (part: Expr): Expr => {
    if (!freeNames(part).has(name) || binds(part)) return part;
    if (!isStep(part)) return mapParts(part, flat);
    const own = periodOf(part, name, budget);
    inside = own && inside && lcm(inside, own);
    return num(1n);
  };
  const whole = fractionOf(flat(steps.of), name, budget)?.den.length === 1;
  const period =
    whole && inside !== undefined ? denominatorOf(steps.of) * steps.modulus.n * inside : longest + 1n;
  return period > longest ? undefined : period;
}

/** A number that clears all fractions in an expression; larger than the longest period if none is known. */
function denominatorOf(e: Expr): bigint {
  if (e.t === "num") return e.d;
  if (e.t === "pow" && e.exp.t === "num") {
    const base = denominatorOf(e.base);
    if (e.exp.n < 0n || (e.exp.n > 8n && base > 1n)) return longest + 1n;
    return base ** e.exp.n;
  }
  return parts(e).reduce((product, part) => product * denominatorOf(part), 1n);
}

const [half, two] = [rational(1n, 2n), rational(2n)];

/** A polynomial of degree one at most, as its two coefficients. */
function lineOf(e: Expr, name: string, budget: Budget): { slope: Rational; offset: Rational } | undefined {
  const fraction = fractionOf(e, name, budget);
  if (fraction?.den.length !== 1 || fraction.num.length > 2) return undefined;
  const by = inverse(fraction.den[0]!);
  const coefficient = (p: Polynomial, k: number): Rational => times(p[k] ?? zero, by);
  return { slope: coefficient(fraction.num, 1), offset: coefficient(fraction.num, 0) };
}

/** An expression without its step functions, which is always near it. */
const smoothed = (e: Expr): Expr => {
  const steps = stepsOf(e);
  return steps ? smoothed(steps.near) : e.t === "add" || e.t === "mul" ? mapParts(e, smoothed) : e;
};

/** The expression that is a whole number where a function jumps. */
const rounded = ({ of, modulus }: Steps): Expr => mul(of, fromRational(inverse(modulus)));

/**
 * Where steps of linear functions jump, over some periods around each break, and numbers between; undefined for other
 * functions.
 */
function jumpsOn(
  exprs: readonly Expr[],
  name: string,
  random: Stream,
  budget: Budget,
): Rational[] | undefined {
  const breaks = breaksIn(exprs, [name])?.map(({ of }) => of);
  if (!breaks) return undefined;
  const wholes: Expr[] = [];
  let period = rational(1n);
  for (const step of stepsIn(exprs, name)) {
    const steps = stepsOf(step);
    if (!steps || breaksOf(step)?.how === "divides") return undefined;
    wholes.push(rounded(steps));
    const line = lineOf(smoothed(rounded(steps)), name, budget);
    if (!line) return undefined;
    if (line.slope.n === 0n) continue;
    const { n, d } = absolute(inverse(line.slope));
    // The least common multiple of two fractions.
    period = rational(lcm(period.n * d, n * period.d), period.d * d);
    if (order(period, rational(BigInt(most))) > 0) return undefined;
  }
  const centres: Rational[] = [zero];
  for (const of of breaks) {
    const line = lineOf(smoothed(of), name, budget);
    if (!line) return undefined;
    if (line.slope.n !== 0n) centres.push(minus(times(line.offset, inverse(line.slope))));
  }
  const numbers: Rational[] = [];
  const reach = times(two, period);
  for (const centre of centres) {
    const window = [plus(centre, minus(reach)), plus(centre, reach)];
    const jumps = jumpsWithin(window, wholes, breaks, name, budget);
    if (!jumps) return undefined;
    for (const [i, jump] of jumps.entries()) {
      numbers.push(jump);
      const next = jumps[i + 1];
      if (next) numbers.push(plus(jump, times(shareOf(random), plus(next, minus(jump)))));
    }
    if (numbers.length > most) return undefined;
  }
  return numbers;
}

/** The numbers in a window where some expressions are whole numbers or others are zero, and the ends of the window. */
function jumpsWithin(
  window: readonly Rational[],
  wholes: readonly Expr[],
  zeros: readonly Expr[],
  name: string,
  budget: Budget,
): Rational[] | undefined {
  let jumps: readonly Rational[] = window;
  for (const [k, inner] of [...wholes, ...zeros].entries()) {
    const next: Rational[] = [];
    for (const [i, from] of jumps.entries()) {
      next.push(from);
      const to = jumps[i + 1];
      if (!to) break;
      const middle = times(plus(from, to), half);
      const line = lineOf(frozen(inner, name, middle, budget), name, budget);
      if (!line) return undefined;
      if (line.slope.n !== 0n) next.push(...crossings(line, from, to, k < wholes.length));
      budget.spend(4 + next.length);
      if (next.length > most) return undefined;
    }
    jumps = next;
  }
  return [...jumps];
}

/** An expression with its step functions replaced by their values at a place. */
function frozen(e: Expr, name: string, at: Rational, budget: Budget): Expr {
  if (!freeNames(e).has(name) || binds(e)) return e;
  budget.spend(1);
  const value = isStep(e)
    ? rationalOf(substitute(e, new Map([[name, fromRational(at)]]), budget), budget)
    : undefined;
  return value ? fromRational(value) : mapParts(e, (part) => frozen(part, name, at, budget));
}

/** Where a linear function has whole values, or is zero, strictly between two numbers, in rising order. */
function crossings(
  { slope, offset }: { slope: Rational; offset: Rational },
  from: Rational,
  to: Rational,
  wholes: boolean,
): Rational[] {
  const value = (x: Rational): Rational => plus(times(slope, x), offset);
  const solve = (k: bigint): Rational => times(plus(rational(k), minus(offset)), inverse(slope));
  const isInside = (x: Rational): boolean => order(x, from) > 0 && order(x, to) < 0;
  if (!wholes) return [solve(0n)].filter(isInside);
  const [low, high] = slope.n > 0n ? [value(from), value(to)] : [value(to), value(from)];
  const found: Rational[] = [];
  const first = isWhole(low) ? floor(low) : floor(low) + 1n;
  for (let k = first; k <= floor(high) && found.length <= most; k++) found.push(solve(k));
  const inside = found.filter(isInside);
  return slope.n > 0n ? inside : inside.reverse();
}

/** At most this many signs are combined. */
const mostSigns = 6;

/**
 * With several letters, breaks divide space into cells, one for each combination of their signs. Every combination must
 * have been checked, or be impossible: (|x-50|+x-50)(|y-50|+y-50) is zero unless x and y both are above 50.
 */
class Signs {
  private readonly seen = new Set<string>();
  private readonly breaks: Expr[] = [];
  /** The values of each break at a few points. */
  private readonly values: number[][] = [];

  constructor(
    breaks: readonly Break[],
    private readonly sampling: Sampling,
  ) {
    if (sampling.names.length < 2) return;
    const points = [0, 1, 2, 3, 4].map((i) => drawPoint(i, sampling));
    for (const { of, ends } of breaks) {
      // Where a domain ends, there is no value on the other side.
      if (ends || freeNames(of).size === 0 || keepsSign(of)) continue;
      const values = points.map((point) => {
        const x = realValue(of, point, 64, sampling.budget);
        return typeof x === "string" ? Number.NaN : ball.containsZero(x) ? 0 : ball.toNumber(x);
      });
      if (values.every((x) => x === 0)) continue;
      this.breaks.push(of);
      this.values.push(values);
    }
    this.dropProducts();
  }

  /** An expression that is a product of others has the product of their signs. */
  private dropProducts(): void {
    for (let k = this.breaks.length - 1; k >= 0 && this.breaks.length <= 2 * mostSigns; k--) {
      const others = this.values.filter((_, i) => i !== k);
      this.sampling.budget.spend(2 ** others.length);
      for (let subset = 1; subset < 2 ** others.length; subset++) {
        const product = others.reduce(
          (all, values, i) => ((subset >> i) & 1 ? all.map((x, point) => x * values[point]!) : all),
          [1, 1, 1, 1, 1],
        );
        if (!areProportional(product, this.values[k]!)) continue;
        this.breaks.splice(k, 1);
        this.values.splice(k, 1);
        break;
      }
    }
  }

  /** The combination at a point; undefined if it is at a break. */
  note(point: RealPoint): string | undefined {
    const { budget } = this.sampling;
    let key = "";
    for (const of of this.breaks) {
      const x = realValue(of, point, 64, budget);
      const sign = typeof x === "string" ? undefined : ball.sign(x);
      if (sign === undefined || sign === 0) return undefined;
      key += sign > 0 ? "+" : "-";
    }
    this.seen.add(key);
    return key;
  }

  areComplete(): boolean {
    const count = this.breaks.length;
    if (count > mostSigns) return false;
    for (let k = 0; k < 2 ** count; k++) {
      const signs = this.breaks.map((_, i) => ((k >> i) & 1 ? 1 : -1));
      const key = signs.map((sign) => (sign > 0 ? "+" : "-")).join("");
      if (!this.seen.has(key) && !this.isImpossible(signs)) return false;
    }
    return true;
  }

  /** Whether a sum of some breaks with these signs and positive factors is a constant that is not positive. */
  private isImpossible(signs: readonly number[]): boolean {
    const rows = this.values.map((values, i) => values.map((x) => signs[i]! * x));
    this.sampling.budget.spend(rows.length ** 2);
    return rows.some((a, i) =>
      rows
        .slice(i + 1)
        .some((b, j) => cancel([a, b]) || rows.slice(i + j + 2).some((c) => cancel([a, b, c]))),
    );
  }
}

/** Whether positive factors for all rows but the first make their sum a constant that is not positive. */
function cancel([first, ...others]: [number[], ...number[][]]): boolean {
  const change = (row: readonly number[], point: number): number => row[point]! - row[0]!;
  const [b, c] = others as [number[], number[] | undefined];
  let factors: number[];
  if (c) {
    const determinant = change(b, 1) * change(c, 2) - change(c, 1) * change(b, 2);
    factors = [
      (change(c, 1) * change(first, 2) - change(first, 1) * change(c, 2)) / determinant,
      (change(first, 1) * change(b, 2) - change(b, 1) * change(first, 2)) / determinant,
    ];
  } else factors = [-change(first, 1) / change(b, 1)];
  if (!factors.every((factor) => factor > 0 && Number.isFinite(factor))) return false;
  const sums = first.map((x, point) => others.reduce((sum, row, i) => sum + factors[i]! * row[point]!, x));
  const sizes = first.map((x, point) =>
    others.reduce((sum, row, i) => sum + Math.abs(factors[i]! * row[point]!), Math.abs(x)),
  );
  return sums.every(
    (sum, point) =>
      sum <= 1e-9 * sizes[point]! && Math.abs(sum - sums[0]!) <= 1e-9 * (sizes[point]! + sizes[0]!),
  );
}

function areProportional(a: readonly number[], b: readonly number[]): boolean {
  const ratio = a[0]! / b[0]!;
  return a.every((x, i) => Math.abs(x - ratio * b[i]!) <= 1e-9 * Math.abs(x));
}
