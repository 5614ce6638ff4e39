// The counts of graded items. Each thread counts its own blocks, and the service adds them up, so an item costs the
// same few additions wherever it is graded.

import { createHash } from "node:crypto";
import type { Row } from "../jsonl/line-module.ts";
import type { Seen } from "../rewards/index.ts";
import { type Graded, isHedge, jsonText, type OutcomeName, textsOf } from "./graded.ts";

/** The upper bounds, in seconds, of the buckets for items; the last bucket has no bound. */
export const itemBuckets = [0.00001, 0.00003, 0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 10];

export const noteKinds = ["unparsed", "undecided", "hedge", "no_format"] as const;
export type NoteKind = (typeof noteKinds)[number];

/** An item for display; its texts are cut to fit on a page. */
export interface Note {
  at: number;
  reward: string;
  response: string;
  /** Whether the response is longer, and this is its end. */
  isTail: boolean;
  gold: string;
  /** Whether the gold or the answer is longer than the page shows. */
  isCut: boolean;
  /** The answer that was found in the response. */
  answer?: string | undefined;
  by?: string | undefined;
  reason?: string | undefined;
  ms: number;
}

/** Notes in the order of their items as one JSON text: most are never read, and a text is quick to pass on. */
export interface PackedNotes {
  count: number;
  text: string;
}

/** The responses to one prompt. */
export interface Group {
  group: string;
  step: number | null;
  items: number;
  right: number;
  sum: number;
  squares: number;
}

export interface RuleCount {
  items: number;
  right: number;
}

/** Only the last ones of a kind are shown, so a tally does not keep more of them. */
export const notesShown = 100;
export const slowestShown = 20;
const shownTail = 1_000;
const shownGold = 300;
/** Longer texts are cut when they are counted: a tally may wait for a second, and must not hold megabytes. */
const heldText = 4_000;

/** The counts of one item. */
interface Counted {
  outcome: OutcomeName;
  /** The rule that decided. */
  by?: string | undefined;
  /** The members of its result that are numbers. */
  parts: Record<string, number>;
  reward: number | null;
  ms: number;
}

/** A tally as JSON. */
type SentTally = { -readonly [name in keyof Sums]?: Sums[name] } & { reward: string; only?: Counted };
type Sums = Omit<Tally, "add" | "finish" | "toJSON">;

/** An item that may become a note; most are soon replaced by newer ones, so their texts are not copied. */
interface Sighting {
  at: number;
  response: string;
  isTail: boolean;
  gold: string;
  seen: Seen | undefined;
  ms: number;
}

export class Tally {
  items = 0;
  /** The number of responses with two answers. */
  hedges = 0;
  outcomes: Partial<Record<OutcomeName, number>> = {};
  /** The rules that decided, and how many of the answers were right. */
  rules: Record<string, RuleCount> = {};
  /** The sum and the number of each member of the results. */
  parts: Record<string, { sum: number; count: number }> = {};
  /** Items by the time that they took, with one more count than there are bounds. */
  buckets: number[] = new Array(itemBuckets.length + 1).fill(0);
  seconds = 0;
  /** The reward of the last item, and for how many items it has been the same. */
  same: { reward: number | null; items: number } = { reward: null, items: 0 };
  /** By step and group; none where rows have neither a group nor a prompt. */
  groups: Record<string, Group> = {};
  /** Filled by `finish`. */
  notes: Partial<Record<NoteKind, PackedNotes>> = {};
  /** Filled by `finish`, the slowest first. */
  slowest: Note[] = [];
  // Private to the language too, so that they are not sent along from a thread.
  readonly #sightings = new Map<NoteKind, { kept: Sighting[]; count: number }>();
  readonly #slow: Sighting[] = [];
  #slowFrom: number;
  /** The item, as long as there is one. */
  #only: Counted | undefined;

  /** `slowFrom`: the milliseconds that an item must exceed to be among the slowest. */
  constructor(
    readonly reward: string,
    slowFrom = 0,
  ) {
    this.#slowFrom = slowFrom;
  }

  add(graded: Graded, row: Row, ms: number): void {
    const { outcome, result, reward, seen } = graded;
    const parts: Record<string, number> = {};
    for (const key in result) {
      const value = result[key];
      if (typeof value === "number") parts[key] = value;
    }
    this.#count({ outcome, by: seen?.by, parts, reward, ms });
    if (reward !== null) this.#addToGroup(row, reward, outcome === "right");
    if (ms > this.#slowFrom) this.#addSlow(sighted(graded, row, ms));
    if (outcome !== "right") this.#note(graded, row, ms);
  }

  #count(item: Counted): void {
    const { outcome, by, parts, reward, ms } = item;
    this.items++;
    this.#only = this.items === 1 ? item : undefined;
    this.outcomes[outcome] = (this.outcomes[outcome] ?? 0) + 1;
    if (by !== undefined) {
      this.rules[by] ??= { items: 0, right: 0 };
      const rule = this.rules[by];
      rule.items++;
      if (outcome === "right") rule.right++;
    }
    for (const key in parts) {
      this.parts[key] ??= { sum: 0, count: 0 };
      const part = this.parts[key];
      part.sum += parts[key]!;
      part.count++;
    }
    this.seconds += ms / 1000;
    this.buckets[bucketOf(ms / 1000, itemBuckets)]!++;
    if (reward === null) return;
    if (this.same.reward === reward) this.same.items++;
    else this.same = { reward, items: 1 };
  }

