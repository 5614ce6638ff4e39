// Equations and other relations: the same when they hold for the same values.

import { fractionOf, realZeros } from "../algebra/polynomial.ts";
import { type Claim, oneValue } from "../claim/claim.ts";
import { type Context, exprOf } from "../claim/context.ts";
import { linearIn } from "../exact/symbolic.ts";
import {
  add,
  type Expr,
  type ExprOf,
  freeNames,
  mul,
  neg,
  num,
  pow,
  sub,
  substitute,
} from "../expression/expr.ts";
import { factorNear } from "../identity/dependence.ts";
import { compareExpressions, fingerprint } from "../identity/identity.ts";
import { compareOrderedEquations, type Sides } from "../letters/ordered.ts";
import { printLatex } from "../notation/print.ts";
import { sameTree } from "../notation/same-tree.ts";
import { integer, type Node, type NodeOf, type RelationOp } from "../notation/tree.ts";
import { namesIn } from "../notation/tree-change.ts";
import { all, any, type Decision, different, equal, undecided } from "../terms/decision.ts";
import type { Budget } from "../terms/limits.ts";
import { tried, triedOr } from "../terms/result.ts";
import { inAnyOrder } from "./collection.ts";
import { type Comparison, joined } from "./comparison.ts";
import { compareNodes, orderingOf } from "./scalar.ts";

/**
 * The sides of all equations in a claim, including those that give a name its value; undefined if it contains anything
 * else.
 */
function sidesIn(claim: Claim): Sides[] | undefined {
  if (claim.kind === "equation") return [claim];
  if (claim.kind === "list") return joined(claim.items.map(sidesIn));
  if (claim.kind !== "named" || !claim.subject) return undefined;
  const { subject, value } = claim;
  const values = value.kind === "list" ? value.items : [value];
  return joined(values.map((v) => (v.kind === "value" ? [{ left: subject, right: v.node }] : undefined)));
}

/** A claim as equations, if it is one or several: `y = \pm x` is two, `x = 5` is a value with a name. */
export function equationsOf(claim: Claim): Sides[] | undefined {
  if (claim.kind === "list") return joined(claim.items.map(equationsOf));
  const sides = sidesIn(claim);
  if (claim.kind !== "named") return sides;
  // `\frac{a}{b} = 2` is an equation as much as a value.
  const isRelated = claim.subject?.kind === "div" || claim.subject?.kind === "call";
  return isRelated || sides?.some(({ right }) => namesIn(right).size > 0) ? sides : undefined;
}

/** The same equation up to a non-zero constant factor. */
export function compareEquations(gold: Sides, answer: Sides, context: Context): Decision {
  const ordering = orderingOf([gold.left, gold.right, answer.left, answer.right], context);
  if (ordering) return compareOrderedEquations(gold, answer, ordering);
  const found = tried(() => {
    const f = sub(exprOf(gold.left, context), exprOf(gold.right, context));
    const g = sub(exprOf(answer.left, context), exprOf(answer.right, context));
    const decision = proportional(f, g, context);
    // `AA^{-1} = I` and `BB^{-1} = I`: the letters that cancel are different.
    const apart = hasNewName(f, g) && hasNewName(g, f);
    if (decision.verdict !== "equal") return decision;
    return apart
      ? undecided("equation", "different letters, which cancel")
      : (unlessExcluded(f, g, context.budget) ?? unlessExcluded(g, f, context.budget) ?? decision);
  });
  if (found.ok) return found.value;
  if (found.because === "undefined") return different("equation", found.reason);
  return sameTree(gold.left, answer.left) && sameTree(gold.right, answer.right)
    ? equal("identical")
    : undecided("equation", found.reason);
}

const hasNewName = (f: Expr, g: Expr): boolean => {
  const known = freeNames(g);
  return [...freeNames(f)].some((name) => !known.has(name));
};

