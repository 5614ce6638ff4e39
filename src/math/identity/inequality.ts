// Inequalities in one unknown, solved: between the places where the formulas of a difference, or its sign, may change,
// its sign is constant.

import { fractionOf } from "../algebra/polynomial.ts";
import { interval, type Piece, type RealSet, union } from "../algebra/reals.ts";
import { polynomialIn } from "../exact/symbolic.ts";
import {
  add,
  type Expr,
  fn,
  freeNames,
  fromRational,
  mul,
  num,
  sub,
  substitute,
} from "../expression/expr.ts";
import { lacksValue, signOf } from "../numeric/constant.ts";
import type { Budget } from "../terms/limits.ts";
import { placesIn } from "./breaks.ts";

export type Inequality = "<" | "≤" | ">" | "≥" | "≠";

/** All real values of the variable for which `left op right` holds; undefined if they are not known. */
export function solveInequality(
  left: Expr,
  op: Inequality,
  right: Expr,
  variable: string,
  budget: Budget,
): RealSet | undefined {
  if (left.t === "sym" && left.name === variable && !freeNames(right).has(variable))
    return bounded(op, right, budget);
  if (right.t === "sym" && right.name === variable && !freeNames(left).has(variable))
    return bounded(mirrored[op], left, budget);
  return solve(sub(left, right), op, variable, budget);
}

const mirrored: Record<Inequality, Inequality> = { "<": ">", "≤": "≥", ">": "<", "≥": "≤", "≠": "≠" };

/** For which signs of a difference a relation holds. */
const allowed: Record<Inequality, (sign: number) => boolean> = {
  "<": (sign) => sign < 0,
  "≤": (sign) => sign <= 0,
  ">": (sign) => sign > 0,
  "≥": (sign) => sign >= 0,
  "≠": (sign) => sign !== 0,
};

function bounded(op: Inequality, value: Expr, budget: Budget): RealSet {
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
function solve(f: Expr, op: Inequality, variable: string, budget: Budget): RealSet | undefined {
  const critical = placesIn([fn("sgn", f)], [], variable, budget)?.map(({ exact }) => exact);
  if (!critical?.every((place) => place !== undefined)) return undefined;
  const pieces: Piece[] = [];
  for (let i = 0; i <= critical.length; i++) {
    const [from, to] = [critical[i - 1], critical[i]];
    const inside = signAt(f, variable, between(from, to), budget);
    const end = to ? signAt(f, variable, to, budget) : "none";
    if (inside === "unknown" || end === "unknown") return undefined;
    if (inside !== "none" && allowed[op](inside))
      pieces.push({
        from: from ? { at: from } : "-∞",
        fromClosed: false,
        to: to ? { at: to } : "+∞",
        toClosed: false,
      });
    if (to && end !== "none" && allowed[op](end))
      pieces.push({ from: { at: to }, fromClosed: true, to: { at: to }, toClosed: true });
  }
  return union(pieces, budget);
}

/** The sign of an expression at a number; "none" if it has no value there. */
function signAt(f: Expr, variable: string, at: Expr, budget: Budget): -1 | 0 | 1 | "none" | "unknown" {
  const there = new Map([[variable, at]]);
  const value = substitute(f, there, budget);
  if (lacksValue(value, budget)) return "none";
  const below = fractionOf(f, variable, budget)?.den.map(fromRational);
  const divisor = below && substitute(polynomialIn(below, { t: "sym", name: variable }), there, budget);
  if (divisor && signOf(divisor, budget) === 0) return "none";
  return signOf(value, budget) ?? "unknown";
}

/** A number strictly between two others; beyond the only one if one is missing. */
function between(from: Expr | undefined, to: Expr | undefined): Expr {
  if (from && to) return mul(add(from, to), num(1n, 2n));
  return from ? add(from, num(1n)) : to ? add(to, num(-1n)) : num(0n);
}
