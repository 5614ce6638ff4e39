// Sets of numbers from the way they are written: names, intervals, inequalities, set-builders and their
// combinations.

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
import { inequalities } from "../claim/claim.ts";
import { type Context, exprOf } from "../claim/context.ts";
import { num } from "../expression/expr.ts";
import { floor, isWhole } from "../expression/rational.ts";
import { type Inequality, solveInequality } from "../identity/inequality.ts";
import { type Node, type NodeOf, relates, some } from "../notation/tree.ts";
import { expandSigns, namesIn } from "../notation/tree-change.ts";
import { rationalOf } from "../numeric/constant.ts";
import { nowhere, realValue } from "../numeric/evaluate.ts";
import { type Decision, different, undecided } from "../terms/decision.ts";

/** Which numbers, and between which bounds. */
export interface Numbers {
  domain: "R" | "Z" | "Q" | "C" | "P";
  reals: RealSet;
}

const zeroEnd: End = { at: num(0n) };
const real = (reals: RealSet): Numbers => ({ domain: "R", reals });

/** `\mathbb{Z}_{\ge 0}`, `\mathbb{R}^+`: a letter with a mark that bounds it. */
function namedSet(name: string, { budget }: Context): Numbers | undefined {
  if (name === "empty") return real(nothing);
  const letter = name[0]!;
  const domain = (["R", "Z", "Q", "C", "P"] as const).find(
    (each) => each === (letter === "N" ? "Z" : letter),
  );
  const mark = name.slice(1).replace(/[{}\\ ]/g, "") || (letter === "N" ? "^+" : "");
  const above = (closed: boolean): RealSet => interval(zeroEnd, closed, "+∞", false, budget);
  const bounds: readonly [RegExp, () => RealSet][] = [
    [/^$/, () => everything],
    [/^(?:\^\+|_\+|_>0|\^>0)$/, () => above(false)],
    [/^(?:_ge0|_0)$/, () => above(true)],
    [/^(?:\^-|_<0)$/, () => interval("-∞", false, zeroEnd, false, budget)],
    [/^(?:\^\*|_ne0)$/, () => complement(points([num(0n)], budget))],
  ];
  const bound = bounds.find(([marked]) => marked.test(mark))?.[1];
  return domain && bound && { domain, reals: bound() };
}

const endOf = (node: Node, context: Context): End => {
  if (node.kind === "infinity") return "+∞";
  if (node.kind === "neg" && node.arg.kind === "infinity") return "-∞";
  return { at: exprOf(node, context) };
};

/** The set that a tree denotes; undefined if Assay cannot calculate with it. */
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
      // `(3, 1)` is a point of the plane, because it is not a usual notation of the empty set.
      return pair.length === 0 ? undefined : real(pair);
    }
    case "set":
      return real(pointsAt(node.items, context));
    case "setop":
      return combine(node, context);
    case "relation":
      return fromRelation(node, context);
    case "list":
      return fromList(node, context);
    case "builder": {
      const { condition } = node;
      const list = condition.kind === "list" ? condition : { items: [condition], joiner: "," as const };
      return fromList({ kind: "list", ...list }, context, true);
    }
    default:
      return undefined;
  }
}

const pointsAt = (nodes: readonly Node[], context: Context): RealSet =>
  points(
    nodes.map((node) => exprOf(node, context)),
    context.budget,
  );

function combine({ op, args }: NodeOf<"setop">, context: Context): Numbers | undefined {
  const { budget } = context;
  const sets = args.map((arg) => (op === "×" ? undefined : numbersOf(arg, context)));
  if (!sets.every((set) => set !== undefined)) return undefined;
  const [first, ...rest] = sets as [Numbers, ...Numbers[]];
  if (op === "∩") return sets.reduce((a, b) => meet(a, b, context));
  if (op === "∖") {
    if (rest.some(({ domain }) => domain !== "R")) return undefined;
    const reals = rest.reduce(
      (left, other) => intersection(left, complement(other.reals), budget),
      first.reals,
    );
    return { domain: first.domain, reals };
  }
  return unionOf(sets, context);
}

/** Only of numbers of one kind. */
const unionOf = (sets: readonly Numbers[], { budget }: Context): Numbers | undefined =>
  sets.every(({ domain }) => domain === sets[0]!.domain)
    ? {
        domain: sets[0]!.domain,
        reals: union(
          sets.flatMap((set): readonly Piece[] => set.reals),
          budget,
        ),
      }
    : undefined;

function meet(a: Numbers, b: Numbers, context: Context): Numbers {
  const rank = ["C", "R", "Q", "Z", "P"];
  const domain = rank.indexOf(a.domain) > rank.indexOf(b.domain) ? a.domain : b.domain;
  return { domain, reals: intersection(a.reals, b.reals, context.budget) };
}

