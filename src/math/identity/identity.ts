// Two expressions: the same value wherever both have one? Constants, rational expressions, and everything else
// by evaluation at points in ball arithmetic.

import type { Ball } from "../ball/index.ts";
import * as ball from "../ball/index.ts";
import { type Expr, freeNames, has, isLong, isSame, nodesIn, ownPart, parts } from "../expression/expr.ts";
import { agreeAt, precisionFor } from "../numeric/agreement.ts";
import { compareConstants, isAboutComplex, isComplex, isOpen } from "../numeric/constant.ts";
import { noteValues, valuesAt } from "../numeric/noted.ts";
import { exactExpr, realValue } from "../numeric/numeric.ts";
import type { Pair } from "../numeric/pair.ts";
import { type Decision, different, equal, undecided } from "../terms/decision.ts";
import type { Budget } from "../terms/limits.ts";
import type { Note } from "../terms/notes.ts";
import { Stream } from "../terms/random.ts";
import { work } from "../terms/work.ts";
import { type Look, lookBetween } from "./between.ts";
import { isBlock, sameByBlocks } from "./blocks.ts";
import { coreOf } from "./core.ts";
import { keepsSign, periodsIn, sameSwitch, sidesOf, signsSeen, switchesIn } from "./corners.ts";
import { compareRationalExpressions } from "./modular.ts";
import { draw, drawPoint, habitsOf, type RealPoint, type Sampling, specialPoints } from "./points.ts";
import { lookAtSteps } from "./steps.ts";

/** Long numbers are written in hexadecimal digits, which takes no longer than they are. */
function digits(n: bigint): string {
  if (!isLong(n)) return n.toString();
  const text = n.toString(16);
  work.digits += 4 * text.length;
  return `0x${text}`;
}

/** A text that two expressions share exactly when they are built alike. */
export function fingerprint(expr: Expr): string {
  switch (expr.t) {
    case "num":
      return expr.d === 1n ? digits(expr.n) : `${digits(expr.n)}/${digits(expr.d)}`;
    case "sym":
      // With its length, since a name may look like anything else: a is no digit, and e no constant.
      return `${expr.name.length}:${expr.name}`;
    case "const":
      return expr.name;
    default:
      return `${expr.t} ${ownPart(expr)}(${parts(expr).map(fingerprint).join(",")})`;
  }
}

export function compareExpressions(a: Expr, b: Expr, budget: Budget): Decision {
  // All that looks at the expressions as a whole, here and below.
  budget.spend(nodesIn(a) + nodesIn(b));
  const [left, right] = nameUnknownFunctions(a, b) as [Expr, Expr];
  const names = [...new Set([...freeNames(left), ...freeNames(right)])].sort();
  if (names.length === 0) return compareConstants(left, right, budget);
  if (isOpen(left) || isOpen(right))
    return undecided("convergence", "a limit, an integral or a series without a proven value");
  if (isSame(left, right, budget)) return equal("identical");
  const random = new Stream(fingerprint(left), fingerprint(right));
  const modular = compareRationalExpressions(left, right, random, budget);
  if (modular) {
    budget.notes?.push(noteModular(left, right, names, modular));
    return modular;
  }
  return samplePoints(left, right, { names, habits: habitsOf(left, right), random, budget });
}

const pairOf = (a: Expr, b: Expr, imaginary?: RealPoint): Pair => ({
  a,
  b,
  complex: isComplex(a) || isComplex(b),
  imaginary,
});

/** Of a difference modulo primes a person sees more at a small point. */
function noteModular(a: Expr, b: Expr, names: string[], { verdict }: Decision): Note {
  const note: Note = { rule: "polynomial", found: verdict, said: "both sides modulo random primes" };
  if (verdict !== "different") return note;
  for (let first = 2; first < 7; first++) {
    const point = new Map(names.map((name, k) => [name, ball.fromInt(BigInt(first + k))]));
    const evidence = valuesAt(pairOf(a, b), point);
    if (evidence && evidence.gold !== evidence.answer) return { ...note, evidence };
  }
  return note;
}

