// What a worker has in hand for a run, by unit: from when it begins a unit until Redis has taken the result. Redis may
// lose a job that is under way, or give it to somebody else, and the unit is handed out anew; whoever still holds it does
// not begin it a second time.

import type { Redis } from "ioredis";
import { resultsKey } from "./keys.ts";
import type { UnitResult } from "./messages.ts";

export interface Held {
  readonly result: Promise<UnitResult>;
  /** Whether Redis has the result. */
  isTaken: boolean;
  /** The job that Redis did not let end, and when its result was sent to the run by hand. */
  late?: { job: string; result: UnitResult; sentAt?: number | undefined } | undefined;
}

export class Holdings {
  private readonly held = new Map<string, Held>();

  /** @param keptMs for which a result that was sent by hand is kept: the copy of its unit may still be in the queue */
  constructor(
    private readonly run: string,
    private readonly keptMs: number,
  ) {}

  get isEmpty(): boolean {
    return this.held.size === 0;
  }

  /** A unit for a job: the one that is in hand, or a new one. */
  hold(unit: string, job: string, begin: () => Promise<UnitResult>): Held {
    const known = this.held.get(unit);
    if (known && !isOver(known, job)) return known;
    const held: Held = { result: begin(), isTaken: false };
    this.held.set(unit, held);
    // Given up: whoever waits for it gives it back to the queue.
    held.result.catch(() => this.drop(unit, held));
    return held;
  }

  /** The result has arrived as the end of a job. */
  taken(unit: string, held: Held): void {
    held.isTaken = true;
    this.drop(unit, held);
  }

  /** The job is not this worker's any more, so that it could not end with the result. */
  refused(held: Held, job: string, result: UnitResult): void {
    if (!held.isTaken && held.late?.sentAt === undefined) held.late = { job, result };
  }

  /** To a run that is there: Redis has lost the job, or has given it to somebody else, but the result is as good. */
  async deliver(redis: Redis): Promise<void> {
    const now = performance.now();
    for (const [unit, held] of this.held) {
      const { late } = held;
      if (!late) continue;
      if (late.sentAt !== undefined) {
        if (now - late.sentAt > this.keptMs) this.drop(unit, held);
        continue;
      }
      const text = JSON.stringify(late.result);
      const fields = ["event", "completed", "jobId", late.job, "returnvalue", text, "late", "1"];
      await redis.xadd(resultsKey(this.run), "*", ...fields);
      late.sentAt = performance.now();
    }
  }

  private drop(unit: string, held: Held): void {
    if (this.held.get(unit) === held) this.held.delete(unit);
  }
}

/** A failure that the run has heard of: another job for the same unit is another try. */
const isOver = ({ late }: Held, job: string): boolean =>
  late?.sentAt !== undefined && late.result.failure !== undefined && late.job !== job;
