// Sets of numbers from the way they are written: names, intervals, inequalities, set-builders and their
// combinations.

import { solveInequality } from "../algebra/inequality.ts";
import {
  compareSets,
  complement,
  type End,
  everything,
  intersection,
  interval,
  nothing,
  type Piece,
  points,
  type RealSet,
  union,
} from "../algebra/reals.ts";
import * as ball from "../ball/index.ts";
import { type Context, exprOf } from "../claim/context.ts";
import { type Expr, num } from "../expression/expr.ts";
import { floor, isWhole, minus } from "../expression/rational.ts";
import type { Node } from "../notation/tree.ts";
import { expandSigns, namesIn } from "../notation/tree-change.ts";
import { rationalOf } from "../numeric/constant.ts";
import { realValue } from "../numeric/evaluate.ts";
import { type Decision, different, undecided } from "../terms/decision.ts";

/** Which numbers, and between which bounds. */
export interface Numbers {
  domain: "R" | "Z" | "Q" | "C" | "P";
  reals: RealSet;
}

const zeroEnd: End = { at: num(0n) };
const real = (reals: RealSet): Numbers => ({ domain: "R", reals });

/** `\mathbb{Z}_{\ge 0}`, `\mathbb{R}^+`: a letter with a mark that bounds it. */
function namedSet(name: string, context: Context): Numbers | undefined {
  if (name === "empty") return real(nothing);
  const letter = name[0]!;
  const mark = name.slice(1).replace(/[{}\\ ]/g, "");
  const domain = letter === "N" ? "Z" : letter;
  if (!["R", "Z", "Q", "C", "P"].includes(domain)) return undefined;
  const from = (closed: boolean): RealSet => interval(zeroEnd, closed, "+∞", false, context.budget);
  const bounds: Record<string, RealSet> = {
    "": letter === "N" ? from(false) : everything,
    "^+": from(false),
    "_+": from(false),
    "_>0": from(false),
    "^>0": from(false),
    _ge0: from(true),
    "^-": interval("-∞", false, zeroEnd, false, context.budget),
    "_<0": interval("-∞", false, zeroEnd, false, context.budget),
    "^*": complement(points([num(0n)], context.budget)),
    _ne0: complement(points([num(0n)], context.budget)),
    _0: from(true),
  };
  const reals = bounds[mark];
  return reals && { domain: domain as Numbers["domain"], reals };
}

const endOf = (node: Node, context: Context): End => {
  if (node.kind === "infinity") return "+∞";
  if (node.kind === "neg" && node.arg.kind === "infinity") return "-∞";
  return { at: exprOf(node, context) };
};

/** The set that a tree denotes; undefined where it is none that can be calculated with. */
export function numbersOf(node: Node, context: Context): Numbers | undefined {
  const { budget } = context;
  switch (node.kind) {
    case "setname":
      return namedSet(node.name, context);
    case "sequence": {
      if (node.items.length !== 2 || node.open === "⟨") return undefined;
      const [from, to] = node.items as [Node, Node];
      const ends = [endOf(from, context), endOf(to, context)] as const;
      const pair = interval(ends[0], node.open === "[", ends[1], node.close === "]", budget);
      // `(3, 1)` is a point of the plane; nobody writes the empty set like that.
      return pair.length === 0 ? undefined : real(pair);
    }
    case "set":
      return real(
        points(
          node.items.map((item) => exprOf(item, context)),
          budget,
        ),
      );
    case "setop":
      return combine(node, context);
    case "relation":
      return fromRelation(node, context);
    case "list":
      return fromList(node, context);
    case "builder": {
      if (node.condition.kind === "list") return fromList(node.condition, context, true);
      return fromList({ kind: "list", items: [node.condition], joiner: "," }, context, true);
    }
    default:
      return undefined;
  }
}

