// Where one formula of an expression ends and another begins: at the zeros that the entries of its functions name, at
// zeros below roots, and at the poles inside either. Between two such places an expression is analytic, so one point
// represents all. On a line in one letter, the places are exact numbers if the equation can be solved, and otherwise
// small stretches outside of which balls prove that there is none.

import {
  degree,
  fractionOf,
  isOfOneSign,
  type Polynomial,
  realZeros,
  zerosBelow,
} from "../algebra/polynomial.ts";
import type { Ball } from "../ball/index.ts";
import * as ball from "../ball/index.ts";
import { partOfPi } from "../exact/separation.ts";
import { by, differentiate, linearIn } from "../exact/symbolic.ts";
import {
  div,
  type Expr,
  type ExprOf,
  fn,
  freeNames,
  fromRational,
  has,
  isSame,
  mapParts,
  neg,
  num,
  parts,
  pow,
  sub,
} from "../expression/expr.ts";
import { absolute, inverse, lcm, minus, type Rational, rational } from "../expression/rational.ts";
import type { Range, Steps } from "../functions/entry.ts";
import { functionNamed } from "../functions/functions.ts";
import { leastPrecisionFor } from "../numeric/agreement.ts";
import { compareConstants, rationalOf } from "../numeric/constant.ts";
import { nowhere, realValue } from "../numeric/evaluate.ts";
import { type Budget, work } from "../terms/limits.ts";

/** An expression at whose zeros a formula may change. */
export interface Break {
  of: Expr;
  /** Whether only a change of its sign counts, so that a zero that it touches does not. */
  bySign: boolean;
  /** Whether it ends a domain: on one side of it the expression has no value. */
  ends: boolean;
}

export const breaksOf = (e: Expr) => (e.t === "fn" ? functionNamed(e.name)?.breaks : undefined);

/** Whether a function jumps again and again, or depends on divisibility. */
export const isStep = (e: Expr): boolean => breaksOf(e)?.steps !== undefined;
export const stepsOf = (e: Expr): Steps | undefined =>
  e.t === "fn" ? breaksOf(e)?.steps?.(e.args) : undefined;

/** Zero to a power: one if the exponent is zero, and zero otherwise. */
const isIndicator = (e: Expr): boolean =>
  e.t === "pow" && e.base.t === "num" && e.base.n === 0n && freeNames(e.exp).size > 0;

/** Whether an expression itself breaks somewhere, or depends on divisibility. */
export function isBreaking(e: Expr): boolean {
  if (isIndicator(e)) return true;
  if (e.t === "pow") return !(e.exp.t === "num" && e.exp.d === 1n) && freeNames(e.base).size > 0;
  return breaksOf(e) !== undefined && freeNames(e).size > 0;
}

/** At most this many breaks are checked. */
const most = 24;

/**
 * The breaks of some expressions; undefined if there are too many, or if an expression has a special value at single
 * points.
 */
export function breaksIn(exprs: readonly Expr[], names: readonly string[]): Break[] | undefined {
  if (exprs.some((e) => has(e, isIndicator))) return undefined;
  const found: Break[] = [];
  const isFree = (e: Expr): boolean => names.some((name) => freeNames(e).has(name));
  /** A product is zero where a factor is, a power where its base is, and some functions where other expressions are. */
  const keep = (of: Expr, bySign: boolean, ends = false): void => {
    if (!isFree(of) || found.length > most || (bySign && keepsSign(of))) return;
    work.nodes++;
    const zeros =
      of.t === "mul"
        ? of.args
        : of.t === "pow" && !isFree(of.exp)
          ? [of.base]
          : of.t === "fn"
            ? functionNamed(of.name)?.zeros?.(of.args[0]!)
            : undefined;
    const ways = zeros ?? (hasNoZero(of) ? [] : formulasOf(of));
    if (ways) for (const way of ways) keep(way, bySign);
    else found.push({ of, bySign, ends });
  };
  const poles = (e: Expr): void => {
    if (!isFree(e)) return;
    if (e.t === "pow" && e.exp.t === "num" && e.exp.n < 0n) keep(e.base, false);
    for (const part of parts(e)) poles(part);
  };
  const collect = (e: Expr): void => {
    if (!isFree(e)) return;
    if (e.t === "pow" && !(e.exp.t === "num" && e.exp.d === 1n) && isFree(e.base)) {
      keep(e.base, false, e.exp.t !== "num" || e.exp.d % 2n === 0n);
      poles(e.base);
    }
    const breaks = breaksOf(e);
    if (e.t === "fn" && breaks && !breaks.steps) {
      for (const zero of breaks.zeros?.(e.args) ?? [])
        keep(zero, breaks.how === "turns", breaks.how === "ends");
      for (const arg of e.args) poles(arg);
    }
    for (const part of parts(e)) collect(part);
  };
  for (const e of exprs) collect(e);
  return found.length > most ? undefined : found;
}

