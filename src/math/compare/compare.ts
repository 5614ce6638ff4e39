// Two claims: do they say the same? The gold's kind decides what the answer may be.

import { Unsolved } from "../algebra/inequality.ts";
import { Unordered } from "../algebra/reals.ts";
import type { Claim } from "../claim/claim.ts";
import type { Context } from "../claim/context.ts";
import { Undefined } from "../exact/exact.ts";
import { NoValue, type Reading } from "../exact/lower.ts";
import { sameTree } from "../notation/same-tree.ts";
import type { Node } from "../notation/tree.ts";
import { namesIn } from "../notation/tree-change.ts";
import { all, type Decision, different, equal, undecided } from "../terms/decision.ts";
import type { Budget } from "../terms/limits.ts";
import type { Policies } from "../terms/policies.ts";
import { asSets, hasRepeats, inAnyOrder, inOrder } from "./collection.ts";
import { type Comparison, compareClaims } from "./comparison.ts";
import {
  alternativesOf,
  compareAlternatives,
  compareEquations,
  compareSolved,
  compareStatements,
  identityValue,
  lastLine,
} from "./equation.ts";
import { compareFamilies } from "./family.ts";
import { compareCases, compareFunctions } from "./function.ts";
import { compareIntegrals } from "./integration.ts";
import { kindName } from "./kind-name.ts";
import { compareChains, compareNamed, labelKey } from "./named.ts";
import { compareIntegers, compareNodes } from "./nodes.ts";
import { compareNumbers, type Numbers, numbersOf } from "./numbers.ts";
import { compareRatios, compareRatioWithNumber } from "./ratio.ts";
import { compareRestricted } from "./restriction.ts";
import { compareText } from "./text.ts";
import { compareUnions } from "./unions.ts";
import {
  compareByBasis,
  compareMatrix,
  isHalfOpen,
  isRound,
  looksLikeInterval,
  type Tuple,
  vectorEntries,
} from "./vector.ts";

/** What it takes to compare two claims. */
export const openComparison = (policies: Policies, budget: Budget, reading: Reading): Comparison => ({
  policies,
  budget,
  reading,
  values: new Map(),
  byAllRules,
});

function byAllRules(gold: Claim, answer: Claim, context: Comparison): Decision {
  const decision = decideClaims(gold, answer, context);
  const { notes } = context.budget;
  if (notes && (gold.kind !== "value" || answer.kind !== "value")) {
    const { verdict, by, reason } = decision;
    const said = `${kindName(gold)} against ${kindName(answer)}`;
    notes.push({
      rule: by,
      found: verdict,
      said: reason === undefined || reason === said ? said : `${said}: ${reason}`,
    });
  }
  return decision;
}

function decideClaims(gold: Claim, answer: Claim, context: Comparison): Decision {
  context.budget.spend(6);
  if (hasDots(gold) || hasDots(answer)) return undecided("list", "dots that may go on in more than one way");
  if (gold.kind === "restricted" || answer.kind === "restricted")
    return compareRestricted(gold, answer, context);
  if (gold.kind === "function" || answer.kind === "function") return compareFunctions(gold, answer, context);
  if (gold.kind !== "list" && answer.kind === "list") {
    const line = lastLine(answer, context);
    if (line) return compareClaims(gold, line, context);
  }
  const families = compareFamilies(gold, answer, context);
  if (families) return families;
  if (gold.kind === "named" || answer.kind === "named") return compareNamed(gold, answer, context);
  if (gold.kind === "chain" || answer.kind === "chain") return compareChains(gold, answer, context);
  if (gold.kind === "text" || answer.kind === "text") return compareWords(gold, answer);
  const calculated = compareIdentities(gold, answer, context);
  if (calculated) return calculated;
  switch (gold.kind) {
    case "value":
      return compareValue(gold, answer, context);
    case "list":
      return compareList(gold, answer, context);
    case "set":
      return compareSet(gold.items, answer, context);
    case "tuple":
      return compareTuple(gold, answer, context);
    case "matrix":
      return compareMatrix(gold.rows, answer, context);
    case "record":
      return compareRecord(gold, answer, context);
    case "numbers":
      return compareNumberSets(gold, answer, context);
    case "equation":
      if (answer.kind === "equation") return compareEquations(gold, answer, context);
      if (answer.kind === "list") {
        const either = alternativesOf(answer);
        if (either) return compareAlternatives(gold, either, context);
      }
      return answer.kind === "value" && !context.inside
        ? compareSolved(gold, answer.node, context)
        : different("equation", "an equation against something else");
    case "cases":
      return answer.kind === "cases" || answer.kind === "value"
        ? compareCases(gold, answer, context)
        : different("cases");
    case "ratio":
      if (answer.kind === "ratio") return compareRatios(gold.items, answer.items, context);
      return compareRatioWithNumber(gold.items, answer, context, (quotient) =>
        compareClaims(quotient, answer, context),
      );
    case "statement":
      return answer.kind === "statement"
        ? compareStatements(gold.node, answer.node, context)
        : different("statement");
    // What is comparable of families was compared before.
    case "family":
    case "congruence":
      return different("statement");
  }
}

