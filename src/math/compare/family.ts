// Families with an integer parameter: `\frac{\pi}{6} + k\pi`, `4k + 2`, `n \equiv 2 \pmod 4`. Those that run
// through all integers in equal steps are compared as sets, whatever their parameters are called.

import * as ball from "../ball/index.ts";
import { type Claim, type ClaimOf, claimOf, type Member, oneValue } from "../claim/claim.ts";
import { isWholeNumberLetter } from "../claim/claim-list.ts";
import { type Context, exprOf } from "../claim/context.ts";
import { coefficientsIn } from "../exact/symbolic.ts";
import {
  add,
  div,
  type Expr,
  freeNames,
  fromRational,
  has,
  isSame,
  mul,
  num,
  sub,
  substitute,
} from "../expression/expr.ts";
import { gcd, lcm, nearFraction, type Rational, size } from "../expression/rational.ts";
import { compareExpressions } from "../identity/identity.ts";
import { sameTree } from "../notation/same-tree.ts";
import { type Node, negate, signed, symbol, unnamed } from "../notation/tree.ts";
import { namesIn, rename } from "../notation/tree-change.ts";
import { compareConstants, rationalOf } from "../numeric/constant.ts";
import { realValue } from "../numeric/evaluate.ts";
import { type Decision, different, equal, undecided } from "../terms/decision.ts";
import { triedOr } from "../terms/result.ts";
import { inAnyOrder } from "./collection.ts";
import { type Comparison, compareClaims, joined } from "./comparison.ts";

/** offset + step·k for all integers k. */
interface Progression {
  offset: Expr;
  step: Expr;
}

/** A part of a claim, with the unknown that it is about, if any. */
interface Part {
  unknown: string;
  claim: Claim;
}

function partsOf(claim: Claim, context: Context, unknown = unnamed): Part[] {
  switch (claim.kind) {
    case "named":
      return partsOf(claim.value, context, claim.subject ? claim.name : unknown);
    case "list":
    case "set":
      return claim.items.flatMap((item) => partsOf(item, context, unknown));
    case "congruence":
      return [{ unknown: claim.name, claim }];
    case "family": {
      const [body] = partsOf(claimOf(claim.node, context), context);
      return [{ unknown: unknown === unnamed ? (body?.unknown ?? unnamed) : unknown, claim }];
    }
    default:
      return [{ unknown, claim }];
  }
}

const isFamily = ({ claim }: Part): boolean => claim.kind === "family" || claim.kind === "congruence";

const parametersOf = (parts: readonly Part[]): Member[] =>
  parts.flatMap(({ claim }) => {
    if (claim.kind === "congruence") return [{ name: "k", domain: "Z" }];
    return claim.kind === "family" ? claim.parameters : [];
  });

type Congruence = ClaimOf<"congruence">;

/** Congruences that are not the residues of one unknown: of several unknowns, or by several moduli that are not said to be alternatives. */
function isSystem(claim: Claim): claim is ClaimOf<"list"> {
  if (claim.kind !== "list" || !claim.items.every((item): item is Congruence => item.kind === "congruence"))
    return false;
  const [first, ...rest] = claim.items as Congruence[];
  return rest.some(
    ({ name, modulus }) => name !== first!.name || (!claim.either && !sameTree(modulus, first!.modulus)),
  );
}

/** Undefined if neither side is a family. */
export function compareFamilies(gold: Claim, answer: Claim, context: Comparison): Decision | undefined {
  if (!mayBeFamily(gold) && !mayBeFamily(answer)) return undefined;
  const sides = [gold, answer].map((claim) => partsOf(claim, context)) as [Part[], Part[]];
  if (!sides.some((parts) => parts.length > 0 && parts.every(isFamily))) return undefined;
  const [known, said] = sides.map((parts) =>
    [...new Set(parts.map(({ unknown }) => unknown).filter((name) => name !== unnamed))].sort().join(", "),
  );
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
  const [g, a] = sides.map(parametersOf) as [Member[], Member[]];
  const parameters = g.length > 0 ? g : a;
  const [left, right] = sides.map((parts) =>
    joined(parts.map(({ claim }) => progressionsOf(claim, parameters, context))),
  );
  // `2n-1` without any statement about n is an expression, even if the answer declares its own letter; `\frac\pi6+k\pi`
  // is a family.
  const isExpression =
    g.length === 0 && left?.some(({ step }) => rationalOf(step, context.budget) !== undefined) === true;
  return left && right && !isExpression
    ? compareProgressions(left, right, context)
    : compareRenamed(gold, answer, g, a, context);
}

