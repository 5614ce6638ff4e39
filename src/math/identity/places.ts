// The places on a line where an expression in one variable is zero or has a pole: exactly where the equation can be
// solved, otherwise as small stretches outside of which balls prove that there is none.

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
import { coefficientsIn, differentiate, linearIn } from "../exact/symbolic.ts";
import {
  add,
  div,
  type Expr,
  fn,
  freeNames,
  mul,
  neg,
  num,
  parts,
  pi,
  pow,
  sub,
} from "../expression/expr.ts";
import { minus, type Rational, rational } from "../expression/rational.ts";
import { functionNamed } from "../functions/functions.ts";
import { rationalOf, signOf } from "../numeric/constant.ts";
import { realValue } from "../numeric/evaluate.ts";
import type { Budget } from "../terms/limits.ts";
import { leastCommonMultiple } from "./periods.ts";
import type { Turn } from "./turns.ts";

/** A place on the line: between two numbers, or exactly one. */
export interface Place {
  from: Ball;
  to: Ball;
  exact?: Expr;
}

const [half, two, zero] = [num(1n, 2n), num(2n), num(0n)];
const nowhere = new Map<string, never>();
const precision = 192;

/** All places where a turn is zero or has a pole; undefined where some may be missing. */
export function placesOf(turn: Turn, variable: string, budget: Budget): Place[] | undefined {
  const { of } = turn;
  if (!freeNames(of).has(variable)) return [];
  if (freeNames(of).size > 1) return undefined;
  const zeros = zerosOf(of, variable, budget, 3);
  if (!zeros) return stretches(turn, variable, budget);
  const places: Place[] = [];
  for (const exact of zeros) {
    const at = realValue(exact, nowhere, precision, budget);
    if (at === "outside") continue;
    if (at === "undecided") return undefined;
    places.push({ ...endsOf(at), exact });
  }
  return places;
}

/** The ends of a ball, themselves without error. */
function endsOf(x: Ball): { from: Ball; to: Ball } {
  const radius: Ball = { m: BigInt(Math.ceil(x.r)), e: x.e, r: 0 };
  const middle = ball.midpoint(x);
  return { from: ball.sub(middle, radius, 4 * precision), to: ball.add(middle, radius, 4 * precision) };
}

/** The zeros and poles as exact numbers, of periodic functions those nearest to zero. */
function zerosOf(e: Expr, variable: string, budget: Budget, depth: number): Expr[] | undefined {
  const fraction = fractionOf(e, variable, budget);
  if (fraction) {
    const [top, bottom] = [polynomialZeros(fraction.num, budget), polynomialZeros(fraction.den, budget)];
    return top && bottom && [...top, ...bottom];
  }
  const coefficients = coefficientsIn(e, variable, budget);
  if (coefficients?.every((c) => freeNames(c).size === 0)) {
    const [c, b, a, ...more] = coefficients as [Expr, Expr, Expr | undefined];
    if (a === undefined) return [neg(div(c, b))];
    if (more.length === 0) return quadraticZeros(a, b, c, budget);
  }
  return depth > 0 ? peeled(e, variable, budget, depth) : undefined;
}

const polynomialZeros = (p: Polynomial, budget: Budget): Expr[] | undefined => {
  if (degree(p) >= 1 && !isOfOneSign(p)) return realZeros(p, budget);
  return degree(p) >= 1 && p[0]!.n === 0n ? [zero] : [];
};

function quadraticZeros(a: Expr, b: Expr, c: Expr, budget: Budget): Expr[] | undefined {
  const lead = signOf(a, budget);
  if (lead === 0) return [neg(div(c, b))];
  const discriminant = sub(mul(b, b), mul(num(4n), a, c));
  const sign = signOf(discriminant, budget);
  if (lead === undefined || sign === undefined) return undefined;
  if (sign < 0) return [];
  const root = pow(discriminant, half);
  return (sign === 0 ? [zero] : [root, neg(root)]).map((r) => div(sub(r, b), mul(two, a)));
}

