// Values under a name, and chains of equal values: `x = 5`, `Area: 12`, `y = \pm x`, `2 + 2 = 4`.

import { type Claim, type ClaimOf, oneValue } from "../claim/claim.ts";
import type { Sides } from "../letters/ordered.ts";
import { namesIn } from "../notation/tree-change.ts";
import { all, any, type Decision, different } from "../terms/decision.ts";
import { inAnyOrder, labelKey, unknownOf } from "./collection.ts";
import { type Comparison, compareClaims } from "./comparison.ts";
import { alternativesOf, compareAlternatives, equationsOf } from "./equation.ts";
import { isRoundingOf } from "./rounding.ts";

/** Labels that only announce an answer. */
const announces = (name: string): boolean => /^(the )?(final )?(answer|ans|result|solution)$/.test(name);

type Named = ClaimOf<"named">;

/** Whether two names are the same, or one of them only announces an answer. */
const sameName = (gold: Named, answer: Named): boolean =>
  labelKey(gold.name) === labelKey(answer.name) || announces(gold.name) || announces(answer.name);

export function compareNamed(gold: Claim, answer: Claim, context: Comparison): Decision {
  if (gold.kind === "record" || answer.kind === "record") {
    // `x = \pm 1` has one name, `x = 1, y = -1` has two; only a name for a whole point fits.
    const single = (gold.kind === "named" ? gold : answer) as Named;
    // The values of one unknown may be numbered, if the gold shows that there is one unknown.
    if (gold === single && answer.kind === "record" && gold.value.kind === "list")
      if (unknownOf(answer) === gold.name) return compareClaims(gold.value, answer, context);
    if (!single.name.startsWith("(")) return different("label", "one name against several");
  }
  const [left, right] = [equationsOf(gold), equationsOf(answer)];
  if (gold.kind === "named" && answer.kind === "named") {
    if (sameName(gold, answer)) {
      const values = compareClaims(gold.value, answer.value, context);
      return values.verdict === "different" && left && right && !areGraphs(gold, answer, values)
        ? compareEquationLists(left, right, context)
        : values;
    }
    if (left && right) return compareEquationLists(left, right, context);
    return different("assignment", `${gold.name} against ${answer.name}`);
  }
  const either = gold.kind === "equation" ? alternativesOf(answer) : undefined;
  if (gold.kind === "equation" && either) return compareAlternatives(gold, either, context);
  // `x = \pm y` is `|x| = |y|`; for other equations, such an answer would leave the solving undone.
  const signs = answer.kind === "equation" && isOfBars(answer) ? alternativesOf(gold) : undefined;
  if (answer.kind === "equation" && signs) return compareAlternatives(answer, signs, context);
  if (left && right) return compareEquationLists(left, right, context);
  if (gold.kind === "equation" || answer.kind === "equation")
    return different("equation", "an equation against a value");
  // Inside a list a name belongs to its value: `1, x = 2` is not `1, 2`.
  if (context.inside) return different("assignment", "a name on one side only");
  // `Bob: Alice` is not `Alice`: before words a label may not be dropped.
  const [named, other] = (gold.kind === "named" ? [gold, answer] : [answer, gold]) as [Named, Claim];
  if (named.subject === null ? namesOneOf(named.name, nounOf(other)) : counting.test(nounOf(other)))
    return different("assignment", "a value against a number of solutions");
  if (named.value.kind === "text" && !announces(named.name)) return different("label", "words under a label");
  const value =
    gold.kind === "named"
      ? compareClaims(gold.value, answer, context)
      : compareClaims(gold, (answer as { value: Claim }).value, context);
  return value.verdict === "equal" ? { ...value, by: "assignment" } : value;
}

const isOfBars = ({ left, right }: Sides): boolean =>
  [left, right].every((side) => side.kind === "call" && side.name === "abs");

/** What a claim counts: `solutions` in `2 solutions`, which gives their number, not their values. */
const nounOf = (claim: Claim): string =>
  claim.kind === "value" && claim.node.kind === "unit" ? claim.node.unit.noun : "";
const counting = /\b(?:solution|root|way|value|zero)s?$/;

/**
 * Whether a label names one of the counted things, as `root x` does for `2 roots`; `number of roots` names all of them.
 */
const namesOneOf = (label: string, noun: string): boolean => {
  const thing = /[a-z]+(?=s$)/.exec(noun)?.[0];
  const isOne = (word: string) =>
    word === thing || (counting.test(noun) && counting.test(word) && !word.endsWith("s"));
  return !announces(label) && label.split(" ").some(isOne);
};

/** `y = 2x` and `y = 3x`: if the two formulas differ, so do the points that satisfy the equations. */
const areGraphs = (gold: Named, answer: Named, { by }: Decision): boolean =>
  (by === "polynomial" || by === "sampling") && isGraph(gold) && isGraph(answer);

const isGraph = ({ subject, value }: Named): boolean =>
  subject?.kind === "symbol" && value.kind === "value" && !namesIn(value.node).has(subject.name);

/** Equations in any order, each with the solutions of its partner. */
function compareEquationLists(gold: Sides[], answer: Sides[], context: Comparison): Decision {
  const claims = (sides: Sides[]) =>
    sides.map(({ left, right }): Claim => ({ kind: "equation", left, right }));
  return inAnyOrder(claims(gold), claims(answer), "equation", context);
}

type Chain = ClaimOf<"chain">;

/** A written calculation: each of its values must agree with the others. */
export function compareChains(gold: Claim, answer: Claim, context: Comparison): Decision {
  for (const side of [gold, answer])
    if (
      side.kind === "chain" &&
      side.rounded &&
      !isRoundingOf(side.rounded.value, side.rounded.decimal, context)
    )
      return different("chain", "the decimal is not the value before it, rounded");
  // An answer that gives one value in several forms must be right in all of them.
  if (gold.kind !== "chain")
    return all(
      "chain",
      (answer as Chain).values.map((value) => compareClaims(gold, value, context)),
    );
  const holds = compareLinks(gold.values, context);
  if (holds.verdict !== "equal") return holds;
  const said = gold.rounded ? [...gold.values, oneValue(gold.rounded.decimal)] : gold.values;
  return any(said.map((value) => compareClaims(value, answer, context)));
}

/** Whether each value of a chain equals the next; one of two neighbours may be the other rounded. */
function compareLinks(values: Claim[], context: Comparison): Decision {
  const exact: Comparison = {
    ...context,
    policies: { ...context.policies, percent: "exact", degrees: "exact" },
  };
  const links = values.slice(1).map((right, i) => {
    const left = values[i]!;
    return any([compareClaims(left, right, exact), compareClaims(right, left, exact)]);
  });
  const found = all("chain", links);
  return found.verdict === "different" ? different("chain", "the values said to be equal are not") : found;
}