function fromRelation(node: NodeOf<"relation">, context: Context): Numbers | undefined {
  const { budget } = context;
  if (relates(node, "∈", "∉")) {
    const inner = numbersOf(node.terms[1]!, context);
    if (node.terms[0]!.kind !== "symbol" || !inner) return undefined;
    return node.ops[0] === "∈" ? inner : inner.domain === "R" ? real(complement(inner.reals)) : undefined;
  }
  const [variable, ...others] = namesIn(node);
  if (variable === undefined || others.length > 0) return undefined;
  if (relates(node, "=") && node.terms[0]!.kind === "symbol")
    return real(pointsAt(expandSigns(node.terms[1]!), context));
  if (!node.ops.every((op) => inequalities.has(op)) || isAboutModulus(node, variable)) return undefined;
  let reals = everything;
  for (const [i, op] of node.ops.entries()) {
    const [left, right] = [node.terms[i]!, node.terms[i + 1]!];
    if (!namesIn(left).has(variable) && !namesIn(right).has(variable)) return undefined;
    for (const bound of expandSigns(right)) {
      const [below, above] = [exprOf(left, context), exprOf(bound, context)];
      const allowed = solveInequality(below, op as Inequality, above, variable, budget);
      if (!allowed) return undefined;
      reals = intersection(reals, allowed, budget);
    }
  }
  return real(reals);
}

/** Letters that usually stand for complex numbers. */
const isComplexLetter = (name: string): boolean => name === "z" || name === "w";

/** `|z| < 1` is a disc. */
const isAboutModulus = (node: Node, variable: string): boolean =>
  isComplexLetter(variable) && some(node, (n) => n.kind === "call" && n.name === "abs");

/** The real solutions of an equation that is the condition of a set; undefined for possibly complex unknowns. */
function solutionsOf(node: NodeOf<"relation">, context: Context): Numbers | undefined {
  if ([...namesIn(node)].some(isComplexLetter)) return undefined;
  const solved = (op: "≤" | "≥") => fromRelation({ ...node, ops: [op] }, context);
  const [below, above] = [solved("≤"), solved("≥")];
  return below && above && meet(below, above, context);
}

/**
 * Several conditions: `or` is a union, a comma and `and` are intersections; bounds that exclude each other can only
 * mean a union.
 */
function fromList(node: NodeOf<"list">, context: Context, inBuilder = false): Numbers | undefined {
  if (namesIn(node).size > 1) return undefined;
  const sets: Numbers[] = [];
  for (const item of node.items) {
    // `x \ne 1, 2`: a bare value after a condition continues it.
    const previous = node.items[0]!;
    const meant: Node =
      item.kind !== "relation" &&
      item.kind !== "list" &&
      previous.kind === "relation" &&
      previous.ops.length === 1
        ? { ...previous, terms: [previous.terms[0]!, item] }
        : item;
    const set = inBuilder && relates(meant, "=") ? solutionsOf(meant, context) : numbersOf(meant, context);
    if (!set) return undefined;
    sets.push(set);
  }
  // The other conditions were solved for real numbers.
  if (sets.some(({ domain }) => domain === "C")) return undefined;
  if (node.joiner === "or") return unionOf(sets, context);
  const cut = sets.reduce((a, b) => meet(a, b, context));
  const isUnion =
    !inBuilder &&
    node.joiner === "," &&
    cut.reals.length === 0 &&
    sets.every((s) => s.domain === "R" && s.reals.length > 0);
  return isUnion ? unionOf(sets, context) : cut;
}

/** Bounds of whole numbers are moved to the nearest whole numbers inside, and if they are few they are listed. */
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

/** The whole number next to an end, or at it; undefined for an end that may be whole itself but is not known to be. */
function wholeEnd(
  end: End,
  closed: boolean,
  inward: 1 | -1,
  { budget }: Context,
): bigint | "-∞" | "+∞" | undefined {
  if (typeof end === "string") return end;
  const exact = rationalOf(end.at, budget);
  if (exact && isWhole(exact)) return exact.n / exact.d + (closed ? 0n : BigInt(inward));
  const near = exact ? undefined : realValue(end.at, nowhere, 128, budget);
  if (typeof near === "string") return undefined;
  const below = exact ? floor(exact) : ball.floor(near!);
  const above = exact ? floor(exact) + 1n : ball.ceil(near!);
  return below === above ? undefined : inward === 1 ? above : below;
}

export function compareNumbers(gold: Numbers, answer: Numbers, context: Context): Decision {
  const g = settle(gold, context);
  const a = settle(answer, context);
  if (g.domain !== a.domain) {
    const isKnown = [g, a].some(({ domain }) => domain === "C" || domain === "R");
    return (isKnown ? different : undecided)("set", "numbers of different kinds");
  }
  return compareSets(g.reals, a.reals, context.budget);
}