  /** Most tallies cover one item, and are sent in its short form, which is a third of the size. Others are empty. */
  toJSON(): SentTally {
    const { reward, items, hedges, groups, notes, slowest } = this;
    if (items > 1) return { ...this };
    const sent: SentTally = { reward };
    if (this.#only) sent.only = this.#only;
    if (hedges > 0) sent.hedges = hedges;
    if (Object.keys(groups).length > 0) sent.groups = groups;
    if (Object.keys(notes).length > 0) sent.notes = notes;
    if (slowest.length > 0) sent.slowest = slowest;
    return sent;
  }

  /** The tally that a thread has sent. */
  static from({ only, ...sent }: SentTally): Tally {
    const tally = new Tally(sent.reward);
    if (only) tally.#count(only);
    return Object.assign(tally, sent);
  }

  #addToGroup(row: Row, reward: number, isRight: boolean): void {
    const name = groupOf(row);
    if (name === undefined) return;
    const step = typeof row.step === "number" ? row.step : null;
    const key = `${step} ${name}`;
    this.groups[key] ??= { group: name, step, items: 0, right: 0, sum: 0, squares: 0 };
    const group = this.groups[key];
    group.items++;
    if (isRight) group.right++;
    group.sum += reward;
    group.squares += reward * reward;
  }

  /** Makes the notes of the last items. Called once, when nothing more is added. */
  finish(): this {
    for (const [kind, { kept, count }] of this.#sightings) {
      const oldest = count % kept.length;
      const inOrder = [...kept.slice(oldest), ...kept.slice(0, oldest)];
      const text = JSON.stringify(inOrder.map((sighting) => this.#noteOf(sighting)));
      this.notes[kind] = { count: inOrder.length, text };
    }
    // Copied, because a part of a text keeps the whole text in memory.
    if (this.#slow.length > 0)
      this.slowest = JSON.parse(JSON.stringify(this.#slow.map((sighting) => this.#noteOf(sighting))));
    return this;
  }

  #note(graded: Graded, row: Row, ms: number): void {
    const isTwo = isHedge(graded);
    if (isTwo) this.hedges++;
    const kind = isTwo ? "hedge" : graded.outcome;
    if (kind !== "hedge" && kind !== "unparsed" && kind !== "undecided" && kind !== "no_format") return;
    let sightings = this.#sightings.get(kind);
    if (sightings === undefined) {
      sightings = { kept: [], count: 0 };
      this.#sightings.set(kind, sightings);
    }
    sightings.kept[sightings.count++ % notesShown] = sighted(graded, row, ms);
  }

  #addSlow(sighting: Sighting): void {
    const slow = this.#slow;
    let place = slow.length;
    while (place > 0 && slow[place - 1]!.ms < sighting.ms) place--;
    slow.splice(place, 0, sighting);
    if (slow.length > slowestShown) slow.pop();
    if (slow.length === slowestShown) this.#slowFrom = slow.at(-1)!.ms;
  }

  #noteOf({ at, response, isTail, gold, seen, ms }: Sighting): Note {
    const { answer, by, reason } = seen ?? {};
    return {
      at,
      reward: this.reward,
      response: tailOf(response),
      isTail,
      gold: headOf(gold),
      isCut: gold.length > shownGold || (answer !== undefined && answer.length > shownGold),
      answer: answer === undefined ? undefined : headOf(answer),
      by,
      reason,
      ms,
    };
  }
}

/** What the responses to one prompt have in common: a name, or the prompt itself, of which a hash is kept. */
function groupOf({ group, prompt }: Row): string | undefined {
  if (typeof group === "string" && group !== "") return group.slice(0, 100);
  if (typeof group === "number") return String(group);
  if (prompt === undefined || prompt === null || prompt === "") return undefined;
  const text = typeof prompt === "string" ? prompt : jsonText(prompt);
  if (lastPrompt.text !== text)
    lastPrompt = { text, hash: createHash("sha1").update(text).digest("hex").slice(0, 12) };
  return lastPrompt.hash;
}

/** Responses to one prompt usually arrive together. */
let lastPrompt = { text: "", hash: "" };

function sighted({ seen }: Graded, row: Row, ms: number): Sighting {
  const { response, gold } = textsOf(row);
  return {
    at: Date.now(),
    response: response.length > heldText ? ownCopy(tailOf(response)) : response,
    isTail: response.length > shownTail,
    gold: gold.length > heldText ? ownCopy(headOf(gold)) : gold,
    seen,
    ms,
  };
}

/** Without the mark, which is not a Latin-1 character and would double the size of most texts. */
const tailOf = (text: string): string => text.slice(-shownTail);
const headOf = (text: string): string => (text.length > shownGold ? `${text.slice(0, shownGold)}…` : text);

/** A part of a text keeps the whole text in memory; a copy does not. */
const ownCopy = (text: string): string => Buffer.from(text, "utf8").toString("utf8");

/** The bucket of a time, by the upper bounds of all but the last. */
export function bucketOf(seconds: number, bounds: readonly number[]): number {
  let bucket = 0;
  while (bucket < bounds.length && seconds > bounds[bucket]!) bucket++;
  return bucket;
}
