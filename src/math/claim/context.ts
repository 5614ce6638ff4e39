// The context of a comparison: the policies, the budget, and the chosen reading of ambiguous notation.

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
  /** The values of trees, with the charge for computing them. */
  values: Map<Node, { expr: Expr; steps: number }>;
  /** Whether this is an item of something, so that a set of one thing no longer stands for that thing. */
  inside?: boolean;
}

/**
 * The value of a tree, with operations carried out if possible. Several rules ask for it: it is computed once, and
 * charged each time, so that the cost of a question does not depend on earlier ones.
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
