// Units on their way into the queue: as jobs of BullMQ, many at once, and in one step with a look at who the run's
// coordinator is, since an older one that was taken for dead must not hand out units any more.

import { Job, type Queue } from "bullmq";
import type { Redis } from "ioredis";
import type { Unit } from "../runs/engine/unit.ts";
import { epochKey, type UnitJob } from "./messages.ts";
import { QueueError } from "./queue-error.ts";
import { inTime, openQueue, pause } from "./redis.ts";

export interface Addition {
  unit: Unit;
  job: string;
  /** Whether it was put into the queue, or an attempt to do so was cut off. */
  isHandedOut: boolean;
}

interface AdditionsOptions {
  run: string;
  epoch: number;
  /** The hash of the run's context. */
  context: string;
  /** The run has a different coordinator now. */
  onReplaced(): void;
  /** Nothing is known of what was to be added; nothing more is, until this is kept. */
  onCutOff(reason: unknown): Promise<void>;
  /** Redis has hardly any room, and units wait for it. */
  onFull?(): void;
  /** Whether nothing of the run is in the queue, so that nothing there will make room. */
  isIdle?(): boolean;
}

const atOnce = 500;
/** Units that come within this time are handed out together: that is cheaper, and workers have others meanwhile. */
const gatherMs = 10;
/** Part of the memory that units may fill; workers need the rest for results, without which no unit ever leaves. */
const fillable = 0.75;
/** Bytes that a unit takes for each of its own: as it is read, in the transaction, and kept. */
const bytesForEach = 3;
const fullMs = 250;

export class Additions {
  private readonly queue: Queue;
  private gathered: Addition[] = [];
  private handingOut: Promise<void> | undefined;
  /** Units in one transaction at most: fewer after one that Redis refused. */
  private most = atOnce;

  /** @param redis a connection of its own: what is watched there is watched for the next step */
  constructor(
    private readonly redis: Redis,
    private readonly options: AdditionsOptions,
  ) {
    this.queue = openQueue(redis, options.run);
  }

  gather(addition: Addition): void {
    this.gathered.push(addition);
    this.handingOut ??= this.handOut().finally(() => {
      this.handingOut = undefined;
    });
  }

  /** What is not on its way yet. */
  takeBack(): Addition[] {
    const { gathered } = this;
    this.gathered = [];
    return gathered;
  }

  /** When nothing is on its way. */
  async settled(): Promise<void> {
    await this.handingOut;
  }

  private async handOut(): Promise<void> {
    for (;;) {
      if (this.gathered.length < atOnce) await pause(gatherMs);
      if (this.gathered.length === 0) return;
      let some: Addition[] = [];
      let isOurs = true;
      let cutOff: unknown;
      try {
        const fitting = await inTime(this.fitting(this.gathered.slice(0, this.most)));
        // Meanwhile they may have been taken back.
        some = this.gathered.splice(0, fitting);
        if (some.length === 0) {
          if (this.gathered.length > 0) this.options.onFull?.();
          await pause(fullMs);
          continue;
        }
        isOurs = await inTime(this.add(some));
        this.most = Math.min(atOnce, Math.ceil(this.most * 1.25));
      } catch (error) {
        cutOff = error;
        if (some.length > 0) this.most = Math.max(1, Math.floor(some.length / 2));
        // The client takes each script that it has sent over a connection for known there. One that came with a
        // transaction which was not carried out is not, and every later transaction would fail for it.
        if (this.redis.status === "ready") this.redis.disconnect(true);
      }
      for (const each of some) each.isHandedOut = true;
      if (!isOurs) this.options.onReplaced();
      if (cutOff !== undefined) await this.options.onCutOff(cutOff);
    }
  }

  /** For how many of them Redis has room; for one at least where nothing would ever make room, so that Redis says so. */
  private async fitting(additions: readonly Addition[]): Promise<number> {
    const memory = await this.redis.info("memory");
    const figure = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, "m").exec(memory)?.[1] ?? 0);
    const most = figure("maxmemory");
    if (most === 0) return additions.length;
    let room = fillable * most - figure("used_memory");
    const fitting = additions.findIndex(({ unit }) => {
      room -= bytesForEach * JSON.stringify(unit).length;
      return room < 0;
    });
    if (fitting < 0) return additions.length;
    return fitting === 0 && (this.options.isIdle?.() ?? true) ? 1 : fitting;
  }

  /** Whether the run is still this coordinator's. */
  private async add(additions: readonly Addition[]): Promise<boolean> {
    const key = epochKey(this.options.run);
    const answers = await this.redis.pipeline().watch(key).get(key).exec();
    const epoch = Number(answers?.[1]?.[1] ?? 0);
    if (epoch > this.options.epoch) return false;
    const client = await this.queue.backend.client;
    const transaction = client.multi();
    for (const { job, unit } of additions) {
      const { id, kind, input } = unit;
      const data: UnitJob = { context: this.options.context, unit: { id, kind, input } };
      // The answer comes with the whole transaction.
      void new Job(this.queue, kind, data, { jobId: job }, job).addJob(transaction);
    }
    const added = await transaction.exec();
    if (!added) throw new QueueError("the run was announced again in the meantime");
    for (const [error] of added) if (error) throw error;
    return true;
  }
}
