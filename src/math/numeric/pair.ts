// Two expressions that may be the same, with the numbers in which they are looked at.

import type { Expr } from "../expression/expr.ts";

export interface Pair {
  readonly a: Expr;
  readonly b: Expr;
  /** Whether complex numbers occur on the way. */
  readonly complex: boolean;
}