/** A quick test that rules out most claims. */
const mayBeFamily = (claim: Claim): boolean =>
  claim.kind === "family" ||
  claim.kind === "congruence" ||
  (claim.kind === "named" && mayBeFamily(claim.value)) ||
  ((claim.kind === "list" || claim.kind === "set") &&
    claim.items.length > 0 &&
    claim.items.every(mayBeFamily));

/** The progressions that a part of a claim consists of; undefined if it contains anything else. */
function progressionsOf(claim: Claim, parameters: Member[], context: Context): Progression[] | undefined {
  switch (claim.kind) {
    case "congruence": {
      const step = exprOf(claim.modulus, context);
      return claim.residues.map((residue) => ({ offset: exprOf(residue, context), step }));
    }
    case "family": {
      const [{ name, domain }, ...others] = claim.parameters as [Member, ...Member[]];
      if (domain !== "Z" || others.length > 0) return undefined;
      const parts = partsOf(claimOf(claim.node, context), context);
      return joined(
        parts.map((part) =>
          part.claim.kind === "value" ? linesOf(part.claim.node, name, context) : undefined,
        ),
      );
    }
    case "value": {
      // The other side declares its parameter; here only the name indicates one.
      const [name, ...others] = namesIn(claim.node);
      const isParameter =
        name !== undefined &&
        others.length === 0 &&
        isWholeNumberLetter(name) &&
        parameters.length > 0 &&
        parameters.every((p) => p.domain === "Z");
      return isParameter ? linesOf(claim.node, name, context) : undefined;
    }
    default:
      return undefined;
  }
}

function linesOf(node: Node, parameter: string, context: Context): Progression[] | undefined {
  const expr = triedOr(() => exprOf(node, context), undefined);
  if (!expr || freeNames(expr).size !== 1 || !freeNames(expr).has(parameter)) return undefined;
  const alternates = (e: Expr): boolean => isAlternatingSign(e, parameter, context);
  const pieces = has(expr, alternates)
    ? [0n, 1n].map((parity) => ofParity(expr, parameter, parity, alternates, context))
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

/** The members of a family whose parameter is even, or odd, with a new parameter that runs through all integers. */
function ofParity(
  expr: Expr,
  parameter: string,
  parity: bigint,
  alternates: (e: Expr) => boolean,
  context: Context,
): Expr {
  if (expr.t === "add" || expr.t === "mul")
    return { ...expr, args: expr.args.map((arg) => ofParity(arg, parameter, parity, alternates, context)) };
  const all = add(mul(num(2n), { t: "sym", name: parameter }), num(parity));
  return substitute(expr, new Map([[parameter, alternates(expr) ? num(parity) : all]]), context.budget);
}

/** The progression that an expression in a parameter is; undefined if its steps are not equal. */
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
    isSame(step, unit, context.budget) ? { n: 1n, d: 1n } : shortFraction(div(step, unit), 360, context),
  );
  if (!ratios.every((r) => r !== undefined)) return different("family", "steps without a common multiple");
  if (ratios.some(({ n }) => n === 0n)) return different("family", "a step of zero");
  // The least common multiple of the steps, in units of the first.
  const top = ratios.reduce((multiple, { n }) => lcm(multiple, n), 1n);
  const bottom = ratios.reduce((divisor, { d }) => gcd(divisor, d), 0n);
  const period = mul(unit, num(top, bottom));
  const counts = ratios.map(({ n, d }) => Number((top * d) / (bottom * size(n))));
  const spread = (list: Progression[], from: number): Expr[] =>
    list.flatMap(({ offset, step }, i) =>
      Array.from({ length: counts[from + i]! }, (_, j) => add(offset, mul(step, num(BigInt(j))))),
    );
  const isMany = (some: number[]): boolean => some.reduce((sum, count) => sum + count, 0) > maxResidues;
  if (isMany(counts.slice(0, gold.length)) || isMany(counts.slice(gold.length)))
    return undecided("family", "too many residues");
  const [g, a] = [spread(gold, 0), spread(answer, gold.length)];
  const areCongruent = (x: Expr, y: Expr): boolean =>
    isSame(x, y, context.budget) || shortFraction(div(sub(x, y), period), 1, context) !== undefined;
  const covered = (xs: Expr[], ys: Expr[]): boolean => xs.every((x) => ys.some((y) => areCongruent(x, y)));
  return covered(g, a) && covered(a, g) ? equal("family") : different("family", "different residues");
}

