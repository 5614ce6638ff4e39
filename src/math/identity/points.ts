// The points at which two expressions are evaluated: numbers without a pattern, of every size and sign, derived from a
// hash of both sides. Letters that are whole numbers by the gold get whole numbers, enough of them for the degrees of
// freedom of the two sides.

import type { Ball } from "../ball/index.ts";
import * as ball from "../ball/index.ts";
import {
  binds,
  type Expr,
  type ExprOf,
  fn,
  freeNames,
  has,
  mapParts,
  nodesIn,
  parts,
} from "../expression/expr.ts";
import { type Rational, rational } from "../expression/rational.ts";
import { functionNamed } from "../functions/functions.ts";
import { agreeAt, type Pair } from "../numeric/agreement.ts";
import { ballAt, type Coordinate, Generic, realValue } from "../numeric/evaluate.ts";
import { type Budget, work } from "../terms/limits.ts";
import type { Stream } from "../terms/random.ts";

export type RealPoint = Map<string, Coordinate>;

/** The properties of an expression that decide which points are useful. */
interface Traits {
  /** Names that stand for whole numbers. */
  whole: ReadonlySet<string>;
  /** Floors, ceilings or remainders. */
  steps: boolean;
  /** Sums, where large whole numbers cost much. */
  sums: boolean;
  /** Sums that are empty if all names are zero: formulas for them are often wrong there. */
  empties: boolean;
  /** Exponentials, whose values far out are too large to follow. */
  grows: boolean;
  /** Greatest common divisors and the like. */
  divides: boolean;
  /** The numbers that occur, where something changes. */
  numbers: Set<bigint>;
  /** The number of whole numbers at which two such expressions may agree without being identical. */
  freedom: number;
}

/** Only the gold shows which letters are whole numbers: an answer with (-1)^x must not choose where it is evaluated. */
export function traitsOf(gold: Expr, answer: Expr, whole: ReadonlySet<string>): Traits {
  const traits: Traits = {
    whole,
    steps: false,
    sums: false,
    empties: false,
    divides: false,
    grows: false,
    numbers: new Set(),
    freedom: freedomOf(gold, whole) + freedomOf(answer, whole) + 1,
  };
  note(gold, traits);
  note(answer, traits);
  return traits;
}

/** Letters that usually count. */
const counts = /^[i-nN](_|$)/;

/** A floor of `n` or `2n + 1/2`: if n were a whole number, the floor would do nothing, or shift all values alike. */
const isIdle = (e: Expr): boolean => {
  if (e.t !== "fn" || e.args.length !== 1) return false;
  const [argument] = e.args;
  const terms = argument!.t === "add" ? argument!.args : [argument!];
  return terms.every((term) => freeNames(term).size === 0 || isWholePolynomial(term));
};

const isWholePolynomial = (e: Expr): boolean => {
  switch (e.t) {
    case "num":
      return e.d === 1n;
    case "sym":
      return true;
    case "add":
    case "mul":
      return parts(e).every(isWholePolynomial);
    case "pow":
      return isWholePolynomial(e.base) && e.exp.t === "num" && e.exp.d === 1n && e.exp.n >= 0n;
    default:
      return false;
  }
};

/**
 * The names that are only meaningful as whole numbers: in a power of a negative number, a factorial, the bound of a
 * sum; and counting letters in a floor.
 */
export function wholeNames(expr: Expr): Set<string> {
  const found = new Set<string>();
  const keep = (e: Expr, isKept = (_: string) => true): void => {
    for (const name of freeNames(e)) if (isKept(name)) found.add(name);
  };
  const collect = (e: Expr): void => {
    if (freeNames(e).size === 0) return;
    if (e.t === "pow" && e.base.t === "num" && e.base.n < 0n) keep(e.exp);
    const entry = e.t === "fn" ? functionNamed(e.name) : undefined;
    if (entry?.whole) keep(e);
    if (entry?.breaks?.steps && !isIdle(e)) keep(e, (name) => counts.test(name));
    if (e.t === "big") {
      keep(e.lower);
      keep(e.upper);
    }
    for (const part of parts(e)) collect(part);
  };
  collect(expr);
  return found;
}

/**
 * The names that may be whole numbers if an answer needs it: counting letters of the gold in an exponent or an angle,
 * or that are bounds of the answer's sums; and counting letters that only the answer has.
 */
