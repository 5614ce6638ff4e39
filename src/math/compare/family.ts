// Families with an integer parameter: `\frac{\pi}{6} + k\pi`, `4k + 2`, `n \equiv 2 \pmod 4`. Those that run
// through all integers in equal steps are compared as sets, whatever their parameters are called.

import * as ball from "../ball/index.ts";
import type { Claim, Member } from "../claim/claim.ts";
import { isWholeNumberLetter } from "../claim/claim-list.ts";
import { type Context, exprOf } from "../claim/context.ts";
import { coefficientsIn } from "../exact/symbolic.ts";
import {
  add,
  div,
  type Expr,
  freeNames,
  has,
  isSame,
  mul,
  num,
  sub,
  substitute,
} from "../expression/expr.ts";
import { gcd, lcm, type Rational, size } from "../expression/rational.ts";
import { compareExpressions } from "../identity/identity.ts";
import { sameTree } from "../notation/same-tree.ts";
import { integer, type Node, symbol, unnamed } from "../notation/tree.ts";
import { namesIn } from "../notation/tree-change.ts";
import { compareConstants, rationalOf } from "../numeric/constant.ts";
import { realValue } from "../numeric/evaluate.ts";
import { type Decision, different, equal, undecided } from "../terms/decision.ts";
import type { Budget } from "../terms/limits.ts";
import { inAnyOrder } from "./collection.ts";
import { type Comparison, compareClaims, tried } from "./comparison.ts";
import { renameClaim } from "./function.ts";

/** offset + step·k for all integers k. */
interface Progression {
  offset: Expr;
  step: Expr;
}

const isFamily = (claim: Claim): boolean =>
  claim.kind === "family" ||
  claim.kind === "congruence" ||
  (claim.kind === "named" && isFamily(claim.value)) ||
  ((claim.kind === "list" || claim.kind === "set") && claim.items.length > 0 && claim.items.every(isFamily));

/** The unknowns that a family speaks of; its parameters have any name. */
function unknownsOf(claim: Claim): string[] {
  switch (claim.kind) {
    case "congruence":
      return claim.name === unnamed ? [] : [claim.name];
    case "named":
      return claim.subject ? [claim.name] : unknownsOf(claim.value);
    case "family":
      return unknownsOf(claim.body);
    case "list":
    case "set":
      return [...new Set(claim.items.flatMap(unknownsOf))].sort();
    default:
      return [];
  }
}

type Congruence = Claim & { kind: "congruence" };

/** Congruences that are not the residues of one unknown: of several unknowns, or by several moduli that are not said to be alternatives. */
function isSystem(claim: Claim): claim is Claim & { kind: "list" } {
  if (claim.kind !== "list" || !claim.items.every((item): item is Congruence => item.kind === "congruence"))
    return false;
  const [first, ...rest] = claim.items as Congruence[];
  return rest.some(
    ({ name, modulus }) => name !== first!.name || (!claim.either && !sameTree(modulus, first!.modulus)),
  );
}

/** Undefined where neither side is a family. */
export function compareFamilies(gold: Claim, answer: Claim, context: Comparison): Decision | undefined {
  if (!isFamily(gold) && !isFamily(answer)) return undefined;
  const [known, said] = [unknownsOf(gold).join(", "), unknownsOf(answer).join(", ")];
  if (known !== said && known !== "" && said !== "") return different("family", `${known} against ${said}`);
  if (isSystem(gold) || isSystem(answer))
    return gold.kind === "list" && answer.kind === "list" && gold.either === answer.either
      ? inAnyOrder(gold.items, answer.items, "family", context)
      : undecided("family", "several congruences, joined in different ways");
  const isSetOf = (a: Claim, b: Claim): boolean =>
    a.kind === "family" && a.isSet === true && b.kind === "value";
  if (isSetOf(gold, answer) || isSetOf(answer, gold))
    return different("family", "a set against an expression");
  // `3n` is not the condition that 3 divides n; nor is it the solution of that condition, whose parameter has a name of its own.
  if (gold.kind === "value" && answer.kind === "congruence")
    return different("family", "an expression against a condition");
  if (gold.kind === "congruence" && answer.kind === "value" && namesIn(answer.node).has(gold.name))
    return different("family", `the answer is written with ${gold.name}, which is the unknown`);
  const parameters = parametersOf(gold).length > 0 ? parametersOf(gold) : parametersOf(answer);
  const g = progressionsOf(gold, parameters, context);
  const a = g && progressionsOf(answer, parameters, context);
  if (g && a) return compareProgressions(g, a, context);
  return compareRenamed(gold, answer, context);
}

