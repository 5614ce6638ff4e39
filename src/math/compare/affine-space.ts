// Affine spaces of functions: a particular one plus the span of others. Two are the same when each function of one is a
// combination of those of the other. Which combination it would be is read off from values; that it is one, is then shown.

import * as ball from "../ball/index.ts";
import { Undefined } from "../exact/exact.ts";
import { by, plus } from "../exact/symbolic.ts";
import { type Expr, freeNames, isSame, neg, num, sub, substitute } from "../expression/expr.ts";
import { compareExpressions } from "../identity/identity.ts";
import { realValue } from "../numeric/evaluate.ts";
import { all, type Decision, different, equal, undecided } from "../terms/decision.ts";
import type { Budget } from "../terms/limits.ts";

/** A particular function plus all combinations of others. */
export interface AffineSpace {
  particular: Expr;
  span: Expr[];
}

/** Places at which functions are told apart: inside the unit interval, beyond it, and below zero. */
const places: readonly (readonly Place[])[] = [
  [
    [1n, 2n],
    [1n, 3n],
    [3n, 4n],
    [1n, 5n],
    [6n, 7n],
    [2n, 9n],
  ],
  [
    [3n, 2n],
    [7n, 3n],
    [11n, 4n],
    [16n, 5n],
    [13n, 7n],
    [19n, 6n],
  ],
  [
    [-1n, 2n],
    [-4n, 3n],
    [-9n, 4n],
    [-1n, 5n],
    [-5n, 7n],
    [-13n, 6n],
  ],
];

type Place = readonly [bigint, bigint];

/** Several variables are kept apart by a factor. */
const pointAt = (names: string[], [n, d]: Place): Map<string, Expr> =>
  new Map(names.map((name, i) => [name, num(n * 7n, d * (7n + BigInt(i)))]));

/** Values that were found, by function and place, and what finding them was charged. */
type Values = Map<Place, { value: number | undefined; steps: number }>;
type Found = Map<Expr, Values>;

/** The functions of a span are asked for once for each member: their values are found once, and charged each time. */
function valueAt(f: Expr, names: string[], place: Place, budget: Budget, found: Found): number | undefined {
  const ofFunction: Values = found.get(f) ?? new Map();
  found.set(f, ofFunction);
  const known = ofFunction.get(place);
  if (known) {
    budget.spend(known.steps);
    return known.value;
  }
  const before = budget.spent;
  const value = findValueAt(f, names, place, budget);
  ofFunction.set(place, { value, steps: budget.spent - before });
  return value;
}

/** A value as a double; undefined where there is none, or none that is sharp beside 1. */
function findValueAt(f: Expr, names: string[], place: Place, budget: Budget): number | undefined {
  const at = substitute(f, pointAt(names, place), budget);
  const value = realValue(at, new Map(), 80, budget);
  if (typeof value === "string") return undefined;
  return ball.accuracyBits(ball.add(value, ball.ONE, 80)) < 40 && ball.accuracyBits(value) < 40
    ? undefined
    : ball.toNumber(value);
}

/** The solution of a system of linear equations; undefined where its rows depend on one another. */
function solve(rows: number[][]): number[] | undefined {
  const size = rows.length;
  const work = rows.map((row) => [...row]);
  for (let column = 0; column < size; column++) {
    const best = work.reduce(
      (top, row, i) => (i >= column && Math.abs(row[column]!) > Math.abs(work[top]![column]!) ? i : top),
      column,
    );
    [work[column], work[best]] = [work[best]!, work[column]!];
    const pivot = work[column]!;
    if (Math.abs(pivot[column]!) < 1e-9) return undefined;
    for (const [i, row] of work.entries()) {
      if (i === column) continue;
      const factor = row[column]! / pivot[column]!;
      for (let j = column; j <= size; j++) row[j]! -= factor * pivot[j]!;
    }
  }
  return work.map((row, i) => row[size]! / row[i]!);
}

