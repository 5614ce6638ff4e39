// The value that a tree denotes, without the notation: one kind of node for each mathematical operation. Evaluators use
// this form, so each has few cases.

import { bitLength } from "../ball/bits.ts";
import type { Budget } from "../terms/limits.ts";
import { work } from "../terms/limits.ts";
import type { Rational } from "./rational.ts";

export type Expr =
  | { t: "num"; n: bigint; d: bigint }
  | { t: "sym"; name: string }
  | { t: "const"; name: "pi" | "e" | "i" | "infinity" }
  | { t: "add"; args: Expr[] }
  | { t: "mul"; args: Expr[] }
  | { t: "pow"; base: Expr; exp: Expr }
  | { t: "fn"; name: string; args: Expr[] }
  | { t: "big"; op: "sum" | "prod"; variable: string; lower: Expr; upper: Expr; body: Expr }
  | { t: "integral"; variable: string; lower: Expr; upper: Expr; body: Expr }
  | { t: "limit"; variable: string; target: Expr; side: "" | "+" | "-"; body: Expr }
  | { t: "derivative"; variable: string; order: number; body: Expr };

export type ExprOf<Kind extends Expr["t"]> = Extract<Expr, { t: Kind }>;

export const num = (n: bigint, d = 1n): Expr => ({ t: "num", n, d });
export const fromRational = ({ n, d }: Rational): Expr => ({ t: "num", n, d });
export const pi: Expr = { t: "const", name: "pi" };
export const minusOne: Expr = num(-1n);

export const add = (...args: Expr[]): Expr => ({ t: "add", args });
export const mul = (...args: Expr[]): Expr => ({ t: "mul", args });
export const neg = (arg: Expr): Expr => (arg.t === "num" ? num(-arg.n, arg.d) : mul(minusOne, arg));
export const pow = (base: Expr, exp: Expr): Expr => ({ t: "pow", base, exp });
export const div = (a: Expr, b: Expr): Expr => mul(a, pow(b, minusOne));
export const sub = (a: Expr, b: Expr): Expr => add(a, neg(b));
export const fn = (name: string, ...args: Expr[]): Expr => ({ t: "fn", name, args });

const noParts: readonly Expr[] = [];

/** The parts of an expression, for walks that are independent of the operation. */
export function parts(expr: Expr): readonly Expr[] {
  work.nodes++;
  switch (expr.t) {
    case "num":
    case "sym":
    case "const":
      return noParts;
    case "add":
    case "mul":
    case "fn":
      return expr.args;
    case "pow":
      return [expr.base, expr.exp];
    case "big":
    case "integral":
      return [expr.lower, expr.upper, expr.body];
    case "limit":
      return [expr.target, expr.body];
    case "derivative":
      return [expr.body];
  }
}

const isFailure = <Failure extends string | undefined>(value: unknown): value is Failure =>
  value === undefined || typeof value === "string";

/** The values of some parts, combined one after another; the first part without a value ends this with its reason. */
export function joined<Value extends object | number, Failure extends string | undefined>(
  args: readonly Expr[],
  start: Value,
  find: (arg: Expr) => Value | Failure,
  join: (all: Value, next: Value) => Value | Failure,
): Value | Failure {
  let all = start;
  for (const arg of args) {
    const next = find(arg);
    if (isFailure<Failure>(next)) return next;
    const value = join(all, next as Value);
    if (isFailure<Failure>(value)) return value;
    all = value as Value;
  }
  return all;
}

export const isLeaf = (e: Expr): boolean => e.t === "num" || e.t === "sym" || e.t === "const";

/** The same operation on other parts; if no part changes, the node stays the same. */
export function mapParts(expr: Expr, change: (part: Expr) => Expr): Expr {
  work.nodes++;
  switch (expr.t) {
    case "add":
    case "mul":
    case "fn": {
      const args = expr.args.map(change);
      return args.every((arg, i) => arg === expr.args[i]) ? expr : { ...expr, args };
    }
    case "pow": {
      const [base, exp] = [change(expr.base), change(expr.exp)];
      return base === expr.base && exp === expr.exp ? expr : { t: "pow", base, exp };
    }
    case "big":
    case "integral":
      return { ...expr, lower: change(expr.lower), upper: change(expr.upper), body: change(expr.body) };
    case "limit":
      return { ...expr, target: change(expr.target), body: change(expr.body) };
    case "derivative":
      return { ...expr, body: change(expr.body) };
    default:
      return expr;
  }
}

