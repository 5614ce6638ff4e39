// Constants of integration: `x^2 + C` is all antiderivatives of 2x, and `C_1 e^x + C_2 e^{-x}` all solutions of an
// equation, under any names of the constants. Such a gold is an affine space of functions, a particular one plus the
// span of others; an answer is right if it is the same space.

import { type Context, exprOf } from "../claim/context.ts";
import { by, coefficientsIn, plus } from "../exact/symbolic.ts";
import {
  type Arithmetic,
  determinant,
  div,
  type Expr,
  freeNames,
  has,
  isSame,
  neg,
  num,
  parts,
  sub,
  substitute,
} from "../expression/expr.ts";
import {
  exactly,
  factorsNear,
  farPlaces,
  type Place,
  places,
  pointsOf,
  simple,
  valueAt,
} from "../identity/dependence.ts";
import { compareExpressions } from "../identity/identity.ts";
import { isLogarithm, withAbsoluteLogarithms } from "../identity/points.ts";
import type { Node } from "../notation/tree.ts";
import { namesIn } from "../notation/tree-change.ts";
import { all, type Decision, different, equal, undecided } from "../terms/decision.ts";
import type { Budget } from "../terms/limits.ts";

/** Usual variables of integration. */
const variables = new Set("x t u s y z r theta phi".split(" "));
/** These, and the index of a recurrence; `C_1V` is a charge. */
const isVariable = (name: string): boolean => variables.has(name) || name === "n";
const summandConstants = new Set(["C", "c", "K"]);
const numbered = /^[Cc]_\{\d+\}$/;
const plainConstants = new Set("C c K k A B D".split(" "));

/** More constants than any published equation has; the work grows with their factorial. */
const mostConstants = 4;

const isConstantName = (name: string): boolean => plainConstants.has(name) || numbered.test(name);

/** The constants of a gold that is a family of functions; undefined if its letters are free variables. */
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

/** The letter that is a summand of its own and occurs nowhere else. */
function additiveConstant(node: Node): string | undefined {
  if (node.kind !== "add") return undefined;
  const alone = node.terms.filter((term) => term.kind === "symbol" && summandConstants.has(term.name));
  const [only] = alone;
  if (alone.length !== 1 || only?.kind !== "symbol") return undefined;
  const elsewhere = node.terms.some((term) => term !== only && namesIn(term).has(only.name));
  return elsewhere ? undefined : only.name;
}

/** Undefined if the constants do not occur linearly. */
function spaceOf(expr: Expr, constants: string[], budget: Budget): AffineSpace | undefined {
  const span: Expr[] = [];
  // \ln x for \ln|x| is usual in antiderivatives.
  let particular = withAbsoluteLogarithms(expr);
  for (const name of constants) {
    const parts = coefficientsIn(particular, name, budget);
    if (!parts || parts.length > 2) return undefined;
    particular = parts[0]!;
    span.push(parts[1] ?? num(0n));
  }
  // A product of two constants is not linear.
  const isLinear = [particular, ...span].every((f) => !constants.some((name) => freeNames(f).has(name)));
  return isLinear ? { particular, span } : undefined;
}

/**
 * Whether an answer is the same family of functions as the gold; undefined if the gold is not a family, so that its
 * letters are free variables.
 */
export function compareIntegrals(gold: Node, answer: Node, context: Context): Decision | undefined {
  const { budget, policies } = context;
  // A constant needs a second letter beside it; most golds do not have two, and many do not have a single value.
  if (policies.constants === false || namesIn(gold).size < 2) return undefined;
  const g = exprOf(gold, context);
  const wanted = constantsOfGold(gold, g, context);
  if (!wanted || wanted.length > mostConstants) return undefined;
  const names = [...freeNames(g)].filter((name) => !wanted.includes(name));
  if (names.length === 0) return undefined;
  const a = exprOf(answer, context);
  const others = [...freeNames(a)].filter((name) => !names.includes(name));
  const given = others.filter((name) => isConstantName(name) || wanted.includes(name));
  if (given.length < others.length) return different("constants", "another variable");
  if (given.length !== wanted.length) return different("constants", "a different number of constants");
  if (!keepsToCustom(g, a, names, budget))
    return undecided("constants", "a logarithm of a negative number where the gold has a value");
  const left = spaceOf(g, wanted, budget);
  if (!left || !isFamily(left, wanted, names, context)) return undefined;
  const right = spaceOf(a, given, budget);
  if (!right) return undecided("constants", "constants that do not enter linearly");
  return compareSpaces(left, right, names, budget);
}