/** The fraction that a constant is, if it is one of a short denominator. */
function shortFraction(expr: Expr, longest: number, { budget }: Context): Rational | undefined {
  const value = realValue(expr, new Map(), 128, budget);
  const near = typeof value === "string" ? undefined : nearFraction(ball.toNumber(value), longest);
  return near && compareConstants(expr, fromRational(near), budget).verdict === "equal" ? near : undefined;
}

/** The claim for each value of the parameters, under other names. */
function bodyOf(claim: Claim, names: ReadonlyMap<string, Node>, context: Context): Claim {
  switch (claim.kind) {
    case "family":
      return claimOf(rename(claim.node, names), context);
    case "value":
      return oneValue(rename(claim.node, names));
    case "named":
      return { ...claim, value: bodyOf(claim.value, names, context) };
    default:
      return claim;
  }
}

/** Families of other kinds: the same formula under other names for the parameters. */
function compareRenamed(
  gold: Claim,
  answer: Claim,
  g: Member[],
  given: Member[],
  context: Comparison,
): Decision {
  if (g.length === 0 && given.length > 0 && (gold.kind === "value" || gold.kind === "named")) {
    if (!given.every((p) => isWholeNumberLetter(p.name) && /^[ZN]/.test(p.domain)))
      return undecided("family", "only one side has a condition");
    const body = bodyOf(answer, new Map(), context);
    return body === answer
      ? undecided("family", "a condition on one side only")
      : compareClaims(gold, body, context);
  }
  // Without a declaration, only a letter that usually is a whole number can be the parameter.
  const a =
    given.length === 0 && answer.kind === "value"
      ? [...namesIn(answer.node)]
          .filter((name) => isWholeNumberLetter(name))
          .slice(0, g.length)
          .map((name) => ({ name, domain: g[0]!.domain }))
      : given;
  if (g.length !== a.length || g.length > 3 || gold.kind === "list" || gold.kind === "set")
    return undecided("family", "families of a kind that is not compared");
  if (gold.kind === "congruence" || answer.kind === "congruence")
    return undecided("family", "families of a kind that is not compared");
  const called = (names: string[], as: Node[]) => new Map(names.map((name, i) => [name, as[i]!]));
  const parameters = g.map((_, i) => symbol(`#${i}`));
  const left = bodyOf(
    gold,
    called(
      g.map((p) => p.name),
      parameters,
    ),
    context,
  );
  let result: Decision = different("family");
  for (const order of permutations(a.map((p) => p.name)))
    for (const as of startsOf(g, a, parameters)) {
      const found = compareClaims(left, bodyOf(answer, called(order, as), context), context);
      if (found.verdict === "equal")
        return sameDomains(g, a)
          ? { ...found, by: "family" }
          : undecided("family", "parameters from different sets");
      if (found.verdict === "undecided") result = found;
    }
  return result;
}

/** One parameter through all integers may start anywhere and run either way: k^2 and (k+1)^2. */
function startsOf(g: Member[], a: Member[], parameters: Node[]): Node[][] {
  const isOfIntegers = [g, a].every((side) => side.length === 1 && side[0]!.domain === "Z");
  if (!isOfIntegers) return [parameters];
  const [k] = parameters as [Node];
  return [k, negate(k)].flatMap((run) =>
    [0n, 1n, -1n, 2n, -2n].map((by): Node[] => [by === 0n ? run : { kind: "add", terms: [run, signed(by)] }]),
  );
}

const sameDomains = (g: Member[], a: Member[]): boolean =>
  g.every((p, i) => kindOfDomain(p.domain) === kindOfDomain(a[i]!.domain));
const kindOfDomain = (domain: string): string => (domain === "N" ? "Z^{+}" : domain);

function permutations<T>(items: T[]): T[][] {
  if (items.length <= 1) return [items];
  return items.flatMap((item, i) =>
    permutations([...items.slice(0, i), ...items.slice(i + 1)]).map((rest) => [item, ...rest]),
  );
}
