// The value of a tree: notation is turned into expressions. Statements about several things, or in words, have no
// single value, which is reported.

import {
  type Arithmetic,
  determinant,
  div,
  type Expr,
  fn,
  fromRational,
  minusOne,
  mul,
  neg,
  num,
  pi,
  pow,
} from "../expression/expr.ts";
import { type Rational, rational } from "../expression/rational.ts";
import { functionNamed, takes } from "../functions/functions.ts";
import { isInteger, type Node, type NodeOf, some, symbol } from "../notation/tree.ts";
import { mapChildren } from "../notation/tree-change.ts";
import { NoResult } from "../terms/result.ts";

/** Thrown for a tree that has no single value: a list, a relation, words. */
export const noValue = (what: string): NoResult => new NoResult("no value", `${what} has no single value`);

/** How ambiguous notation is read, the same way on both sides. */
export interface Reading {
  /** The base of `\log` without one. */
  log: "e" | "10";
  /** Letters that are not numbers, on either side. An expression with such a letter has no value. */
  letters?: OrderedLetters | undefined;
}

/** Letters whose products have an order, and how these are compared. */
export interface OrderedLetters {
  names: ReadonlySet<string>;
  algebra: "words" | "vectors";
  /** The letter that stands for the identity, if any. */
  identity: string | undefined;
}