function parametersOf(claim: Claim): Member[] {
  switch (claim.kind) {
    case "family":
      return claim.parameters;
    case "congruence":
      return [{ name: "k", domain: "Z" }];
    case "named":
      return parametersOf(claim.value);
    case "list":
    case "set":
      return claim.items.flatMap(parametersOf);
    default:
      return [];
  }
}

/** The progressions that a claim is made of; undefined where it is made of anything else. */
function progressionsOf(claim: Claim, parameters: Member[], context: Context): Progression[] | undefined {
  switch (claim.kind) {
    case "congruence": {
      const step = exprOf(claim.modulus, context);
      return claim.residues.map((residue) => ({ offset: exprOf(residue, context), step }));
    }
    case "family":
      if (claim.parameters.length !== 1 || claim.parameters[0]!.domain !== "Z") return undefined;
      return linearParts(claim.body, claim.parameters[0]!.name, context);
    case "named":
      return progressionsOf(claim.value, parameters, context);
    case "list":
    case "set": {
      const parts = claim.items.map((item) => progressionsOf(item, parameters, context));
      return parts.every((p) => p !== undefined) ? parts.flat() : undefined;
    }
    case "value": {
      // The other side says that there is a parameter; here its name alone shows it.
      const names = [...namesIn(claim.node)];
      return names.length === 1 &&
        isWholeNumberLetter(names[0]!) &&
        parameters.length > 0 &&
        parameters.every((p) => p.domain === "Z")
        ? linearParts(claim, names[0]!, context)
        : undefined;
    }
    default:
      return undefined;
  }
}

function linearParts(claim: Claim, parameter: string, context: Context): Progression[] | undefined {
  if (claim.kind === "list" || claim.kind === "set") {
    const parts = claim.items.map((item) => linearParts(item, parameter, context));
    return parts.every((p) => p !== undefined) ? parts.flat() : undefined;
  }
  if (claim.kind === "named") return linearParts(claim.value, parameter, context);
  if (claim.kind !== "value") return undefined;
  const found = tried(() => exprOf(claim.node, context));
  if (!found.ok) return undefined;
  const expr = found.value;
  if (freeNames(expr).size !== 1 || !freeNames(expr).has(parameter)) return undefined;
  const alternates = (e: Expr): boolean => isAlternatingSign(e, parameter, context);
  const pieces = has(expr, alternates)
    ? [0n, 1n].map((parity) => ofParity(expr, parameter, parity, alternates, context.budget))
    : [expr];
  const lines = pieces.map((piece) => straightLine(piece, parameter, context));
  return lines.every((line) => line !== undefined) ? lines : undefined;
}

/** `(-1)^{k+1}`: whole coefficients, so that the sign depends on the parameter's parity alone. */
function isAlternatingSign(expr: Expr, parameter: string, context: Context): boolean {
  if (expr.t !== "pow" || expr.base.t !== "num" || expr.base.n !== -1n || expr.base.d !== 1n) return false;
  if (!freeNames(expr.exp).has(parameter)) return false;
  const coefficients = coefficientsIn(expr.exp, parameter, context.budget);
  return coefficients?.every((c) => rationalOf(c, context.budget)?.d === 1n) ?? false;
}

