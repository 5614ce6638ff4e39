// Several things at once: matched in order, or each with a partner in any order.

import { type Claim, type ClaimOf, vector } from "../claim/claim.ts";
import { isWholeNumberLetter } from "../claim/claim-list.ts";
import { type Context, exprOf } from "../claim/context.ts";
import { type Node, relation, symbol } from "../notation/tree.ts";
import { namesIn } from "../notation/tree-change.ts";
import { rationalOf } from "../numeric/constant.ts";
import type { Rule } from "../terms/decision.ts";
import { all, type Decision, different, equal, undecided, weaker } from "../terms/decision.ts";
import { triedOr } from "../terms/result.ts";
import {
  type Comparison,
  compareClaims,
  isHalfOpen,
  isRound,
  looksLikeInterval,
  type Tuple,
} from "./comparison.ts";

const within = (context: Comparison): Comparison => (context.inside ? context : { ...context, inside: true });

export function inOrder(gold: Claim[], answer: Claim[], by: Rule, context: Comparison): Decision {
  if (gold.length !== answer.length) return different(by, `${gold.length} entries against ${answer.length}`);
  const inner = within(context);
  const decisions = function* () {
    for (const [i, item] of gold.entries()) yield compareClaims(item, answer[i]!, inner);
  };
  return all(by, decisions());
}

/** Each item finds its own partner, in any order. */
export function inAnyOrder(gold: Claim[], answer: Claim[], by: Rule, context: Comparison): Decision {
  if (gold.length !== answer.length) return different(by, `${gold.length} items against ${answer.length}`);
  const [restGold, restAnswer] = withoutPlainNumbers(gold, answer, context);
  if (restGold.length !== restAnswer.length) return different(by);
  return match(restGold, restAnswer, by, context);
}

/** Plain exact numbers find their partners by value; only the others are compared one by one. */
function withoutPlainNumbers(gold: Claim[], answer: Claim[], context: Context): [Claim[], Claim[]] {
  if (gold.length < 6) return [gold, answer];
  const waiting = new Map<string, Claim[]>();
  const restGold: Claim[] = [];
  for (const item of gold) {
    const key = plainKey(item, context);
    if (key === undefined) restGold.push(item);
    else waiting.set(key, [...(waiting.get(key) ?? []), item]);
  }
  const restAnswer: Claim[] = [];
  for (const item of answer) {
    const key = plainKey(item, context);
    if (key === undefined || !waiting.get(key)?.pop()) restAnswer.push(item);
  }
  for (const left of waiting.values()) restGold.push(...left);
  return [restGold, restAnswer];
}

function plainKey(claim: Claim, context: Context): string | undefined {
  if (claim.kind !== "value" || !["number", "mixed", "div", "neg"].includes(claim.node.kind))
    return undefined;
  const value = triedOr(() => rationalOf(exprOf(claim.node, context), context.budget), undefined);
  return value && `${value.n}/${value.d}`;
}

/** Pairs by augmenting paths, since rounding can give an item more than one possible partner. */
function match(gold: Claim[], answer: Claim[], by: Rule, context: Comparison): Decision {
  const decisions = new Map<number, Decision>();
  const inner = within(context);
  const decide = (i: number, j: number): Decision => {
    context.budget.spend(1);
    const key = i * answer.length + j;
    const found = decisions.get(key) ?? compareClaims(gold[i]!, answer[j]!, inner);
    decisions.set(key, found);
    return found;
  };
  const partner: number[] = answer.map(() => -1);
  const place = (i: number, seen: Set<number>): boolean =>
    answer.some((_, j) => {
      if (seen.has(j) || decide(i, j).verdict !== "equal") return false;
      seen.add(j);
      const isFree = partner[j] === -1 || place(partner[j]!, seen);
      if (isFree) partner[j] = i;
      return isFree;
    });
  const certaintyOf = (some: Decision[]) =>
    some.reduce((weakest, { certainty }) => weaker(weakest, certainty), equal(by).certainty);
  for (const i of gold.keys()) {
    if (place(i, new Set())) continue;
    const looks = answer.map((_, j) => decide(i, j));
    return looks.some(({ verdict }) => verdict === "undecided")
      ? undecided(by, "an item could not be decided")
      : different(by, "an item has no partner", certaintyOf(looks));
  }
  return equal(by, certaintyOf(partner.map((i, j) => decide(i, j))));
}

/** A set: repeats do not count. */
function asSets(gold: Claim[], answer: Claim[], by: Rule, context: Comparison): Decision {
  if (gold.length === answer.length) {
    const direct = inAnyOrder(gold, answer, by, context);
    if (direct.verdict === "equal") return direct;
  }
  return inAnyOrder(distinct(gold, context), distinct(answer, context), by, context);
}

/** Without the items that occur earlier in the list. */
function distinct(items: Claim[], context: Comparison): Claim[] {
  const kept: Claim[] = [];
  const inner = within(context);
  const keys = new Set<string>();
  for (const item of items) {
    const key = plainKey(item, context);
    const isAgain =
      key === undefined
        ? kept.some((other) => compareClaims(other, item, inner).verdict === "equal")
        : keys.has(key);
    if (key !== undefined) keys.add(key);
    if (isAgain) continue;
    context.budget.spend(kept.length >> 3);
    kept.push(item);
  }
  return kept;
}