/**
 * An expression for each formula that the first function with several formulas may have: where the expression is zero,
 * one of these is.
 */
function formulasOf(e: Expr): readonly Expr[] | undefined {
  if (e.t !== "add" && e.t !== "mul" && e.t !== "pow" && e.t !== "fn") return undefined;
  const own = e.t === "fn" ? functionNamed(e.name)?.formulas?.(e.args) : undefined;
  if (own) return own;
  for (const [i, part] of parts(e).entries()) {
    const ways = formulasOf(part);
    if (!ways) continue;
    return ways.map((way) => {
      work.nodes++;
      if (e.t === "pow") return i === 0 ? { ...e, base: way } : { ...e, exp: way };
      return { ...e, args: e.args.map((arg, j) => (j === i ? way : arg)) };
    });
  }
  return undefined;
}

/** Whether an expression is known to keep its sign for all values of its variables. */
export function keepsSign(e: Expr): boolean {
  const [low, high] = rangeOf(e);
  return low >= 0 || high <= 0;
}

/** Whether an expression is known to have no zero, for all values of its variables. */
function hasNoZero(e: Expr): boolean {
  const [low, high] = rangeOf(e);
  return low > 0 || high < 0 || (e.t === "pow" && e.base.t === "num" && e.base.n !== 0n);
}

const anywhere: Range = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
const notNegative: Range = [0, Number.POSITIVE_INFINITY];

/** Bounds for all real values of the variables, slightly too wide rather than too narrow. */
function rangeOf(e: Expr): Range {
  switch (e.t) {
    case "num": {
      const value = Number(e.n) / Number(e.d);
      return Number.isFinite(value) ? [value, value] : e.n > 0n ? notNegative : anywhere;
    }
    case "const":
      return e.name === "pi" ? [3.14, 3.15] : e.name === "e" ? [2.71, 2.72] : anywhere;
    case "add":
      return e.args.map(rangeOf).reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0] as Range);
    case "mul":
      return productRange(e.args);
    case "pow":
      return powerRange(e);
    case "fn":
      return functionNamed(e.name)?.range?.(e.args.length === 1 ? rangeOf(e.args[0]!) : anywhere) ?? anywhere;
    default:
      return anywhere;
  }
}

/** A factor that occurs twice is a square. */
function productRange(args: readonly Expr[]): Range {
  const [first, second] = args;
  if (args.length === 2 && first?.t === "sym" && second?.t === "sym" && first.name === second.name)
    return notNegative;
  return args.map(rangeOf).reduce(
    ([a, b], [c, d]) => {
      const ends = [a * c, a * d, b * c, b * d].map((x) => (Number.isNaN(x) ? 0 : x));
      return [Math.min(...ends), Math.max(...ends)];
    },
    [1, 1] as Range,
  );
}

