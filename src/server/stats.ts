// The service's own counters: what metrics, page and warnings are made from. Items are counted into tallies, one for each
// piece of work; once a second their sums become a point in time.

import type { Graded, OutcomeName } from "./graded.ts";
import { outcomes } from "./graded.ts";
import {
  type Note,
  type NoteKind,
  noteKinds,
  notesShown,
  type PackedNotes,
  type RuleCount,
  slowestShown,
  Tally,
} from "./tally.ts";

/** How many items with one and the same reward are a warning. */
const constantItems = 1_000;
/** Notes of a kind that are kept: tallies come when they are done, so that one with older items may come later. */
const notesKept = 2 * notesShown;
/** Points in time that are kept, one a second. */
const pointsKept = 600;

export interface RewardTotals {
  items: number;
  outcomes: Record<OutcomeName, number>;
  rules: Record<string, RuleCount>;
  parts: Record<string, { sum: number; count: number }>;
  buckets: number[];
  seconds: number;
  same: { reward: number | null; items: number };
  isConstant: boolean;
}

export interface Point {
  /** Seconds since 1970. */
  at: number;
  items: number;
  /** The means of the results' members over the items of this second, by reward. */
  means: Record<string, Record<string, number>>;
}

type Sums = Record<string, Record<string, { sum: number; count: number }>>;

export class Stats {
  readonly started = Date.now();
  readonly rewards = new Map<string, RewardTotals>();
  slowest: Note[] = [];
  readonly points: Point[] = [];
  /** In the order in which they came. */
  private readonly packs = new Map<NoteKind, { count: number; kept: PackedNotes[] }>();
  private second: { items: number; sums: Sums } = { items: 0, sums: {} };

  constructor(private readonly onConstant: (reward: string, value: number) => void) {}

  /** Counts an item that no thread has seen. */
  add(reward: string, graded: Graded): void {
    const tally = new Tally(reward, this.slowFrom);
    tally.add(graded, {}, 0);
    this.absorb(tally.finish());
  }

  /** The last of each kind, the newest first. */
  notes(): Record<NoteKind, Note[]> {
    const newest = noteKinds.map((kind) => {
      const kept = this.packs.get(kind)?.kept ?? [];
      const notes = kept.flatMap(({ text }) => JSON.parse(text) as Note[]);
      return [
        kind,
        notes
          .sort((a, b) => a.at - b.at)
          .slice(-notesShown)
          .reverse(),
      ];
    });
    return Object.fromEntries(newest) as Record<NoteKind, Note[]>;
  }

  /** The milliseconds that an item must exceed to be among the slowest. */
  get slowFrom(): number {
    return this.slowest.length < slowestShown ? 0 : this.slowest.at(-1)!.ms;
  }

  /** Takes a tally that is finished. */
  absorb(tally: Tally): void {
    if (tally.items === 0) return;
    const totals = this.totalsOf(tally.reward);
    totals.items += tally.items;
    for (const [name, count] of Object.entries(tally.outcomes)) totals.outcomes[name as OutcomeName] += count;
    for (const [rule, { items, right }] of Object.entries(tally.rules)) {
      totals.rules[rule] ??= { items: 0, right: 0 };
      totals.rules[rule].items += items;
      totals.rules[rule].right += right;
    }
    addParts(totals.parts, tally.parts);
    for (const [i, count] of tally.buckets.entries()) totals.buckets[i]! += count;
    totals.seconds += tally.seconds;
    this.second.items += tally.items;
    this.second.sums[tally.reward] ??= {};
    addParts(this.second.sums[tally.reward]!, tally.parts);
    this.watch(tally, totals);
    this.keep(tally);
  }

  /** Once a second: the items since the last time become a point. */
  tick(): void {
    const { items, sums } = this.second;
    this.second = { items: 0, sums: {} };
    const means = Object.fromEntries(
      Object.entries(sums).map(([reward, parts]) => [
        reward,
        Object.fromEntries(Object.entries(parts).map(([key, { sum, count }]) => [key, sum / count])),
      ]),
    );
    this.points.push({ at: Math.floor(Date.now() / 1000), items, means });
    if (this.points.length > pointsKept) this.points.shift();
  }

  private totalsOf(reward: string): RewardTotals {
    let totals = this.rewards.get(reward);
    if (totals === undefined) {
      totals = {
        items: 0,
        outcomes: Object.fromEntries(outcomes.map((name) => [name, 0])) as Record<OutcomeName, number>,
        rules: {},
        parts: {},
        buckets: new Tally(reward).buckets,
        seconds: 0,
        same: { reward: null, items: 0 },
        isConstant: false,
      };
      this.rewards.set(reward, totals);
    }
    return totals;
  }

  /** A reward that never moves teaches nothing; most often the wrong one was chosen. */
  private watch({ same, parts, reward }: Tally, totals: RewardTotals): void {
    if (same.reward === null) return;
    const isWhole = same.items === parts.reward?.count;
    if (isWhole && totals.same.reward === same.reward) totals.same.items += same.items;
    else totals.same = { ...same };
    const isConstant = totals.same.items >= constantItems;
    if (isConstant && !totals.isConstant) this.onConstant(reward, same.reward);
    totals.isConstant = isConstant;
  }

  private keep(tally: Tally): void {
    for (const kind of noteKinds) {
      const added = tally.notes[kind];
      if (added) this.keepNotes(kind, added);
    }
    if (tally.slowest.length > 0)
      this.slowest = [...this.slowest, ...tally.slowest].sort((a, b) => b.ms - a.ms).slice(0, slowestShown);
  }

  private keepNotes(kind: NoteKind, added: PackedNotes): void {
    const packs = this.packs.get(kind) ?? { count: 0, kept: [] };
    this.packs.set(kind, packs);
    packs.kept.push(added);
    packs.count += added.count;
    while (packs.count - packs.kept[0]!.count >= notesKept) packs.count -= packs.kept.shift()!.count;
  }
}

function addParts(total: Tally["parts"], parts: Tally["parts"]): void {
  for (const [key, { sum, count }] of Object.entries(parts)) {
    total[key] ??= { sum: 0, count: 0 };
    total[key].sum += sum;
    total[key].count += count;
  }
}
