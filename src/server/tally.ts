// What is counted of graded items. Threads count each block for themselves, and the service adds them up, so that an item
// costs the same few additions wherever it is graded.

import type { Row } from "../jsonl/line-module.ts";
import { type Graded, isHedge, type OutcomeName, textsOf } from "./graded.ts";

/** Seconds up to which an item counts in each bucket; the last bucket has no end. */
export const itemBuckets = [0.00001, 0.00003, 0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 10];

export const noteKinds = ["unparsed", "undecided", "hedge", "no_format"] as const;
export type NoteKind = (typeof noteKinds)[number];

/** An item to look at; its texts are cut to what fits a page. */
export interface Note {
  at: number;
  reward: string;
  response: string;
  gold: string;
  by?: string | undefined;
  reason?: string | undefined;
  ms: number;
}

export interface RuleCount {
  items: number;
  right: number;
}

/** Notes that one tally keeps of a kind: a block of nothing but format failures must not be sent whole. */
const notesKept = 8;
const shownTail = 1_000;
const shownGold = 300;

export class Tally {
  items = 0;
  /** Answers that were two answers. */
  hedges = 0;
  outcomes: Partial<Record<OutcomeName, number>> = {};
  /** By which rule answers were decided, and how many of them were right. */
  rules: Record<string, RuleCount> = {};
  /** The sum and the number of each member of the results. */
  parts: Record<string, { sum: number; count: number }> = {};
  /** Items by the time they took, one more than there are bounds. */
  buckets: number[] = new Array(itemBuckets.length + 1).fill(0);
  seconds = 0;
  /** The reward of the last item, and for how many items it has been the same. */
  same: { reward: number | null; items: number } = { reward: null, items: 0 };
  notes: Partial<Record<NoteKind, Note[]>> = {};
  slowest: Note | undefined;

  constructor(readonly reward: string) {}

  add(graded: Graded, row: Row, ms: number): void {
    const { outcome, result, reward, seen } = graded;
    this.items++;
    this.outcomes[outcome] = (this.outcomes[outcome] ?? 0) + 1;
    if (seen) {
      this.rules[seen.by] ??= { items: 0, right: 0 };
      const rule = this.rules[seen.by]!;
      rule.items++;
      if (outcome === "right") rule.right++;
    }
    for (const key in result) {
      const value = result[key];
      if (typeof value !== "number") continue;
      this.parts[key] ??= { sum: 0, count: 0 };
      const part = this.parts[key];
      part.sum += value;
      part.count++;
    }
    this.seconds += ms / 1000;
    this.buckets[bucketOf(ms / 1000)]!++;
    if (reward !== null) {
      if (this.same.reward === reward) this.same.items++;
      else this.same = { reward, items: 1 };
    }
    if (this.slowest === undefined || ms > this.slowest.ms) this.slowest = this.noteOf(graded, row, ms);
    if (outcome !== "right") this.note(graded, row, ms);
  }

  private note(graded: Graded, row: Row, ms: number): void {
    const isTwo = isHedge(graded);
    if (isTwo) this.hedges++;
    const kind = isTwo ? "hedge" : graded.outcome;
    if (kind !== "hedge" && kind !== "unparsed" && kind !== "undecided" && kind !== "no_format") return;
    this.notes[kind] ??= [];
    const kept = this.notes[kind];
    if (kept.length < notesKept) kept.push(this.noteOf(graded, row, ms));
  }

  private noteOf({ seen }: Graded, row: Row, ms: number): Note {
    const { response, gold } = textsOf(row);
    const tail = response.length > shownTail ? `…${response.slice(-shownTail)}` : response;
    return {
      at: Date.now(),
      reward: this.reward,
      response: ownCopy(tail),
      gold: ownCopy(gold.slice(0, shownGold)),
      by: seen?.by,
      reason: seen?.reason,
      ms,
    };
  }
}

/** A piece of a text keeps the whole text in memory; a copy does not. */
const ownCopy = (text: string): string => Buffer.from(text, "utf8").toString("utf8");

function bucketOf(seconds: number): number {
  let bucket = 0;
  while (bucket < itemBuckets.length && seconds > itemBuckets[bucket]!) bucket++;
  return bucket;
}
