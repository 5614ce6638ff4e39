// Two claims: do they say the same? The gold's kind decides what the answer may be.

import { Unsolved } from "../algebra/inequality.ts";
import { Unordered } from "../algebra/reals.ts";
import type { Claim } from "../claim/claim.ts";
import type { Context } from "../claim/context.ts";
import { Undefined } from "../exact/exact.ts";
import { NoValue } from "../exact/expr.ts";
import { sameTree } from "../notation/same-tree.ts";
import { isInteger, type Node, some } from "../notation/tree.ts";
import { namesIn } from "../notation/tree-change.ts";
import { all, type Decision, different, equal, undecided } from "../terms/decision.ts";
import { basisEntries } from "./basis.ts";
import { asSets, hasRepeats, inAnyOrder, inOrder } from "./collection.ts";
import { compareEquations, compareStatements } from "./equation.ts";
import { compareFamilies } from "./family.ts";
import { compareCases, compareFunctions } from "./function.ts";
import { compareIntegrals } from "./integration.ts";
import { compareChains, compareNamed, labelKey } from "./named.ts";
import { compareNumbers, type Numbers, numbersOf } from "./numbers.ts";
import { compareRestricted } from "./restriction.ts";
import { compareScalars } from "./scalar.ts";
import { compareText } from "./text.ts";

export function compareClaims(gold: Claim, answer: Claim, context: Context): Decision {
  context.budget.spend(6);
  if (gold.kind === "restricted" || answer.kind === "restricted")
    return compareRestricted(gold, answer, context, compareClaims);
  if (gold.kind === "function" || answer.kind === "function")
    return compareFunctions(gold, answer, context, compareClaims);
  const families = compareFamilies(gold, answer, context, compareClaims);
  if (families) return families;
  if (gold.kind === "named" || answer.kind === "named")
    return compareNamed(gold, answer, context, compareClaims);
  if (gold.kind === "chain" || answer.kind === "chain")
    return compareChains(gold, answer, context, compareClaims);
  if (gold.kind === "text" || answer.kind === "text") return compareWords(gold, answer);
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
      return answer.kind === "equation"
        ? compareEquations(gold, answer, context)
        : different("equation", "an equation against something else");
    case "cases":
      return answer.kind === "cases" || answer.kind === "value"
        ? compareCases(gold, answer, context, compareClaims)
        : different("cases");
    case "ratio":
      return answer.kind === "ratio"
        ? compareRatios(gold.items, answer.items, context)
        : different("ratio", "a ratio against something else");
    default:
      return answer.kind === "statement" && gold.kind === "statement"
        ? compareStatements(gold.node, answer.node, context)
        : different("statement");
  }
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

const isTranspose = (node: Node): boolean =>
  node.kind === "pow" &&
  node.exp.kind === "symbol" &&
  node.exp.name === "T" &&
  node.base.kind === "symbol" &&
  /^[A-Z]/.test(node.base.name);

const compareValue = (gold: Claim & { kind: "value" }, answer: Claim, context: Context): Decision => {
  if (answer.kind === "set" && answer.items.length === 1 && !context.inside && isConstant(answer.items[0]!))
    return compareClaims(gold, answer.items[0]!, context);
  if (answer.kind === "value" && sameTree(gold.node, answer.node)) return equal("identical");
  if (answer.kind === "cases") return compareCases(gold, answer, context, compareClaims);
  const vectors = compareByBasis(gold, answer, context);
  if (vectors) return vectors;
  if (answer.kind !== "value") return different("kind", `one value against ${kindName(answer)}`);
  const decision = compareNodes(gold.node, answer.node, context);
  if (decision.verdict === "equal" || context.inside) return decision;
  return compareAsFamilies(gold.node, answer.node, context) ?? decision;
};

/** A vector written by its basis on one side at least, against the entries of the other. */
function compareByBasis(gold: Claim, answer: Claim, context: Context): Decision | undefined {
  const size = entriesOf(gold)?.length ?? entriesOf(answer)?.length;
  const [g, a] = [gold, answer].map((claim) =>
    claim.kind === "value" ? basisEntries(claim.node, size)?.map(asValue) : entriesOf(claim),
  );
  return g && a ? inOrder(g, a, "vector", context, compareClaims) : undefined;
}

const asValue = (node: Node): Claim => ({ kind: "value", node });

