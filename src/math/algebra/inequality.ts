// Inequalities in one unknown, solved: between the zeros and poles of a rational expression its sign is constant.

import {
  add,
  binds,
  div,
  type Expr,
  fn,
  freeNames,
  has,
  mapParts,
  mul,
  neg,
  num,
  pow,
  sub,
  substitute,
} from "../expression/expr.ts";
import type { RelationOp } from "../notation/tree.ts";
import { signOf } from "../numeric/constant.ts";
import { type Budget, LimitExceeded } from "../terms/limits.ts";
import { fractionOf, realZeros } from "./polynomial.ts";
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
  return opened ?? solve(sub(left, right), op as Strict, variable, everything, budget, 0);
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

/** Solves f op 0 inside a region, one absolute value after another. */
function solve(
  f: Expr,
  op: Strict,
  variable: string,
  region: RealSet,
  budget: Budget,
  depth: number,
): RealSet {
  if (depth > 6) throw new Unsolved();
  const inner = innermostAbsolute(f, variable);
  if (!inner) return intersection(solveRational(f, op, variable, budget), region, budget);
  const parts: Piece[] = [];
  for (const [sign, side] of [
    [1, "≥"],
    [-1, "<"],
  ] as const) {
    const where = intersection(solveRational(inner, side, variable, budget), region, budget);
    const opened = replaceAbsolute(f, inner, sign === 1 ? inner : neg(inner));
    parts.push(...solve(opened, op, variable, where, budget, depth + 1));
  }
  return union(parts, budget);
}

/** The argument of an absolute value that contains no other absolute value. */
function innermostAbsolute(f: Expr, variable: string): Expr | undefined {
  let found: Expr | undefined;
  has(f, (e) => {
    if (
      e.t === "fn" &&
      e.name === "abs" &&
      freeNames(e).has(variable) &&
      !has(e.args[0]!, (x) => x.t === "fn" && x.name === "abs")
    )
      found ??= e.args[0]!;
    return false;
  });
  return found;
}

function replaceAbsolute(f: Expr, argument: Expr, by: Expr): Expr {
  if (f.t === "fn" && f.name === "abs" && f.args[0] === argument) return by;
  return binds(f) ? f : mapParts(f, (part) => replaceAbsolute(part, argument, by));
}

/** Solves f op 0 for a quotient of polynomials. */
function solveRational(f: Expr, op: Strict, variable: string, budget: Budget): RealSet {
  const fraction = fractionOf(f, variable, budget);
  if (!fraction || fraction.den.length === 0) throw new Unsolved();
  const zeros = fraction.num.length === 0 ? [] : realZeros(fraction.num, budget);
  const poles = realZeros(fraction.den, budget);
  if (!zeros || !poles) throw new Unsolved();
  const critical = sorted([...zeros, ...poles], budget);
  const isPole = (x: Expr): boolean => poles.some((p) => signOf(sub(p, x), budget) === 0);
  const pieces: Piece[] = [];
  const holds = allowed[op];
  for (let i = 0; i <= critical.length; i++) {
    const from = critical[i - 1];
    const to = critical[i];
    const sample = between(from, to);
    const sign =
      fraction.num.length === 0 ? 0 : signOf(substitute(f, new Map([[variable, sample]]), budget), budget);
    if (sign === undefined) throw new Unsolved();
    if (holds(sign))
      pieces.push({
        from: from ? { at: from } : "-∞",
        fromClosed: false,
        to: to ? { at: to } : "+∞",
        toClosed: false,
      });
    if (to && !isPole(to) && holds(0))
      pieces.push({ from: { at: to }, fromClosed: true, to: { at: to }, toClosed: true });
  }
  return union(pieces, budget);
}

function sorted(values: Expr[], budget: Budget): Expr[] {
  const result: Expr[] = [];
  for (const value of values) {
    let at = 0;
    let known = false;
    for (; at < result.length; at++) {
      const sign = signOf(sub(value, result[at]!), budget);
      if (sign === undefined) throw new LimitExceeded("precision");
      if (sign === 0) known = true;
      if (sign <= 0) break;
    }
    if (!known) result.splice(at, 0, value);
  }
  return result;
}

/** A number strictly between two others; beyond the only one if one is missing. */
function between(from: Expr | undefined, to: Expr | undefined): Expr {
  if (from && to) return mul(add(from, to), num(1n, 2n));
  return from ? add(from, num(1n)) : to ? add(to, num(-1n)) : num(0n);
}