/** c + k·F(inner) is zero where inner is what F takes to -c/k. */
function peeled(e: Expr, variable: string, budget: Budget, depth: number): Expr[] | undefined {
  const terms = e.t === "add" ? e.args : [e];
  const inside = terms.filter((term) => freeNames(term).has(variable));
  const [term] = inside;
  if (inside.length !== 1 || !term) return undefined;
  const factors = term.t === "mul" ? term.args : [term];
  const [f, ...others] = factors.filter((factor) => freeNames(factor).has(variable));
  if (!f || others.length > 0) return undefined;
  const offset = add(zero, ...terms.filter((t) => t !== term));
  const value = neg(div(offset, mul(num(1n), ...factors.filter((factor) => factor !== f))));
  const found = preimages(f, value, budget);
  if (!found) return undefined;
  const zeros: Expr[] = [];
  for (const target of found.values) {
    const next = zerosOf(sub(found.inner, target), variable, budget, depth - 1);
    if (!next) return undefined;
    zeros.push(...next);
  }
  return zeros;
}

/** What must stand inside a function for it to have a value; of periodic ones a few. */
function preimages(f: Expr, value: Expr, budget: Budget): { inner: Expr; values: Expr[] } | undefined {
  if (f.t === "pow" && freeNames(f.base).size === 0) {
    const sign = signOf(value, budget);
    if (sign === undefined || signOf(f.base, budget) !== 1) return undefined;
    return { inner: f.exp, values: sign > 0 ? [div(fn("ln", value), fn("ln", f.base))] : [] };
  }
  if (f.t === "pow" && f.exp.t === "num" && f.exp.n !== 0n) {
    const { n, d } = f.exp;
    const sign = signOf(value, budget);
    if (sign === undefined) return undefined;
    if (sign === 0) return { inner: f.base, values: [zero] };
    if ((d % 2n === 0n || n % 2n === 0n) && sign < 0) return { inner: f.base, values: [] };
    const root = n < 0n ? pow(value, num(-d, -n)) : pow(value, num(d, n));
    return { inner: f.base, values: n % 2n === 0n ? [root, neg(root)] : [root] };
  }
  if (f.t !== "fn" || f.args.length !== 1) return undefined;
  const inner = f.args[0]!;
  if (f.name === "ln") return { inner, values: [pow({ t: "const", name: "e" }, value)] };
  if (f.name === "abs") {
    const sign = signOf(value, budget);
    return sign === undefined ? undefined : { inner, values: sign < 0 ? [] : [value, neg(value)] };
  }
  if (f.name !== "sin" && f.name !== "cos" && f.name !== "tan") return undefined;
  const beyond = f.name === "tan" ? -1 : signOf(sub(fn("abs", value), num(1n)), budget);
  if (beyond === undefined) return undefined;
  const first = fn(`arc${f.name}`, value);
  const values: Expr[] = [];
  for (let k = -1n; k <= 1n && beyond <= 0; k++) {
    const turn = mul(num(f.name === "tan" ? k : 2n * k), pi);
    values.push(add(first, turn));
    if (f.name === "sin") values.push(add(neg(first), turn, pi));
    if (f.name === "cos") values.push(add(neg(first), turn));
  }
  return { inner, values };
}

/** The line is looked at so far, in cells that are halved so often, and so many of them. */
const [reach, halvings, mostCells] = [3, 12, 480] as const;

/** Where zeros may be anywhere, the line is looked at up to this power of two. */
const finely = 40;

/**
 * Stretches that may hold zeros: outside of them balls prove the sign, as far as the line is looked at. Undefined where
 * a stretch in which the sign may change cannot be made small.
 */