/** The factors of the combination that a function would be, or that it is none; undefined where values do not tell. */
function factorsOf(
  member: Expr,
  span: Expr[],
  names: string[],
  budget: Budget,
  found: Found,
): number[] | "none" | undefined {
  for (const row of places) {
    const values = row.map((place) => [...span, member].map((f) => valueAt(f, names, place, budget, found)));
    if (values.some((line) => line.some((value) => value === undefined || !Number.isFinite(value)))) continue;
    const lines = values as number[][];
    const factors = solve(lines.slice(0, span.length));
    if (!factors) continue;
    const apart = lines.some((line) => {
      const sum = factors.reduce((total, factor, i) => total + factor * line[i]!, 0);
      const size = factors.reduce((total, factor, i) => total + Math.abs(factor * line[i]!), 1);
      return Math.abs(sum - line[span.length]!) > 1e-7 * size;
    });
    return apart ? "none" : factors;
  }
  return undefined;
}

/** The simple fraction that a factor is near to. */
function fractionNear(x: number): Expr | undefined {
  for (let d = 1; d <= 64; d++) {
    const n = Math.round(x * d);
    if (Math.abs(x * d - n) < 1e-8 * d) return num(BigInt(n), BigInt(d));
  }
  return undefined;
}

/** A function as a combination of others: the factors, and how sure it is. */
interface Combination {
  decision: Decision;
  factors: Expr[];
}

const none = (decision: Decision): Combination => ({ decision, factors: [] });

/** With an origin, the combination is what leads from there to the member. */
function combination(
  member: Expr,
  span: Expr[],
  names: string[],
  budget: Budget,
  found: Found,
  origin?: Expr,
): Combination {
  const itself = origin ? [] : span.filter((f) => isSame(f, member, budget));
  // Most answers have the gold's own functions under other constants.
  if (itself.length === 1)
    return { decision: equal("identical"), factors: span.map((f) => num(f === itself[0] ? 1n : 0n)) };
  const step = origin ? sub(member, origin) : member;
  const near = factorsOf(step, span, names, budget, found);
  if (near === "none") return none(different("constants", "another function", "numeric"));
  if (!near) return none(undecided("constants", "functions that are not told apart"));
  const simple = near.map(fractionNear);
  const factors = simple.every((f) => f !== undefined) ? simple : constantFactor(step, span, names, budget);
  if (!factors) return none(undecided("constants", "a combination with factors that are not known"));
  const sum = span.reduce((total, f, i) => plus(total, by(factors[i]!, f)), num(0n));
  return { decision: compareExpressions(origin ? plus(origin, sum) : sum, member, budget), factors };
}

/** Beside a lone constant any number may stand, `\ln 2` as well: the value at one place is that number. */
function constantFactor(member: Expr, span: Expr[], names: string[], budget: Budget): Expr[] | undefined {
  const [only] = span;
  if (span.length !== 1 || freeNames(only!).size > 0) return undefined;
  for (const row of places) {
    try {
      const value = substitute(member, pointAt(names, row[0]!), budget);
      if (typeof realValue(value, new Map(), 80, budget) === "string") continue;
      return [by(value, { t: "pow", base: only!, exp: num(-1n) })];
    } catch (error) {
      if (!(error instanceof Undefined)) throw error;
    }
  }
  return undefined;
}

function determinant(rows: Expr[][]): Expr {
  const [first, ...rest] = rows as [Expr[], ...Expr[][]];
  if (rest.length === 0) return first[0]!;
  return first.reduce((sum, entry, column) => {
    const minor = determinant(rest.map((row) => row.filter((_, i) => i !== column)));
    return plus(sum, by(column % 2 === 0 ? entry : neg(entry), minor));
  }, num(0n));
}

/** Whether two spaces of as many dimensions are the same. */
export function compareSpaces(
  gold: AffineSpace,
  answer: AffineSpace,
  names: string[],
  budget: Budget,
): Decision {
  const found: Found = new Map();
  const members = answer.span.map((member) => combination(member, gold.span, names, budget, found));
  const inside = all(
    "constants",
    members.map((member) => member.decision),
  );
  if (inside.verdict !== "equal") return inside;
  // A change of constants that can be undone leaves the space as it is.
  const volume = compareExpressions(determinant(members.map((member) => member.factors)), num(0n), budget);
  if (volume.verdict === "equal") return different("constants", "constants that say one thing twice");
  if (volume.verdict === "undecided") return volume;
  if (isSame(answer.particular, gold.particular, budget)) return inside;
  const moved = combination(answer.particular, gold.span, names, budget, found, gold.particular);
  return all("constants", [inside, moved.decision]);
}