/** f(x) of an unknown f is a value of its own: the same wherever f and x are. */
function nameUnknownFunctions(...exprs: Expr[]): Expr[] {
  const replace = (e: Expr): Expr => {
    if (e.t === "fn" && e.name.endsWith("()")) return { t: "sym", name: fingerprint(e) };
    switch (e.t) {
      case "add":
      case "mul":
      case "fn":
        return { ...e, args: e.args.map(replace) };
      case "pow":
        return { ...e, base: replace(e.base), exp: replace(e.exp) };
      case "num":
      case "sym":
      case "const":
      case "big":
      case "integral":
      case "limit":
      case "derivative":
        return e;
    }
  };
  return exprs.map((e) => (has(e, (x) => x.t === "fn" && x.name.endsWith("()")) ? replace(e) : e));
}

const wanted = 12;
const needed = 8;
const maxPoints = 60;

const sizeOf = (point: RealPoint): number =>
  [...point.values()].reduce((sum, x) => sum + Math.abs(ball.toNumber(x)), 0);

/** A polynomial in one variable without real zeros keeps its sign. */
function hasNoZeros(e: Expr, budget: Budget): boolean {
  const [name, ...others] = freeNames(e);
  if (name === undefined || others.length > 0) return false;
  return sidesOf(e, name, new Map(), budget)?.length === 0;
}

/** Points on all sides of the corners, and beyond the first period of inverse functions. */
function* cornerPoints(
  exprs: readonly Expr[],
  switches: Expr[],
  { names, habits, random, budget }: Sampling,
): Generator<RealPoint> {
  if (!habits.corners) return;
  for (const name of names.filter((n) => !habits.whole.has(n)).slice(0, 3)) {
    budget.spend(names.length);
    const others = new Map(
      names
        .filter((other) => other !== name)
        .map((other, k): [string, Ball] => [other, draw(random, k, habits.whole.has(other), habits)]),
    );
    const fixed = new Map([...others].map(([other, x]): [string, Expr] => [other, exactExpr(x)]));
    const values = switches.flatMap((e) =>
      freeNames(e).has(name) ? (sidesOf(e, name, fixed, budget) ?? gridOf(e, name, others, budget)) : [],
    );
    for (const t of periodsIn(name, exprs, budget)) {
      const x = realValue(t, new Map(), 96, budget);
      if (typeof x !== "string") values.push(ball.midpoint(x));
    }
    for (const value of values.slice(0, 60)) {
      budget.spend(names.length);
      yield new Map([[name, value], ...others]);
    }
  }
}

/** Where zeros cannot be calculated: one point for each stretch of equal sign on a grid. */
function gridOf(e: Expr, name: string, others: RealPoint, budget: Budget): Ball[] {
  const found: Ball[] = [];
  let last: number | undefined;
  const point = new Map(others);
  for (let k = -64n; k <= 64n; k++) {
    const x = ball.scale(ball.fromInt(2n * k + 1n), -4);
    const value = realValue(e, point.set(name, x), 64, budget);
    const sign = typeof value === "string" ? undefined : ball.sign(value);
    if (sign !== undefined && sign !== last) found.push(x);
    if (sign !== undefined) last = sign;
  }
  return found;
}

const imaginaryParts = (names: readonly string[], random: Stream): RealPoint =>
  new Map(names.map((name) => [name, ball.scale(ball.fromInt(BigInt(random.next()) + 1n), -31)]));