/**
 * An equation against alternatives that each hold for some of its solutions: `x^2 = 4` and `x = 2 or x = -2`, `|x| =
 * |y|` and `x = \pm y`. The product of the alternatives vanishes where the equation holds, and the equation has no
 * other factors.
 */
export function compareAlternatives(gold: Sides, answers: readonly Sides[], context: Context): Decision {
  const { left, right } = withoutBars(gold);
  const product = (sides: readonly Sides[]): Node => ({
    kind: "mul",
    factors: sides.map((s) => ({ kind: "add", terms: [s.left, { kind: "neg", arg: s.right }] })),
  });
  return compareEquations({ left, right }, { left: product(answers), right: integer(0) }, context);
}

/** `x = 2 or x = -2`, `x = \pm y`, `x = 0 or y = 0`: at least two equations as alternatives. */
export function alternativesOf(claim: Claim): Sides[] | undefined {
  const list = claim.kind === "named" ? claim.value : claim;
  return list.kind === "list" && list.either && list.items.length > 1 ? sidesIn(claim) : undefined;
}

/** `|x| = |y|` is `x^2 = y^2`. */
function withoutBars(sides: Sides): Sides {
  const [left, right] = [sides.left, sides.right].map((side) =>
    side.kind === "call" && side.name === "abs" && side.args.length === 1 ? side.args[0] : undefined,
  );
  const squared = (base: Node): Node => ({ kind: "pow", base, exp: integer(2) });
  return left && right ? { left: squared(left), right: squared(right) } : sides;
}

/** A solution line by line, each with the same solutions as the next, claims its last line. */
export function lastLine(claim: Claim, context: Context): Claim | undefined {
  if (claim.kind !== "list" || !claim.lines) return undefined;
  const sides = sidesIn(claim);
  if (sides?.length !== claim.items.length) return undefined;
  const isSame = (next: Sides, i: number) => compareEquations(sides[i]!, next, context).verdict === "equal";
  return sides.slice(1).every(isSame) ? claim.items.at(-1) : undefined;
}

/** The value of an equation whose sides are the same for all that occurs in them: a calculation, not a condition. */
export function identityValue(claim: Claim, context: Context): Claim | undefined {
  const sides =
    claim.kind === "equation"
      ? [claim.left, claim.right]
      : claim.kind === "statement" && isEqualityChain(claim.node)
        ? claim.node.terms
        : [];
  const last = sides[sides.length - 1];
  if (!last || sides.every((side) => sameTree(side, last))) return undefined;
  const holds = triedOr(() => {
    const value = exprOf(last, context);
    return sides
      .slice(0, -1)
      .every((side) => compareExpressions(exprOf(side, context), value, context.budget).verdict === "equal");
  }, false);
  return holds ? oneValue(last) : undefined;
}

/**
 * Whether an expression is the solution of an equation for one of its variables: the equation is linear in the variable
 * that does not occur in the expression, and inserting the expression gives an identity.
 */
export function compareSolved(gold: Sides, answer: Node, context: Context): Decision {
  const none = different("equation", "an equation against something else");
  if (gold.left.kind === "symbol" || gold.right.kind === "symbol") return none;
  const { budget } = context;
  return triedOr(() => {
    const f = sub(exprOf(gold.left, context), exprOf(gold.right, context));
    const value = exprOf(answer, context);
    const names = [...freeNames(f)];
    const [solved, ...more] = names.filter((name) => !freeNames(value).has(name));
    if (names.length < 2 || solved === undefined || more.length > 0) return none;
    if ([...freeNames(value)].some((name) => !names.includes(name))) return none;
    const line = linearIn(f, solved, budget);
    if (!line || compareExpressions(line.slope, num(0n), budget).verdict !== "different") return none;
    const found = compareExpressions(add(mul(line.slope, value), line.offset), num(0n), budget);
    return { ...found, by: "equation" };
  }, none);
}