const shortForms = new Map([
  ["minimum", "min"],
  ["maximum", "max"],
]);
/**
 * The name in a label. Labels in words are read in lower case, and so are words in an index; the case of single letters
 * matters.
 */
export const labelKey = (name: string): string => {
  const plain = name
    .replace(/^the /, "")
    .replace(/^value of (the )?| value$/, "")
    .replace(/\\text\{\p{L}{3,}\}/gu, (word) => word.toLowerCase());
  return shortForms.get(plain) ?? plain;
};

/** Words and single letters as alternatives: `B or C` is neither `B` nor both. */
const isWordOrLetter = (claim: Claim): boolean =>
  claim.kind === "text" ||
  (claim.kind === "value" && claim.node.kind === "symbol" && namesIn(claim.node).size > 0);

/** The relation in an item of a list; values, points, sets and functions have none. */
function relationIn(claim: Claim): Node[] | undefined {
  if (claim.kind === "equation") return [claim.left, claim.right];
  if (claim.kind === "named") return claim.subject ? [claim.subject, ...relatedTo(claim.value)] : undefined;
  return (claim.kind === "numbers" || claim.kind === "statement") && claim.node.kind === "relation"
    ? claim.node.terms
    : undefined;
}

const relatedTo = (value: Claim): Node[] => (value.kind === "value" ? [value.node] : []);

/** Conditions that `and` and `or` join to different statements; `x = 1, 3x - 4y = 5` may be a list of lines in one plane. */
function areConditions(items: readonly Claim[]): boolean {
  const relations = items.map(relationIn);
  if (relations.every((relation) => relation === undefined)) return false;
  const names = relations.map((relation) => new Set(relation?.flatMap((term) => [...namesIn(term)])));
  const inAll = new Set(names.flatMap((found) => [...found]));
  const areCurves =
    inAll.size > 1 &&
    items.every(({ kind }) => kind === "equation" || kind === "named") &&
    names.some((found) => found.size === inAll.size);
  return !areCurves;
}

/** Whether `or` on only one side leaves open which of the two is meant, or changes the meaning. */
const isHedged = (gold: Unordered, answer: Unordered): boolean =>
  answer.kind === "list" &&
  answer.either !== isEither(gold) &&
  (gold.items.some(isWordOrLetter) ||
    areConditions(gold.items) ||
    (answer.unnamed === true && (areCounted(answer.items) || !answer.items.every(isFixed))));

/** A number or a point: what `or` joins to values of an unknown without a name. A letter of whole numbers numbers them. */
const isFixed = (claim: Claim): boolean =>
  claim.kind === "value"
    ? [...namesIn(claim.node)].every(isWholeNumberLetter)
    : claim.kind !== "tuple" || claim.items.every(isFixed);

const isFunction = (claim: Claim): boolean => claim.kind === "function";

/** The unknown of `x_1 = 2, x_2 = -2`, whose values are numbered. */
export function unknownOf({ names }: ClaimOf<"record">): string | undefined {
  const stems = names.map((name, i) => new RegExp(`^([a-z]|lambda)_\\{?${i + 1}\\}?$`).exec(name)?.[1]);
  return stems.every((stem) => stem === stems[0]) ? stems[0] : undefined;
}

/**
 * `2 boys, 1 girl`, `5 hours and 20 miles`: each number belongs to its noun or unit, so bare numbers are compared in
 * order.
 */
const areCounted = (items: readonly Claim[]): boolean =>
  new Set(
    items.map((item) =>
      item.kind === "value" && item.node.kind === "unit" ? JSON.stringify(item.node.unit) : "",
    ),
  ).size > 1;

type Unordered = ClaimOf<"list" | "set">;
export type Several = ClaimOf<"list" | "set" | "tuple" | "matrix" | "record">;

const isUnordered = (claim: Several): claim is Unordered => claim.kind === "list" || claim.kind === "set";
const isEither = (claim: Unordered): boolean => claim.kind === "list" && claim.either;

/** Undefined if things of one kind cannot stand for things of the other. */
export function compareSeveral(gold: Several, answer: Several, context: Comparison): Decision | undefined {
  if (gold.kind === "record" && answer.kind === "record") return compareRecords(gold, answer, context);
  if (gold.kind === "matrix" && answer.kind === "matrix")
    return gold.columns === answer.columns
      ? inOrder(gold.items, answer.items, "matrix", context)
      : different("matrix", "matrices of different shapes");
  if (isUnordered(gold)) {
    // `x_1 = 2, x_2 = -2` says the values of one unknown, in any order.
    const isOfOne = answer.kind === "record" && unknownOf(answer) !== undefined;
    const said: Several = isOfOne ? { kind: "list", items: answer.items, either: isEither(gold) } : answer;
    if (isUnordered(said)) return compareUnordered(gold, said, context);
  }
  if (gold.kind === "tuple" && answer.kind === "tuple" && areOtherIntervals(gold, answer))
    return different("interval", "an end is open on one side and closed on the other");
  const [g, a] = [asWritten(gold, answer.kind, true), asWritten(answer, gold.kind, false)];
  return g && a && inOrder(g, a, ruleOf(gold, answer), context);
}