/** A list or set whose dots could not be written out. */
const hasDots = (claim: Claim): boolean =>
  claim.kind === "statement" &&
  (claim.node.kind === "list" || claim.node.kind === "set") &&
  claim.node.items.some(({ kind }) => kind === "ellipsis");

const isEquation = (claim: Claim): boolean => claim.kind === "equation" || claim.kind === "statement";

/** `\sum_{i=1}^n i = \frac{n(n+1)}{2}` says what its sides come to; undefined where no side is such a calculation. */
function compareIdentities(gold: Claim, answer: Claim, context: Comparison): Decision | undefined {
  const mixed =
    (isEquation(gold) && (answer.kind === "value" || isEquation(answer))) ||
    (gold.kind === "value" && isEquation(answer));
  if (!mixed) return undefined;
  const g = isEquation(gold) ? identityValue(gold, context) : gold;
  const a = g && (isEquation(answer) ? identityValue(answer, context) : answer);
  return a && compareClaims(g, a, context);
}

/** Words, or a sign that has a name in words. */
function wordsOf(claim: Claim): string | undefined {
  if (claim.kind === "text") return claim.words;
  if (claim.kind === "numbers" && claim.node.kind === "setname" && claim.node.name === "empty") return "∅";
  return claim.kind === "value" && claim.node.kind === "infinity" ? "∞" : undefined;
}

function compareWords(gold: Claim, answer: Claim): Decision {
  const [left, right] = [wordsOf(gold), wordsOf(answer)];
  if (left === undefined || right === undefined) return different("text", "words against mathematics");
  return compareText(left, right);
}

const compareValue = (gold: Claim & { kind: "value" }, answer: Claim, context: Comparison): Decision => {
  if (answer.kind === "set" && answer.items.length === 1 && !context.inside && isConstant(answer.items[0]!))
    return compareClaims(gold, answer.items[0]!, context);
  if (answer.kind === "value" && sameTree(gold.node, answer.node)) return equal("identical");
  const unions = answer.kind === "value" ? compareUnions(gold.node, answer.node, context) : undefined;
  if (unions) return unions;
  const integers = answer.kind === "value" ? compareIntegers(gold.node, answer.node, context) : undefined;
  if (integers) return integers;
  if (answer.kind === "cases") return compareCases(gold, answer, context);
  const vectors = compareByBasis(gold, answer, context);
  if (vectors) return vectors;
  if (answer.kind === "ratio")
    return compareRatioWithNumber(answer.items, gold, context, (quotient) =>
      compareClaims(gold, quotient, context),
    );
  if (answer.kind === "list") return compareRepeats(gold, answer, context);
  if (answer.kind !== "value") return different("kind", `one value against ${kindName(answer)}`);
  // Comparing two formulas of which one holds constants under other names would be work for nothing.
  const asFamilies = context.inside ? undefined : compareAsFamilies(gold.node, answer.node, context);
  if (asFamilies?.verdict === "equal") return asFamilies;
  const decision = compareNodes(gold.node, answer.node, context);
  return decision.verdict === "equal" ? decision : (asFamilies ?? decision);
};

/** Two values of which the gold may be all antiderivatives of a function. */
function compareAsFamilies(gold: Node, answer: Node, context: Context): Decision | undefined {
  try {
    return compareIntegrals(gold, answer, context);
  } catch (error) {
    if (error instanceof Undefined || error instanceof NoValue) return undefined;
    throw error;
  }
}

/** `\frac34 or 0.75` says one value in several ways, each of which must be right. */
function compareRepeats(gold: Claim, answer: Claim & { kind: "list" }, context: Comparison): Decision {
  const isOneValue =
    answer.either && !answer.partlyNamed && answer.items.every((item) => item.kind === "value");
  if (!isOneValue || context.inside) return different("kind", "one value against a list");
  const decision = all(
    "repeats",
    answer.items.map((item) => compareClaims(gold, item, context)),
  );
  return decision.verdict === "different"
    ? { ...decision, reason: "one of the alternatives has another value" }
    : decision;
}

/** `\{x\}` is the fractional part of x, or a set; only around a number do the braces say nothing. */
const isConstant = (claim: Claim): boolean => claim.kind !== "value" || namesIn(claim.node).size === 0;

