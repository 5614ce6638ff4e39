// Vectors in space: sums of vectors with numbers before them, the dot product (which commutes), the cross product (which
// changes its sign), and lengths. A vector is written by its letters and by crosses of two of them.

import { noValue } from "../exact/lower.ts";
import { plus, by as times } from "../exact/symbolic.ts";
import { add, type Expr, fn, mul, neg, num, pow, substitute } from "../expression/expr.ts";
import { isInteger, type Node, type NodeOf, some, symbol } from "../notation/tree.ts";
import { mapChildren } from "../notation/tree-change.ts";
import type { Budget } from "../terms/limits.ts";

/** A letter, or the cross of two in the order of their names. */
type Part = readonly [string] | readonly [string, string];

interface Term {
  part: Part;
  factor: Expr;
}

export type Vector = ReadonlyMap<string, Term>;
export type Quantity = { sort: "number"; value: Expr } | { sort: "vector"; value: Vector };

const [zero, half] = [num(0n), num(1n, 2n)];
const maxTerms = 200;

const number = (value: Expr): Quantity => ({ sort: "number", value });
const vector = (value: Vector): Quantity => ({ sort: "vector", value });
const keyOf = (part: Part): string => part.join("×");

function collect(terms: Iterable<Term>): Vector {
  const found = new Map<string, Term>();
  for (const { part, factor } of terms) {
    const before = found.get(keyOf(part));
    found.set(keyOf(part), { part, factor: before ? plus(before.factor, factor) : factor });
  }
  return found;
}

const scaled = (value: Vector, by: Expr): Vector =>
  collect([...value.values()].map(({ part, factor }) => ({ part, factor: times(by, factor) })));

const length = (name: string): Expr => ({ t: "sym", name: `|${name}|` });

/** The dot product of two letters. */
const dotted = (a: string, b: string): Expr =>
  a === b ? pow(length(a), num(2n)) : { t: "sym", name: a < b ? `${a}·${b}` : `${b}·${a}` };

/** `a \cdot (b \times c)`, which changes its sign with the order. */
function volume(a: string, [b, c]: readonly [string, string]): Expr {
  if (a === b || a === c) return zero;
  const sorted = [a, b, c].sort();
  const shift = sorted.indexOf(a);
  const turned = [sorted[shift], sorted[(shift + 1) % 3], sorted[(shift + 2) % 3]];
  const value: Expr = { t: "sym", name: sorted.join("∧") };
  return turned[1] === b ? value : neg(value);
}

/** Computes vectors; the caller provides the treatment of numbers. */
export class Vectors {
  private fresh = 0;

  constructor(
    private readonly names: ReadonlySet<string>,
    private readonly numberOf: (node: Node) => Expr,
    private readonly budget: Budget,
  ) {}

  read(node: Node): Quantity {
    this.budget.spend(1);
    if (node.kind === "symbol" && this.names.has(node.name)) return vector(letter(node.name));
    if (!some(node, (n) => n.kind === "symbol" && this.names.has(n.name))) return number(this.numberOf(node));
    switch (node.kind) {
      case "add":
        return this.sum(node.terms.map((term) => this.read(term)));
      case "neg":
        return this.multiplied(number(num(-1n)), this.read(node.arg));
      case "mul":
        return node.factors
          .map((factor) => this.read(factor))
          .reduce((left, right) => this.multiplied(left, right));
      case "div": {
        const below = this.read(node.den);
        if (below.sort === "vector") throw noValue(node.kind);
        return this.multiplied(number(pow(below.value, num(-1n))), this.read(node.num));
      }
      case "pow":
        return this.power(node);
      case "call":
        return this.call(node);
      default:
        return this.function(node);
    }
  }

  private sum(parts: Quantity[]): Quantity {
    const vectors = parts.filter((part) => part.sort === "vector");
    if (vectors.length === 0) return number(add(...parts.map((part) => part.value as Expr)));
    if (vectors.length < parts.length) throw noValue("a vector and a number");
    return vector(collect(vectors.flatMap((part) => [...(part.value as Vector).values()])));
  }

  /** A multiple, or the dot product of two vectors. */
  private multiplied(left: Quantity, right: Quantity): Quantity {
    if (left.sort === "number" && right.sort === "number") return number(times(left.value, right.value));
    if (left.sort === "number") return vector(scaled(right.value as Vector, left.value));
    if (right.sort === "number") return vector(scaled(left.value, right.value));
    return number(this.dot(left.value, right.value));
  }

