// Sets of real numbers as unions of intervals with exact ends, so that every notation is compared as the set that it
// denotes.

import { type Expr, sub } from "../expression/expr.ts";
import { compareConstants, signOf } from "../numeric/constant.ts";
import { type Decision, different, equal, provenDifferent, undecided, weaker } from "../terms/decision.ts";
import type { Budget } from "../terms/limits.ts";
import { NoResult } from "../terms/result.ts";

/** An end of an interval: a number, or infinity in one direction. */
export type End = { at: Expr } | "-∞" | "+∞";

export interface Piece {
  from: End;
  fromClosed: boolean;
  to: End;
  toClosed: boolean;
}

/** Disjoint pieces in rising order, never touching. */
export type RealSet = readonly Piece[];

export const everything: RealSet = [{ from: "-∞", fromClosed: false, to: "+∞", toClosed: false }];
export const nothing: RealSet = [];

function orderOf(a: End, b: End, budget: Budget): -1 | 0 | 1 {
  if (a === b) return 0;
  if (a === "-∞" || b === "+∞") return -1;
  if (a === "+∞" || b === "-∞") return 1;
  const sign = signOf(sub(a.at, b.at), budget);
  if (sign === undefined) throw new NoResult("unsolved");
  return sign;
}

/** One interval; empty if its ends cross. */
export function interval(
  from: End,
  fromClosed: boolean,
  to: End,
  toClosed: boolean,
  budget: Budget,
): RealSet {
  const order = orderOf(from, to, budget);
  if (order > 0) return nothing;
  if (order === 0 && !(fromClosed && toClosed && from !== "-∞" && from !== "+∞")) return nothing;
  return [{ from, fromClosed: fromClosed && from !== "-∞", to, toClosed: toClosed && to !== "+∞" }];
}

export function points(values: readonly Expr[], budget: Budget): RealSet {
  return union(
    values.map((at): Piece => ({ from: { at }, fromClosed: true, to: { at }, toClosed: true })),
    budget,
  );
}

export function union(pieces: readonly Piece[], budget: Budget): RealSet {
  const sorted = [...pieces].sort((a, b) => {
    budget.spend(1);
    const order = orderOf(a.from, b.from, budget);
    return order !== 0 ? order : a.fromClosed === b.fromClosed ? 0 : a.fromClosed ? -1 : 1;
  });
  const result: Piece[] = [];
  for (const piece of sorted) {
    const last = result[result.length - 1];
    const gap = last ? orderOf(last.to, piece.from, budget) : -1;
    if (!last || gap < 0 || (gap === 0 && !last.toClosed && !piece.fromClosed)) {
      result.push({ ...piece });
      continue;
    }
    const order = orderOf(last.to, piece.to, budget);
    if (order < 0) {
      last.to = piece.to;
      last.toClosed = piece.toClosed;
    } else if (order === 0) last.toClosed ||= piece.toClosed;
  }
  return result;
}

export function complement(set: RealSet): RealSet {
  const result: Piece[] = [];
  let from: End = "-∞";
  let fromClosed = false;
  for (const piece of set) {
    if (piece.from !== "-∞") result.push({ from, fromClosed, to: piece.from, toClosed: !piece.fromClosed });
    from = piece.to;
    fromClosed = !piece.toClosed;
    if (piece.to === "+∞") return result;
  }
  result.push({ from, fromClosed, to: "+∞", toClosed: false });
  return result;
}

export function intersection(a: RealSet, b: RealSet, budget: Budget): RealSet {
  return complement(union([...complement(a), ...complement(b)], budget));
}

/** Whether a number belongs to the set. */
export function contains(set: RealSet, at: Expr, budget: Budget): boolean {
  return set.some(({ from, fromClosed, to, toClosed }) => {
    const [left, right] = [orderOf(from, { at }, budget), orderOf({ at }, to, budget)];
    return (left < 0 || (left === 0 && fromClosed)) && (right < 0 || (right === 0 && toClosed));
  });
}

function sameEnds(a: End, b: End, budget: Budget): Decision {
  if (typeof a === "string" || typeof b === "string")
    return a === b ? equal("interval") : provenDifferent("interval", "an end differs");
  return compareConstants(a.at, b.at, budget);
}

export function compareSets(a: RealSet, b: RealSet, budget: Budget): Decision {
  if (a.length !== b.length) return provenDifferent("interval", "a different number of pieces");
  let result = equal("interval");
  for (const [i, left] of a.entries()) {
    const right = b[i]!;
    if (left.fromClosed !== right.fromClosed || left.toClosed !== right.toClosed)
      return provenDifferent("interval", "an end is open on one side and closed on the other");
    for (const decision of [sameEnds(left.from, right.from, budget), sameEnds(left.to, right.to, budget)]) {
      if (decision.verdict === "different")
        return different("interval", "an end differs", decision.certainty);
      if (decision.verdict === "undecided") result = undecided("interval", decision.reason ?? "");
      else if (result.verdict === "equal")
        result = equal("interval", weaker(result.certainty, decision.certainty));
    }
  }
  return result;
}