/** Whether an expression is this whole number. */
export const isNumber = (e: Expr, n: bigint): boolean => e.t === "num" && e.d === 1n && e.n === n;

/** 1/b. */
export const isReciprocal = (e: Expr): e is ExprOf<"pow"> => e.t === "pow" && isNumber(e.exp, -1n);

/** 1 for ∞, -1 for -∞, undefined for anything else. */
export function infiniteSign(e: Expr): 1 | -1 | undefined {
  if (e.t === "const") return e.name === "infinity" ? 1 : undefined;
  if (e.t !== "mul" || e.args.length !== 2) return undefined;
  const [sign, rest] = e.args as [Expr, Expr];
  if (sign.t !== "num" || sign.n === 0n || infiniteSign(rest) !== 1) return undefined;
  return sign.n > 0n ? 1 : -1;
}

/** Whether an operation has a bound variable, which changes the meaning of a name inside it. */
export const binds = (expr: Expr): boolean => "variable" in expr;

const bindsVariable = (expr: Expr): expr is Extract<Expr, { variable: string }> =>
  expr.t === "big" || expr.t === "integral" || expr.t === "limit";

/**
 * Facts that a walk over an expression would compute each time, computed once and stored with it: expressions never
 * change. A copied node has the facts of its original, which are ignored.
 */
interface Facts {
  of: Expr;
  names: ReadonlySet<string>;
  nodes: number;
}

const none: ReadonlySet<string> = new Set();

function factsOf(expr: Expr): Facts {
  const holder = expr as { facts?: Facts };
  if (holder.facts?.of === expr) return holder.facts;
  const facts: Facts = { of: expr, names: namesOf(expr), nodes: countOf(expr) };
  holder.facts = facts;
  return facts;
}

function isWithin(some: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  if (some.size > all.size) return false;
  for (const name of some) if (!all.has(name)) return false;
  return true;
}

function namesOf(expr: Expr): ReadonlySet<string> {
  if (expr.t === "sym") return new Set([expr.name]);
  let names: ReadonlySet<string> = none;
  let own: Set<string> | undefined;
  for (const part of parts(expr)) {
    let more = freeNames(part);
    if (bindsVariable(expr) && part === expr.body && more.has(expr.variable)) {
      const inner = new Set(more);
      inner.delete(expr.variable);
      work.places += more.size;
      more = inner;
    }
    if (more === names || isWithin(more, names)) continue;
    // Most parts add no new name; then their set is shared.
    if (isWithin(names, more)) {
      names = more;
      own = undefined;
    } else {
      if (!own) {
        own = new Set(names);
        work.places += names.size;
      }
      for (const name of more) own.add(name);
      work.places += more.size;
      names = own;
    }
  }
  return names;
}

/** Counts are kept below this, so that those of shared parts cannot overflow. */
const countless = 1e12;

function countOf(expr: Expr): number {
  let count = 1;
  for (const part of parts(expr)) count += nodesIn(part);
  return Math.min(count, countless);
}

const [long, minusLong] = [1n << 512n, -(1n << 512n)];

/** Whether a number is so long that operations with it are charged by its length. */
export const isLong = (n: bigint): boolean => n > long || n < minusLong;

/** A long number counts, and is charged, by its length, since any work on it takes that long. */
const lengthOf = (n: bigint, d: bigint): number =>
  isLong(n) || isLong(d) ? 1 + ((bitLength(n) + bitLength(d)) >> 8) : 1;

/** The nodes of an expression as a tree; a part that is shared counts wherever it occurs. */
export function nodesIn(expr: Expr): number {
  if (expr.t === "num") return lengthOf(expr.n, expr.d);
  return expr.t === "const" || expr.t === "sym" ? 1 : factsOf(expr).nodes;
}