/** The exact value of a number as it is written. */
export function literal(node: NodeOf<"number">): Rational {
  if (node.places === 0 && node.repeating === "") return { n: node.mantissa, d: 1n };
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

const unbound: ReadonlySet<string> = new Set();

/** Lowers a tree to its value. Names in `bound` are variables even where they usually are constants. */
export function lower(node: Node, reading: Reading, bound: ReadonlySet<string> = unbound): Expr {
  // Most nodes are numbers and letters.
  if (node.kind === "number") return fromRational(literal(node));
  if (node.kind === "symbol") {
    if (reading.letters?.names.has(node.name)) throw noValue(node.kind);
    return symbolValue(node.name, bound);
  }
  return lowerCompound(node, reading, bound);
}

function lowerCompound(
  node: Exclude<Node, { kind: "number" | "symbol" }>,
  reading: Reading,
  bound: ReadonlySet<string>,
): Expr {
  const go = (child: Node): Expr => lower(child, reading, bound);
  switch (node.kind) {
    case "mixed":
      return fromRational(rational(node.whole * node.den + node.num, node.den));
    case "based":
      return fromRational(basedValue(node.digits, node.base));
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
      // `5th` is 5; the nth of something is not a number.
      if (!isInteger(node.arg)) throw noValue(node.kind);
      return go(node.arg);
    case "sum": {
      const inner = new Set(bound).add(node.variable);
      return {
        t: "big",
        op: node.op,
        variable: node.variable,
        lower: go(node.lower),
        upper: go(node.upper),
        body: lower(
          namesVariable(node) ? node.body : dependent(node, [node.lower, node.upper], bound),
          reading,
          inner,
        ),
      };
    }
    case "integral": {
      if (!node.lower || !node.upper) throw noValue(node.kind);
      refuseSequence(node);
      const inner = new Set(bound).add(node.variable);
      return {
        t: "integral",
        variable: node.variable,
        lower: go(node.lower),
        upper: go(node.upper),
        body: lower(dependent(node, [node.lower, node.upper], bound), reading, inner),
      };
    }
    case "limit": {
      refuseSequence(node);
      const inner = new Set(bound).add(node.variable);
      return {
        t: "limit",
        variable: node.variable,
        target: go(node.target),
        side: node.side,
        body: lower(namesVariable(node) ? node.body : dependent(node, [node.target], bound), reading, inner),
      };
    }
    case "derivative": {
      refuseSequence(node);
      return {
        t: "derivative",
        variable: node.variable,
        order: node.order,
        body: go(dependent(node, [], bound)),
      };
    }
    case "pm":
    case "bigop":
    case "unit":
    case "sequence":
    case "set":
    case "builder":
    case "setop":
    case "setname":
    case "matrix":
    case "cases":
    case "relation":
    case "list":
    case "labelled":
    case "qualified":
    case "ratio":
    case "ellipsis":
    case "bool":
    case "text":
      throw noValue(node.kind);
  }
}

/** The letters in a subscript, each by itself: `a_{ij}` has two. */
const subscriptNames = (name: string): string[] =>
  /_\{(.*)\}/s.exec(name)?.[1]?.match(/(?<=\\)[a-zA-Z]+|[a-zA-Z]/g) ?? [];

/** `a_k` under a limit or an integral over k is a different number for every k. */
function refuseSequence(node: NodeOf<"integral" | "limit" | "derivative">): void {
  const { variable, body } = node;
  if (some(body, (n) => n.kind === "symbol" && subscriptNames(n.name).includes(variable)))
    throw noValue(node.kind);
}

/** Letters that usually are constants, and letters with a number below: `x_0`. */
const isParameter = (name: string): boolean =>
  /^(?:[abcklmns]|pi|e|i|alpha|beta|lambda|mu|omega)$|_\{\d+\}$/.test(name);

/** Variables of partial derivatives, which do not depend on each other. */
const isCoordinate = (name: string): boolean => /^[txyz]$/.test(name);

/**
 * The body of an integral, a derivative, a sum or a limit, in which each letter that is not known to be a constant is a
 * function of the variable: `P` in `\int P\,dV`, `y` in `\frac{d}{dx}(xy)`. Known constants are parameters, and the
 * letters of the bounds and of enclosing operations.
 */
function dependent(
  node: Extract<Node, { variable: string }>,
  ends: readonly Node[],
  bound: ReadonlySet<string>,
): Node {
  const { variable, body } = node;
  const isPartial = node.kind === "derivative" && node.partial;
  const isKnown = (name: string): boolean =>
    isParameter(name) ||
    bound.has(name) ||
    (isPartial && isCoordinate(name)) ||
    ends.some((end) => some(end, (n) => n.kind === "symbol" && n.name === name));
  const change = (node: Node, variables: readonly string[]): Node => {
    if (node.kind === "symbol")
      return isKnown(node.name) || variables.includes(node.name)
        ? node
        : { kind: "apply", name: `${node.name}~${variable}`, args: variables.map((name) => symbol(name)) };
    const inner = "variable" in node ? [...variables, node.variable] : variables;
    return mapChildren(node, (child) => change(child, inner));
  };
  return change(body, [variable]);
}

/** Whether the body of a sum or a limit contains its variable; otherwise it may depend on it implicitly. */
const namesVariable = ({ variable, body }: Extract<Node, { variable: string }>): boolean =>
  some(
    body,
    (n) => n.kind === "symbol" && (n.name === variable || subscriptNames(n.name).includes(variable)),
  );

/** `a_{ij}` under a sum over i: a value of an unknown function of i and j. */
function termOf(name: string, indices: readonly string[]): Expr {
  const [, sequence] = /^([^_]+)_\{[a-zA-Z](?:[ ,]*[a-zA-Z])*\}$/.exec(name) ?? [];
  if (sequence === undefined) throw noValue(name);
  return { t: "fn", name: `${sequence}_()`, args: indices.map((index) => ({ t: "sym", name: index })) };
}

function symbolValue(name: string, bound: ReadonlySet<string>): Expr {
  const indices = bound.size > 0 ? subscriptNames(name) : [];
  if (indices.some((index) => bound.has(index))) return termOf(name, indices);
  if (!bound.has(name)) {
    if (name === "pi") return pi;
    if (name === "e") return { t: "const", name: "e" };
    if (name === "i") return { t: "const", name: "i" };
  }
  return { t: "sym", name };
}

const symbols: Arithmetic<Expr> = { sum: (args) => ({ t: "add", args }), product: mul, minus: neg };

/** The arguments of `\max(a, \max(b, c))` without the brackets inside. */
const unnested = (name: string, args: readonly Expr[]): Expr[] =>
  args.flatMap((arg) => (arg.t === "fn" && arg.name === name ? arg.args : [arg]));

function call(node: NodeOf<"call">, reading: Reading, go: (child: Node) => Expr): Expr {
  const [matrix] = node.args;
  if (
    (node.name === "det" || node.name === "abs") &&
    matrix?.kind === "matrix" &&
    matrix.rows.length === matrix.rows[0]!.length &&
    matrix.rows.length <= 5
  )
    return determinant(
      matrix.rows.map((row) => row.map(go)),
      symbols,
    );
  const args = node.args.map((arg) => {
    if (arg.kind === "matrix" || arg.kind === "sequence" || arg.kind === "set") throw noValue(node.kind);
    return go(arg);
  });
  const entry = functionNamed(node.name);
  // `\sin(1, 2)` and `\ln_2 8` have a meaning, but not that of `\sin 1` and `\ln 8`.
  if (!entry || entry.valueless || !takes(entry, args.length) || (node.base && !(entry.base && entry.means)))
    throw noValue(node.kind);
  if (!entry.means) return { t: "fn", name: node.name, args: entry.nests ? unnested(node.name, args) : args };
  const base = node.base ? go(node.base) : reading.log === "10" ? ten : undefined;
  return entry.means(args[0]!, base);
}