/** f = c·g for a constant c other than zero: f(x) g(y) = f(y) g(x) for independent x and y. */
function proportional(f: Expr, g: Expr, context: Context, cleared = false): Decision {
  const { budget } = context;
  const direct = compareExpressions(f, g, budget);
  if (direct.verdict === "equal") return { ...direct, by: "equation" };
  const names = [...new Set([...freeNames(g), ...freeNames(f)])];
  const other = new Map(names.map((name): [string, Expr] => [name, { t: "sym", name: `${name}′` }]));
  const zero = num(0n);
  for (const side of [f, g]) {
    const vanishes = compareExpressions(side, zero, budget);
    if (vanishes.verdict === "equal") return different("equation", "an equation that always holds");
  }
  const factor = factorNear(f, g, budget);
  const scaled = factor && compareExpressions(f, mul(factor, g), budget);
  if (scaled?.verdict === "equal") return { ...scaled, by: "equation" };
  const cross = compareExpressions(
    mul(f, substitute(g, other, budget)),
    mul(substitute(f, other, budget), g),
    budget,
  );
  if (cross.verdict === "different" && !cleared) {
    const [F, G] = [withoutDenominators(f), withoutDenominators(g)];
    if (F !== f || G !== g) return proportional(F, G, context, true);
  }
  return { ...cross, by: "equation" };
}

type Power = ExprOf<"pow">;

/** The denominators of a sum or a product, each with its highest power. */
function denominatorsOf(f: Expr): Map<string, Power> {
  const below = new Map<string, Power>();
  const collect = (e: Expr): void => {
    if (e.t === "pow" && e.exp.t === "num" && e.exp.n < 0n && freeNames(e.base).size > 0) {
      const key = fingerprint(e.base);
      const before = below.get(key);
      if (!before || (before.exp.t === "num" && e.exp.n < before.exp.n)) below.set(key, e);
    } else if (e.t === "add" || e.t === "mul") e.args.forEach(collect);
  };
  collect(f);
  return below;
}

/** f times all its denominators: `y = 1/x` becomes `xy = 1`. */
function withoutDenominators(f: Expr): Expr {
  const below = denominatorsOf(f);
  if (below.size === 0) return f;
  return mul(f, ...[...below.values()].map((e) => pow(e.base, neg(e.exp))));
}

/**
 * Whether f = 0 may hold where a denominator of g is zero, so that g = 0 does not: `x^2 = x` and `\frac{x^2-x}{x} = 0`.
 * With several letters, all but one get some value.
 */
function unlessExcluded(f: Expr, g: Expr, budget: Budget): Decision | undefined {
  const shared = denominatorsOf(f);
  for (const [key, { base }] of denominatorsOf(g)) {
    if (shared.has(key)) continue;
    for (const name of freeNames(base)) {
      const others = [...new Set([...freeNames(f), ...freeNames(base)])].filter((each) => each !== name);
      const values = new Map(others.map((each, k): [string, Expr] => [each, num(BigInt(5 + 6 * k), 13n)]));
      const fraction = fractionOf(substitute(base, values, budget), name, budget);
      const zeros = fraction && realZeros(fraction.num, budget);
      if (!zeros) return undecided("equation", "a denominator whose zeros are not known");
      for (const zero of zeros) {
        const there = substitute(f, new Map([...values, [name, zero]]), budget);
        const found = triedOr(() => compareExpressions(there, num(0n), budget), undefined);
        if (found?.verdict === "equal")
          return different("equation", "a solution at which a side has no value");
        if (found?.verdict === "undecided")
          return undecided("equation", found.reason ?? "a value that cannot be compared with zero");
      }
    }
  }
  return undefined;
}

const isEqualityChain = (node: Node): node is NodeOf<"relation"> =>
  node.kind === "relation" && node.ops.every((op) => op === "=");

const mirror: Partial<Record<RelationOp, RelationOp>> = { "<": ">", ">": "<", "≤": "≥", "≥": "≤" };

const symmetric = new Set<RelationOp>(["=", "≠", "≡", "∼", "⊥", "∥", "⇔"]);

