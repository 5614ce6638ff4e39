// Adds units to the queue: as jobs of BullMQ, many at once, in one transaction that also checks the run's coordinator,
// so that an older one that was presumed dead cannot hand out units.

import { Job, type Queue } from "bullmq";
import type { Redis } from "ioredis";
import type { Unit } from "../runs/engine/unit.ts";
import { epochKey, type UnitJob } from "./messages.ts";
import { QueueError } from "./queue-error.ts";
import { inTime, openQueue, pause } from "./redis.ts";

export interface Addition {
  unit: Unit;
  job: string;
  /** Whether it is in the queue, or an attempt to add it was interrupted. */
  isHandedOut: boolean;
}

interface AdditionsOptions {
  run: string;
  epoch: number;
  /** The hash of the run's context. */
  context: string;
  /** The run has a different coordinator now. */
  onReplaced(): void;
  /** The result of an addition is unknown; nothing more is added until this promise settles. */
  onCutOff(reason: unknown): Promise<void>;
  /** Redis has little memory left, and units wait for it. */
  onFull?(): void;
  /** Whether the queue is empty, so that no memory will be freed there. */
  isIdle?(): boolean;
}

const atOnce = 500;
/** Units that arrive within this time are handed out together, which is cheaper, while workers have other units. */
const gatherMs = 10;
/** The share of memory that units may fill; the rest is for results, without which no unit leaves the queue. */
const fillable = 0.75;
/** The memory of a unit in bytes for each of its own bytes: in the input, in the transaction, and stored. */
const bytesForEach = 3;
const fullMs = 250;

export class Additions {
  private readonly queue: Queue;
  private gathered: Addition[] = [];
  private handingOut: Promise<void> | undefined;
  /** The maximum number of units in one transaction; fewer after a refusal of Redis. */
  private most = atOnce;

  /** @param redis a separate connection: a key that is watched there is watched for the next transaction */
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

  /** Units that are not being added yet. */
  takeBack(): Addition[] {
    const { gathered } = this;
    this.gathered = [];
    return gathered;
  }

  /** Resolves when no addition is in progress. */
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
        // In the meantime they may have been taken back.
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
        // The client assumes that Redis knows each script that it has sent over a connection. A script in a transaction
        // that was not executed is unknown, and every later transaction would fail because of it.
        if (this.redis.status === "ready") this.redis.disconnect(true);
      }
      for (const each of some) each.isHandedOut = true;
      if (!isOurs) this.options.onReplaced();
      if (cutOff !== undefined) await this.options.onCutOff(cutOff);
    }
  }

  /**
   * The number of units for which Redis has memory; at least one if no memory will be freed, so that Redis reports it.
   */
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
      // The answer arrives with the whole transaction.
      void new Job(this.queue, kind, data, { jobId: job }, job).addJob(transaction);
    }
    const added = await transaction.exec();
    if (!added) throw new QueueError("the run was announced again in the meantime");
    for (const [error] of added) if (error) throw error;
    return true;
  }
}
