// Several things at once: matched in order, or each with a partner in any order.

import * as ball from "../ball/index.ts";
import type { Claim } from "../claim/claim.ts";
import { type Context, exprOf } from "../claim/context.ts";
import { Undefined } from "../exact/exact.ts";
import { NoValue } from "../exact/lower.ts";
import { freeNames } from "../expression/expr.ts";
import { type Node, some } from "../notation/tree.ts";
import { rationalOf } from "../numeric/constant.ts";
import { realValue } from "../numeric/evaluate.ts";
import type { Rule } from "../terms/decision.ts";
import { all, type Decision, different, equal, undecided, weaker } from "../terms/decision.ts";
import { Stream } from "../terms/random.ts";
import { type Comparison, compareClaims } from "./comparison.ts";

const within = (context: Comparison): Comparison => (context.inside ? context : { ...context, inside: true });

export function inOrder(gold: Claim[], answer: Claim[], by: Rule, context: Comparison): Decision {
  if (gold.length !== answer.length) return different(by, `${gold.length} entries against ${answer.length}`);
  const inner = within(context);
  const decisions = function* () {
    for (const [i, item] of gold.entries()) yield compareClaims(item, answer[i]!, inner);
  };
  return all(by, decisions());
}

/** Each item finds a partner of its own, whatever the order. */
export function inAnyOrder(gold: Claim[], answer: Claim[], by: Rule, context: Comparison): Decision {
  if (gold.length !== answer.length) return different(by, `${gold.length} items against ${answer.length}`);
  const [restGold, restAnswer] = withoutPlainNumbers(gold, answer, context);
  if (restGold.length !== restAnswer.length) return different(by);
  return match(restGold, restAnswer, by, context);
}

/** Plain exact numbers find their partners by value; only the rest needs comparing one by one. */
function withoutPlainNumbers(gold: Claim[], answer: Claim[], context: Context): [Claim[], Claim[]] {
  if (gold.length < 6) return [gold, answer];
  const waiting = new Map<string, Claim[]>();
  const restGold: Claim[] = [];
  for (const item of gold) {
    const key = plainKey(item, context);
    if (key === undefined) restGold.push(item);
    else waiting.set(key, [...(waiting.get(key) ?? []), item]);
  }
  const restAnswer: Claim[] = [];
  for (const item of answer) {
    const key = plainKey(item, context);
    if (key === undefined || !waiting.get(key)?.pop()) restAnswer.push(item);
  }
  for (const left of waiting.values()) restGold.push(...left);
  return [restGold, restAnswer];
}

function plainKey(claim: Claim, context: Context): string | undefined {
  if (claim.kind !== "value" || !["number", "mixed", "div", "neg"].includes(claim.node.kind))
    return undefined;
  try {
    const value = rationalOf(exprOf(claim.node, context), context.budget);
    return value && `${value.n}/${value.d}`;
  } catch (error) {
    if (error instanceof NoValue || error instanceof Undefined) return undefined;
    throw error;
  }
}

/** Pairs by augmenting paths, since rounding can give an item more than one possible partner. */
function match(gold: Claim[], answer: Claim[], by: Rule, context: Comparison): Decision {
  const sketches =
    gold.length < manyItems
      ? undefined
      : { gold: gold.map((c) => sketch(c, context)), answer: answer.map((c) => sketch(c, context)) };
  const decisions = new Map<number, Decision>();
  const apart = different(by);
  const inner = within(context);
  const decide = (i: number, j: number): Decision => {
    context.budget.spend(1);
    if (areApart(sketches?.gold[i], sketches?.answer[j])) return apart;
    const key = i * answer.length + j;
    let found = decisions.get(key);
    if (!found) {
      found = compareClaims(gold[i]!, answer[j]!, inner);
      decisions.set(key, found);
    }
    return found;
  };
  const partner: number[] = answer.map(() => -1);
  const place = (i: number, seen: Set<number>): boolean => {
    for (let j = 0; j < answer.length; j++) {
      if (seen.has(j) || decide(i, j).verdict !== "equal") continue;
      seen.add(j);
      if (partner[j] === -1 || place(partner[j]!, seen)) {
        partner[j] = i;
        return true;
      }
    }
    return false;
  };
  for (const i of gold.keys()) {
    if (place(i, new Set())) continue;
    const open = answer.some((_, j) => decide(i, j).verdict === "undecided");
    if (open) return undecided(by, "an item could not be decided");
    const certainty = answer.reduce(
      (weakest, _, j) => weaker(weakest, decide(i, j).certainty),
      equal(by).certainty,
    );
    return different(by, "an item has no partner", certainty);
  }
  let certainty = equal(by).certainty;
  for (const [j, i] of partner.entries()) certainty = weaker(certainty, decide(i, j).certainty);
  return equal(by, certainty);
}