/** Other relations: compared part by part, or reversed if that means the same. */
export function compareStatements(gold: Node, answer: Node, context: Comparison): Decision {
  if (sameTree(gold, answer)) return equal("identical");
  if (
    gold.kind === "list" &&
    answer.kind === "list" &&
    gold.items.length === answer.items.length &&
    (gold.joiner === "or") === (answer.joiner === "or")
  ) {
    const statements = (items: Node[]): Claim[] => items.map((node) => ({ kind: "statement", node }));
    const found = inAnyOrder(statements(gold.items), statements(answer.items), "statement", context);
    return found.verdict === "equal" ? found : undecided("statement", "a condition has no partner");
  }
  if (isEqualityChain(gold) && isEqualityChain(answer)) {
    const left = gold.terms.map((term) => printLatex(term)).sort();
    const right = answer.terms.map((term) => printLatex(term)).sort();
    return left.join() === right.join() ? equal("statement") : undecided("statement", "chains of equalities");
  }
  if (gold.kind !== "relation" || answer.kind !== "relation" || gold.ops.length !== answer.ops.length)
    return undecided("statement", "statements of a kind that is not compared");
  const modulus = compareModuli(gold.modulus, answer.modulus, context);
  if (modulus.verdict !== "equal") return modulus;
  const same = termByTerm(gold, answer, context);
  const reversed: Node = {
    ...answer,
    terms: [...answer.terms].reverse(),
    ops: [...answer.ops].reverse().map((op) => mirror[op] ?? op),
  };
  const swapped = gold.ops.every((op) => op in mirror || symmetric.has(op))
    ? termByTerm(gold, reversed, context)
    : different("statement");
  const parts = [same, swapped];
  if (gold.ops.length === 1 && [gold, answer].every(({ ops }) => ops[0]! in mirror))
    parts.push(scaledInequality(gold, answer, context));
  return any(parts);
}

function compareModuli(gold: Node | null, answer: Node | null, context: Context): Decision {
  if (!gold || !answer)
    return gold === answer ? equal("statement") : different("statement", "a modulus on one side");
  return compareNodes(gold, answer, context);
}

/** `p \to q` is `p \Rightarrow q`. */
const isSameSign = (a: RelationOp, b: RelationOp | undefined): boolean =>
  a === b || (isArrow(a) && b !== undefined && isArrow(b));
const isArrow = (op: RelationOp): boolean => op === "→" || op === "⇒";

function termByTerm(gold: NodeOf<"relation">, answer: Node, context: Context): Decision {
  if (answer.kind !== "relation" || gold.ops.some((op, i) => !isSameSign(op, answer.ops[i])))
    return different("statement", "different relations");
  return all(
    "statement",
    gold.terms.map((term, i) => compareNodes(term, answer.terms[i]!, context)),
  );
}

/** `2x + y < 4` and `4x + 2y < 8`: the same up to a positive factor. */
function scaledInequality(gold: NodeOf<"relation">, answer: NodeOf<"relation">, context: Context): Decision {
  const directed = (node: NodeOf<"relation">): { f: Expr; strict: boolean } => {
    const op = node.ops[0]!;
    const difference = sub(exprOf(node.terms[0]!, context), exprOf(node.terms[1]!, context));
    return {
      f: op === "<" || op === "≤" ? mul(num(-1n), difference) : difference,
      strict: op === "<" || op === ">",
    };
  };
  const found = tried(() => {
    const g = directed(gold);
    const a = directed(answer);
    if (g.strict !== a.strict) return different("statement", "one is strict, the other is not");
    const ratio = compareExpressions(
      mul(g.f, { t: "fn", name: "abs", args: [a.f] }),
      mul(a.f, { t: "fn", name: "abs", args: [g.f] }),
      context.budget,
    );
    return ratio.verdict === "equal" ? proportional(g.f, a.f, context) : ratio;
  });
  return found.ok ? found.value : undecided("statement", found.reason);
}