/** The entries of a point, a row or a column. */
function entriesOf(claim: Claim): Claim[] | undefined {
  if (claim.kind === "tuple") return isRound(claim) || claim.items.length > 2 ? claim.items : undefined;
  return claim.kind === "matrix" ? vectorEntries(claim.rows) : undefined;
}

/** Two values of which the gold may be all antiderivatives of a function. */
function compareAsFamilies(gold: Node, answer: Node, context: Context): Decision | undefined {
  try {
    return compareIntegrals(gold, answer, context);
  } catch (error) {
    if (error instanceof Undefined || error instanceof NoValue) return undefined;
    throw error;
  }
}

/** `\{x\}` is the fractional part of x, or a set; only around a number do the braces say nothing. */
const isConstant = (claim: Claim): boolean => claim.kind !== "value" || namesIn(claim.node).size === 0;

const names: Partial<Record<Claim["kind"], string>> = {
  list: "a list",
  set: "a set",
  tuple: "a tuple",
  matrix: "a matrix",
  numbers: "a set of numbers",
  equation: "an equation",
  ratio: "a ratio",
  record: "several named values",
};
const kindName = (claim: Claim): string => names[claim.kind] ?? "something else";

/** Two single values, or two things that have none but are built alike. */
export function compareNodes(gold: Node, answer: Node, context: Context): Decision {
  // Where a transpose occurs the letters are matrices, whose products may not be turned round.
  if (some(gold, isTranspose) || some(answer, isTranspose))
    return sameTree(gold, answer) ? equal("identical") : undecided("matrix", "algebra of matrices");
  try {
    return compareScalars(gold, answer, context);
  } catch (error) {
    if (error instanceof Undefined) return different("undefined", error.message);
    if (error instanceof NoValue)
      return sameTree(gold, answer) ? equal("identical") : undecided("kind", error.message);
    throw error;
  }
}

type List = Claim & { kind: "list" };

/** Words and lone letters, which `or` sets against each other: `B or C` is neither `B` nor both. */
const isWordOrLetter = (claim: Claim): boolean =>
  claim.kind === "text" ||
  (claim.kind === "value" && claim.node.kind === "symbol" && namesIn(claim.node).size > 0);

/** Whether `or` on one side only leaves the question open which of the two is meant. */
const isHedged = (gold: Claim[], goldEither: boolean, answer: Claim): boolean =>
  answer.kind === "list" && answer.either !== goldEither && gold.some(isWordOrLetter);

function compareList(gold: List, answer: Claim, context: Context): Decision {
  const { items } = gold;
  switch (answer.kind) {
    case "list":
      if (isHedged(items, gold.either, answer)) return different("list", "alternatives against a list");
      return inAnyOrder(items, answer.items, "list", context, compareClaims);
    case "set":
      return hasRepeats(items, context, compareClaims)
        ? different("list", "a list with repeats against a set")
        : asSets(items, answer.items, "list", context, compareClaims);
    case "tuple":
      if (isHalfOpen(answer)) return different("list", "a list against an interval");
      if (gold.either) return different("list", "alternatives against a tuple");
      return inOrder(items, answer.items, "list", context, compareClaims);
    case "record":
      if (gold.either) return different("list", "alternatives against several named values");
      return inOrder(
        items,
        answer.entries.map((e) => e.value),
        "list",
        context,
        compareClaims,
      );
    case "numbers":
      return compareNumberSets(gold, answer, context);
    default:
      return different("list", `a list against ${kindName(answer)}`);
  }
}

