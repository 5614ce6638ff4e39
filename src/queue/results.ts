// The results of a run, as workers write them: BullMQ adds each to a stream of the run's queue in the same step in
// which the job ends, so a unit with a result is never started again. An entry stays until it is released.

import type { Redis } from "ioredis";
import { resultsKey } from "./messages.ts";
import { inTime } from "./redis.ts";
import { takeEnds } from "./scripts.ts";

export interface JobEnd {
  /** The stream's id of the entry. */
  entry: string;
  job: string;
  /** The worker's message; undefined if there is no result. */
  result?: string | undefined;
  /** Why there is no result, in BullMQ's words: its workers were lost. */
  failure?: string | undefined;
  /** Whether the job did not end with this result, because the worker had lost it. */
  isLate?: boolean | undefined;
}

const readAtOnce = 1_000;
const blockMs = 2_000;
const retryMs = 200;
/** Results that arrive within this time are read together, which is cheaper, while workers have other units. */
const gatherMs = 10;
const deletedAtOnce = 1_000;

export class Results {
  /** The last entry that was read. */
  private position = "0-0";
  /** Entries that are no longer needed. */
  private spent: string[] = [];
  private readonly key: string;
  private isClosed = false;
  /** Callers that wait until an entry was read. */
  private waiting: { until: string; resolve(): void }[] = [];

  constructor(
    run: string,
    private readonly redis: Redis,
    private readonly onEnd: (end: JobEnd) => void,
  ) {
    this.key = resultsKey(run);
  }

  /** Reads all existing entries. */
  async catchUp(): Promise<void> {
    while ((await this.read()) > 0);
  }

  /** Keeps reading until it is closed. */
  async follow(): Promise<void> {
    while (!this.isClosed) {
      try {
        const entries = await inTime(this.read());
        if (entries === 0) await inTime(this.somethingNew());
        else if (entries < readAtOnce) await new Promise((resolve) => setTimeout(resolve, gatherMs));
      } catch {
        if (this.isClosed) return;
        // A new connection may get an answer if this one does not.
        if (this.redis.status === "ready") this.redis.disconnect(true);
        await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
    }
  }

  /** Resolves when that entry and all earlier ones were read. */
  readUpTo(entry: string): Promise<void> {
    if (!isAfter(entry, this.position)) return Promise.resolve();
    return new Promise((resolve) => this.waiting.push({ until: entry, resolve }));
  }

  /** Redis has lost its data: all entries from now on are new. */
  startAnew(): void {
    this.position = "0-0";
    this.spent = [];
    for (const { resolve } of this.waiting.splice(0)) resolve();
  }

  /** The content of an entry is recorded elsewhere. */
  letGo(entry: string): void {
    this.spent.push(entry);
  }

  /** Deletes entries that are no longer needed. */
  async sweep(redis: Redis): Promise<void> {
    while (this.spent.length > 0) {
      const some = this.spent.splice(0, deletedAtOnce);
      try {
        await redis.xdel(this.key, ...some);
      } catch (error) {
        for (const each of some) this.spent.push(each);
        throw error;
      }
    }
  }

  close(): void {
    this.isClosed = true;
    for (const { resolve } of this.waiting) resolve();
  }

  private somethingNew(): Promise<unknown> {
    return this.redis.xread("COUNT", 1, "BLOCK", blockMs, "STREAMS", this.key, this.position);
  }

  /** The number of entries that were read. */
  private async read(): Promise<number> {
    const { last, read, ends } = await takeEnds(this.redis, this.key, this.position, readAtOnce);
    for (const [entry, fields] of ends) this.take(entry, fields);
    this.position = last;
    if (read > 0) {
      const due = this.waiting.filter(({ until }) => !isAfter(until, this.position));
      this.waiting = this.waiting.filter((each) => !due.includes(each));
      for (const { resolve } of due) resolve();
    }
    return read;
  }

  private take(entry: string, fields: readonly string[]): void {
    const field = (name: string): string | undefined => {
      for (let i = 0; i < fields.length; i += 2) if (fields[i] === name) return fields[i + 1];
      return undefined;
    };
    const job = field("jobId") ?? "";
    if (field("event") === "completed")
      this.onEnd({ entry, job, result: field("returnvalue") ?? "", isLate: field("late") !== undefined });
    else {
      this.letGo(entry);
      this.onEnd({ entry, job, failure: field("failedReason") ?? "" });
    }
  }
}

/** Whether one entry is after a different one: ids are two numbers, compared one after the other. */
function isAfter(one: string, other: string): boolean {
  const [ms = 0, place = 0] = one.split("-").map(Number);
  const [otherMs = 0, otherPlace = 0] = other.split("-").map(Number);
  return ms === otherMs ? place > otherPlace : ms > otherMs;
}
