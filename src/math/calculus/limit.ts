// Limits that can be shown: the expression is expanded around the point, from every side that counts, and the leading
// term says where it goes. What oscillates, or differs from side to side, has no limit here. No value is ever guessed
// from samples.

import { Undefined } from "../exact/exact.ts";
import { type Expr, num } from "../expression/expr.ts";
import { compareExpressions } from "../identity/identity.ts";
import { isComplex } from "../numeric/constant.ts";
import type { Budget } from "../terms/limits.ts";
import { expand } from "./expand.ts";
import { add, type Expansion, exactly, negated, variable } from "./expansion.ts";
import { signOfCoefficient, tendency, Unknown } from "./growth.ts";

type Limit = Extract<Expr, { t: "limit" }>;

const infinity: Expr = { t: "const", name: "infinity" };

/** 1 for ∞, -1 for -∞, undefined for anything else. */
export function infiniteSign(e: Expr): 1 | -1 | undefined {
  if (e.t === "const") return e.name === "infinity" ? 1 : undefined;
  if (e.t !== "mul" || e.args.length !== 2) return undefined;
  const [sign, rest] = e.args as [Expr, Expr];
  if (sign.t !== "num" || sign.n === 0n || infiniteSign(rest) !== 1) return undefined;
  return sign.n > 0n ? 1 : -1;
}

/** The limit where it is shown, ±∞ included; undefined where it is not. */
export function limitOf({ variable: name, target, side, body }: Limit, budget: Budget): Expr | undefined {
  budget.spend(10);
  // Of complex arguments a sine is not bounded.
  if (isComplex(body) || isComplex(target)) return undefined;
  const infinite = infiniteSign(target);
  if (infinite !== undefined)
    return along(body, name, infinite > 0 ? variable(1n) : negated(variable(1n), budget), budget);
  const near = (sign: 1 | -1): Expansion => {
    const step = sign > 0 ? variable(-1n) : negated(variable(-1n), budget);
    return add(exactly(target), step, { terms: 8, budget });
  };
  const right = side === "-" ? undefined : along(body, name, near(1), budget);
  if (side === "+") return right;
  if (side === "" && !right) return undefined;
  const left = along(body, name, near(-1), budget);
  if (side === "-") return left;
  return left && right && sameLimit(left, right, budget) ? right : undefined;
}

function sameLimit(a: Expr, b: Expr, budget: Budget): boolean {
  const [x, y] = [infiniteSign(a), infiniteSign(b)];
  if (x !== undefined || y !== undefined) return x === y;
  return compareExpressions(a, b, budget).verdict === "equal";
}

/** Terms that are kept at first, and where everything cancelled. */
const efforts = [3, 6, 12] as const;

function along(body: Expr, name: string, is: Expansion, budget: Budget): Expr | undefined {
  for (const terms of efforts) {
    try {
      const found = destination(expand(body, { name, is }, { terms, budget }), budget);
      if (found) return found;
    } catch (error) {
      if (!(error instanceof Unknown || error instanceof Undefined)) throw error;
    }
  }
  return undefined;
}

function destination({ terms, rest }: Expansion, budget: Budget): Expr | undefined {
  if (rest && tendency(rest, budget) >= 0 && !(terms[0] && tendency(terms[0].growth, budget) > 0))
    return undefined;
  const [first] = terms;
  if (!first) return num(0n);
  switch (tendency(first.growth, budget)) {
    case -1:
      return num(0n);
    case 0:
      return first.coefficient;
    default:
      return signOfCoefficient(first.coefficient, budget) > 0
        ? infinity
        : { t: "mul", args: [num(-1n), infinity] };
  }
}
