// Two expressions: the same value wherever both have one? Constants, rational expressions, and everything else
// by evaluation at points in ball arithmetic.

import * as ball from "../ball/index.ts";
import {
  binds,
  type Expr,
  freeNames,
  has,
  isLong,
  isSame,
  mapParts,
  nodesIn,
  ownPart,
  parts,
} from "../expression/expr.ts";
import { type Agreement, agreeAt, leastPrecisionFor, type Pair, precisionFor } from "../numeric/agreement.ts";
import { compareConstants, isAboutComplex, isComplex, isOpen } from "../numeric/constant.ts";
import { ballAt, exactExpr, imaginaryPart } from "../numeric/evaluate.ts";
import { noteValues, valuesAt } from "../numeric/noted.ts";
import { type Decision, equal, type Note, provenDifferent, undecided } from "../terms/decision.ts";
import { type Budget, work } from "../terms/limits.ts";
import { Stream } from "../terms/random.ts";
import { sameByBlocks } from "./blocks.ts";
import { isBreaking } from "./breaks.ts";
import { type Look, lookAround, settledAt } from "./cells.ts";
import { compareRationalExpressions } from "./modular.ts";
import {
  canTell,
  countingNames,
  drawPoint,
  isLacking,
  isPositive,
  type RealPoint,
  type Sampling,
  traitsOf,
  wholeNames,
  wholePoints,
} from "./points.ts";

/** Long numbers are written in hexadecimal digits, which takes time in proportion to their length. */
function digits(n: bigint): string {
  if (!isLong(n)) return n.toString();
  const text = n.toString(16);
  work.digits += 4 * text.length;
  return `0x${text}`;
}

/** A text that two expressions share exactly if they are built alike, under any names of their bound variables. */
export function fingerprint(expr: Expr, bound: readonly string[] = []): string {
  switch (expr.t) {
    case "num":
      return expr.d === 1n ? digits(expr.n) : `${digits(expr.n)}/${digits(expr.d)}`;
    case "sym":
      // With its length, because a name may look like a digit or a constant.
      return bound.includes(expr.name)
        ? `#${bound.lastIndexOf(expr.name)}`
        : `${expr.name.length}:${expr.name}`;
    case "const":
      return expr.name;
    case "big":
    case "integral": {
      const body = fingerprint(expr.body, [...bound, expr.variable]);
      const kind = expr.t === "big" ? expr.op : expr.t;
      return `${kind} (${fingerprint(expr.lower, bound)},${fingerprint(expr.upper, bound)},${body})`;
    }
    default:
      return `${expr.t} ${ownPart(expr)}(${parts(expr)
        .map((part) => fingerprint(part, bound))
        .join(",")})`;
  }
}

/** Whether an answer is the gold for all values of their letters. */
export function compareExpressions(gold: Expr, answer: Expr, budget: Budget): Decision {
  // Pays for all checks of the whole expressions, here and below.
  budget.spend(nodesIn(gold) + nodesIn(answer));
  const [left, right] = nameUnknownFunctions(gold, answer) as [Expr, Expr];
  const names = [...new Set([...freeNames(left), ...freeNames(right)])].sort();
  if (names.length === 0) return compareConstants(left, right, budget);
  if (isOpen(left) || isOpen(right))
    return undecided("convergence", "a limit, an integral or a series without a proven value");
  if (isSame(left, right, budget)) return equal("identical");
  // A seed costs more than many comparisons, so one is made only if points are drawn.
  let stream: Stream | undefined;
  const drawn = (): Stream => {
    stream ??= Stream.of(fingerprint(left), fingerprint(right));
    return stream;
  };
  const modular = compareRationalExpressions(left, right, drawn, budget);
  if (modular) budget.notes?.push(noteModular(left, right, names, modular));
  return unlessNamed(modular ?? sampled(left, right, names, drawn(), budget), left, right);
}

/** A name that only one side has may stand for an expression of the other: \phi for (1+√5)/2. */
function unlessNamed(decision: Decision, a: Expr, b: Expr): Decision {
  const [left, right] = [freeNames(a), freeNames(b)];
  const same = left.size === right.size && [...left].every((name) => right.has(name));
  return same || decision.verdict !== "different" ? decision : { ...decision, certainty: null };
}

