// Whether two claims mean the same. The gold's kind decides what the answer may be.

import type { Claim, ClaimOf } from "../claim/claim.ts";
import type { Context } from "../claim/context.ts";
import type { Reading } from "../exact/lower.ts";
import { sameTree } from "../notation/same-tree.ts";
import type { Node } from "../notation/tree.ts";
import { namesIn } from "../notation/tree-change.ts";
import { all, type Decision, different, equal, type Rule, undecided } from "../terms/decision.ts";
import type { Budget } from "../terms/limits.ts";
import type { Policies } from "../terms/policies.ts";
import { tried, triedOr } from "../terms/result.ts";
import { compareByBasis } from "./basis.ts";
import { compareSeveral } from "./collection.ts";
import {
  type Comparison,
  compareClaims,
  haveOtherUnknowns,
  type Kind,
  kindName,
  kinds,
  looksLikeInterval,
} from "./comparison.ts";
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
import { compareChains, compareNamed } from "./named.ts";
import { compareNumbers, type Numbers, numbersOf } from "./numbers.ts";
import { compareRatios, quotientOf } from "./ratio.ts";
import { compareRestricted } from "./restriction.ts";
import { compareIntegers, compareNodes } from "./scalar.ts";
import { compareText } from "./text.ts";

/** The context for comparing two claims. */
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

type Compare<G extends Kind, A extends Kind> = (
  gold: ClaimOf<G>,
  answer: ClaimOf<A>,
  context: Comparison,
) => Decision | undefined;
interface Row {
  gold: readonly Kind[];
  answer: readonly Kind[];
  compare: Compare<Kind, Kind>;
}

const any = Object.keys(kinds) as Kind[];
const several = ["list", "set", "tuple", "matrix", "record"] as const;
const but = (...kinds: Kind[]): Kind[] => any.filter((kind) => !kinds.includes(kind));

const row = <G extends Kind, A extends Kind>(
  gold: readonly G[],
  answer: readonly A[],
  compare: Compare<G, A>,
): Row => ({ gold, answer, compare: compare as unknown as Row["compare"] });

/** For a kind on either side. */
const either = (kind: Kind, compare: Compare<Kind, Kind>): Row[] => [
  row([kind], any, compare),
  row(but(kind), [kind], compare),
];

/**
 * A claim that, beside certain kinds, stands for a different claim, on either side; `by` is the rule if they are then
 * equal.
 */
function standsFor<K extends Kind>(
  kind: K,
  beside: readonly Kind[],
  as: (claim: ClaimOf<K>, other: Claim, context: Comparison) => Claim | undefined,
  by?: Rule,
): Row[] {
  const compare = (gold: Claim | undefined, answer: Claim | undefined, context: Comparison) => {
    const found = gold && answer && compareClaims(gold, answer, context);
    return found?.verdict === "equal" && by ? { ...found, by } : found;
  };
  return [
    row([kind], beside, (gold, answer, context) => compare(as(gold, answer, context), answer, context)),
    row(beside, [kind], (gold, answer, context) => compare(gold, as(answer, gold, context), context)),
  ];
}

/**
 * Which kinds may stand for which, in the order in which they are tried: the first row for the two kinds that gives a
 * result decides. Pairs without a row are different.
 */
const rows: readonly Row[] = [
  // Claims that contain other claims.
  row(any, any, compareDots),
  ...either("restricted", compareRestricted),
  ...either("function", compareFunctions),
  row(but("list"), ["list"], (gold, answer, context) => {
    const line = lastLine(answer, context);
    return line && compareClaims(gold, line, context);
  }),
  row(any, any, compareFamilies),
  ...either("named", compareNamed),
  ...either("chain", compareChains),
  ...either("text", compareWords),
  row(["equation", "statement"], ["value", "equation", "statement"], compareIdentities),
  row(["value"], ["equation", "statement"], compareIdentities),
  // One value, in its various forms.
  row(["value"], ["value"], compareValues),
  row(["value"], ["tuple"], compareByBasis),
  row(["tuple"], ["value"], compareByBasis),
  row(["value"], ["cases"], compareCases),
  row(["cases"], ["cases", "value"], compareCases),
  row(["value"], ["list"], compareRepeats),
  row(["ratio"], ["ratio"], compareRatios),
  ...standsFor("ratio", ["value"], quotientOf, "ratio"),
  // Several values.
  row(several, several, compareSeveral),
  ...standsFor("set", ["value", "tuple"], onlyItem),
  row(["record"], ["value"], ({ shared, items }, answer, context) =>
    shared && !context.inside ? compareClaims(items[0]!, answer, context) : undefined,
  ),
  // Sets of numbers.
  row(["list", "set"], ["numbers"], compareNumberSets),
  row(["tuple"], ["numbers"], (gold, answer, context) =>
    looksLikeInterval(gold) ? compareNumberSets(gold, answer, context) : undefined,
  ),
  row(["numbers"], any, compareNumberSets),
  // Relations.
  row(["equation"], ["equation"], compareEquations),
  row(["equation"], ["list"], (gold, answer, context) => {
    const either = alternativesOf(answer);
    return either && compareAlternatives(gold, either, context);
  }),
  row(["equation"], ["value"], (gold, answer, context) =>
    context.inside ? undefined : compareSolved(gold, answer.node, context),
  ),
  row(["statement"], ["statement"], (gold, answer, context) =>
    compareStatements(gold.node, answer.node, context),
  ),
];