/** Whether two expressions are built alike; shared parts are not compared. */
export function isSame(a: Expr, b: Expr, budget: Budget): boolean {
  if (a === b) return true;
  budget.spend(1);
  if (a.t !== b.t || nodesIn(a) !== nodesIn(b)) return false;
  if (a.t === "num") return b.t === "num" && a.n === b.n && a.d === b.d;
  if (a.t === "sym" || a.t === "const") return "name" in b && a.name === b.name;
  if (ownPart(a) !== ownPart(b)) return false;
  const [left, right] = [parts(a), parts(b)];
  return left.length === right.length && left.every((part, i) => isSame(part, right[i]!, budget));
}

/** The properties of an operation other than its parts. */
export function ownPart(expr: Expr): string {
  switch (expr.t) {
    case "fn":
      return expr.name;
    case "big":
      return `${expr.op} ${expr.variable}`;
    case "integral":
      return expr.variable;
    case "limit":
      return `${expr.side} ${expr.variable}`;
    case "derivative":
      return `${expr.order} ${expr.variable}`;
    default:
      return "";
  }
}

/** The names that are free in an expression. */
export function freeNames(expr: Expr): ReadonlySet<string> {
  return expr.t === "num" || expr.t === "const" ? none : factsOf(expr).names;
}

/** Whether the predicate holds for any part of an expression, including the whole. */
export function has(expr: Expr, test: (e: Expr) => boolean): boolean {
  if (test(expr)) return true;
  // Powers are frequent, and a list of their parts would be discarded at once.
  if (expr.t === "pow") {
    work.nodes++;
    return has(expr.base, test) || has(expr.exp, test);
  }
  for (const part of parts(expr)) if (has(part, test)) return true;
  return false;
}

/** Replaces free names by values; parts without these names are shared, not copied. */
export function substitute(expr: Expr, values: ReadonlyMap<string, Expr>, budget: Budget): Expr {
  const names = freeNames(expr);
  let touched = false;
  for (const name of values.keys()) if (names.has(name)) touched = true;
  if (!touched) return expr;
  const go = (e: Expr): Expr => substitute(e, values, budget);
  budget.spend(1);
  work.nodes++;
  switch (expr.t) {
    case "num":
    case "const":
      return expr;
    case "sym":
      return values.get(expr.name) ?? expr;
    case "add":
    case "mul":
    case "fn":
      return { ...expr, args: expr.args.map(go) };
    case "pow":
      return pow(go(expr.base), go(expr.exp));
    case "derivative": {
      const inner = new Map(values);
      inner.delete(expr.variable);
      return { ...expr, body: substitute(expr.body, inner, budget) };
    }
    case "big":
    case "integral":
    case "limit": {
      const { variable, body } = withoutCapture(expr, values, budget);
      return expr.t === "limit"
        ? { ...expr, variable, target: go(expr.target), body }
        : { ...expr, variable, lower: go(expr.lower), upper: go(expr.upper), body };
    }
  }
}

/** The body with values inserted; the bound name is renamed if a value has the same name. */
function withoutCapture(
  expr: ExprOf<"big" | "integral" | "limit">,
  values: ReadonlyMap<string, Expr>,
  budget: Budget,
): { variable: string; body: Expr } {
  const inner = new Map(values);
  inner.delete(expr.variable);
  let variable = expr.variable;
  while ([...inner.values()].some((value) => freeNames(value).has(variable))) variable += "′";
  if (variable !== expr.variable) inner.set(expr.variable, { t: "sym", name: variable });
  return { variable, body: substitute(expr.body, inner, budget) };
}

/** What a determinant is calculated with. */
export interface Arithmetic<T> {
  sum(terms: T[]): T;
  product(a: T, b: T): T;
  minus(a: T): T;
}

/** The determinant by expansion along the first row. */
export function determinant<T>([first, ...rest]: T[][], of: Arithmetic<T>): T {
  if (rest.length === 0) return first![0]!;
  const terms = first!.map((entry, column) => {
    const minor = rest.map((row) => row.filter((_, i) => i !== column));
    const term = of.product(entry, determinant(minor, of));
    return column % 2 === 0 ? term : of.minus(term);
  });
  return of.sum(terms);
}