/** Counting letters are whole numbers too, if the answer has values only there. */
function sampled(a: Expr, b: Expr, names: string[], random: Stream, budget: Budget): Decision {
  const whole = wholeNames(a);
  const first = samplePoints(a, b, { names, traits: traitsOf(a, b, whole), random, budget });
  if (first.reason !== lacking) return first;
  const counting = [...countingNames(a, b)].filter((name) => !whole.has(name));
  if (counting.length === 0) return first;
  const wider = new Set([...whole, ...counting]);
  return samplePoints(a, b, { names, traits: traitsOf(a, b, wider), random, budget });
}

const pairOf = (a: Expr, b: Expr): Pair => ({ a, b, complex: isComplex(a) || isComplex(b) });

/** For a difference modulo primes, values at a small point are easier to read. */
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

/** f(x) of an unknown f is an opaque value, the same for the same f and x; and so is a sum or an integral of it. */
function nameUnknownFunctions(...exprs: Expr[]): Expr[] {
  const isUnknown = (e: Expr): boolean => e.t === "fn" && e.name.endsWith("()");
  const replace = (e: Expr): Expr =>
    isUnknown(e) || (binds(e) && has(e, isUnknown))
      ? { t: "sym", name: fingerprint(e) }
      : binds(e)
        ? e
        : mapParts(e, replace);
  return exprs.map((e) => (has(e, isUnknown) ? replace(e) : e));
}

const maxPoints = 60;

/**
 * How many of the drawn points must show agreement. Between two breaks an expression is analytic, so one point without a
 * pattern represents all, and each stretch of a line is checked later. Steps, breaks in several letters and complex
 * letters are not checked in such a complete way, and get more points.
 */
function wantedPoints({ a, b }: Pair, { names, traits }: Sampling, imaginary: boolean): number {
  const isBroken = has(a, isBreaking) || has(b, isBreaking);
  if (imaginary || traits.steps || (isBroken && names.length > 1)) return 12;
  return isBroken ? 5 : 3;
}

const lacking = "the answer has no value where the gold has one";

const sizeOf = (point: RealPoint): number =>
  [...point.values()].reduce((sum, x) => sum + Math.abs(ball.toNumber(ballAt(x, 96))), 0);

function samplePoints(a: Expr, b: Expr, given: Sampling): Decision {
  const { traits, budget } = given;
  // Conjugates and real parts concern complex numbers, so the letters stand for such.
  const imaginary = has(a, isAboutComplex) || has(b, isAboutComplex);
  const sampling = imaginary
    ? { ...given, names: [...given.names, ...given.names.map(imaginaryPart)] }
    : given;
  const pair = pairOf(a, b);
  const agreed: RealPoint[] = [];
  const seen = new Set<string>();
  let gaps = 0;
  let lacks = 0;
  let excused = 0;
  let open = 0;
  /** Whether the sides are proven to differ at a point; if they agree, the point is kept. */
  const differAt = (point: RealPoint, isDrawn: boolean): boolean => {
    if (!isDrawn) {
      const key = [...point.values()].map((x) => ("at" in x ? "" : `${x.m}:${x.e}`)).join();
      if (point.size === 1 && seen.has(key)) return false;
      seen.add(key);
    }
    const here = settledHere(pair, point, budget);
    let found = typeof here === "string" ? here : agreeAt(here.pair, here.point, 64, budget);
    if (found === "open" && typeof here !== "string") found = agreeAt(here.pair, here.point, 256, budget);
    if (found === "agree") agreed.push(point);
    if (found === "undefined" || found === "lacking") gaps++;
    if (found === "lacking" && isDrawn && lacks === 0) {
      if (isLacking(pair, point, budget)) lacks++;
      else excused++;
    }
    if (found === "open") open++;
    if (found === "apart") budget.notes?.push(noteValues(pair, point, found));
    return found === "apart";
  };
  for (const point of wholePoints(sampling)) if (differAt(point, false)) return provenDifferent("sampling");
  const special = agreed.length;
  const wanted = wantedPoints(pair, given, imaginary);
  for (let i = 0; i < maxPoints && agreed.length < wanted + special; i++)
    if (differAt(drawPoint(i, sampling), true)) return provenDifferent("sampling");
  // The conventions apply to positive letters: 2\ln(-x) is not \ln x².
  if (lacks > 0 || (excused > 0 && !agreed.some(isPositive))) return undecided("sampling", lacking);
  if (3 * agreed.length < 2 * wanted)
    return undecided("sampling", `only ${agreed.length} points where both sides have a value`);
  if (!canTell(sampling) || agreed.length < traits.freedom)
    return undecided("sampling", "more freedom than whole numbers that can be looked at");
  // With step functions, points that do not decide may be those at the steps, and the sides may differ only there.
  if ((traits.steps ? 3 : 1) * open > agreed.length)
    return undecided("sampling", "many points cannot be told apart within the limits");
  const hasWhole = traits.whole.size > 0;
  const atWhole = hasWhole ? compareDigits(pair, agreed, sampling) : undefined;
  if (atWhole) return atWhole;
  const look = imaginary ? "level" : lookClosely(pair, agreed, sampling);
  if (look === "apart") return provenDifferent("sampling");
  if (look === "lacking") return undecided("sampling", lacking);
  if (look === "missed")
    return undecided("sampling", "places where a formula changes that cannot all be found");
  const level = look === "level" && !hasWhole ? compareDigits(pair, agreed, sampling) : undefined;
  if (level) return level;
  budget.notes?.push({
    rule: "sampling",
    found: "equal",
    said: `the values agree at ${agreed.length} points, and to the last digit wherever the formula may change`,
  });
  const result = equal("sampling", "numeric");
  return gaps > 0 ? { ...result, reason: "where both sides are defined" } : result;
}

