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
  /** Whether this is an item of something, where a set of one thing is no longer that thing. */
  inside?: boolean;
}

/** The value that a tree denotes, with what can be carried out carried out. */
export const exprOf = (node: Node, context: Context): Expr =>
  resolve(lower(node, context.reading), context.budget);
