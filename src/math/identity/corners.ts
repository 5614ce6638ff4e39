// Functions with corners (absolute values, minima, even roots of squares, inverse functions of periodic ones) agree
// or differ by the side of a corner one stands on. Here are points on every side that can be found, and the honest
// word that some side was never seen.

import { fractionOf, realZeros } from "../algebra/polynomial.ts";
import type { Ball } from "../ball/index.ts";
import * as ball from "../ball/index.ts";
import { linearIn } from "../exact/coefficients.ts";
import { div, type Expr, freeNames, neg, num, parts, sub, substitute } from "../expression/expr.ts";
import type { Range } from "../functions/entry.ts";
import { functionNamed } from "../functions/functions.ts";
import { realValue } from "../numeric/numeric.ts";
import type { Budget } from "../terms/limits.ts";
import { work } from "../terms/work.ts";

/** So many switches are looked at, and so many radicands. */
const most = 8;

/** The expressions whose sign decides which formula applies, and those whose zeros are worth a look. */
export function switchesIn(expr: Expr): { switches: Expr[]; radicands: Expr[] } {
  const [switches, radicands]: [Expr[], Expr[]] = [[], []];
  const keep = (list: Expr[], e: Expr): void => {
    if (list.length < most && freeNames(e).size > 0) list.push(e);
  };
  const collect = (e: Expr): void => {
    if (switches.length === most && radicands.length === most) return;
    const turnsAt = e.t === "fn" ? functionNamed(e.name)?.turnsAt : undefined;
    if (e.t === "fn" && turnsAt === "argument") keep(switches, e.args[0]!);
    if (e.t === "fn" && turnsAt === "differences")
      for (const [a, b] of pairsOf(e.args)) keep(switches, sub(a, b));
    if (e.t === "pow" && e.exp.t === "num" && e.exp.d % 2n === 0n) {
      // Under an even root a square changes its side where its base does.
      const square = e.base.t === "pow" && e.base.exp.t === "num" && e.base.exp.n % 2n === 0n;
      if (square && e.base.t === "pow") keep(switches, e.base.base);
      else keep(radicands, e.base);
    }
    for (const part of parts(e)) collect(part);
  };
  collect(expr);
  return { switches, radicands };
}

/** The first pairs of arguments of which one at least has a name in it. */
function pairsOf(args: readonly Expr[]): [Expr, Expr][] {
  const pairs: [Expr, Expr][] = [];
  for (const [i, a] of args.entries()) {
    const named = freeNames(a).size > 0;
    for (let j = i + 1; j < args.length && pairs.length < most; j++)
      if (named || freeNames(args[j]!).size > 0) {
        work.nodes++;
        pairs.push([a, args[j]!]);
      }
    if (pairs.length === most) break;
  }
  return pairs;
}

const nudge = (x: Ball, by: bigint, bits: number): Ball =>
  ball.add(x, ball.scale(ball.fromInt(by), bits), 128);

/** Values of one variable on all sides of the zeros of a switch; undefined where they cannot be found. */
export function sidesOf(
  e: Expr,
  variable: string,
  others: ReadonlyMap<string, Expr>,
  budget: Budget,
): Ball[] | undefined {
  const inOne = substitute(e, others, budget);
  const zeros = zerosOf(inOne, variable, budget);
  if (!zeros) return undefined;
  const at = zeros
    .map((zero) => realValue(zero, new Map(), 128, budget))
    .filter((z) => typeof z !== "string")
    .sort((a, b) => ball.toNumber(a) - ball.toNumber(b));
  const values: Ball[] = [];
  for (const [i, z] of at.entries()) {
    const next = at[i + 1];
    const far = Math.max(0, ball.magnitude(z) - 2);
    // Far from the zero, and close to it: a side may be short.
    values.push(nudge(z, -1n, far), nudge(z, 1n, far), nudge(z, -1n, -2), nudge(z, 1n, -2));
    if (next) values.push(ball.midpoint(ball.scale(ball.add(z, next, 128), -1)));
  }
  return values.map(ball.midpoint);
}

function zerosOf(e: Expr, variable: string, budget: Budget): Expr[] | undefined {
  const fraction = fractionOf(e, variable, budget);
  if (fraction) {
    const top = fraction.num.length === 0 ? [] : realZeros(fraction.num, budget);
    const bottom = realZeros(fraction.den, budget);
    if (top && bottom) return [...top, ...bottom];
  }
  const line = linearIn(e, variable, budget);
  return line && freeNames(line.slope).size + freeNames(line.offset).size === 0
    ? [neg(div(line.offset, line.slope))]
    : undefined;
}