export function countingNames(gold: Expr, answer: Expr): Set<string> {
  const found = new Set<string>();
  const collect = (e: Expr, inside: boolean): void => {
    if (e.t === "sym" && inside && counts.test(e.name)) found.add(e.name);
    const within = inside || (e.t === "fn" && functionNamed(e.name)?.periodic === true);
    if (e.t === "pow") {
      collect(e.base, within);
      collect(e.exp, true);
    } else for (const part of parts(e)) collect(part, within);
  };
  const bounds = (e: Expr): void => {
    if (e.t === "big")
      for (const end of [e.lower, e.upper])
        for (const name of freeNames(end))
          if (counts.test(name) && freeNames(gold).has(name)) found.add(name);
    for (const part of parts(e)) bounds(part);
  };
  collect(gold, false);
  bounds(answer);
  // The gold does not depend on them: 1 is (-1)^{2n}.
  for (const name of wholeNames(answer)) if (counts.test(name) && !freeNames(gold).has(name)) found.add(name);
  return found;
}

function note(expr: Expr, traits: Traits): void {
  switch (expr.t) {
    case "num":
      for (const n of [expr.n < 0n ? -expr.n : expr.n, expr.d])
        if (n > 2n && n < 1_000_000_000_000n && traits.numbers.size < 8) traits.numbers.add(n);
      break;
    case "pow":
      if (freeNames(expr.exp).size > 0) traits.grows = true;
      break;
    case "fn": {
      const entry = functionNamed(expr.name);
      if (entry?.breaks?.steps) {
        if (entry.breaks.how === "jumps") traits.steps = true;
        if (entry.takes !== undefined) traits.divides = true;
      }
      if (entry?.grows) traits.grows = true;
      break;
    }
    case "big":
      traits.sums = true;
      if (!(atZero(expr.upper) >= atZero(expr.lower))) traits.empties = true;
      break;
    default:
  }
  for (const part of parts(expr)) note(part, traits);
}

/** The bound of a sum if all names are zero; NaN if it is not a short sum. */
function atZero(e: Expr): number {
  if (e.t === "num") return Number(e.n) / Number(e.d);
  if (e.t === "sym") return 0;
  if (e.t === "add") return e.args.reduce((sum, arg) => sum + atZero(arg), 0);
  return e.t === "mul" ? e.args.reduce((product, arg) => product * atZero(arg), 1) : Number.NaN;
}

/**
 * How many zeros an expression may have in whole numbers: for a polynomial its degree, for a sum of exponentials with
 * polynomial factors the number of their coefficients.
 */
export function freedomOf(e: Expr, whole: ReadonlySet<string>): number {
  if (whole.size === 0) return 0;
  const of = (part: Expr): number => freedomOf(part, whole);
  // Each part is visited once: visiting it twice on each level would be exponential in the depth.
  const total = (all: readonly Expr[]): number => all.reduce((sum, part) => sum + of(part), 0);
  switch (e.t) {
    case "num":
    case "const":
      return 0;
    case "sym":
      return whole.has(e.name) ? 1 : 0;
    case "add": {
      const terms = e.args.map(of);
      return terms.every((term) => term === 0) ? 0 : terms.reduce((sum, term) => sum + Math.max(1, term), -1);
    }
    case "mul":
      return total(e.args);
    case "pow": {
      const base = of(e.base);
      if (e.exp.t !== "num") return 1 + base + of(e.exp);
      return base === 0 ? 0 : base * Math.max(1, Math.abs(Number(e.exp.n)) / Number(e.exp.d));
    }
    case "fn": {
      const inside = e.args.map(of);
      const degree = functionNamed(e.name)?.degree?.(e.args);
      const sum = inside.reduce((all, each) => all + each, 0);
      return sum === 0 ? 0 : degree === undefined ? 1 + sum : inside[0]! * degree;
    }
    case "big": {
      const [low, high] = [e.lower, e.upper];
      if (low.t === "num" && high.t === "num") return of(e.body) * Math.max(1, Number(high.n - low.n) + 1);
      return 1 + freedomOf(e.body, new Set([...whole, e.variable])) + total([low, high]);
    }
    default:
      return total(parts(e));
  }
}

/** More whole numbers than these are not tested. */
const mostWholes = 400;

/**
 * The first whole numbers, as many as necessary, and those near the numbers in the expressions; undefined if these are
 * too many.
 */
function wholeValues(traits: Traits): bigint[] | undefined {
  const limit = traits.sums ? 60n : 3000n;
  if (traits.freedom > mostWholes) return undefined;
  const found = new Set<bigint>();
  // Divisibility is periodic: all residues of a small modulus are tested.
  const first = Math.max(4, Math.ceil(traits.freedom) + 2, traits.divides ? 130 : 0);
  for (let k = traits.empties ? 1n : 0n; k < BigInt(first); k++) found.add(k);
  for (const n of traits.numbers)
    for (const k of [n, 2n * n, n - 1n, n + 1n]) if (k >= 0n && k <= limit) found.add(k);
  return [...found];
}

/** Letters that a factorial or a power of -1 makes whole numbers; others are tried between these as well. */
const wholeOnly = /^[a-sA-S](_|$)/;