  private pairs(left: Vector, right: Vector): [Term, Term][] {
    this.budget.spend(left.size * right.size);
    if (left.size * right.size > maxTerms) throw noValue("a long product");
    return [...left.values()].flatMap((a) => [...right.values()].map((b): [Term, Term] => [a, b]));
  }

  private dot(left: Vector, right: Vector): Expr {
    const terms = this.pairs(left, right).map(([a, b]) => mul(a.factor, b.factor, dotOf(a.part, b.part)));
    return terms.length === 1 ? terms[0]! : add(...terms);
  }

  private cross(left: Vector, right: Vector): Vector {
    return collect(
      this.pairs(left, right).flatMap(([a, b]) =>
        [...crossOf(a.part, b.part).values()].map(({ part, factor }) => ({
          part,
          factor: times(times(a.factor, b.factor), factor),
        })),
      ),
    );
  }

  private power(node: NodeOf<"pow">): Quantity {
    const { base, exp } = node;
    const isEven = isInteger(exp) && exp.mantissa > 0n && exp.mantissa % 2n === 0n;
    const barred =
      base.kind === "call" && (base.name === "abs" || base.name === "norm") ? base.args[0]! : base;
    const inner = isEven ? this.read(barred) : undefined;
    if (inner?.sort === "vector" && isInteger(exp) && (barred !== base || exp.mantissa === 2n))
      return number(pow(this.dot(inner.value, inner.value), num(exp.mantissa / 2n)));
    return this.function(node);
  }

  private call(node: NodeOf<"call">): Quantity {
    const [first, second] = node.args;
    if (node.name === "cross" && second) {
      const [left, right] = [this.read(first!), this.read(second)];
      if (left.sort !== "vector" || right.sort !== "vector") throw noValue(node.kind);
      return vector(this.cross(left.value, right.value));
    }
    if ((node.name === "abs" || node.name === "norm") && !second) {
      const inner = this.read(first!);
      if (inner.sort === "number") return number(fn("abs", inner.value));
      const [term, ...more] = [...inner.value.values()];
      if (term && more.length === 0 && term.part.length === 1)
        return number(times(fn("abs", term.factor), length(term.part[0])));
      return number(pow(this.dot(inner.value, inner.value), half));
    }
    return this.function(node);
  }

  /** Roots, powers and functions of numbers that are made of vectors: `\arccos\frac{\vec a \cdot \vec b}{|\vec a||\vec b|}`. */
  private function(node: Node): Quantity {
    const values = new Map<string, Expr>();
    const plain = mapChildren(node, (child) => {
      const inner = this.read(child);
      if (inner.sort === "vector") throw noValue(node.kind);
      const name = `v${++this.fresh}`;
      values.set(name, inner.value);
      return symbol(name);
    });
    return number(substitute(this.numberOf(plain), values, this.budget));
  }
}

/** `\overrightarrow{AB}` goes from A to B; `\vec{0}` is zero. */
function letter(name: string): Vector {
  const [, from, to] = /^\\vec\{([A-Z])([A-Z])\}$/.exec(name) ?? [];
  if (from !== undefined && to !== undefined)
    return collect([
      { part: [`\\vec{O${to}}`], factor: num(1n) },
      { part: [`\\vec{O${from}}`], factor: num(-1n) },
    ]);
  return name === "\\vec{0}" ? new Map() : collect([{ part: [name], factor: num(1n) }]);
}

function dotOf(a: Part, b: Part): Expr {
  if (a.length === 1 && b.length === 1) return dotted(a[0], b[0]);
  if (a.length === 1) return volume(a[0], b as readonly [string, string]);
  if (b.length === 1) return volume(b[0], a);
  // (a×b)·(c×d) = (a·c)(b·d) - (a·d)(b·c)
  return add(mul(dotted(a[0], b[0]), dotted(a[1], b[1])), neg(mul(dotted(a[0], b[1]), dotted(a[1], b[0]))));
}

function crossOf(a: Part, b: Part): Vector {
  if (a.length === 1 && b.length === 1) {
    if (a[0] === b[0]) return new Map();
    return a[0] < b[0]
      ? collect([{ part: [a[0], b[0]], factor: num(1n) }])
      : collect([{ part: [b[0], a[0]], factor: num(-1n) }]);
  }
  if (b.length === 1) return scaled(crossOf(b, a), num(-1n));
  // a×(b×c) = b(a·c) - c(a·b), where a may itself be a cross product.
  return collect([
    { part: [b[0]], factor: dotOf(a, [b[1]]) },
    { part: [b[1]], factor: neg(dotOf(a, [b[0]])) },
  ]);
}