/** The arguments of an expression's logarithms; `bare` if they have no bars. */
function logarithmsIn(e: Expr): { bare: Expr[]; all: Expr[] } {
  const found: { bare: Expr[]; all: Expr[] } = { bare: [], all: [] };
  const look = (part: Expr): void => {
    const arg = isLogarithm(part) ? parts(part)[0]! : undefined;
    if (arg?.t === "fn" && arg.name === "abs") found.all.push(parts(arg)[0]!);
    else if (arg) {
      found.bare.push(arg);
      found.all.push(arg);
    }
    for (const inner of parts(part)) look(inner);
  };
  look(e);
  return found;
}

/**
 * Whether the logarithms without bars follow the usage of \ln f for \ln|f|: each argument has the sign of an argument
 * of the gold, or is positive for large values, as in \ln(x-1)+\ln(x+1) for \ln|x^2-1|; and all have a value at a
 * common point.
 */
function keepsToCustom(gold: Expr, answer: Expr, names: string[], budget: Budget): boolean {
  if (!has(answer, isLogarithm)) return true;
  const [g, a] = [logarithmsIn(gold), logarithmsIn(answer)];
  if (a.bare.length === 0) return true;
  const near = places.flatMap((row) => pointsOf(row, names));
  const far = pointsOf(farPlaces, names);
  const signs = (f: Expr, points: readonly Place[]): number[] =>
    points.map((point) => Math.sign(valueAt(f, point, budget)));
  const known = g.all.map((f) => signs(f, near).join());
  const isUsual = (f: Expr): boolean =>
    known.includes(signs(f, near).join()) || signs(f, far).every((sign) => sign > 0);
  const bare = [...g.bare, ...a.bare].map((f) => signs(f, [...near, ...far]));
  return a.bare.every(isUsual) && bare[0]!.some((_, i) => bare.every((line) => line[i]! > 0));
}

/** `A` and `B` are constants only before functions; numbered ones always are. */
const isFamily = (space: AffineSpace, constants: string[], names: string[], context: Context): boolean =>
  context.policies.constants !== true ||
  !constants.includes("A") ||
  space.span.every((f) => names.some((name) => freeNames(f).has(name)));

// Affine spaces of functions: a particular one plus the span of others. Two are the same if each function of one is a
// combination of those of the other. The combination is guessed from values and then proven.

/** A particular function plus all combinations of others. */
interface AffineSpace {
  particular: Expr;
  span: Expr[];
}

/** Whether two spaces of the same dimension are the same. */
function compareSpaces(gold: AffineSpace, answer: AffineSpace, names: string[], budget: Budget): Decision {
  const members = answer.span.map((member) => combination(member, gold.span, names, budget));
  const inside = all(
    "constants",
    members.map((member) => member.decision),
  );
  if (inside.verdict !== "equal") return inside;
  // An invertible change of constants does not change the space.
  const volume = determinant(
    members.map((member) => member.factors),
    expressions,
  );
  const isFlat = compareExpressions(volume, num(0n), budget);
  if (isFlat.verdict === "equal") return different("constants", "constants that say one thing twice");
  if (isFlat.verdict === "undecided") return isFlat;
  if (isSame(answer.particular, gold.particular, budget)) return inside;
  const moved = combination(answer.particular, gold.span, names, budget, gold.particular);
  return all("constants", [inside, moved.decision]);
}

/** Whether a function is a combination of others, and with which factors; with an origin, the difference from it. */
function combination(
  member: Expr,
  span: Expr[],
  names: string[],
  budget: Budget,
  origin?: Expr,
): { decision: Decision; factors: Expr[] } {
  // Most answers have the gold's own functions under other constants.
  const itself = origin ? -1 : span.findIndex((f) => isSame(f, member, budget));
  if (itself >= 0)
    return { decision: equal("identical"), factors: span.map((_, i) => num(i === itself ? 1n : 0n)) };
  const step = origin ? sub(member, origin) : member;
  const near = factorsNear([...span, step], names, budget);
  if (typeof near === "string") {
    const decision =
      near === "none"
        ? different("constants", "another function", "numeric")
        : undecided("constants", "functions that cannot be told apart");
    return { decision, factors: [] };
  }
  const [only] = span;
  // A lone constant may be combined with any number, also `\ln 2`: the value at one point is that number.
  const factors =
    span.length === 1 && freeNames(only!).size === 0
      ? [simple(near.factors[0]!) ?? div(substitute(step, exactly(near.at), budget), only!)]
      : near.factors.map(simple);
  if (!factors.every((f) => f !== undefined))
    return {
      decision: undecided("constants", "a combination with factors that are not known"),
      factors: [],
    };
  const sum = span.reduce((total, f, i) => plus(total, by(factors[i]!, f)), origin ?? num(0n));
  return { decision: compareExpressions(sum, member, budget), factors };
}

const expressions: Arithmetic<Expr> = { sum: (terms) => terms.reduce(plus), product: by, minus: neg };