function powerRange(e: ExprOf<"pow">): Range {
  const [low, high] = rangeOf(e.base);
  if (e.exp.t !== "num")
    return low > 0 ? [Number.MIN_VALUE, Number.POSITIVE_INFINITY] : low >= 0 ? notNegative : anywhere;
  const k = Number(e.exp.n) / Number(e.exp.d);
  const even = e.exp.d % 2n === 0n || e.exp.n % 2n === 0n;
  if (low > 0 && k > 0) return [low ** k * (1 - 1e-12), high ** k * (1 + 1e-12)];
  if (even || low >= 0)
    return k > 0 && low < 0 && high < 0 && e.exp.d === 1n ? [high ** k * (1 - 1e-12), low ** k] : notNegative;
  return high <= 0 ? [Number.NEGATIVE_INFINITY, 0] : anywhere;
}

/** A place on the line: between two numbers, or exactly one. */
export interface Place {
  from: Ball;
  to: Ball;
  exact?: Expr;
}

const zero = num(0n);
const precision = 192;
const mostPlaces = 60;

/** The places where formulas in one name change, with some that are known, in rising order; undefined as below. */
export function placesIn(
  formulas: readonly Expr[],
  known: readonly Expr[],
  name: string,
  budget: Budget,
): Place[] | undefined {
  const breaks = breaksIn(formulas, [name]);
  const borders = known.map((at): Break => ({ of: sub({ t: "sym", name }, at), bySign: false, ends: false }));
  return breaks && !formulas.some((e) => has(e, isStep))
    ? orderedPlaces([...borders, ...breaks], name, budget)
    : undefined;
}