/** The members of a family whose parameter is even, or odd, with a parameter that again runs through all integers. */
function ofParity(
  expr: Expr,
  parameter: string,
  parity: bigint,
  alternates: (e: Expr) => boolean,
  budget: Budget,
): Expr {
  if (expr.t === "add" || expr.t === "mul")
    return { ...expr, args: expr.args.map((arg) => ofParity(arg, parameter, parity, alternates, budget)) };
  const all = add(mul(num(2n), { t: "sym", name: parameter }), num(parity));
  return substitute(expr, new Map([[parameter, alternates(expr) ? num(parity) : all]]), budget);
}

/** The progression that an expression in a parameter is; undefined where its steps are not equal. */
function straightLine(expr: Expr, parameter: string, context: Context): Progression | undefined {
  const [start, slope, ...higher] = coefficientsIn(expr, parameter, context.budget) ?? [];
  if (start && slope && higher.length === 0) return { offset: start, step: slope };
  const at = (k: bigint): Expr => substitute(expr, new Map([[parameter, num(k)]]), context.budget);
  const offset = at(0n);
  const step = sub(at(1n), offset);
  const line = add(offset, mul(step, { t: "sym", name: parameter }));
  return compareExpressions(expr, line, context.budget).verdict === "equal" ? { offset, step } : undefined;
}

const maxResidues = 240;

/** Both sides spread over a common period; the residues must be the same. */
function compareProgressions(gold: Progression[], answer: Progression[], context: Context): Decision {
  const unit = gold[0]!.step;
  const ratios = [...gold, ...answer].map(({ step }) =>
    isSame(step, unit, context.budget) ? { n: 1n, d: 1n } : nearFraction(div(step, unit), context),
  );
  if (!ratios.every((r) => r !== undefined)) return different("family", "steps without a common multiple");
  // The least common multiple of the steps, in units of the first.
  let top = 1n;
  let bottom = 0n;
  for (const { n, d } of ratios) {
    if (n === 0n) return different("family", "a step of zero");
    top = lcm(top, n);
    bottom = gcd(bottom, d);
  }
  const period = mul(unit, num(top, bottom));
  const spread = (list: Progression[], from: number): Expr[] | undefined => {
    const residues: Expr[] = [];
    for (const [i, p] of list.entries()) {
      const { n, d } = ratios[from + i]!;
      const count = (top * d) / (bottom * size(n));
      if (residues.length + Number(count) > maxResidues) return undefined;
      for (let j = 0n; j < count; j++) residues.push(add(p.offset, mul(p.step, num(j))));
    }
    return residues;
  };
  const g = spread(gold, 0);
  const a = g && spread(answer, gold.length);
  if (!g || !a) return undecided("family", "too many residues");
  const covered = (xs: Expr[], ys: Expr[]): boolean =>
    xs.every((x) => ys.some((y) => congruent(x, y, period, context)));
  return covered(g, a) && covered(a, g) ? equal("family") : different("family", "different residues");
}

/** The simple fraction that a constant is, if it is one. */
function nearFraction(expr: Expr, context: Context): Rational | undefined {
  const value = realValue(expr, new Map(), 128, context.budget);
  if (typeof value === "string") return undefined;
  const x = ball.toNumber(value);
  for (let d = 1; d <= 360; d++) {
    const n = Math.round(x * d);
    if (Math.abs(x * d - n) > 1e-9 * d) continue;
    const candidate = { n: BigInt(n), d: BigInt(d) };
    return compareConstants(expr, num(candidate.n, candidate.d), context.budget).verdict === "equal"
      ? candidate
      : undefined;
  }
  return undefined;
}

/** Whether x - y is a whole number of periods. */
function congruent(x: Expr, y: Expr, period: Expr, context: Context): boolean {
  if (isSame(x, y, context.budget)) return true;
  const turns = realValue(div(sub(x, y), period), new Map(), 96, context.budget);
  if (typeof turns === "string") return false;
  const k = ball.floor(ball.add(turns, ball.scale(ball.ONE, -1), 96));
  if (k === undefined) return false;
  if (Math.abs(ball.toNumber(turns) - Number(k)) > 1e-9) return false;
  return compareConstants(x, add(y, mul(num(k), period)), context.budget).verdict === "equal";
}