type List = Claim & { kind: "list" };

/** Words and lone letters, which `or` sets against each other: `B or C` is neither `B` nor both. */
const isWordOrLetter = (claim: Claim): boolean =>
  claim.kind === "text" ||
  (claim.kind === "value" && claim.node.kind === "symbol" && namesIn(claim.node).size > 0);

/** Whether `or` on one side only leaves the question open which of the two is meant. */
const isHedged = (gold: Claim[], goldEither: boolean, answer: Claim): boolean =>
  answer.kind === "list" && answer.either !== goldEither && gold.some(isWordOrLetter);

const isFunction = (claim: Claim): boolean => claim.kind === "function";

/** `x_1 = 2, x_2 = -2`: one unknown, whose values are numbered. */
const areRoots = (entries: readonly { name: string }[]): boolean => {
  const stems = entries.map(({ name }, i) => new RegExp(`^([a-z])_\\{?${i + 1}\\}?$`).exec(name)?.[1]);
  return stems.every((stem) => stem !== undefined && stem === stems[0]);
};

/** `2 boys, 1 girl`, `5 hours and 20 miles`: each number belongs to its noun or unit, so that bare numbers go by the order. */
const areCounted = (items: readonly Claim[]): boolean =>
  new Set(
    items.map((item) =>
      item.kind === "value" && item.node.kind === "unit" ? JSON.stringify(item.node.unit) : "",
    ),
  ).size > 1;

function compareList(gold: List, answer: Claim, context: Comparison): Decision {
  const { items } = gold;
  switch (answer.kind) {
    case "list":
      if (isHedged(items, gold.either, answer)) return different("list", "alternatives against a list");
      // Formulas for several functions go by the order in which these are named.
      if (items.some(isFunction) !== answer.items.some(isFunction))
        return inOrder(items, answer.items, "list", context);
      return gold.ordered || answer.ordered || areCounted(items) !== areCounted(answer.items)
        ? inOrder(items, answer.items, "list", context)
        : inAnyOrder(items, answer.items, "list", context);
    case "set":
      if (gold.ordered || areCounted(items) !== areCounted(answer.items))
        return different("list", "a list in its order against a set");
      return hasRepeats(items, context)
        ? different("list", "a list with repeats against a set")
        : asSets(items, answer.items, "list", context);
    case "tuple":
      if (isHalfOpen(answer)) return different("list", "a list against an interval");
      if (gold.either) return different("list", "alternatives against a tuple");
      return inOrder(items, answer.items, "list", context);
    case "record": {
      const values = answer.entries.map((e) => e.value);
      if (!gold.either) return inOrder(items, values, "list", context);
      return areRoots(answer.entries)
        ? inAnyOrder(items, values, "list", context)
        : different("list", "alternatives against several named values");
    }
    case "numbers":
      return compareNumberSets(gold, answer, context);
    default:
      return different("list", `a list against ${kindName(answer)}`);
  }
}

function compareSet(gold: Claim[], answer: Claim, context: Comparison): Decision {
  switch (answer.kind) {
    case "list":
    case "set":
      if (isHedged(gold, false, answer)) return different("set", "alternatives against a set");
      return asSets(gold, answer.items, "set", context);
    case "numbers":
      return compareNumberSets({ kind: "set", items: gold }, answer, context);
    case "value":
    case "tuple":
      return gold.length === 1 && !context.inside && isConstant(gold[0]!)
        ? compareClaims(gold[0]!, answer, context)
        : different("set", `a set against ${kindName(answer)}`);
    default:
      return different("set", `a set against ${kindName(answer)}`);
  }
}

function compareTuple(gold: Tuple, answer: Claim, context: Comparison): Decision {
  switch (answer.kind) {
    case "tuple":
      if (
        (gold.node.open !== answer.node.open || gold.node.close !== answer.node.close) &&
        (isHalfOpen(gold) || isHalfOpen(answer) || (looksLikeInterval(gold) && looksLikeInterval(answer)))
      )
        return different("interval", "an end is open on one side and closed on the other");
      return inOrder(gold.items, answer.items, "tuple", context);
    case "list":
      if (answer.either) return different("tuple", `${kindName(gold)} against alternatives`);
      if (looksLikeInterval(gold) && !isRound(gold))
        return different("interval", "an interval against a list");
      return inOrder(gold.items, answer.items, "tuple", context);
    case "record":
      return isRound(gold)
        ? inOrder(
            gold.items,
            inCoordinateOrder(answer.entries).map((e) => e.value),
            "tuple",
            context,
          )
        : different("interval");
    case "matrix": {
      const entries = isHalfOpen(gold) ? undefined : vectorEntries(answer.rows);
      return entries
        ? inOrder(gold.items, entries, "vector", context)
        : different("vector", "a matrix that is not a vector");
    }
    case "numbers":
      return looksLikeInterval(gold) ? compareNumberSets(gold, answer, context) : different("tuple");
    case "set":
      return answer.items.length === 1 && !context.inside
        ? compareClaims(gold, answer.items[0]!, context)
        : different("tuple", `${kindName(gold)} against a set`);
    case "value":
      return (
        compareByBasis(gold, answer, context) ?? different("tuple", `${kindName(gold)} against one value`)
      );
    default:
      return different("tuple", `${kindName(gold)} against ${kindName(answer)}`);
  }
}

