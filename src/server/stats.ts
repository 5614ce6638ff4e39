// The service's own counters, from which metrics, page and warnings are made. Items are counted into tallies, one for
// each piece of work; once a second their sums become a data point.

import type { Graded, OutcomeName } from "./graded.ts";
import { outcomes } from "./graded.ts";
import {
  type Group,
  type Note,
  type NoteKind,
  noteKinds,
  notesShown,
  type PackedNotes,
  type RuleCount,
  slowestShown,
  Tally,
} from "./tally.ts";

/** After this many items with the same reward there is a warning. */
const constantItems = 1_000;
/**
 * The number of notes of a kind that are kept: tallies arrive when they are done, so one with older items may arrive
 * later.
 */
const notesKept = 2 * notesShown;
/** The number of data points that are kept, one per second. */
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
  /** Groups that ended, by whether all, none or some of their responses were right. */
  groups: Record<GroupKind, number>;
}

type GroupKind = "all_right" | "all_wrong" | "mixed";

/** The groups of one step of training. */
interface Step {
  reward: string;
  step: number;
  groups: Record<GroupKind, number>;
}

/** A group as it is logged. */
export interface EndedGroup extends Omit<Group, "sum" | "squares"> {
  reward: string;
  mean: number;
  /** The standard deviation of its rewards. */
  spread: number;
}

/** A group has ended if no response to its prompt has arrived for this long. */
const groupMs = 60_000;
/** The maximum number of open groups; if there are more, those that have waited longest are ended. */
const mostGroups = 20_000;
const stepsKept = 20;

export interface Point {
  /** Seconds since 1970. */
  at: number;
  items: number;
  /** The means of the results' members over the items of this second, by reward. */
  means: Record<string, Record<string, number>>;
  /** Items of this second by outcome; hedges are among the wrong ones too. */
  outcomes: Partial<Record<OutcomeName | "hedge", number>>;
}

/** The answer of `/v1/stats`, in the form that the service's page expects. */
export interface StatsPage {
  /** Seconds since 1970. */
  now: number;
  tag: string;
  queue: number;
  restarts: number;
  logDropped: number;
  rewards: Record<string, Omit<RewardTotals, "buckets">>;
  points: Point[];
  steps: Step[];
  notes: Record<NoteKind, Note[]>;
  slowest: Note[];
  /** Rewards that the playground can compute. */
  playground: readonly string[];
}

type Sums = Record<string, Record<string, { sum: number; count: number }>>;

export class Stats {
  readonly started = Date.now();
  readonly rewards = new Map<string, RewardTotals>();
  slowest: Note[] = [];
  readonly points: Point[] = [];
  /** In the order of their arrival. */
  private readonly packs = new Map<NoteKind, { count: number; kept: PackedNotes[] }>();
  private second: { items: number; sums: Sums; outcomes: Point["outcomes"] } = emptySecond();

  readonly steps: Step[] = [];
  /** The one that has waited longest first. */
  private readonly groups = new Map<string, Group & { reward: string; at: number }>();

  constructor(
    private readonly onConstant: (reward: string, value: number) => void,
    private readonly onGroup: (group: EndedGroup) => void = () => {},
  ) {}

  /** Counts an item that never reached a thread. */
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

  /** Takes a finished tally. */
  absorb(tally: Tally): void {
    if (tally.items === 0) return;
    const totals = this.totalsOf(tally.reward);
    totals.items += tally.items;
    for (const name in tally.outcomes)
      totals.outcomes[name as OutcomeName] += tally.outcomes[name as OutcomeName]!;
    for (const name in tally.rules) {
      totals.rules[name] ??= { items: 0, right: 0 };
      const [rule, { items, right }] = [totals.rules[name], tally.rules[name]!];
      rule.items += items;
      rule.right += right;
    }
    addParts(totals.parts, tally.parts);
    for (let i = 0; i < tally.buckets.length; i++) totals.buckets[i]! += tally.buckets[i]!;
    totals.seconds += tally.seconds;
    const { sums, outcomes } = this.second;
    this.second.items += tally.items;
    sums[tally.reward] ??= {};
    addParts(sums[tally.reward]!, tally.parts);
    for (const name in tally.outcomes) {
      const outcome = name as OutcomeName;
      outcomes[outcome] = (outcomes[outcome] ?? 0) + tally.outcomes[outcome]!;
    }
    if (tally.hedges > 0) outcomes.hedge = (outcomes.hedge ?? 0) + tally.hedges;
    this.watch(tally, totals);
    this.keep(tally);
    for (const key in tally.groups) this.addGroup(tally.reward, tally.groups[key]!);
  }

  private addGroup(reward: string, { group, step, items, right, sum, squares }: Group): void {
    const key = JSON.stringify([reward, step, group]);
    const open = this.groups.get(key);
    this.groups.delete(key);
    this.groups.set(key, {
      reward,
      group,
      step,
      items: items + (open?.items ?? 0),
      right: right + (open?.right ?? 0),
      sum: sum + (open?.sum ?? 0),
      squares: squares + (open?.squares ?? 0),
      at: Date.now(),
    });
    if (this.groups.size > mostGroups) this.closeGroups(Number.POSITIVE_INFINITY, 1);
  }

  /** Ends those that have waited since before a time; default: all. */
  closeGroups(before = Number.POSITIVE_INFINITY, most = Number.POSITIVE_INFINITY): void {
    let ended = 0;
    for (const [key, { reward, group, step, items, right, sum, squares, at }] of this.groups) {
      if (at >= before || ended++ >= most) return;
      this.groups.delete(key);
      // A single response is not a group.
      if (items < 2) continue;
      const kind = right === items ? "all_right" : right === 0 ? "all_wrong" : "mixed";
      this.totalsOf(reward).groups[kind]++;
      if (step !== null) this.stepOf(reward, step).groups[kind]++;
      const mean = sum / items;
      const spread = Math.sqrt(Math.max(0, squares / items - mean * mean));
      this.onGroup({ reward, group, step, items, right, mean, spread });
    }
  }

  private stepOf(reward: string, step: number): Step {
    const known = this.steps.find((each) => each.reward === reward && each.step === step);
    if (known) return known;
    const added = { reward, step, groups: { all_right: 0, all_wrong: 0, mixed: 0 } };
    this.steps.push(added);
    if (this.steps.length > stepsKept) this.steps.shift();
    return added;
  }

  /** Once per second: the items since the last time become a data point. */
  tick(): void {
    const { items, sums, outcomes } = this.second;
    this.second = emptySecond();
    const means = Object.fromEntries(
      Object.entries(sums).map(([reward, parts]) => [
        reward,
        Object.fromEntries(Object.entries(parts).map(([key, { sum, count }]) => [key, sum / count])),
      ]),
    );
    this.points.push({ at: Math.floor(Date.now() / 1000), items, means, outcomes });
    if (this.points.length > pointsKept) this.points.shift();
    this.closeGroups(Date.now() - groupMs);
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
        groups: { all_right: 0, all_wrong: 0, mixed: 0 },
      };
      this.rewards.set(reward, totals);
    }
    return totals;
  }

  /** A constant reward teaches nothing; usually the wrong one was chosen. */
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

const emptySecond = () => ({ items: 0, sums: {}, outcomes: {} });

function addParts(total: Tally["parts"], parts: Tally["parts"]): void {
  for (const key in parts) {
    total[key] ??= { sum: 0, count: 0 };
    total[key].sum += parts[key]!.sum;
    total[key].count += parts[key]!.count;
  }
}