/** Values between whole numbers, for a letter that need not be whole, if both sides may have a value there. */
const quarters = [1n, 3n, 6n, 7n, 10n, -2n, -3n].map((n) => ball.scale(ball.fromInt(n), -2));

/** The components of points. */
export interface Sampling {
  readonly names: readonly string[];
  readonly traits: Traits;
  readonly random: Stream;
  readonly budget: Budget;
}

/** A point is charged before it is built, because it is long if there are many names. */
function build(
  names: readonly string[],
  budget: Budget,
  value: (name: string, index: number) => Coordinate,
): RealPoint {
  budget.spend(names.length);
  work.places += names.length;
  return new Map(names.map((name, j) => [name, value(name, j)]));
}

/** Whether the tested whole numbers are enough to distinguish such expressions. */
export const canTell = ({ traits }: Sampling): boolean =>
  traits.whole.size === 0 || wholeValues(traits) !== undefined;

/**
 * The points with whole coordinates: each whole name takes the first values, then two of them all small ones. Floors
 * are tested at whole and half numbers too. The points are made one by one, on demand.
 */
export function* wholePoints({ names, traits, random, budget }: Sampling): Generator<RealPoint> {
  const whole = (traits.whole.size > 0 && wholeValues(traits)) || [];
  for (const [k, name] of names.entries()) {
    const broken = wholeOnly.test(name) ? [] : quarters;
    const values = traits.whole.has(name)
      ? [...whole.map(ball.fromInt), ...broken]
      : traits.steps
        ? halves(traits).map((n) => ball.scale(ball.fromInt(n), -1))
        : [];
    for (const [i, value] of values.entries())
      yield build(names, budget, (other, j) =>
        j === k ? value : draw(random, i + j, traits.whole.has(other), traits),
      );
    if (k === 0 && names.filter((n) => traits.whole.has(n)).length > 1)
      yield* smallGrid(names, traits, budget);
    if (k === 0 && names.length > 1)
      for (const value of values)
        yield build(names, budget, (_, j) =>
          ball.add(value, ball.fromInt(traits.divides ? 0n : BigInt(j)), 128),
        );
  }
}

/** Twice the whole and half numbers near zero, and near multiples of the numbers that occur. */
function halves(traits: Traits): bigint[] {
  const found = new Set<bigint>();
  for (let k = -14n; k <= 14n; k++) found.add(k);
  for (const n of traits.numbers)
    for (const k of [1n, 2n, 3n]) for (const by of [-2n, 0n, 2n]) found.add(2n * k * n + by);
  return [...found];
}

/** All small values of the first two names that are whole numbers. */
function* smallGrid(names: readonly string[], traits: Traits, budget: Budget): Generator<RealPoint> {
  const [first, second] = names.filter((name) => traits.whole.has(name));
  const least = traits.empties ? 1n : 0n;
  for (let i = least; i <= 4n; i++)
    for (let j = least; j <= 4n; j++)
      yield build(names, budget, (name) => ball.fromInt(name === first ? i : name === second ? j : 2n));
}

/** Point number `i` of those that are drawn. */
export const drawPoint = (i: number, { names, traits, random, budget }: Sampling): RealPoint =>
  build(names, budget, (name, k) =>
    draw(random, names.length === 1 ? i : i + k * (1 + (i % 4)), isWholeIn(i, name, traits), traits),
  );

const isWholeIn = (i: number, name: string, { whole }: Traits): boolean =>
  whole.has(name) && (i % 2 === 0 || wholeOnly.test(name));

const far = ball.scale(ball.ONE, 40);

/** The ranges of the random numbers; the last ones only if values far out can be computed. */
const stretches = (
  [
    [1n, 65n],
    [-32n, 32n],
    [0n, 16n],
    [16n, 144n],
    [-32n, 0n],
    [-96n, -32n],
    [80n, 1104n],
    [-1104n, -80n],
    [1440n, 34208n],
  ] as const
).map((ends) => ends.map((n) => ball.scale(ball.fromInt(n), -4)) as [ball.Ball, ball.Ball]);

/** A number of the kind that point number `i` uses. */
export function draw(random: Stream, i: number, whole: boolean, traits: Traits): Coordinate {
  if (whole) {
    const { freedom, sums, empties } = traits;
    const range = sums ? [9, 14, 24] : [9, 40, 150];
    const most = Math.min(mostWholes, Math.ceil(range[i % 3]! + (sums ? 1 : 1 + (i % 3)) * freedom));
    return ball.fromInt(BigInt(random.below(most) + (i % 4 === 3 && !empties ? 0 : 1)));
  }
  const kinds = traits.grows ? 6 : 11;
  const [from, to] =
    stretches[i % kinds] ??
    (i % kinds === 9 ? [ball.neg(far), ball.fromInt(-9000n)] : [ball.fromInt(9000n), far]);
  return new Generic(from, to, random);
}

