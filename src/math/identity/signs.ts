// With several letters, functions with corners cut space into cells, one for each combination of signs of what they are
// taken of. Every combination must have been seen, or be impossible: (|x-50|+x-50)(|y-50|+y-50) is zero unless x and y both
// are above 50.

import * as ball from "../ball/index.ts";
import { type Expr, freeNames } from "../expression/expr.ts";
import { realValue } from "../numeric/numeric.ts";
import { drawPoint, type RealPoint, type Sampling } from "./points.ts";
import { keepsSign } from "./range.ts";
import type { Turn } from "./turns.ts";

/** So many signs are combined. */
const most = 6;

export class Signs {
  private readonly seen = new Set<string>();
  private readonly turns: Expr[] = [];
  /** The values of each turn at a few points. */
  private readonly values: number[][] = [];

  constructor(
    turns: readonly Turn[],
    private readonly sampling: Sampling,
  ) {
    const points = [0, 1, 2, 3].map((i) => drawPoint(i, sampling));
    for (const { of, ends } of turns) {
      // Where a domain ends, there is nothing to be seen on the other side.
      if (ends || freeNames(of).size === 0 || keepsSign(of)) continue;
      const values = points.map((point) => {
        const x = realValue(of, point, 64, sampling.budget);
        return typeof x === "string" ? Number.NaN : ball.containsZero(x) ? 0 : ball.toNumber(x);
      });
      if (values.every((x) => x === 0)) continue;
      if (this.values.some((known) => areProportional(known, values))) continue;
      this.turns.push(of);
      this.values.push(values);
    }
  }

  /** Whether a point shows a combination that was not seen. */
  note(point: RealPoint): boolean {
    const { budget } = this.sampling;
    let key = "";
    for (const of of this.turns) {
      const x = realValue(of, point, 64, budget);
      const sign = typeof x === "string" ? undefined : ball.sign(x);
      if (sign === undefined || sign === 0) return false;
      key += sign > 0 ? "+" : "-";
    }
    if (this.seen.has(key)) return false;
    this.seen.add(key);
    return true;
  }

  areComplete(): boolean {
    const count = this.turns.length;
    if (count > most) return false;
    for (let k = 0; k < 2 ** count; k++) {
      const signs = this.turns.map((_, i) => ((k >> i) & 1 ? 1 : -1));
      const key = signs.map((sign) => (sign > 0 ? "+" : "-")).join("");
      if (!this.seen.has(key) && !this.isImpossible(signs)) return false;
    }
    return true;
  }

  /** Whether a sum of turns with these signs, some of them twice, is a constant that is not positive. */
  private isImpossible(signs: readonly number[]): boolean {
    const combinations = 3 ** signs.length;
    this.sampling.budget.spend(combinations >> 2);
    for (let k = 1; k < combinations; k++) {
      const factors = signs.map((sign, i) => sign * (Math.floor(k / 3 ** i) % 3));
      const sums = [0, 1, 2, 3].map((point) => {
        let [sum, size] = [0, 0];
        for (const [i, factor] of factors.entries()) {
          sum += factor * this.values[i]![point]!;
          size += Math.abs(factor * this.values[i]![point]!);
        }
        return Math.abs(sum) <= 1e-12 * size ? 0 : sum;
      });
      if (sums[0]! <= 0 && sums.every((sum) => Math.abs(sum - sums[0]!) <= 1e-9 * Math.abs(sums[0]!)))
        return true;
    }
    return false;
  }
}

function areProportional(a: readonly number[], b: readonly number[]): boolean {
  const ratio = a[0]! / b[0]!;
  return a.every((x, i) => Math.abs(x - ratio * b[i]!) <= 1e-9 * Math.abs(x));
}
