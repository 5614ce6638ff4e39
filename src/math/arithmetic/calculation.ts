// The value of one side of an equation: its exact value, and the range of values that it may stand for if its decimals
// are rounded.

import { exactValue } from "../exact/exact.ts";
import { literal, lower } from "../exact/lower.ts";
import {
  inverse,
  isWhole,
  minus,
  order,
  plus,
  power,
  type Rational,
  rational,
  times,
  zero,
} from "../expression/rational.ts";
import { type Node, some } from "../notation/tree.ts";
import { parse } from "../read/parse.ts";
import { Budget } from "../terms/limits.ts";
import { ofCalculation, ofLimits, triedOr } from "../terms/result.ts";

export interface Calculation {
  tree: Node;
  value: Rational;
  /** The values that it may stand for, if its decimals are rounded. */
  range: Range;
  /** Whether there is anything to calculate. */
  calculates: boolean;
}

export interface Range {
  low: Rational;
  high: Rational;
}

/** Longer sides are not calculated. */
const longest = 400;
/** The maximum cost of one side; people calculate with less. */
const steps = 4_000;

/** Reads a side; undefined if it is not a calculation with numbers that has an exact value. */
export function calculationOf(source: string): Calculation | undefined {
  if (source.length > longest) return undefined;
  const parsed = parse(source);
  if (!parsed.ok || some(parsed.tree, (node) => !isArithmetic(node))) return undefined;
  const { tree } = parsed;
  const value = exactOf(tree);
  if (!value) return undefined;
  const range = some(tree, isDecimal) ? rangeOf(tree) : { low: value, high: value };
  return range && { tree, value, range, calculates: some(tree, isOperation) };
}

export const exactOf = (tree: Node): Rational | undefined =>
  triedOr(() => exactValue(lower(tree, { log: "e" }), new Budget(steps)), undefined, [
    ...ofCalculation,
    ...ofLimits,
  ]);

function isArithmetic(node: Node): boolean {
  switch (node.kind) {
    case "number":
      return !node.open && node.repeating === "";
    case "neg":
    case "add":
    case "mul":
    case "div":
    case "pow":
    case "root":
      return true;
    case "factorial":
      return node.order === 1;
    case "call":
      return node.name === "binom";
    default:
      return false;
  }
}

const isOperation = (node: Node): boolean => node.kind !== "number" && node.kind !== "neg";
const isDecimal = (node: Node): boolean => node.kind === "number" && node.places > 0;

const point = (value: Rational): Range => ({ low: value, high: value });

/** The values of a calculation whose decimals may each be off by a unit of their last place. */
function rangeOf(node: Node): Range | undefined {
  switch (node.kind) {
    case "number": {
      const value = literal(node);
      if (!isDecimal(node)) return point(value);
      const unit = rational(1n, 10n ** BigInt(node.places));
      return { low: plus(value, minus(unit)), high: plus(value, unit) };
    }
    case "neg": {
      const arg = rangeOf(node.arg);
      return arg && { low: minus(arg.high), high: minus(arg.low) };
    }
    case "add":
      return combined(node.terms, (a, b) => ({ low: plus(a.low, b.low), high: plus(a.high, b.high) }));
    case "mul":
      return combined(node.factors, product);
    case "div": {
      const [top, below] = [rangeOf(node.num), rangeOf(node.den)];
      if (!top || !below || order(below.low, zero) * order(below.high, zero) <= 0) return undefined;
      return product(top, { low: inverse(below.high), high: inverse(below.low) });
    }
    case "pow": {
      const base = rangeOf(node.base);
      const exp = exactOf(node.exp);
      if (!base || !exp || !isWhole(exp) || order(base.low, zero) <= 0) return undefined;
      const ends = [power(base.low, exp.n / exp.d), power(base.high, exp.n / exp.d)];
      return ends[0] && ends[1] && hull([ends[0], ends[1]]);
    }
    default: {
      const value = some(node, isDecimal) ? undefined : exactOf(node);
      return value && point(value);
    }
  }
}

function combined(nodes: readonly Node[], join: (a: Range, b: Range) => Range): Range | undefined {
  let total: Range | undefined;
  for (const node of nodes) {
    const range = rangeOf(node);
    if (!range) return undefined;
    total = total ? join(total, range) : range;
  }
  return total;
}

const product = (a: Range, b: Range): Range =>
  hull([times(a.low, b.low), times(a.low, b.high), times(a.high, b.low), times(a.high, b.high)]);

function hull(values: readonly Rational[]): Range {
  return {
    low: values.reduce((a, b) => (order(a, b) <= 0 ? a : b)),
    high: values.reduce((a, b) => (order(a, b) >= 0 ? a : b)),
  };
}

/** The same tree with everything after a division taken into its divisor, as `12 / 3 · 4` is sometimes meant. */
export function withLongDivisors(node: Node): Node {
  if (node.kind === "add") return { ...node, terms: node.terms.map(withLongDivisors) };
  if (node.kind === "neg") return { ...node, arg: withLongDivisors(node.arg) };
  if (node.kind !== "mul") return node;
  const at = node.factors.findIndex((factor) => factor.kind === "div");
  const division = node.factors[at];
  if (division?.kind !== "div" || at === node.factors.length - 1) return node;
  return {
    kind: "div",
    num: { kind: "mul", factors: [...node.factors.slice(0, at), division.num] },
    den: { kind: "mul", factors: [division.den, ...node.factors.slice(at + 1)] },
  };
}

/** Whether a power of a negated number, `-3^2`, may have been meant as that of the negative number. */
export const hasNegatedPower = (tree: Node): boolean =>
  some(tree, (node) => node.kind === "neg" && some(node.arg, (inner) => inner.kind === "pow"));
