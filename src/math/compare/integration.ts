// Constants of integration: `x^2 + C` is all antiderivatives of 2x, and `C_1 e^x + C_2 e^{-x}` all solutions of an
// equation, whatever their constants are called. Such a gold is an affine space of functions, a particular one plus the
// span of others; an answer is right when it is the same space.

import { type Context, exprOf } from "../claim/context.ts";
import { coefficientsIn } from "../exact/symbolic.ts";
import { type Expr, freeNames, num } from "../expression/expr.ts";
import { withAbsoluteLogarithms } from "../identity/points.ts";
import type { Node } from "../notation/tree.ts";
import { namesIn } from "../notation/tree-change.ts";
import { type Decision, different, undecided } from "../terms/decision.ts";
import type { Budget } from "../terms/limits.ts";
import { type AffineSpace, compareSpaces } from "./affine-space.ts";

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
