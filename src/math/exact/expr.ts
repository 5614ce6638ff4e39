// The value that a tree denotes, with the writing gone: one kind of node for each mathematical operation.
// Evaluators work on this form, so each of them has few cases.

import { isInteger, type Node, some } from "../notation/tree.ts";
import type { Budget } from "../terms/limits.ts";
import { work } from "../terms/work.ts";
import { type Rational, rational } from "./rational.ts";

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

/** Thrown where a tree has no single value: a list, a relation, words. */
export class NoValue extends Error {
  constructor(readonly node: Node) {
    super(`${node.kind} has no single value`);
  }
}

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

/** How open questions of notation are read, the same way on both sides. */
export interface Reading {
  /** The base of `\log` without one. */
  log: "e" | "10";
}

/** The exact value of a number as it is written. */
export function literal(node: Extract<Node, { kind: "number" }>): Rational {
  const scale = 10n ** BigInt(node.places);
  if (node.repeating === "") return rational(node.mantissa, scale);
  const cycle = 10n ** BigInt(node.repeating.length) - 1n;
  return rational(node.mantissa * cycle + BigInt(node.repeating), scale * cycle);
}

function basedValue(digits: string, base: number): Rational {
  const [whole = "", fraction = ""] = digits.split(".");
  let value = 0n;
  const b = BigInt(base);
  for (const c of whole + fraction) value = value * b + BigInt(Number.parseInt(c, 36));
  return rational(value, b ** BigInt(fraction.length));
}

const ten = num(10n);

/** Lowers a tree to its value. Names in `bound` are variables even where they usually are constants. */
export function lower(node: Node, reading: Reading, bound: ReadonlySet<string> = new Set()): Expr {
  const go = (child: Node): Expr => lower(child, reading, bound);
  switch (node.kind) {
    case "number":
      return fromRational(literal(node));
    case "mixed":
      return fromRational(rational(node.whole * node.den + node.num, node.den));
    case "based":
      return fromRational(basedValue(node.digits, node.base));
    case "symbol":
      return symbolValue(node.name, bound);
    case "infinity":
      return { t: "const", name: "infinity" };
    case "add":
      return { t: "add", args: node.terms.map(go) };
    case "neg":
      return neg(go(node.arg));
    case "mul":
      return { t: "mul", args: node.factors.map(go) };
    case "div": {
      const top = go(node.num);
      const below = go(node.den);
      if (top.t === "num" && below.t === "num" && below.n !== 0n)
        return fromRational(rational(top.n * below.d, top.d * below.n));
      return div(top, below);
    }
    case "pow":
      return pow(go(node.base), go(node.exp));
    case "root": {
      const index = node.index ? go(node.index) : num(2n);
      if (index.t === "num" && index.n !== 0n)
        return pow(go(node.arg), index.n > 0n ? num(index.d, index.n) : num(-index.d, -index.n));
      return pow(go(node.arg), pow(index, minusOne));
    }
    case "factorial":
      return fn(node.order === 1 ? "factorial" : "doublefactorial", go(node.arg));
    case "call":
      return call(node, reading, go);
    case "apply":
      return { t: "fn", name: `${node.name}()`, args: node.args.map(go) };
    case "percent":
      return mul(go(node.arg), num(1n, 100n));
    case "degrees": {
      const parts = [go(node.arg)];
      if (node.minutes) parts.push(mul(go(node.minutes), num(1n, 60n)));
      if (node.seconds) parts.push(mul(go(node.seconds), num(1n, 3600n)));
      return mul(parts.length === 1 ? parts[0]! : { t: "add", args: parts }, pi, num(1n, 180n));
    }
    case "ordinal":
      // `5th` is 5; the nth of something is no number.
      if (!isInteger(node.arg)) throw new NoValue(node);
      return go(node.arg);
    case "sum": {
      // `a_k` under a sum over k is another number for every k.
      if (some(node.body, (n) => n.kind === "symbol" && subscriptNames(n.name).includes(node.variable)))
        throw new NoValue(node);
      const inner = new Set(bound).add(node.variable);
      return {
        t: "big",
        op: node.op,
        variable: node.variable,
        lower: go(node.lower),
        upper: go(node.upper),
        body: lower(node.body, reading, inner),
      };
    }
    case "integral": {
      if (!node.lower || !node.upper) throw new NoValue(node);
      const inner = new Set(bound).add(node.variable);
      return {
        t: "integral",
        variable: node.variable,
        lower: go(node.lower),
        upper: go(node.upper),
        body: lower(node.body, reading, inner),
      };
    }
    case "limit": {
      const inner = new Set(bound).add(node.variable);
      return {
        t: "limit",
        variable: node.variable,
        target: go(node.target),
        side: node.side,
        body: lower(node.body, reading, inner),
      };
    }
    case "derivative":
      return { t: "derivative", variable: node.variable, order: node.order, body: go(node.body) };
    default:
      throw new NoValue(node);
  }
}

