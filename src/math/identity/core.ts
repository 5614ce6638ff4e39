// What is left of two expressions without what they share: f(u) and f(v) are the same where u and v are.

import { type Expr, isSame } from "../expression/expr.ts";
import { agreeAt } from "../numeric/agreement.ts";
import type { Pair } from "../numeric/pair.ts";
import type { Budget } from "../terms/limits.ts";
import type { RealPoint } from "./points.ts";

/** The smallest parts that agree at some points as well; whether they do everywhere is another question. */
export function coreOf(pair: Pair, points: readonly RealPoint[], budget: Budget): Pair {
  for (let core = pair; ; ) {
    const inner = within(core.a, core.b, budget);
    if (!inner) return core;
    const next = { ...pair, a: inner[0], b: inner[1] };
    if (!points.every((point) => agreeAt(next, point, 64, budget) === "agree")) return core;
    core = next;
  }
}

/** The parts in which two expressions of one kind differ; undefined where that is more than a part. */
function within(a: Expr, b: Expr, budget: Budget): [Expr, Expr] | undefined {
  budget.spend(1);
  if (a.t === "pow" && b.t === "pow") return isSame(a.exp, b.exp, budget) ? [a.base, b.base] : undefined;
  if (a.t === "fn" && b.t === "fn") {
    const [x, y] = [a.args[0], b.args[0]];
    return a.name === b.name && a.args.length === 1 && b.args.length === 1 ? [x!, y!] : undefined;
  }
  if ((a.t !== "add" && a.t !== "mul") || b.t !== a.t) return undefined;
  const right = [...b.args];
  const left = a.args.filter((arg) => {
    const at = right.findIndex((other) => isSame(arg, other, budget));
    if (at >= 0) right.splice(at, 1);
    return at < 0;
  });
  const [x, y] = [left[0], right[0]];
  return left.length === 1 && right.length === 1 ? [x!, y!] : undefined;
}