/** Lists in any order, unless something requires the written order; with a set on one side, repeats do not count. */
function compareUnordered(gold: Unordered, answer: Unordered, context: Comparison): Decision {
  const by = gold.kind;
  if (isHedged(gold, answer)) return different(by, `alternatives against a ${by}`);
  // Formulas for several functions are compared in the order in which these are named.
  const isOrdered =
    gold.items.some(isFunction) !== answer.items.some(isFunction) ||
    [gold, answer].some((side) => side.kind === "list" && side.ordered) ||
    areCounted(gold.items) !== areCounted(answer.items);
  if (gold.kind === "list" && answer.kind === "list")
    return (isOrdered ? inOrder : inAnyOrder)(gold.items, answer.items, by, context);
  if (gold.kind === "list" && isOrdered) return different(by, "a list in its order against a set");
  return gold.kind === "list" && distinct(gold.items, context).length < gold.items.length
    ? different(by, "a list with repeats against a set")
    : asSets(gold.items, answer.items, by, context);
}

const areOtherIntervals = (a: Tuple, b: Tuple): boolean =>
  (a.node.open !== b.node.open || a.node.close !== b.node.close) &&
  (isHalfOpen(a) || isHalfOpen(b) || (looksLikeInterval(a) && looksLikeInterval(b)));

/**
 * The items of a claim in their order, beside a claim of a different kind; undefined if they have no order, as
 * alternatives, or if the brackets mean an interval.
 */
function asWritten(claim: Several, other: Several["kind"], isGold: boolean): Claim[] | undefined {
  switch (claim.kind) {
    case "list":
      return claim.either ? undefined : claim.items;
    case "set":
      return undefined;
    case "record":
      return other === "tuple" ? inCoordinateOrder(claim) : claim.items;
    case "matrix":
      // `[[1, 2], [3, 4]]`, as programs print a matrix, is a list of its rows.
      return isGold && other !== "record" ? rowsOf(claim) : undefined;
    case "tuple": {
      if (other === "tuple") return claim.items;
      // A row or column of a matrix is a vector, and no answer to a bare list.
      if (other === "list" && !isGold && claim.node.items.length < claim.items.length) return undefined;
      const isInterval =
        other === "record"
          ? !isRound(claim)
          : isHalfOpen(claim) || (other === "list" && isGold && looksLikeInterval(claim) && !isRound(claim));
      return isInterval ? undefined : claim.items;
    }
  }
}

const rowsOf = ({ items, columns }: ClaimOf<"matrix">): Claim[] =>
  Array.from({ length: items.length / columns }, (_, i) =>
    vector(items.slice(i * columns, (i + 1) * columns)),
  );

function ruleOf(gold: Several, answer: Several): Rule {
  if (gold.kind === "record") return "label";
  const isVector = [gold, answer].some((side) => side.kind === "tuple" && side.node.open === "⟨");
  return gold.kind === "tuple" && isVector ? "vector" : gold.kind;
}

/** `y = 3, x = 2` is the point (2, 3): coordinates have their own order, other labels stay as they are written. */
function inCoordinateOrder({ names, items }: ClaimOf<"record">): Claim[] {
  const places = ["x", "y", "z"].slice(0, names.length).map((name) => names.indexOf(name));
  return names.length > 1 && places.length === names.length && !places.includes(-1)
    ? places.map((at) => items[at]!)
    : items;
}

const lineParameters = new Set("t s u r lambda mu tau".split(" "));

/** `x = 1 + t, y = 2 - t` with its parameter, which may have any name. */
function asLine({ names, items }: ClaimOf<"record">): Claim | undefined {
  const nodes = items.flatMap((value) => (value.kind === "value" ? [value.node] : []));
  const [parameter, ...others] = new Set(nodes.flatMap((node) => [...namesIn(node)]));
  const isPoint = names.length > 1 && names.every((name) => "xyz".includes(name));
  if (!isPoint || nodes.length < items.length || others.length > 0 || !lineParameters.has(parameter ?? ""))
    return undefined;
  const coordinates = names.map((name, i) => relation([symbol(name), nodes[i]!], ["="]));
  return {
    kind: "family",
    node: { kind: "list", items: coordinates, joiner: "," },
    parameters: [{ name: parameter!, domain: "R" }],
  };
}

function compareRecords(gold: ClaimOf<"record">, answer: ClaimOf<"record">, context: Comparison): Decision {
  if (gold.names.length !== answer.names.length) return different("label", "a different number of names");
  const said = answer.names.map(labelKey);
  const parts = gold.names.map((name, i) => {
    const at = said.indexOf(labelKey(name));
    return at < 0
      ? different("label", `nothing is said of ${name}`)
      : compareClaims(gold.items[i]!, answer.items[at]!, context);
  });
  const found = all("label", parts);
  const [line, other] = found.verdict === "different" ? [asLine(gold), asLine(answer)] : [];
  return line && other ? compareClaims(line, other, context) : found;
}