/** From so many items on, a first rough look pays. */
const manyItems = 12;

/** Values of the parts of a claim at one fixed point. */
type Sketch = readonly number[] | undefined;

const areApart = (a: Sketch, b: Sketch): boolean =>
  a !== undefined &&
  b !== undefined &&
  a.length === b.length &&
  a.some((x, i) => Math.abs(x - b[i]!) > 1e-12 * (Math.abs(x) + Math.abs(b[i]!)));

/** Marks that let two different numbers stand for one another. */
const isDressed = (node: Node): boolean =>
  ["percent", "degrees", "unit", "ordinal", "based"].includes(node.kind) ||
  (node.kind === "number" && node.places > 0);

/** The value at one fixed point: two claims whose values there are certainly apart need no closer look. */
function sketch(claim: Claim, context: Context): Sketch {
  if (claim.kind === "tuple") {
    const parts = claim.items.map((item) => sketch(item, context));
    return parts.every((part) => part?.length === 1) ? parts.flatMap((part) => part!) : undefined;
  }
  if (claim.kind !== "value" || some(claim.node, isDressed)) return undefined;
  try {
    const expr = exprOf(claim.node, context);
    const point = new Map(
      [...freeNames(expr)].map((name) => [
        name,
        ball.scale(ball.fromInt(BigInt(Stream.of(name).next())), -30),
      ]),
    );
    const value = realValue(expr, point, 64, context.budget);
    // A double says enough only where the ball is much smaller than the tolerance.
    return typeof value === "string" || ball.accuracyBits(value) < 48 ? undefined : [ball.toNumber(value)];
  } catch (error) {
    if (error instanceof NoValue || error instanceof Undefined) return undefined;
    throw error;
  }
}

/** A set: repeats do not count. */
export function asSets(gold: Claim[], answer: Claim[], by: Rule, context: Comparison): Decision {
  if (gold.length === answer.length) {
    const direct = inAnyOrder(gold, answer, by, context);
    if (direct.verdict === "equal") return direct;
  }
  return inAnyOrder(distinct(gold, context), distinct(answer, context), by, context);
}

/** Whether an item stands in a list twice. */
export const hasRepeats = (items: Claim[], context: Comparison): boolean =>
  distinct(items, context).length < items.length;

function distinct(items: Claim[], context: Comparison): Claim[] {
  const kept: { item: Claim; sketched: Sketch }[] = [];
  const inner = within(context);
  const keys = new Set<string>();
  for (const item of items) {
    const sketched = items.length < manyItems ? undefined : sketch(item, context);
    const key = plainKey(item, context);
    if (key !== undefined) {
      if (keys.has(key)) continue;
      keys.add(key);
    } else if (
      kept.some(
        (other) =>
          !areApart(sketched, other.sketched) && compareClaims(other.item, item, inner).verdict === "equal",
      )
    )
      continue;
    context.budget.spend(kept.length >> 3);
    kept.push({ item, sketched });
  }
  return kept.map(({ item }) => item);
}