/** The places of all breaks in rising order; undefined if they cannot all be found and separated. */
export function orderedPlaces(breaks: readonly Break[], name: string, budget: Budget): Place[] | undefined {
  const different: Break[] = [];
  for (const turn of breaks)
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

/**
 * Powers in which two breaks are compared: the same except for a factor, or one is in this way the square of the other.
 */
const powers = [
  [1n, 1n],
  [2n, 1n],
  [1n, 2n],
] as const;

function areZeroTogether(e: Expr, f: Expr, name: string, budget: Budget): boolean {
  if (isSame(e, f, budget)) return true;
  const points = [11n, 37n, -23n, 101n].map((n) => new Map([[name, ball.scale(ball.fromInt(n), -4)]]));
  // Breaks that are close to each other are distinguished by the numbers in them: x and x - 10^{-40}.
  const least = leastPrecisionFor({ a: e, b: f, complex: false }, points[0]!, budget);
  if (least === undefined) return false;
  const prec = 2 * least;
  const values = points.map(
    (point) => [realValue(e, point, prec, budget), realValue(f, point, prec, budget)] as const,
  );
  const known = values.filter(([x, y]) => typeof x !== "string" && typeof y !== "string") as [Ball, Ball][];
  if (known.length < 2) return false;
  return powers.some(([i, j]) => {
    const ratios = known.map(([x, y]) => {
      const [top, bottom] = [ball.powInt(x, i, prec), ball.powInt(y, j, prec)];
      return typeof top === "string" || typeof bottom === "string" ? "outside" : ball.div(top, bottom, prec);
    });
    return ratios.every((r) => typeof r !== "string" && ball.overlap(r, ratios[0] as Ball));
  });
}

/** All places where a break is zero or has a pole; undefined if some may be missing. */
function placesOf(turn: Break, variable: string, budget: Budget): Place[] | undefined {
  const { of } = turn;
  if (!freeNames(of).has(variable)) return [];
  if (freeNames(of).size > 1) return undefined;
  const zeros = zerosOf(of, variable, budget);
  if (!zeros) return stretches(turn, variable, budget);
  const places: Place[] = [];
  for (const exact of zeros) {
    const at = realValue(exact, nowhere, precision, budget);
    if (at === "outside") continue;
    if (at === "undecided") return undefined;
    const radius: Ball = { m: BigInt(Math.ceil(at.r)), e: at.e, r: 0 };
    const middle = ball.midpoint(at);
    const [from, to] = [ball.sub(middle, radius, 4 * precision), ball.add(middle, radius, 4 * precision)];
    places.push({ from, to, exact });
  }
  return places;
}

/** The zeros and poles as exact numbers. */
function zerosOf(e: Expr, variable: string, budget: Budget): Expr[] | undefined {
  const fraction = fractionOf(e, variable, budget);
  if (fraction) {
    const [top, bottom] = [polynomialZeros(fraction.num, budget), polynomialZeros(fraction.den, budget)];
    return top && bottom && [...top, ...bottom];
  }
  const line = linearIn(e, variable, budget);
  if (line && freeNames(line.slope).size + freeNames(line.offset).size === 0) return [zeroOf(line)];
  const inner = opened(e, variable, budget);
  return inner && zerosOf(inner, variable, budget);
}

/**
 * An expression with the zeros of another in which one logarithm, exponential or root has all occurrences of the
 * variable: `u - e^c` for `\ln u - c`.
 */
function opened(e: Expr, variable: string, budget: Budget): Expr | undefined {
  const holding = (part: Expr): Expr | undefined => {
    if (part.t !== "add" && part.t !== "mul") return part;
    const [only, ...others] = part.args.filter((arg) => freeNames(arg).has(variable));
    return only && others.length === 0 ? holding(only) : undefined;
  };
  const kernel = holding(e);
  if (!kernel || kernel === e) return kernel && valueOpened(kernel, zero);
  const replaced = (part: Expr): Expr =>
    part === kernel
      ? { t: "sym", name: variable }
      : part.t === "add" || part.t === "mul"
        ? mapParts(part, replaced)
        : part;
  const line = linearIn(replaced(e), variable, budget);
  return line && valueOpened(kernel, zeroOf(line));
}

const zeroOf = ({ slope, offset }: { slope: Expr; offset: Expr }): Expr =>
  slope.t === "num" ? by(fromRational(minus(inverse(slope))), offset) : neg(div(offset, slope));

/** An expression that is zero where a logarithm, an exponential or a root has this value. */
function valueOpened(kernel: Expr, value: Expr): Expr | undefined {
  if (kernel.t === "fn" && kernel.name === "ln")
    return sub(kernel.args[0]!, pow({ t: "const", name: "e" }, value));
  if (kernel.t !== "pow") return undefined;
  const { base, exp } = kernel;
  if (freeNames(base).size === 0) return sub(exp, div(fn("ln", value), fn("ln", base)));
  return exp.t === "num" && exp.n === 1n ? sub(base, pow(value, num(exp.d))) : undefined;
}

const polynomialZeros = (p: Polynomial, budget: Budget): Expr[] | undefined => {
  if (degree(p) >= 1 && !isOfOneSign(p)) return realZeros(p, budget);
  return degree(p) >= 1 && p[0]!.n === 0n ? [zero] : [];
};

/** The line is searched up to here, in cells that are halved this often, and at most this many of them. */
const [reach, halvings, mostCells] = [3, 12, 480] as const;

/** If zeros may be anywhere, the line is searched up to this power of two. */
const finely = 40;

/**
 * Stretches that may contain zeros: outside of them balls prove the sign, within the searched range. Undefined if a
 * stretch in which the sign may change cannot be made small.
 */
function stretches({ of: e, bySign, ends }: Break, variable: string, budget: Budget): Place[] | undefined {
  const point = new Map<string, Ball>();
  let looked = 0;
  const open: Place[] = [];
  const isProven = (cell: Ball): boolean => {
    const value = realValue(e, point.set(variable, cell), 64, budget);
    return value === "outside" || (typeof value !== "string" && ball.sign(value) !== undefined);
  };
  /** The cell with the middle m·2^power and as far to both sides as 2^power. */
  const look = (m: bigint, power: number, depth: number): void => {
    looked++;
    if (isProven({ m, e: power, r: 1 })) return;
    if (depth > 0 && looked < mostCells) {
      look(2n * m - 1n, power - 1, depth - 1);
      look(2n * m + 1n, power - 1, depth - 1);
      return;
    }
    const from: Ball = { m: m - 1n, e: power, r: 0 };
    const to: Ball = { m: m + 1n, e: power, r: 0 };
    const last = open[open.length - 1];
    if (last && ball.compare(last.to, from) !== -1) last.to = to;
    else open.push({ from, to });
  };
  const period = isPeriodic(e, variable) ? periodIn(e, variable, budget) : undefined;
  if (period === undefined && isPeriodic(e, variable)) return undefined;
  const bound = fractionOf(e, variable, budget);
  // The zeros of a polynomial have a bound. Beyond the end of a domain there is nothing to compare.
  const far = bound
    ? Math.max(reach, zerosBelow(bound.num), zerosBelow(bound.den))
    : Math.max(reach, Math.ceil(Math.log2(period ?? 1)));
  const beyond = bound || period !== undefined || ends ? far : finely;
  for (let k = beyond - 1; k >= far; k--) look(-3n, k - 1, halvings);
  for (let k = -8n; k < 8n; k++) look(2n * k + 1n, far - 4, halvings + far - reach);
  for (let k = far; k < beyond; k++) look(3n, k - 1, halvings);
  if (!bound && period === undefined && !keepsSignBeyond(e, variable, beyond, budget)) return undefined;
  // If a zero is touched without a change of sign, stretches stay wide; that matters only if a sign may change within.
  if (bySign && (looked >= mostCells || !open.every((place) => isSteep(e, variable, place, budget))))
    return undefined;
  return open;
}

/** Whether an expression provably rises or falls throughout a stretch, so that it has at most one zero there. */
function isSteep(e: Expr, variable: string, { from, to }: Place, budget: Budget): boolean {
  const slope = differentiate(e, variable, budget);
  const stretch = ball.hull(from, to, 64);
  const value = slope ? realValue(slope, new Map([[variable, stretch]]), 64, budget) : "undecided";
  return typeof value !== "string" && ball.sign(value) !== undefined;
}

const isWave = (e: Expr): e is ExprOf<"fn"> => e.t === "fn" && functionNamed(e.name)?.periodic === true;

/** Whether every occurrence of the variable is within a periodic function. */
function isPeriodic(e: Expr, variable: string): boolean {
  if (!freeNames(e).has(variable) || isWave(e)) return true;
  return e.t !== "sym" && parts(e).every((part) => isPeriodic(part, variable));
}

/** A common period of all periodic functions; undefined if they are not known to have one. */
function periodIn(e: Expr, variable: string, budget: Budget): number | undefined {
  let common: Rational | undefined;
  let ofTurns: boolean | undefined;
  const collect = (part: Expr): boolean => {
    if (!freeNames(part).has(variable)) return true;
    if (!isWave(part)) return parts(part).every(collect);
    const slope = linearIn(part.args[0]!, variable, budget)?.slope;
    if (!slope) return false;
    // In radians, or in multiples of π.
    const plain = rationalOf(slope, budget);
    const own = plain ?? partOfPi(slope, budget);
    ofTurns ??= plain === undefined;
    if (!own || own.n === 0n || ofTurns !== (plain === undefined)) return false;
    const { n, d } = absolute(own);
    // The least common multiple of d/n and the earlier ones.
    common = common ? rational(lcm(common.n * n, d * common.d), common.d * n) : rational(d, n);
    return true;
  };
  if (!collect(e) || !common) return undefined;
  return (Number(common.n) / Number(common.d)) * (ofTurns ? 2 : 2 * Math.PI);
}

/** Numbers far out, as m·2^k beyond the searched range. */
const farther = [
  [1n, 0],
  [3n, -1],
  [5n, 0],
  [11n, 1],
  [13n, 3],
  [7n, 7],
  [9n, 20],
] as const;

/** Whether the sign beyond the searched range is the one at its end, at some numbers far out. */
function keepsSignBeyond(e: Expr, variable: string, far: number, budget: Budget): boolean {
  for (const side of [1n, -1n]) {
    let last: number | undefined;
    for (const [n, power] of farther) {
      const value = realValue(e, new Map([[variable, { m: side * n, e: far + power, r: 0 }]]), 64, budget);
      const sign = typeof value === "string" ? undefined : ball.sign(value);
      if (sign !== undefined && last !== undefined && sign !== last) return false;
      last = sign ?? last;
    }
  }
  return true;
}
