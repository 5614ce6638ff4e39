// What a comparison carries along: the policies, the purse, and the one reading of open notation.

import { resolve } from "../calculus/resolve.ts";
import type { Reading } from "../exact/lower.ts";
import { lower } from "../exact/lower.ts";
import type { Expr } from "../expression/expr.ts";
import type { Node } from "../notation/tree.ts";
import type { Budget } from "../terms/limits.ts";
import type { Policies } from "../terms/policies.ts";

export interface Context {
  policies: Policies;
  budget: Budget;
  reading: Reading;
  /** What trees were found to denote, with what finding it was charged. */
  values: Map<Node, { expr: Expr; steps: number }>;
  /** Whether this is an item of something, where a set of one thing is no longer that thing. */
  inside?: boolean;
}

/**
 * The value that a tree denotes, with what can be carried out carried out. Several rules ask for it in turn: it is found
 * once, and charged each time, so that what a question costs does not depend on who asked before.
 */
export function exprOf(node: Node, { reading, budget, values }: Context): Expr {
  const known = values.get(node);
  if (known) {
    budget.spend(known.steps);
    return known.expr;
  }
  const before = budget.spent;
  const expr = resolve(lower(node, reading), budget);
  values.set(node, { expr, steps: budget.spent - before });
  return expr;
}