function compareSet(gold: Claim[], answer: Claim, context: Context): Decision {
  switch (answer.kind) {
    case "list":
    case "set":
      if (isHedged(gold, false, answer)) return different("set", "alternatives against a set");
      return asSets(gold, answer.items, "set", context, compareClaims);
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

type Tuple = Claim & { kind: "tuple" };

const isRound = (tuple: Tuple): boolean => tuple.node.open !== "[" && tuple.node.close !== "]";

/** `[a, b)` can only be an interval. */
const isHalfOpen = (tuple: Tuple): boolean => (tuple.node.open === "[") !== (tuple.node.close === "]");

/** A pair in brackets may be an interval: then the brackets count. */
const looksLikeInterval = (tuple: Tuple): boolean =>
  tuple.items.length === 2 && (tuple.node.open === "(" || tuple.node.open === "[");

function compareTuple(gold: Tuple, answer: Claim, context: Context): Decision {
  switch (answer.kind) {
    case "tuple":
      if (
        looksLikeInterval(gold) &&
        looksLikeInterval(answer) &&
        (gold.node.open !== answer.node.open || gold.node.close !== answer.node.close)
      )
        return different("interval", "an end is open on one side and closed on the other");
      return inOrder(gold.items, answer.items, "tuple", context, compareClaims);
    case "list":
      if (answer.either) return different("tuple", "a tuple against alternatives");
      if (looksLikeInterval(gold) && !isRound(gold))
        return different("interval", "an interval against a list");
      return inOrder(gold.items, answer.items, "tuple", context, compareClaims);
    case "record":
      return isRound(gold)
        ? inOrder(
            gold.items,
            answer.entries.map((e) => e.value),
            "tuple",
            context,
            compareClaims,
          )
        : different("interval");
    case "matrix": {
      const entries = isHalfOpen(gold) ? undefined : vectorEntries(answer.rows);
      return entries
        ? inOrder(gold.items, entries, "vector", context, compareClaims)
        : different("vector", "a matrix that is no vector");
    }
    case "numbers":
      return looksLikeInterval(gold) ? compareNumberSets(gold, answer, context) : different("tuple");
    case "set":
      return answer.items.length === 1 && !context.inside
        ? compareClaims(gold, answer.items[0]!, context)
        : different("tuple", "a tuple against a set");
    case "value":
      return compareByBasis(gold, answer, context) ?? different("tuple", "a tuple against one value");
    default:
      return different("tuple", `a tuple against ${kindName(answer)}`);
  }
}

/** The entries of a single row or column. */
function vectorEntries(rows: Claim[][]): Claim[] | undefined {
  if (rows.length === 1) return rows[0];
  return rows.every((row) => row.length === 1) ? rows.map((row) => row[0]!) : undefined;
}

function compareMatrix(gold: Claim[][], answer: Claim, context: Context): Decision {
  const entries = vectorEntries(gold);
  if (answer.kind === "tuple" || answer.kind === "list") {
    if (answer.kind === "tuple" && isHalfOpen(answer)) return different("vector", "a half-open interval");
    if (answer.kind === "list" && answer.either) return different("vector", "a vector against alternatives");
    if (entries) return inOrder(entries, answer.items, "vector", context, compareClaims);
    return compareRowsWritten(gold, answer.items, context);
  }
  const vectors =
    answer.kind === "value" ? compareByBasis({ kind: "matrix", rows: gold }, answer, context) : undefined;
  if (vectors) return vectors;
  if (answer.kind !== "matrix") return different("matrix", `a matrix against ${kindName(answer)}`);
  const others = vectorEntries(answer.rows);
  if (entries && others) return inOrder(entries, others, "vector", context, compareClaims);
  if (gold.length !== answer.rows.length || gold[0]!.length !== answer.rows[0]!.length)
    return different("matrix", "matrices of different shapes");
  return inOrder(gold.flat(), answer.rows.flat(), "matrix", context, compareClaims);
}

/** `[[1, 2], [3, 4]]`, as programs print a matrix. */
function compareRowsWritten(gold: Claim[][], items: Claim[], context: Context): Decision {
  if (items.length !== gold.length || !items.every((item) => item.kind === "tuple"))
    return different("matrix");
  return all(
    "matrix",
    gold.map((row, i) => inOrder(row, (items[i] as Tuple).items, "matrix", context, compareClaims)),
  );
}

function compareRecord(gold: Claim & { kind: "record" }, answer: Claim, context: Context): Decision {
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
    return all("label", parts);
  }
  const values = gold.entries.map((e) => e.value);
  if (answer.kind === "tuple")
    return isRound(answer)
      ? inOrder(values, answer.items, "label", context, compareClaims)
      : different("label");
  if (answer.kind === "list")
    return answer.either
      ? different("label", "several named values against alternatives")
      : inOrder(values, answer.items, "label", context, compareClaims);
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

function compareRatios(gold: Node[], answer: Node[], context: Context): Decision {
  if (gold.length !== answer.length) return different("ratio", "ratios of different lengths");
  const times = (x: Node, y: Node): Node => ({ kind: "mul", factors: [x, y] });
  const parts: Decision[] = [];
  for (let i = 1; i < gold.length; i++)
    parts.push(compareNodes(times(gold[0]!, answer[i]!), times(gold[i]!, answer[0]!), context));
  const isZero = (n: Node) => isInteger(n) && n.mantissa === 0n;
  if ([...gold, ...answer].some(isZero))
    return all(
      "ratio",
      gold.map((item, i) => compareNodes(item, answer[i]!, context)),
    );
  return all("ratio", parts);
}