function stretches({ of: e, bySign, ends }: Turn, variable: string, budget: Budget): Place[] | undefined {
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
  // Polynomials say where their zeros end. Beyond the end of a domain there is nothing to compare.
  const far = bound
    ? Math.max(reach, zerosBelow(bound.num), zerosBelow(bound.den))
    : Math.max(reach, Math.ceil(Math.log2(period ?? 1)));
  const beyond = bound || period !== undefined || ends ? far : finely;
  for (let k = beyond - 1; k >= far; k--) look(-3n, k - 1, halvings);
  for (let k = -8n; k < 8n; k++) look(2n * k + 1n, far - 4, halvings + far - reach);
  for (let k = far; k < beyond; k++) look(3n, k - 1, halvings);
  if (!bound && period === undefined && !keepsSignBeyond(e, variable, beyond, budget)) return undefined;
  // Where zeros are touched the stretches stay wide; that counts only where a sign may change within.
  if (bySign && (looked >= mostCells || !open.every((place) => isSteep(e, variable, place, budget))))
    return undefined;
  return open;
}

/** Whether an expression is seen to rise or fall throughout a stretch, so that it has one zero there at most. */
function isSteep(e: Expr, variable: string, { from, to }: Place, budget: Budget): boolean {
  const slope = differentiate(e, variable, budget);
  const stretch = ball.hull(from, to, 64);
  const value = slope ? realValue(slope, new Map([[variable, stretch]]), 64, budget) : "undecided";
  return typeof value !== "string" && ball.sign(value) !== undefined;
}

/** Whether every occurrence of the variable is within a periodic function. */
function isPeriodic(e: Expr, variable: string): boolean {
  if (!freeNames(e).has(variable)) return true;
  if (e.t === "sym") return false;
  if (e.t === "fn" && functionNamed(e.name)?.periodic) return true;
  return parts(e).every((part) => isPeriodic(part, variable));
}

/** A common period of all periodic functions; undefined where they are not known to have one. */
function periodIn(e: Expr, variable: string, budget: Budget): number | undefined {
  let common: Rational | undefined;
  let ofTurns: boolean | undefined;
  const collect = (part: Expr): boolean => {
    if (!freeNames(part).has(variable)) return true;
    if (part.t !== "fn" || !functionNamed(part.name)?.periodic) return parts(part).every(collect);
    const slope = linearIn(part.args[0]!, variable, budget)?.slope;
    if (!slope) return false;
    // In radians, or in parts of π.
    const plain = rationalOf(slope, budget);
    const own = plain ?? rationalOf(withoutPi(slope), budget);
    ofTurns ??= plain === undefined;
    if (!own || own.n === 0n || ofTurns !== (plain === undefined)) return false;
    const { n, d } = own.n < 0n ? minus(own) : own;
    // The least common multiple of d/n and what was found.
    common = common
      ? rational(leastCommonMultiple(common.n * n, d * common.d), common.d * n)
      : rational(d, n);
    return true;
  };
  if (!collect(e) || !common) return undefined;
  return (Number(common.n) / Number(common.d)) * (ofTurns ? 2 : 2 * Math.PI);
}

/** A multiple of π without it; anything else as it is. */
const withoutPi = (e: Expr): Expr =>
  e.t === "mul" ? { ...e, args: e.args.map(withoutPi) } : e.t === "const" && e.name === "pi" ? num(1n) : e;

/** Whether the sign beyond what was looked at is the one at its end, at some numbers far out. */
function keepsSignBeyond(e: Expr, variable: string, far: number, budget: Budget): boolean {
  for (const side of [1n, -1n]) {
    let last: number | undefined;
    for (const [n, power] of [
      [1n, far],
      [3n, far - 1],
      [5n, far],
      [11n, far + 1],
      [13n, far + 3],
      [7n, far + 7],
      [9n, far + 20],
    ] as const) {
      const value = realValue(e, new Map([[variable, { m: side * n, e: power, r: 0 }]]), 64, budget);
      const sign = typeof value === "string" ? undefined : ball.sign(value);
      if (sign !== undefined && last !== undefined && sign !== last) return false;
      last = sign ?? last;
    }
  }
  return true;
}
