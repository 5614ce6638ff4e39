// What a comparison carries along: the policies, the purse, and the one reading of open notation.

import type { Expr, Reading } from "./expr.ts";
import { lower } from "./expr.ts";
import type { Budget } from "./limits.ts";
import type { Policies } from "./policies.ts";
import { resolve } from "./resolve.ts";
import type { Node } from "./tree.ts";

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
