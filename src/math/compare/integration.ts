// Constants of integration: `x^2 + C` is all antiderivatives of 2x, and `C_1 e^x + C_2 e^{-x}` all solutions of an
// equation, whatever their constants are called. Such a gold is an affine space of functions, a particular one plus the
// span of others; an answer is right when it is the same space.

import * as ball from "../ball/index.ts";
import { type Context, exprOf } from "../claim/context.ts";
import { by, coefficientsIn, plus } from "../exact/symbolic.ts";
import { type Expr, freeNames, isSame, neg, num, sub, substitute } from "../expression/expr.ts";
import { compareExpressions } from "../identity/identity.ts";
import { withAbsoluteLogarithms } from "../identity/points.ts";
import type { Node } from "../notation/tree.ts";
import { namesIn } from "../notation/tree-change.ts";
import { realValue } from "../numeric/evaluate.ts";
import { all, type Decision, different, equal, undecided } from "../terms/decision.ts";
import type { Budget } from "../terms/limits.ts";
import { triedOr } from "./comparison.ts";

/** Letters that integrals are taken over. */
const variables = new Set("x t u s y z r theta phi".split(" "));
/** Those, and the index of a recurrence; `C_1V` is a charge. */
const isVariable = (name: string): boolean => variables.has(name) || name === "n";
const summandConstants = new Set(["C", "c", "K"]);
const numbered = /^[Cc]_\{\d+\}$/;
const plainConstants = new Set("C c K k A B D".split(" "));

/** More constants than any equation in print has; the work grows with their factorial. */
const mostConstants = 4;

const isConstantName = (name: string): boolean => plainConstants.has(name) || numbered.test(name);

/** The constants of a gold that is a family of functions; undefined where its letters are free variables. */
function constantsOfGold(gold: Node, expr: Expr, context: Context): string[] | undefined {
  const forced = context.policies.constants;
  const names = [...freeNames(expr)];
  if (forced === false) return undefined;
  if (forced !== true) {
    const found = names.filter((name) => forced.includes(name));
    return found.length > 0 ? found : undefined;
  }
  const indexed = names.filter((name) => numbered.test(name));
  const constants = indexed.length > 0 ? indexed : ["A", "B"].filter((name) => names.includes(name));
  const isOfOne = names.length === constants.length + 1 && names.some((name) => isVariable(name));
  if (indexed.length > 0 || constants.length === 2) return isOfOne ? constants : undefined;
  const summand = additiveConstant(gold);
  const other = names.find((name) => name !== summand);
  return summand !== undefined && names.length === 2 && variables.has(other!) ? [summand] : undefined;
}

/** The letter that is a summand by itself and occurs nowhere else. */
function additiveConstant(node: Node): string | undefined {
  if (node.kind !== "add") return undefined;
  const alone = node.terms.filter((term) => term.kind === "symbol" && summandConstants.has(term.name));
  const [only] = alone;
  if (alone.length !== 1 || only?.kind !== "symbol") return undefined;
  const elsewhere = node.terms.some((term) => term !== only && namesIn(term).has(only.name));
  return elsewhere ? undefined : only.name;
}

/** Undefined where the constants do not enter linearly. */
function spaceOf(expr: Expr, constants: string[], budget: Budget): AffineSpace | undefined {
  const span: Expr[] = [];
  let particular = expr;
  for (const name of constants) {
    const parts = coefficientsIn(particular, name, budget);
    if (!parts || parts.length > 2) return undefined;
    particular = parts[0]!;
    const factor = parts[1] ?? num(0n);
    // A product of two constants is no combination.
    if (constants.some((other) => freeNames(factor).has(other))) return undefined;
    span.push(factor);
  }
  return constants.some((name) => freeNames(particular).has(name)) ? undefined : { particular, span };
}

/**
 * Whether an answer is the same family of functions as the gold; undefined where the gold is none, so that its letters
 * are free variables.
 */
export function compareIntegrals(gold: Node, answer: Node, context: Context): Decision | undefined {
  const { budget, policies } = context;
  // A constant is a letter beside another one; most golds have no two, and many have no single value.
  if (policies.constants === false || namesIn(gold).size < 2) return undefined;
  const g = exprOf(gold, context);
  const wanted = constantsOfGold(gold, g, context);
  if (!wanted || wanted.length > mostConstants) return undefined;
  const names = [...freeNames(g)].filter((name) => !wanted.includes(name));
  if (names.length === 0) return undefined;
  const a = exprOf(answer, context);
  const given = [...freeNames(a)].filter(
    (name) => !names.includes(name) && (isConstantName(name) || wanted.includes(name)),
  );
  const strange = [...freeNames(a)].some((name) => !names.includes(name) && !given.includes(name));
  if (strange) return different("constants", "another variable");
  if (given.length !== wanted.length) return different("constants", "a different number of constants");
  // \ln x for \ln|x| is a custom of antiderivatives.
  const left = spaceOf(withAbsoluteLogarithms(g), wanted, budget);
  if (!left || !isFamily(left, wanted, names, context)) return undefined;
  const right = spaceOf(withAbsoluteLogarithms(a), given, budget);
  if (!right) return undecided("constants", "constants that do not enter linearly");
  return compareSpaces(left, right, names, budget);
}

/** `A` and `B` are constants only before functions; numbered ones always are. */
const isFamily = (space: AffineSpace, constants: string[], names: string[], context: Context): boolean =>
  context.policies.constants !== true ||
  !constants.includes("A") ||
  space.span.every((f) => names.some((name) => freeNames(f).has(name)));

// Affine spaces of functions: a particular one plus the span of others. Two are the same when each function of one is a
// combination of those of the other. Which combination it would be is read off from values; that it is one, is then shown.

/** A particular function plus all combinations of others. */
interface AffineSpace {
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
    const value = triedOr(() => {
      const at = substitute(member, pointAt(names, row[0]!), budget);
      return typeof realValue(at, new Map(), 80, budget) === "string" ? undefined : at;
    }, undefined);
    if (value) return [by(value, { t: "pow", base: only!, exp: num(-1n) })];
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
function compareSpaces(gold: AffineSpace, answer: AffineSpace, names: string[], budget: Budget): Decision {
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