/** Points at which both sides agree so far, to the last digit; undefined if they still agree. */
function compareDigits(pair: Pair, agreed: RealPoint[], { traits, budget }: Sampling): Decision | undefined {
  // The smallest points are the cheapest to evaluate exactly.
  const sizes = new Map(agreed.map((point) => [point, sizeOf(point)]));
  agreed.sort((p, q) => sizes.get(p)! - sizes.get(q)!);
  const hasWhole = traits.whole.size > 0;
  const precisionAt = hasWhole ? precisionFor : leastPrecisionFor;
  let most: number | undefined;
  // Each of the whole numbers is checked exactly, because there are no more than necessary.
  for (const point of hasWhole ? agreed : agreed.slice(0, 1)) {
    const here = settledHere(pair, point, budget);
    if (typeof here === "string") continue;
    most ??= precisionAt(here.pair, here.point, budget);
    if (most === undefined)
      return undecided("sampling", "a term may be too small to be seen within the limits");
    const least = hasWhole ? leastPrecisionFor(here.pair, here.point, budget) : undefined;
    const found = agreeAt(here.pair, here.point, Math.min(least ?? most, most), budget);
    if (found === "apart") return provenDifferent("sampling");
    if (found !== "agree") return undecided("sampling", "the values cannot be told apart within the limits");
  }
  return undefined;
}

/** Both sides at a point with its whole numbers inserted and computed exactly; an agreement if that decides. */
function settledHere(
  pair: Pair,
  point: RealPoint,
  budget: Budget,
): { pair: Pair; point: RealPoint } | Agreement {
  const values = new Map<string, Expr>();
  const rest: RealPoint = new Map();
  for (const [name, x] of point)
    if ("at" in x) rest.set(name, x);
    else values.set(name, exactExpr(x));
  const found = settledAt(pair, values, rest, budget);
  return typeof found === "string" ? found : { pair: found, point: rest };
}

/**
 * Expressions that turn or jump somewhere, and agreed so far: equal arguments of these functions, or a check on every
 * side.
 */
function lookClosely(pair: Pair, points: readonly RealPoint[], sampling: Sampling): Look {
  const { a, b } = pair;
  if (!has(a, isBreaking) && !has(b, isBreaking)) return "level";
  const { budget } = sampling;
  const same = budget.part(2, (share) =>
    sameByBlocks(a, b, compareExpressions, { ...sampling, budget: share }),
  );
  if (same?.verdict === "equal") return "agree";
  return budget.part(2, (share) => lookAround(pair, { ...sampling, budget: share }, points)) ?? "missed";
}