function combine(node: Extract<Node, { kind: "setop" }>, context: Context): Numbers | undefined {
  const { budget } = context;
  if (node.op === "×") return undefined;
  const sets = node.args.map((arg) => numbersOf(arg, context));
  if (sets.some((set) => set === undefined)) return undefined;
  const [first, ...rest] = sets as [Numbers, ...Numbers[]];
  if (node.op === "∖") {
    let { reals } = first;
    for (const other of rest) {
      if (other.domain !== "R") return undefined;
      reals = intersection(reals, complement(other.reals), budget);
    }
    return { domain: first.domain, reals };
  }
  if (node.op === "∩") return rest.reduce<Numbers | undefined>((a, b) => a && meet(a, b, context), first);
  if ([first, ...rest].some((set) => set.domain !== first.domain)) return undefined;
  return {
    domain: first.domain,
    reals: union(
      [first, ...rest].flatMap((set): readonly Piece[] => set.reals),
      budget,
    ),
  };
}

function meet(a: Numbers, b: Numbers, context: Context): Numbers | undefined {
  const rank = ["C", "R", "Q", "Z", "P"];
  const domain = rank.indexOf(a.domain) > rank.indexOf(b.domain) ? a.domain : b.domain;
  return { domain, reals: intersection(a.reals, b.reals, context.budget) };
}

function fromRelation(node: Extract<Node, { kind: "relation" }>, context: Context): Numbers | undefined {
  const { budget } = context;
  if (node.ops.length === 1 && (node.ops[0] === "∈" || node.ops[0] === "∉")) {
    const inner = numbersOf(node.terms[1]!, context);
    if (node.terms[0]!.kind !== "symbol" || !inner) return undefined;
    return node.ops[0] === "∈" ? inner : inner.domain === "R" ? real(complement(inner.reals)) : undefined;
  }
  const [variable, ...others] = namesIn(node);
  if (variable === undefined || others.length > 0) return undefined;
  if (node.ops.length === 1 && node.ops[0] === "=" && node.terms[0]!.kind === "symbol") {
    const values = node.terms[1]!.kind === "pm" ? expandSigns(node.terms[1]!) : [node.terms[1]!];
    return real(
      points(
        values.map((n) => exprOf(n, context)),
        budget,
      ),
    );
  }
  if (!node.ops.every((op) => op === "<" || op === "≤" || op === ">" || op === "≥" || op === "≠"))
    return undefined;
  let reals = everything;
  for (const [i, op] of node.ops.entries()) {
    const [left, right] = [node.terms[i]!, node.terms[i + 1]!];
    if (!namesIn(left).has(variable) && !namesIn(right).has(variable)) return undefined;
    for (const bound of right.kind === "pm" ? expandSigns(right) : [right])
      reals = intersection(
        reals,
        solveInequality(exprOf(left, context), op, exprOf(bound, context), variable, budget),
        budget,
      );
  }
  return real(reals);
}

const isEquation = (node: Node): node is Extract<Node, { kind: "relation" }> =>
  node.kind === "relation" && node.ops.length === 1 && node.ops[0] === "=";

/** The real solutions of an equation that is the condition of a set; of what may be complex, none are known. */
function solutionsOf(node: Extract<Node, { kind: "relation" }>, context: Context): Numbers | undefined {
  if ([...namesIn(node)].some((name) => name === "z" || name === "w")) return undefined;
  const solved = (op: "≤" | "≥") => fromRelation({ ...node, ops: [op] }, context);
  const [below, above] = [solved("≤"), solved("≥")];
  return below && above && meet(below, above, context);
}