/** The rows for each pair of kinds, in their order. */
const rowsFor = new Map(
  any.map((gold) => [
    gold,
    new Map(
      any.map((answer) => [
        answer,
        rows.filter((r) => r.gold.includes(gold) && r.answer.includes(answer)).map((r) => r.compare),
      ]),
    ),
  ]),
);

function decideClaims(gold: Claim, answer: Claim, context: Comparison): Decision {
  context.budget.spend(6);
  for (const compare of rowsFor.get(gold.kind)!.get(answer.kind)!) {
    const decision = compare(gold, answer, context);
    if (decision) return decision;
  }
  return different(kinds[gold.kind].rule, `${kindName(gold)} against ${kindName(answer)}`);
}

/** A list or set whose dots could not be written out. */
const hasDots = (claim: Claim): boolean =>
  claim.kind === "statement" &&
  (claim.node.kind === "list" || claim.node.kind === "set") &&
  claim.node.items.some(({ kind }) => kind === "ellipsis");

function compareDots(gold: Claim, answer: Claim): Decision | undefined {
  return hasDots(gold) || hasDots(answer)
    ? undecided("list", "dots that may go on in more than one way")
    : undefined;
}

/**
 * `\sum_{i=1}^n i = \frac{n(n+1)}{2}` claims the value of its sides; undefined if neither side is such a calculation.
 */
function compareIdentities(gold: Claim, answer: Claim, context: Comparison): Decision | undefined {
  const g = gold.kind === "value" ? gold : identityValue(gold, context);
  const a = g && (answer.kind === "value" ? answer : identityValue(answer, context));
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

function compareValues(gold: ClaimOf<"value">, answer: ClaimOf<"value">, context: Comparison): Decision {
  if (sameTree(gold.node, answer.node)) return equal("identical");
  const found = compareIntegers(gold.node, answer.node, context) ?? compareByBasis(gold, answer, context);
  if (found) return found;
  // Comparing two formulas of which one has constants under different names would be wasted work.
  const asFamilies = context.inside
    ? undefined
    : triedOr(() => compareIntegrals(gold.node, answer.node, context), undefined);
  if (asFamilies && asFamilies.verdict !== "undecided") return asFamilies;
  const decision = compareNodes(gold.node, answer.node, context);
  return decision.verdict === "equal" ? decision : (asFamilies ?? decision);
}

/** `\frac34 or 0.75` gives one value in several ways, each of which must be right. */
function compareRepeats(gold: Claim, answer: ClaimOf<"list">, context: Comparison): Decision {
  const isOneValue =
    answer.either && !answer.partlyNamed && answer.items.every((item) => item.kind === "value");
  if (!isOneValue || context.inside) return different("kind", "one value against a list");
  const decision = all(
    "repeats",
    answer.items.map((item) => compareClaims(gold, item, context)),
  );
  return decision.verdict === "different"
    ? { ...decision, reason: "one of the alternatives has a different value" }
    : decision;
}

/**
 * A set of one thing may be that thing; but `\{x\}` may be the fractional part of x, and inside a different claim a set
 * is a set.
 */
function onlyItem(
  { items: [only, ...others] }: ClaimOf<"set">,
  _: Claim,
  { inside }: Comparison,
): Claim | undefined {
  const isAlone = only && others.length === 0 && !inside;
  return isAlone && (only.kind !== "value" || namesIn(only.node).size === 0) ? only : undefined;
}

/** The set of numbers that a claim stands for, if it can be calculated. */
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

function compareNumberSets(gold: Claim, answer: Claim, context: Comparison): Decision {
  if (context.inside && haveOtherUnknowns(gold, answer))
    return different("set", "conditions on different variables");
  const found = tried(() => {
    const g = numbersBehind(gold, context);
    const a = g && numbersBehind(answer, context);
    return g && a && compareNumbers(g, a, context);
  });
  if (found.ok && found.value) return found.value;
  if (!found.ok && found.because !== "unsolved") return different("set", found.reason);
  if (gold.kind === "numbers" && answer.kind === "numbers") {
    // Inequalities that are not solved may have the same solutions however they are written.
    const written = compareStatements(gold.node, answer.node, context);
    return written.verdict === "different" ? undecided("set", "inequalities that are not solved") : written;
  }
  return gold.kind === "numbers" && answer.kind === "value"
    ? different("set", "a set against one value")
    : undecided("set", "a set that is not calculated");
}
