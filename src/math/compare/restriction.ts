// Conditions after a formula. They are compared if both sides have them; if only one side has them, they may exclude no
// more than the formulas themselves.

import { complement, type RealSet } from "../algebra/reals.ts";
import type { Claim } from "../claim/claim.ts";
import { type Context, exprOf } from "../claim/context.ts";
import { add, type Expr, freeNames, mul, num, sub, substitute } from "../expression/expr.ts";
import type { Node } from "../notation/tree.ts";
import { namesIn, rename } from "../notation/tree-change.ts";
import { lacksValue } from "../numeric/constant.ts";
import { all, type Decision, different, undecided } from "../terms/decision.ts";
import { triedOr } from "../terms/result.ts";
import { type Comparison, compareClaims, haveOtherUnknowns } from "./comparison.ts";
import { compareStatements } from "./equation.ts";
import { parametersAs } from "./function.ts";
import { compareNumbers, numbersOf } from "./numbers.ts";

const bodyOf = (claim: Claim): Claim => (claim.kind === "restricted" ? claim.body : claim);
const conditionsOf = (claim: Claim): Node[] => (claim.kind === "restricted" ? claim.conditions : []);

export function compareRestricted(gold: Claim, answer: Claim, context: Comparison): Decision {
  const bodies = compareClaims(bodyOf(gold), bodyOf(answer), context);
  if (bodies.verdict !== "equal") return bodies;
  const g = conditionsOf(gold);
  const [left, right] = [bodyOf(gold), bodyOf(answer)];
  // The variables of a function have any name, in its conditions too.
  const names = left.kind === "function" && right.kind === "function" ? parametersAs(left, right) : new Map();
  const a = conditionsOf(answer).map((condition) => rename(condition, names));
  if (g.length > 0 && a.length > 0)
    return haveOtherUnknowns(left, right)
      ? different("restriction", "different variables")
      : all(bodies.by, [bodies, compareConditions(g, a, context)]);
  const restricted = g.length > 0 ? gold : answer;
  if (
    conditionsOf(restricted).every((condition) =>
      excludesOnlyGaps(condition, bodyOf(gold), bodyOf(answer), context),
    )
  )
    return bodies;
  return undecided("restriction", "only one side has a condition");
}

const asList = (conditions: Node[]): Node =>
  conditions.length === 1 ? conditions[0]! : { kind: "list", items: conditions, joiner: "and" };

function compareConditions(gold: Node[], answer: Node[], context: Comparison): Decision {
  const subjects = (conditions: Node[]): string => [...namesIn(asList(conditions))].sort().join();
  if (subjects(gold) !== subjects(answer))
    return undecided("restriction", "conditions on different variables");
  const solved = triedOr(() => {
    const g = numbersOf(asList(gold), context);
    const a = g && numbersOf(asList(answer), context);
    return g && a && compareNumbers(g, a, context);
  }, undefined);
  return solved ?? compareStatements(asList(gold), asList(answer), context);
}

/** `x \ne 2` and `x > 0` exclude nothing if a formula has no value there anyway. */
function excludesOnlyGaps(condition: Node, gold: Claim, answer: Claim, context: Context): boolean {
  const [name, ...others] = namesIn(condition);
  if (name === undefined || others.length > 0) return false;
  return triedOr(() => {
    const allowed = numbersOf(condition, context);
    if (allowed?.domain !== "R") return false;
    const excluded = samplesOf(complement(allowed.reals));
    return excluded.every((at) => [gold, answer].some((claim) => hasGapAt(claim, name, at, context)));
  }, false);
}

const distances = [num(1n, 8n), num(1n, 2n), num(7n, 8n), num(3n), num(20n)];

/** Points of a set: its single points and ends, and some inside each piece. */
const samplesOf = (set: RealSet): Expr[] =>
  set.flatMap(({ from, fromClosed, to, toClosed }) => {
    const [low, high] = [from, to].map((end) => (typeof end === "string" ? undefined : end.at));
    const ends = [fromClosed ? low : undefined, toClosed ? high : undefined].filter(
      (end) => end !== undefined,
    );
    if (low && high) return [...ends, ...distances.slice(0, 3).map((d) => add(low, mul(d, sub(high, low))))];
    if (low) return [...ends, ...distances.map((d) => add(low, d))];
    return high ? [...ends, ...distances.map((d) => sub(high, d))] : ends;
  });

function hasGapAt(claim: Claim, name: string, value: Expr, context: Context): boolean {
  const node = formulaOf(claim);
  if (!node) return false;
  const at = substitute(exprOf(node, context), new Map([[name, value]]), context.budget);
  return freeNames(at).size === 0 && triedOr(() => lacksValue(at, context.budget), true);
}

function formulaOf(claim: Claim): Node | undefined {
  switch (claim.kind) {
    case "value":
      return claim.node;
    case "named":
      return formulaOf(claim.value);
    case "function":
      return claim.body.kind === "relation" ? undefined : claim.body;
    default:
      return undefined;
  }
}