/** What is said for each value of the parameters. */
const bodyOf = (claim: Claim): Claim =>
  claim.kind === "family"
    ? claim.body
    : claim.kind === "named" && claim.value.kind === "family"
      ? { ...claim, value: claim.value.body }
      : claim;

/** Families of other kinds: the same formula under other names for the parameters. */
function compareRenamed(gold: Claim, answer: Claim, context: Comparison): Decision {
  const g = parametersOf(gold);
  let a = parametersOf(answer);
  // Without a word about it, only a letter that by custom is a whole number can be the parameter.
  if (g.length > 0 && a.length === 0 && answer.kind === "value")
    a = [...namesIn(answer.node)]
      .filter((name) => isWholeNumberLetter(name))
      .slice(0, g.length)
      .map((name) => ({ name, domain: g[0]!.domain }));
  if (g.length === 0 && a.length > 0 && gold.kind === "value" && bodyOf(answer) !== answer) {
    if (!a.every((p) => isWholeNumberLetter(p.name) && /^[ZN]/.test(p.domain)))
      return undecided("family", "a condition stands on one side only");
    return compareClaims(gold, bodyOf(answer), context);
  }
  if (g.length !== a.length || g.length > 3 || gold.kind === "list" || gold.kind === "set")
    return undecided("family", "families of a kind that is not compared");
  if (gold.kind === "congruence" || answer.kind === "congruence")
    return undecided("family", "families of a kind that is not compared");
  const shifted = compareShifted(
    { body: bodyOf(gold), parameters: g },
    { body: bodyOf(answer), parameters: a },
    context,
  );
  if (shifted) return shifted;
  let result: Decision = different("family");
  for (const order of permutations(a.map((p) => p.name))) {
    const names = new Map(order.map((name, i) => [name, symbol(`#${i}`)]));
    const found = compareClaims(
      renameClaim(bodyOf(gold), new Map(g.map((p, i) => [p.name, symbol(`#${i}`)]))),
      renameClaim(bodyOf(answer), names),
      context,
    );
    if (found.verdict === "equal")
      return sameDomains(g, a)
        ? { ...found, by: "family" }
        : undecided("family", "parameters from different sets");
    if (found.verdict === "undecided") result = found;
  }
  return result;
}

interface Parametric {
  body: Claim;
  parameters: Member[];
}

/** One parameter through all integers may start anywhere and run either way: k^2 and (k+1)^2. */
function compareShifted(gold: Parametric, answer: Parametric, context: Comparison): Decision | undefined {
  const [[g, ...others], [a, ...more]] = [gold.parameters, answer.parameters];
  if (g?.domain !== "Z" || a?.domain !== "Z" || others.length > 0 || more.length > 0) return undefined;
  const k: Node = { kind: "symbol", name: "#0" };
  const left = renameClaim(gold.body, new Map([[g.name, k]]));
  for (const sign of [1, -1]) {
    for (const shift of [0, 1, -1, 2, -2]) {
      const run: Node = sign === 1 ? k : { kind: "neg", arg: k };
      const to: Node =
        shift === 0
          ? run
          : { kind: "add", terms: [run, shift > 0 ? integer(shift) : { kind: "neg", arg: integer(-shift) }] };
      const found = compareClaims(left, renameClaim(answer.body, new Map([[a.name, to]])), context);
      if (found.verdict === "equal") return { ...found, by: "family" };
    }
  }
  return undefined;
}

const sameDomains = (g: { domain: string }[], a: { domain: string }[]): boolean =>
  g.every((p, i) => kindOfDomain(p.domain) === kindOfDomain(a[i]!.domain));
const kindOfDomain = (domain: string): string => (domain === "N" ? "Z^{+}" : domain);

function permutations<T>(items: T[]): T[][] {
  if (items.length <= 1) return [items];
  return items.flatMap((item, i) =>
    permutations([...items.slice(0, i), ...items.slice(i + 1)]).map((rest) => [item, ...rest]),
  );
}
