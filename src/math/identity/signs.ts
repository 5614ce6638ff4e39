// With several letters, functions with corners cut space into cells, one for each combination of signs of what they are
// taken of. Every combination must have been seen, or be impossible: (|x-50|+x-50)(|y-50|+y-50) is zero unless x and y both
// are above 50.

import * as ball from "../ball/index.ts";
import { type Expr, freeNames } from "../expression/expr.ts";
import { realValue } from "../numeric/evaluate.ts";
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
    const points = [0, 1, 2, 3, 4].map((i) => drawPoint(i, sampling));
    for (const { of, ends } of turns) {
      // Where a domain ends, there is nothing to be seen on the other side.
      if (ends || freeNames(of).size === 0 || keepsSign(of)) continue;
      const values = points.map((point) => {
        const x = realValue(of, point, 64, sampling.budget);
        return typeof x === "string" ? Number.NaN : ball.containsZero(x) ? 0 : ball.toNumber(x);
      });
      if (values.every((x) => x === 0)) continue;
      this.turns.push(of);
      this.values.push(values);
    }
    this.dropProducts();
  }

  /** What is a product of others has the sign that they give it. */
  private dropProducts(): void {
    for (let k = this.turns.length - 1; k >= 0 && this.turns.length <= 2 * most; k--) {
      const others = this.values.filter((_, i) => i !== k);
      this.sampling.budget.spend(2 ** others.length);
      for (let subset = 1; subset < 2 ** others.length; subset++) {
        const product = others.reduce(
          (all, values, i) => ((subset >> i) & 1 ? all.map((x, point) => x * values[point]!) : all),
          [1, 1, 1, 1, 1],
        );
        if (!areProportional(product, this.values[k]!)) continue;
        this.turns.splice(k, 1);
        this.values.splice(k, 1);
        break;
      }
    }
  }

  /** The combination that a point shows; undefined where it is at a corner. */
  note(point: RealPoint): string | undefined {
    const { budget } = this.sampling;
    let key = "";
    for (const of of this.turns) {
      const x = realValue(of, point, 64, budget);
      const sign = typeof x === "string" ? undefined : ball.sign(x);
      if (sign === undefined || sign === 0) return undefined;
      key += sign > 0 ? "+" : "-";
    }
    this.seen.add(key);
    return key;
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

  /** Whether a sum of some turns with these signs and positive factors is a constant that is not positive. */
  private isImpossible(signs: readonly number[]): boolean {
    const rows = this.values.map((values, i) => values.map((x) => signs[i]! * x));
    this.sampling.budget.spend(rows.length ** 2);
    return rows.some((a, i) =>
      rows
        .slice(i + 1)
        .some((b, j) => cancel([a, b]) || rows.slice(i + j + 2).some((c) => cancel([a, b, c]))),
    );
  }
}

/** Whether positive factors for all rows but the first make their sum a constant that is not positive. */
function cancel([first, ...others]: [number[], ...number[][]]): boolean {
  const change = (row: readonly number[], point: number): number => row[point]! - row[0]!;
  const [b, c] = others as [number[], number[] | undefined];
  let factors: number[];
  if (c) {
    const determinant = change(b, 1) * change(c, 2) - change(c, 1) * change(b, 2);
    factors = [
      (change(c, 1) * change(first, 2) - change(first, 1) * change(c, 2)) / determinant,
      (change(first, 1) * change(b, 2) - change(b, 1) * change(first, 2)) / determinant,
    ];
  } else factors = [-change(first, 1) / change(b, 1)];
  if (!factors.every((factor) => factor > 0 && Number.isFinite(factor))) return false;
  const sums = first.map((x, point) => others.reduce((sum, row, i) => sum + factors[i]! * row[point]!, x));
  const size = first.map((x, point) =>
    others.reduce((sum, row, i) => sum + Math.abs(factors[i]! * row[point]!), Math.abs(x)),
  );
  return sums.every(
    (sum, point) =>
      sum <= 1e-9 * size[point]! && Math.abs(sum - sums[0]!) <= 1e-9 * (size[point]! + size[0]!),
  );
}

function areProportional(a: readonly number[], b: readonly number[]): boolean {
  const ratio = a[0]! / b[0]!;
  return a.every((x, i) => Math.abs(x - ratio * b[i]!) <= 1e-9 * Math.abs(x));
}