function samplePoints(a: Expr, b: Expr, sampling: Sampling): Decision {
  const { names, habits, random, budget } = sampling;
  // Conjugates and real parts are about complex numbers, so the letters stand for such.
  const imaginary =
    has(a, isAboutComplex) || has(b, isAboutComplex) ? imaginaryParts(names, random) : undefined;
  const pair = pairOf(a, b, imaginary);
  const agreed: RealPoint[] = [];
  const tried: RealPoint[] = [];
  const seen = new Set<string>();
  let gaps = 0;
  let open = 0;
  /** Whether the sides are proven apart at a point; where they agree, the point is kept. */
  const differAt = (point: RealPoint): boolean => {
    const key = [...point.values()].map((x) => `${x.m}:${x.e}`).join();
    if (seen.has(key)) return false;
    seen.add(key);
    let found = agreeAt(pair, point, 64, budget);
    if (found === "open") found = agreeAt(pair, point, 256, budget);
    if (found === "agree") agreed.push(point);
    if (found === "agree" || found === "undefined") tried.push(point);
    if (found === "undefined") gaps++;
    if (found === "open") open++;
    if (found === "apart") budget.notes?.push(noteValues(pair, point, found));
    return found === "apart";
  };
  for (const point of specialPoints(sampling)) if (differAt(point)) return different("sampling");
  const [left, right] = [switchesIn(a), switchesIn(b)];
  const switches = [...left.switches, ...right.switches];
  const radicands = [...left.radicands, ...right.radicands];
  for (const point of cornerPoints([a, b], [...switches, ...radicands], sampling))
    if (differAt(point)) return different("sampling");
  const special = agreed.length;
  for (let i = 0; i < maxPoints && agreed.length < wanted + special; i++) {
    const point = drawPoint(i, sampling);
    if (differAt(point)) return different("sampling");
  }
  if (agreed.length < needed)
    return undecided("sampling", `only ${agreed.length} points where both sides have a value`);
  // Where there are steps, the points that do not tell may be those at the steps, and those alone may differ.
  if ((habits.steps ? 3 : 1) * open > agreed.length)
    return undecided("sampling", "many points cannot be told apart within the limits");
  // A formula that was seen on one side of a corner only may be another one on the other side, unless the other
  // expression has the very same corner.
  for (const [these, those] of [
    [left.switches, right.switches],
    [right.switches, left.switches],
  ] as const)
    for (const e of these)
      if (
        !keepsSign(e) &&
        !hasNoZeros(e, budget) &&
        signsSeen(e, tried, budget).size < 2 &&
        !those.some((f) => sameSwitch(e, f, agreed, budget))
      )
        return undecided("sampling", "a corner was seen from one side only");
  // The smallest points are the cheapest to follow to the last digit.
  agreed.sort((p, q) => sizeOf(q) - sizeOf(p));
  const nearest = agreed[agreed.length - 1]!;
  const ceiling = precisionFor(pair, nearest, budget);
  if (ceiling === undefined)
    return undecided("sampling", "a term may be too small to be seen within the limits");
  // Whole numbers leave few points of ordinary size, so each of them is looked at closely.
  const close = agreed.slice(habits.whole.size === 0 ? -3 : habits.sums ? -8 : -24);
  for (const [i, point] of close.entries()) {
    const prec = i === close.length - 1 ? ceiling : Math.min(200, ceiling);
    const found = agreeAt(pair, point, prec, budget);
    if (found === "apart") return different("sampling");
    if (found !== "agree" && i >= close.length - 3)
      return undecided("sampling", "the values cannot be told apart within the limits");
  }
  const look = imaginary ? "agree" : lookClosely(pair, agreed.slice(-2), sampling);
  if (look === "apart") return different("sampling");
  if (look === "missed")
    return undecided("sampling", "places where a formula changes that cannot all be found");
  budget.notes?.push({
    rule: "sampling",
    found: "equal",
    said: `the values agree at ${agreed.length} points, at ${close.length} of them to the last digit`,
  });
  const result = equal("sampling", "numeric");
  return gaps > 0 ? { ...result, reason: "where both sides are defined" } : result;
}

/** Expressions that turn or jump somewhere, and agreed so far: of the same things, or looked at on every side. */
function lookClosely(pair: Pair, points: readonly RealPoint[], sampling: Sampling): Look {
  const { a, b } = pair;
  if (!has(a, isBlock) && !has(b, isBlock)) return "agree";
  const { budget } = sampling;
  const core = coreOf(pair, points, budget);
  const same = budget.part(2, (purse) =>
    core === pair
      ? sameByBlocks(a, b, compareExpressions, { ...sampling, budget: purse })
      : compareExpressions(core.a, core.b, purse),
  );
  if (same?.verdict === "equal") return "agree";
  const look = (purse: Budget): Look =>
    lookAtSteps(pair, { ...sampling, budget: purse }) ?? lookBetween(pair, { ...sampling, budget: purse });
  return budget.part(2, look) ?? "missed";
}
