// Where one formula of an expression may end and another begin: at the zeros of what absolute values, signs, roots,
// logarithms and inverse functions are taken of, and at the poles of it. Between two such places an expression is
// analytic, so that a few points tell of all.

import { add, type Expr, fn, freeNames, has, minusOne, neg, num, parts, sub } from "../expression/expr.ts";
import { functionNamed } from "../functions/functions.ts";
import { work } from "../terms/limits.ts";
import { keepsSign, rangeOf } from "./range.ts";

/** An expression at whose zeros a formula may change. */
export interface Turn {
  of: Expr;
  /** Whether only a change of its sign counts, so that a zero that it touches does not. */
  bySign: boolean;
  /** Whether it ends a domain: on one side of it the expression has no value. */
  ends: boolean;
}

/** A function that jumps, or asks what divides what. */
export type Step = Extract<Expr, { t: "fn" }>;

export const isStep = (e: Expr): e is Step =>
  e.t === "fn" && (functionNamed(e.name)?.steps === true || functionNamed(e.name)?.divides === true);

/** Zero to a power: one where the exponent vanishes, and zero beside it. */
export const isIndicator = (e: Expr): boolean =>
  e.t === "pow" && e.base.t === "num" && e.base.n === 0n && freeNames(e.exp).size > 0;

/** So many turns are looked at. */
const most = 24;

const one = num(1n);

/** Functions that are zero where their argument is, and nowhere else. */
const zeroAtZero: ReadonlySet<string> = new Set([
  "abs",
  "norm",
  "sgn",
  "arctan",
  "arcsin",
  "sinh",
  "tanh",
  "arcsinh",
  "arctanh",
]);

/** Quotients of sines and cosines are zero, or have poles, where one of these is. */
const quotients: ReadonlyMap<string, readonly string[]> = new Map([
  ["tan", ["sin", "cos"]],
  ["cot", ["sin", "cos"]],
  ["sec", ["cos"]],
  ["csc", ["sin"]],
]);

/** The turns of some expressions; undefined where there are too many, or where an expression is a value at single points. */
export function turnsIn(exprs: readonly Expr[], names: readonly string[]): Turn[] | undefined {
  if (exprs.some((e) => has(e, isIndicator))) return undefined;
  const found: Turn[] = [];
  const isFree = (e: Expr): boolean => names.some((name) => freeNames(e).has(name));
  /** A product is zero where a factor is, and a power where its base is. */
  const keep = (of: Expr, bySign: boolean, ends = false): void => {
    if (!isFree(of) || found.length > most || (bySign && keepsSign(of))) return;
    work.nodes++;
    if (of.t === "mul") for (const factor of of.args) keep(factor, bySign);
    else if (of.t === "pow" && !isFree(of.exp)) keep(of.base, bySign);
    else if (of.t === "fn" && zeroAtZero.has(of.name)) keep(of.args[0]!, bySign);
    else if (of.t === "fn" && quotients.has(of.name))
      for (const name of quotients.get(of.name)!) keep(fn(name, of.args[0]!), bySign);
    else if (!isPositive(of) && !isPowerOfNumber(of)) {
      const ways = alternatives(of);
      if (ways) for (const way of ways) keep(way, bySign);
      else found.push({ of, bySign, ends });
    }
  };
  const poles = (e: Expr): void => {
    if (!isFree(e)) return;
    if (e.t === "pow" && e.exp.t === "num" && e.exp.n < 0n) keep(e.base, false);
    const pole = e.t === "fn" ? functionNamed(e.name)?.pole : undefined;
    if (e.t === "fn" && pole) keep(pole(e.args[0]!), false);
    for (const part of parts(e)) poles(part);
  };
  const collect = (e: Expr): void => {
    if (!isFree(e)) return;
    if (e.t === "pow" && !(e.exp.t === "num" && e.exp.d === 1n) && isFree(e.base)) {
      keep(e.base, false, e.exp.t !== "num" || e.exp.d % 2n === 0n);
      poles(e.base);
    }
    if (e.t === "fn") {
      const turnsAt = functionNamed(e.name)?.turnsAt;
      if (turnsAt === "argument") keep(e.args[0]!, e.name !== "sgn");
      if (turnsAt === "domain") keep(e.args[0]!, false, true);
      if (turnsAt === "units") for (const unit of [one, minusOne]) keep(add(e.args[0]!, unit), false, true);
      if (turnsAt === "differences")
        for (const [i, a] of flat(e).entries()) for (const b of flat(e).slice(i + 1)) keep(sub(a, b), true);
      if (turnsAt) for (const arg of e.args) poles(arg);
    }
    for (const part of parts(e)) collect(part);
  };
  for (const e of exprs) collect(e);
  return found.length > most ? undefined : found;
}

/** What an absolute value, a sign, a minimum or a maximum may be, without it. */
function formulasOf(e: Expr): readonly Expr[] | undefined {
  if (e.t !== "fn") return undefined;
  if (e.name === "abs") return [e.args[0]!, neg(e.args[0]!)];
  if (e.name === "sgn") return [one, minusOne, num(0n)];
  return e.name === "min" || e.name === "max" ? e.args : undefined;
}

/** An expression for each formula that the first such function in it may have: where it is zero, one of them is. */
function alternatives(e: Expr): Expr[] | undefined {
  const formulas = formulasOf(e);
  if (formulas) return [...formulas];
  if (e.t !== "add" && e.t !== "mul" && e.t !== "pow" && e.t !== "fn") return undefined;
  for (const [i, part] of parts(e).entries()) {
    const ways = alternatives(part);
    if (!ways) continue;
    return ways.map((way) => {
      work.nodes++;
      if (e.t === "pow") return i === 0 ? { ...e, base: way } : { ...e, exp: way };
      return { ...e, args: e.args.map((arg, j) => (j === i ? way : arg)) };
    });
  }
  return undefined;
}

/** The arguments of a maximum, with those of the maxima among them. */
const flat = (e: Extract<Expr, { t: "fn" }>): Expr[] =>
  e.args.flatMap((arg) => (arg.t === "fn" && arg.name === e.name ? flat(arg) : [arg])).slice(0, most);

/** Whether an expression is seen to have no zero, whatever its variables are. */
function isPositive(e: Expr): boolean {
  const [low, high] = rangeOf(e);
  return low > 0 || high < 0;
}

/** A power of a number other than zero never vanishes. */
const isPowerOfNumber = (e: Expr): boolean => e.t === "pow" && e.base.t === "num" && e.base.n !== 0n;