/** Where an inverse function undoes a periodic one, values beyond the first period. */
export function periodsIn(variable: string, exprs: readonly Expr[], budget: Budget): Expr[] {
  const found: Expr[] = [];
  const collect = (e: Expr, insideInverse: boolean): void => {
    const entry = e.t === "fn" ? functionNamed(e.name) : undefined;
    const root = e.t === "pow" && e.exp.t === "num" && e.exp.d % 2n === 0n;
    if (e.t === "fn" && entry?.periodic && insideInverse) {
      const line = linearIn(e.args[0]!, variable, budget);
      if (line && freeNames(line.slope).size + freeNames(line.offset).size === 0)
        for (const t of [2n, 4n, 7n, -2n, -4n, -8n]) found.push(div(sub(num(t), line.offset), line.slope));
    }
    for (const part of parts(e)) collect(part, insideInverse || root || entry?.folds === true);
  };
  for (const e of exprs) collect(e, false);
  return found.slice(0, 24);
}

/** Whether an expression is seen to keep its sign whatever its variables are. */
export function keepsSign(e: Expr): boolean {
  const [low, high] = rangeOf(e);
  return low >= 0 || high <= 0;
}

const anywhere: Range = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
const notNegative: Range = [0, Number.POSITIVE_INFINITY];

/** Bounds for all real values of the variables, a little too wide rather than too narrow. */
export function rangeOf(e: Expr): Range {
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
      return functionRange(e.name, e.args);
    case "sym":
    case "big":
    case "integral":
    case "limit":
    case "derivative":
      return anywhere;
  }
}

/** A factor that occurs twice is a square. */
function productRange(args: readonly Expr[]): Range {
  const [first, second] = args;
  if (args.length === 2 && first?.t === "sym" && second?.t === "sym" && first.name === second.name)
    return notNegative;
  return args.map(rangeOf).reduce(([a, b], [c, d]) => {
    const ends = [a * c, a * d, b * c, b * d].map((x) => (Number.isNaN(x) ? 0 : x));
    return [Math.min(...ends), Math.max(...ends)];
  });
}

function powerRange(e: Extract<Expr, { t: "pow" }>): Range {
  const [low, high] = rangeOf(e.base);
  if (e.exp.t !== "num") return low >= 0 ? notNegative : anywhere;
  const k = Number(e.exp.n) / Number(e.exp.d);
  const even = e.exp.d % 2n === 0n || e.exp.n % 2n === 0n;
  if (low > 0 && k > 0) return [low ** k * (1 - 1e-12), high ** k * (1 + 1e-12)];
  if (even || low >= 0)
    return k > 0 && low < 0 && high < 0 && e.exp.d === 1n ? [high ** k * (1 - 1e-12), low ** k] : notNegative;
  return high <= 0 ? [Number.NEGATIVE_INFINITY, 0] : anywhere;
}

const functionRange = (name: string, args: readonly Expr[]): Range =>
  functionNamed(name)?.range?.(args.length === 1 ? rangeOf(args[0]!) : anywhere) ?? anywhere;

/** Whether two switches are the same up to sign, as far as the points show. */
export function sameSwitch(
  e: Expr,
  f: Expr,
  points: readonly ReadonlyMap<string, Ball>[],
  budget: Budget,
): boolean {
  return points.every((point) => {
    const [x, y] = [realValue(e, point, 64, budget), realValue(f, point, 64, budget)];
    if (typeof x === "string" || typeof y === "string") return false;
    return ball.overlap(ball.abs(x, 64), ball.abs(y, 64));
  });
}

/** The signs that a switch takes at points; both, or the one that was seen. */
export function signsSeen(
  e: Expr,
  points: readonly ReadonlyMap<string, Ball>[],
  budget: Budget,
): Set<number> {
  const seen = new Set<number>();
  for (const point of points) {
    const value = realValue(e, point, 64, budget);
    const sign = typeof value === "string" ? undefined : ball.sign(value);
    if (sign !== undefined && sign !== 0) seen.add(sign);
    if (seen.size === 2) break;
  }
  return seen;
}