/** `y = 3, x = 2` is the point (2, 3): coordinates stand in their own order, other labels as they are written. */
function inCoordinateOrder<T extends { name: string }>(entries: T[]): T[] {
  const coordinates = ["x", "y", "z"].slice(0, entries.length);
  const places = coordinates.map((name) => entries.find((entry) => entry.name === name));
  return entries.length > 1 && places.every((entry) => entry !== undefined) ? places : entries;
}

const lineParameters = new Set("t s u r lambda mu tau".split(" "));

/** `x = 1 + t, y = 2 - t` with its parameter, which may have any name. */
function asLine({ entries }: Claim & { kind: "record" }): Claim | undefined {
  const nodes = entries.flatMap(({ value }) => (value.kind === "value" ? [value.node] : []));
  const [name, ...others] = new Set(nodes.flatMap((node) => [...namesIn(node)]));
  const isPoint = entries.length > 1 && entries.every((entry) => "xyz".includes(entry.name));
  if (!isPoint || nodes.length < entries.length || others.length > 0 || !lineParameters.has(name ?? ""))
    return undefined;
  return { kind: "family", body: { kind: "record", entries }, parameters: [{ name: name!, domain: "R" }] };
}

function compareRecord(gold: Claim & { kind: "record" }, answer: Claim, context: Comparison): Decision {
  if (answer.kind === "record") {
    if (gold.entries.length !== answer.entries.length)
      return different("label", "a different number of names");
    const byName = new Map(answer.entries.map((e) => [labelKey(e.name), e.value]));
    const parts: Decision[] = [];
    for (const { name, value } of gold.entries) {
      const other = byName.get(labelKey(name));
      if (!other) return different("label", `nothing is said of ${name}`);
      parts.push(compareClaims(value, other, context));
    }
    const found = all("label", parts);
    const [line, other] = found.verdict === "different" ? [asLine(gold), asLine(answer)] : [];
    return line && other ? compareClaims(line, other, context) : found;
  }
  const values = gold.entries.map((e) => e.value);
  if (answer.kind === "tuple")
    return isRound(answer)
      ? inOrder(
          inCoordinateOrder(gold.entries).map((e) => e.value),
          answer.items,
          "label",
          context,
        )
      : different("label");
  if (answer.kind === "list")
    return answer.either
      ? different("label", "several named values against alternatives")
      : inOrder(values, answer.items, "label", context);
  if (gold.shared && answer.kind === "value" && !context.inside)
    return compareClaims(values[0]!, answer, context);
  return different("label", `several named values against ${kindName(answer)}`);
}

/** The set of numbers behind a claim, if it can be calculated. */
function numbersBehind(claim: Claim, context: Context): Numbers | undefined {
  switch (claim.kind) {
    case "numbers":
    case "tuple":
      return numbersOf(claim.node, context);
    case "set":
    case "list": {
      if (!claim.items.every((item) => item.kind === "value")) return undefined;
      return numbersOf(
        { kind: "set", items: claim.items.map((item) => (item as { node: Node }).node) },
        context,
      );
    }
    case "value":
      return numbersOf({ kind: "set", items: [claim.node] }, context);
    default:
      return undefined;
  }
}

function compareNumberSets(gold: Claim, answer: Claim, context: Context): Decision {
  try {
    const g = numbersBehind(gold, context);
    const a = g && numbersBehind(answer, context);
    if (g && a) return compareNumbers(g, a, context);
  } catch (error) {
    if (error instanceof NoValue || error instanceof Undefined) return different("set", error.message);
    if (!(error instanceof Unsolved || error instanceof Unordered)) throw error;
  }
  if (gold.kind === "numbers" && answer.kind === "numbers") {
    // Inequalities that are not solved may have the same solutions however they are written.
    const written = compareStatements(gold.node, answer.node, context);
    return written.verdict === "different" ? undecided("set", "inequalities that are not solved") : written;
  }
  return gold.kind === "numbers" && answer.kind === "value"
    ? different("set", "a set against one value")
    : undecided("set", "a set that is not calculated");
}