/** The letters in a subscript. */
const subscriptNames = (name: string): string[] => /_\{(.*)\}/s.exec(name)?.[1]?.match(/[a-zA-Z]+/g) ?? [];

function symbolValue(name: string, bound: ReadonlySet<string>): Expr {
  if (!bound.has(name)) {
    if (name === "pi") return pi;
    if (name === "e") return { t: "const", name: "e" };
    if (name === "i") return { t: "const", name: "i" };
  }
  return { t: "sym", name };
}

/** The determinant by expansion along the first column. */
function determinant(rows: Expr[][]): Expr {
  if (rows.length === 1) return rows[0]![0]!;
  const minors = rows.map((row, i): Expr => {
    const rest = rows.filter((_, k) => k !== i).map((other) => other.slice(1));
    const term = mul(row[0]!, determinant(rest));
    return i % 2 === 0 ? term : neg(term);
  });
  return { t: "add", args: minors };
}

function call(node: Extract<Node, { kind: "call" }>, reading: Reading, go: (child: Node) => Expr): Expr {
  const [matrix] = node.args;
  if (
    (node.name === "det" || node.name === "abs") &&
    matrix?.kind === "matrix" &&
    matrix.rows.length === matrix.rows[0]!.length &&
    matrix.rows.length <= 5
  )
    return determinant(matrix.rows.map((row) => row.map(go)));
  const args = node.args.map((arg) => {
    if (arg.kind === "matrix" || arg.kind === "sequence" || arg.kind === "set") throw new NoValue(node);
    return go(arg);
  });
  const [x] = args as [Expr];
  switch (node.name) {
    case "exp":
      return pow({ t: "const", name: "e" }, x);
    case "ln":
      return fn("ln", x);
    case "lg":
      return logarithm(x, ten);
    case "lb":
      return logarithm(x, num(2n));
    case "log":
      if (node.base) return logarithm(x, go(node.base));
      return reading.log === "e" ? fn("ln", x) : logarithm(x, ten);
    case "cis":
      return add(fn("cos", x), mul({ t: "const", name: "i" }, fn("sin", x)));
    case "inf":
    case "sup":
    case "Pr":
    case "Var":
      throw new NoValue(node);
  }
  if (node.base) throw new NoValue(node);
  return { t: "fn", name: node.name, args };
}

const logarithm = (x: Expr, base: Expr): Expr => div(fn("ln", x), fn("ln", base));

/** The parts of an expression, for walks that do not care which operation it is. */
export function parts(expr: Expr): readonly Expr[] {
  work.nodes++;
  switch (expr.t) {
    case "num":
    case "sym":
    case "const":
      return [];
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

export const bindsVariable = (expr: Expr): expr is Extract<Expr, { variable: string }> =>
  expr.t === "big" || expr.t === "integral" || expr.t === "limit";

/**
 * What a walk over an expression would find each time, found once and kept with it: expressions never change. A node
 * that was copied from another has the facts of that one, which do not count.
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
      more = inner;
    }
    if (more === names || isWithin(more, names)) continue;
    // Most parts bring no name that was not there; then their set is shared.
    if (isWithin(names, more)) {
      names = more;
      own = undefined;
    } else {
      own ??= new Set(names);
      for (const name of more) own.add(name);
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

/** The nodes of an expression as a tree; a part that is shared counts wherever it occurs. */
export const nodesIn = (expr: Expr): number =>
  expr.t === "num" || expr.t === "const" || expr.t === "sym" ? 1 : factsOf(expr).nodes;

/** The names that are free in an expression. */
export function freeNames(expr: Expr): ReadonlySet<string> {
  return expr.t === "num" || expr.t === "const" ? none : factsOf(expr).names;
}

export function has(expr: Expr, test: (e: Expr) => boolean): boolean {
  return test(expr) || parts(expr).some((part) => has(part, test));
}

/** Puts values in the place of free names; what has none of the names is shared, not copied. */
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
    default: {
      const { variable, body } = withoutCapture(expr, values, budget);
      return expr.t === "limit"
        ? { ...expr, variable, target: go(expr.target), body }
        : { ...expr, variable, lower: go(expr.lower), upper: go(expr.upper), body };
    }
  }
}

/** The body with values put in; the bound name gives way where a value has it as a name of its own. */
function withoutCapture(
  expr: Extract<Expr, { t: "big" | "integral" | "limit" }>,
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