/** An odd number of twelve binary digits: longer ones would have to be evaluated to more digits. */
const oddNumber = (random: Stream): bigint => BigInt(2 * random.below(2 ** 10) + 2 ** 11 + 1);

/** A fraction between 1/16 and 15/16. */
export function shareOf(random: Stream): Rational {
  const d = oddNumber(random);
  return rational(d / 16n + (BigInt(random.next()) % ((d * 7n) / 8n)), d);
}

const bits = 512;

/** Three numbers between two others, or beyond the only one given: near to it and far away. */
export function* numbersWithin(
  from: Ball | undefined,
  to: Ball | undefined,
  random: Stream,
): Generator<Generic> {
  const end = (from ?? to)!;
  const far = ball.scale(ball.fromInt(5n), Math.max(1, ball.magnitude(end)));
  for (const reach of [ball.scale(ball.fromInt(19n), -4), ball.scale(ball.ONE, -4), far]) {
    const step = from ? reach : ball.neg(reach);
    const first = ball.midpoint(ball.add(end, step, bits));
    yield from && to
      ? new Generic(from, to, random)
      : new Generic(first, ball.midpoint(ball.add(first, step, bits)), random);
  }
}

/** Numbers with more digits before or after the point are not written out as fractions. */
const longest = 300;

/** A simple fraction very near to a number; undefined if there is none. */
export function fractionNear(x: Generic, random: Stream): Rational | undefined {
  const size = ball.magnitude(x.width);
  if (Math.abs(size) > longest || Math.abs(ball.magnitude(x.at(64))) > longest) return undefined;
  const scale = Math.max(0, 16 - size);
  const d = oddNumber(random) << BigInt(scale);
  const n = ball.floor(ball.midpoint(ball.mul(x.at(bits), ball.fromInt(d), 2 * bits)));
  return n === undefined ? undefined : rational(n, d);
}

// An answer must have a value wherever the gold has one: (√x)² is not |x|. Single points do not count, and two
// conventions of textbooks are allowed.

export const isLogarithm = (e: Expr): e is ExprOf<"fn"> =>
  e.t === "fn" && e.name === "ln" && freeNames(e).size > 0;
const isOfAbsolute = (e: Expr): boolean =>
  isLogarithm(e) && has(e, (part) => part.t === "fn" && part.name === "abs");

/** The same with the logarithms of absolute values: \ln x for \ln|x| is usual in antiderivatives. */
export function withAbsoluteLogarithms(e: Expr): Expr {
  if (!has(e, isLogarithm)) return e;
  if (binds(e)) return e;
  const next = mapParts(e, withAbsoluteLogarithms);
  const [arg] = next.t === "fn" ? next.args : [];
  const isPlain = isLogarithm(next) && !(arg?.t === "fn" && arg.name === "abs");
  return isPlain ? fn("ln", fn("abs", arg!)) : next;
}

const isConditional = (e: Expr): boolean => e.t === "fn" && e.name === "given";

function withoutConditions(e: Expr): Expr {
  if (!has(e, isConditional) || binds(e)) return e;
  return isConditional(e) ? withoutConditions(parts(e)[0]!) : mapParts(e, withoutConditions);
}

/** Whether all letters are positive at a point. */
export const isPositive = (point: RealPoint): boolean =>
  [...point.values()].every((x) => ball.sign(ballAt(x, 64)) === 1);

/**
 * Whether an answer without a value at a point is incomplete there. Letters are mostly positive, so at most one of them
 * is negative where that matters (√a√b for √(ab)); and logarithms may be split (2\ln x for \ln x²).
 */
export function isLacking({ a, b, complex }: Pair, point: RealPoint, budget: Budget): boolean {
  budget.spend(point.size + nodesIn(a) + nodesIn(b));
  let negative = 0;
  let whole = 0;
  for (const x of point.values()) {
    if (!("at" in x)) whole++;
    const sign = ball.sign(ballAt(x, 64));
    if (sign === -1) negative++;
    // Counting starts at one.
    if (!("at" in x) && sign === 0) return false;
  }
  if (negative > 1) return false;
  // n!/(n-2)! is n(n-1), which is zero where the factorials end, whatever its factor.
  if (whole > 0) {
    const value = realValue(a, point, 64, budget);
    if (typeof value !== "string" && ball.isExactZero(value)) return false;
  }
  // A series has its value only inside its circle of convergence.
  if (
    has(b, isConditional) &&
    agreeAt({ a, b: withoutConditions(b), complex }, point, 64, budget) === "agree"
  )
    return false;
  if (!has(a, isLogarithm) || has(a, isOfAbsolute)) return true;
  const absolute = { a: withAbsoluteLogarithms(a), b: withAbsoluteLogarithms(b), complex };
  return agreeAt(absolute, point, 64, budget) !== "agree";
}
