// Inequalities in one unknown, solved: between the places where the formulas of a difference, or its sign, may change,
// its sign is constant.

import { polynomialIn } from "../exact/symbolic.ts";
import {
  add,
  div,
  type Expr,
  fn,
  freeNames,
  fromRational,
  mul,
  num,
  pow,
  sub,
  substitute,
} from "../expression/expr.ts";
import { placesIn } from "../identity/breaks.ts";
import type { RelationOp } from "../notation/tree.ts";
import { knownValue, signOf } from "../numeric/constant.ts";
import { realValue } from "../numeric/evaluate.ts";
import type { Budget } from "../terms/limits.ts";
import { fractionOf } from "./polynomial.ts";
import { everything, intersection, interval, type Piece, type RealSet, union } from "./reals.ts";

/** Thrown if an inequality is of a kind that is not solved. */
export class Unsolved extends Error {}

type Strict = "<" | "≤" | ">" | "≥" | "≠";

/** All real values of the variable for which `left op right` holds. */
export function solveInequality(
  left: Expr,
  op: RelationOp,
  right: Expr,
  variable: string,
  budget: Budget,
): RealSet {
  if (left.t === "sym" && left.name === variable && !freeNames(right).has(variable))
    return bounded(op as Strict, right, budget);
  if (right.t === "sym" && right.name === variable && !freeNames(left).has(variable))
    return bounded(mirrored[op as Strict], left, budget);
  const opened =
    openMonotone(left, op as Strict, right, variable, budget) ??
    openMonotone(right, mirrored[op as Strict], left, variable, budget);
  return opened ?? solve(sub(left, right), op as Strict, variable, budget);
}

/** `\ln u < c`, `b^u < c` and `\sqrt u < c` for a constant c say something about u. */
function openMonotone(
  left: Expr,
  op: Strict,
  c: Expr,
  variable: string,
  budget: Budget,
): RealSet | undefined {
  if (freeNames(c).size > 0 || op === "≠") return undefined;
  const upward = op === ">" || op === "≥";
  if (left.t === "fn" && left.name === "ln") {
    const u = left.args[0]!;
    const positive = solveInequality(u, ">", num(0n), variable, budget);
    return intersection(
      positive,
      solveInequality(u, op, pow({ t: "const", name: "e" }, c), variable, budget),
      budget,
    );
  }
  if (left.t !== "pow" || left.exp.t === "num") {
    if (left.t !== "pow" || left.exp.t !== "num" || left.exp.n !== 1n || left.exp.d !== 2n) return undefined;
    const defined = solveInequality(left.base, "≥", num(0n), variable, budget);
    const sign = signOf(c, budget);
    if (sign === undefined) return undefined;
    if (sign < 0) return upward ? defined : [];
    return intersection(defined, solveInequality(left.base, op, pow(c, num(2n)), variable, budget), budget);
  }
  if (freeNames(left.base).size > 0) return undefined;
  const [sign, growth] = [signOf(c, budget), signOf(sub(left.base, num(1n)), budget)];
  if (sign === undefined || growth === undefined || growth === 0 || signOf(left.base, budget) !== 1)
    return undefined;
  if (sign <= 0) return upward ? everything : [];
  const exponent = div(fn("ln", c), fn("ln", left.base));
  return solveInequality(left.exp, growth > 0 ? op : mirrored[op], exponent, variable, budget);
}

const mirrored: Record<Strict, Strict> = { "<": ">", "≤": "≥", ">": "<", "≥": "≤", "≠": "≠" };

/** For which signs of a difference a relation holds. */
const allowed: Record<Strict, (sign: number) => boolean> = {
  "<": (sign) => sign < 0,
  "≤": (sign) => sign <= 0,
  ">": (sign) => sign > 0,
  "≥": (sign) => sign >= 0,
  "≠": (sign) => sign !== 0,
};

function bounded(op: Strict, value: Expr, budget: Budget): RealSet {
  const infinite = value.t === "const" && value.name === "infinity";
  const minusInfinite = value.t === "mul" && value.args.some((e) => e.t === "const" && e.name === "infinity");
  const holds = allowed[op];
  const at = infinite ? "+∞" : minusInfinite ? "-∞" : ({ at: value } as const);
  const closed = holds(0);
  const below = interval("-∞", false, at, closed, budget);
  const above = interval(at, closed, "+∞", false, budget);
  return union([...(holds(-1) ? below : []), ...(holds(1) ? above : [])], budget);
}

/** Solves f op 0: between the places where its sign or a formula changes it has one sign. */
function solve(f: Expr, op: Strict, variable: string, budget: Budget): RealSet {
  const critical = placesIn([fn("sgn", f)], [], variable, budget)?.map(({ exact }) => exact);
  if (!critical?.every((place) => place !== undefined)) throw new Unsolved();
  const holdsAt = (at: Expr): boolean => {
    const sign = signAt(f, variable, at, budget);
    return sign !== undefined && allowed[op](sign);
  };
  const pieces: Piece[] = [];
  for (let i = 0; i <= critical.length; i++) {
    const [from, to] = [critical[i - 1], critical[i]];
    if (holdsAt(between(from, to)))
      pieces.push({
        from: from ? { at: from } : "-∞",
        fromClosed: false,
        to: to ? { at: to } : "+∞",
        toClosed: false,
      });
    if (to && holdsAt(to))
      pieces.push({ from: { at: to }, fromClosed: true, to: { at: to }, toClosed: true });
  }
  return union(pieces, budget);
}

/** The sign of an expression at a number; undefined if it has no value there. */
function signAt(f: Expr, variable: string, at: Expr, budget: Budget): number | undefined {
  const there = new Map([[variable, at]]);
  const value = substitute(f, there, budget);
  if (typeof knownValue(value, budget) === "string") return undefined;
  if (realValue(value, new Map(), 64, budget) === "outside") return undefined;
  const below = fractionOf(f, variable, budget)?.den.map(fromRational);
  if (
    below &&
    signOf(substitute(polynomialIn(below, { t: "sym", name: variable }), there, budget), budget) === 0
  )
    return undefined;
  const sign = signOf(value, budget);
  if (sign === undefined) throw new Unsolved();
  return sign;
}

/** A number strictly between two others; beyond the only one if one is missing. */
function between(from: Expr | undefined, to: Expr | undefined): Expr {
  if (from && to) return mul(add(from, to), num(1n, 2n));
  return from ? add(from, num(1n)) : to ? add(to, num(-1n)) : num(0n);
}
