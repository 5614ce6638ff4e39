// Two single values, or two things that have none but are built alike.

import { type Context, exprOf } from "../claim/context.ts";
import { Undefined } from "../exact/exact.ts";
import { NoValue } from "../exact/lower.ts";
import { compareOrdered, hasOrdered, type Ordering } from "../letters/ordered.ts";
import { sameTree } from "../notation/same-tree.ts";
import { isInteger, type Node } from "../notation/tree.ts";
import { type Decision, different, equal, provenDifferent, undecided } from "../terms/decision.ts";
import { compareScalars } from "./scalar.ts";

/** How letters of the pair are compared that do not commute; undefined where two nodes have none. */
export function orderingOf(nodes: readonly Node[], context: Context): Ordering | undefined {
  const { letters } = context.reading;
  if (!letters || !nodes.some((node) => hasOrdered(node, letters))) return undefined;
  return { letters, numberOf: (node) => exprOf(node, context), budget: context.budget };
}

/** Two single values, or two things that have none but are built alike. */
export function compareNodes(gold: Node, answer: Node, context: Context): Decision {
  const ordering = orderingOf([gold, answer], context);
  if (ordering) return compareOrdered(gold, answer, ordering);
  try {
    return compareScalars(gold, answer, context);
  } catch (error) {
    if (error instanceof Undefined) return different("undefined", error.message);
    if (error instanceof NoValue)
      return sameTree(gold, answer) ? equal("identical") : undecided("kind", error.message);
    throw error;
  }
}

/** What two constants are charged by the general rule, where both are plain numbers. */
const plainSteps = 8;

/**
 * Whole numbers, of which most items of lists and tuples are: decided at once, as the general rule would and charged as
 * much. Undefined for other values, and where the rules write down what they find.
 */
export function compareIntegers(gold: Node, answer: Node, { budget }: Context): Decision | undefined {
  if (budget.notes || !isInteger(gold) || !isInteger(answer)) return undefined;
  budget.spend(plainSteps);
  return gold.mantissa === answer.mantissa ? equal("rational") : provenDifferent("rational");
}