/** Several conditions: `or` joins, a comma and `and` cut; bounds that exclude each other can only be meant as a union. */
function fromList(
  node: Extract<Node, { kind: "list" }>,
  context: Context,
  inBuilder = false,
): Numbers | undefined {
  if (namesIn(node).size > 1) return undefined;
  const sets: Numbers[] = [];
  for (const item of node.items) {
    // `x \ne 1, 2`: a bare value behind a condition continues it.
    const previous = node.items[0]!;
    const meant: Node =
      item.kind !== "relation" &&
      item.kind !== "list" &&
      previous.kind === "relation" &&
      previous.ops.length === 1
        ? { ...previous, terms: [previous.terms[0]!, item] }
        : item;
    const set = inBuilder && isEquation(meant) ? solutionsOf(meant, context) : numbersOf(meant, context);
    if (!set) return undefined;
    sets.push(set);
  }
  // What the other conditions say was solved for real numbers.
  if (sets.some(({ domain }) => domain === "C")) return undefined;
  const all = sets.flatMap((set): readonly Piece[] => set.reals);
  if (node.joiner === "or")
    return sets.every((s) => s.domain === sets[0]!.domain)
      ? { domain: sets[0]!.domain, reals: union(all, context.budget) }
      : undefined;
  const cut = sets.reduce<Numbers | undefined>((a, b) => a && meet(a, b, context), sets[0]);
  if (
    !inBuilder &&
    node.joiner === "," &&
    cut &&
    cut.reals.length === 0 &&
    sets.every((s) => s.domain === "R" && s.reals.length > 0)
  )
    return real(union(all, context.budget));
  return cut;
}

/** Bounds of whole numbers are moved to the whole numbers they admit, and few of them are listed. */
function settle(set: Numbers, context: Context): Numbers {
  if (set.domain !== "Z") return set;
  const pieces: Piece[] = [];
  for (const piece of set.reals) {
    const from = wholeEnd(piece.from, piece.fromClosed, 1, context);
    const to = wholeEnd(piece.to, piece.toClosed, -1, context);
    if (from === undefined || to === undefined) return set;
    if (typeof from === "bigint" && typeof to === "bigint") {
      if (to - from > 500n) return set;
      for (let k = from; k <= to; k++)
        pieces.push({ from: { at: num(k) }, fromClosed: true, to: { at: num(k) }, toClosed: true });
    } else
      pieces.push({
        from: endAt(from),
        fromClosed: typeof from === "bigint",
        to: endAt(to),
        toClosed: typeof to === "bigint",
      });
  }
  const finite = pieces.every((p) => typeof p.from !== "string" && typeof p.to !== "string");
  return { domain: finite ? "R" : "Z", reals: union(pieces, context.budget) };
}

const endAt = (end: bigint | "-∞" | "+∞"): End => (typeof end === "bigint" ? { at: num(end) } : end);

function wholeEnd(
  end: End,
  closed: boolean,
  inward: 1 | -1,
  context: Context,
): bigint | "-∞" | "+∞" | undefined {
  if (typeof end === "string") return end;
  const value = rationalOf(end.at, context.budget);
  if (!value) return irrationalEnd(end.at, inward, context);
  if (isWhole(value)) return value.n / value.d + (closed ? 0n : BigInt(inward));
  return inward === 1 ? -floor(minus(value)) : floor(value);
}

/** The whole number next to an end that is no rational number as far as is known; undefined where it may be whole itself. */
function irrationalEnd(at: Expr, inward: 1 | -1, { budget }: Context): bigint | undefined {
  const value = realValue(at, new Map(), 128, budget);
  if (typeof value === "string") return undefined;
  const [below, above] = [ball.floor(value), ball.ceil(value)];
  return below === undefined || above === undefined || below === above
    ? undefined
    : inward === 1
      ? above
      : below;
}

export function compareNumbers(gold: Numbers, answer: Numbers, context: Context): Decision {
  const g = settle(gold, context);
  const a = settle(answer, context);
  if (g.domain !== a.domain) {
    if (g.domain === "C" || a.domain === "C" || g.domain === "R" || a.domain === "R")
      return different("set", "numbers of different kinds");
    return undecided("set", "numbers of different kinds");
  }
  return compareSets(g.reals, a.reals, context.budget);
}
