// Functions beyond the elementary ones that have a rigorous ball.

import { heaviest } from "../ball/cost.ts";
import type { Ball, Result } from "../ball/index.ts";
import * as ball from "../ball/index.ts";
import type { Budget } from "../terms/limits.ts";
import type { FunctionEntry } from "./entry.ts";

/** The gamma function, paid for by its kind of work: small whole numbers are multiplied out. */
export function gammaOf(x: Ball, prec: number, budget: Budget): Result {
  const size = Math.abs(ball.toNumber(x));
  budget.spend(size <= 3000 && ball.exactInteger(x) !== undefined ? 8 + (size >> 2) : heaviest(prec));
  return ball.gamma(x, prec);
}

export const special: readonly FunctionEntry[] = [{ name: "Gamma", reads: "brackets", real: gammaOf }];
