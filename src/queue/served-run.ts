// A run that a worker works for: BullMQ hands it jobs, each is done by the run's own work, and what it came to is the
// job's result.

import { type Job, WaitingError, Worker } from "bullmq";
import type { Redis } from "ioredis";
import { messageOf } from "../errors/expected-error.ts";
import { withoutSecrets } from "../outgoing/secrets.ts";
import { type Executor, executeHere, type RunContext } from "../runs/engine/executor.ts";
import { givenUp, type Unit, UnitFailure } from "../runs/engine/unit.ts";
import type { Held, Holdings } from "./holdings.ts";
import { prefix, queueName } from "./keys.ts";
import { readUnitJob, type Serving, type UnitJob, type UnitResult } from "./messages.ts";
import type { Slots } from "./slots.ts";
import { lossesAtMost, type QueueTimes } from "./times.ts";
import type { MadeWork } from "./worker.ts";

export interface ServedOptions {
  run: string;
  context: RunContext;
  /** The announcement as it stands in Redis. */
  announced: string;
  made: MadeWork;
  redis: Redis;
  times: QueueTimes;
  /** The worker's. */
  name: string;
  drain: AbortSignal;
  stop: AbortSignal;
  /** The worker's, for all of its runs. */
  slots: Slots;
  /** What the worker has in hand for this run, also from an earlier time that it served it. */
  holdings: Holdings;
}

/** Milliseconds after which BullMQ asks again where Redis did not answer. */
const retryMs = 500;

export class ServedRun {
  done = 0;
  failed = 0;
  seconds = 0;
  announced: string;
  private readonly worker: Worker;
  private readonly executor: Executor;
  private underWay = 0;

  constructor(private readonly options: ServedOptions) {
    const { run, redis, times, name, made } = options;
    this.announced = options.announced;
    this.executor = executeHere(made.work);
    this.worker = new Worker(queueName(run), (job, token) => this.process(job, token), {
      connection: redis,
      prefix,
      name,
      lockDuration: times.lockMs,
      stalledInterval: times.stalledMs,
      // Lost once more than this, and BullMQ gives it up.
      maxStalledCount: lossesAtMost - 1,
      runRetryDelay: retryMs,
      removeOnComplete: { count: 0 },
      removeOnFail: { count: 0 },
    });
    // Connections that were lost come back; a job that was lost meanwhile is somebody else's.
    this.worker.on("error", () => {});
  }

  get context(): RunContext {
    return this.options.context;
  }

  get slots(): number {
    return this.worker.concurrency;
  }

  /** Of the worker's slots, it takes so many at most. */
  share(slots: number): void {
    this.worker.concurrency = Math.min(slots, this.options.made.slots ?? slots);
  }

  state(): Serving {
    const { run, context } = this.options;
    const { slots, done, failed, seconds } = this;
    return { run, kind: context.kind, slots, inFlight: this.underWay, done, failed, seconds };
  }

  /** Takes nothing new, and waits for what is under way. */
  async close(): Promise<void> {
    await this.worker.close();
    await this.options.made.close();
  }

  private async process(job: Job, token: string | undefined): Promise<UnitResult> {
    const read = readUnitJob(job.data);
    if (!read) throw new Error("it has another form than units have");
    try {
      const name = nameOf(read);
      const held = this.options.holdings.hold(name, job.id!, () => this.begin(read));
      const result = await held.result;
      this.endWith(job, name, held, result);
      return result;
    } catch (error) {
      if (!(error instanceof UnitFailure)) throw error;
      // The unit goes to another worker, or comes back later.
      await job.moveToWait(token);
      throw new WaitingError();
    }
  }

  /** @throws {UnitFailure} where it was given up: the worker has no slot for it, or ends */
  private async begin({ unit, context: hash }: UnitJob): Promise<UnitResult> {
    const { slots } = this.options;
    if (!(await slots.take())) throw new UnitFailure(givenUp, "");
    this.underWay++;
    try {
      return await this.do(unit, hash);
    } finally {
      this.underWay--;
      slots.give();
    }
  }

  private async do(unit: Unit, hash: string): Promise<UnitResult> {
    const at = new Date().toISOString();
    const began = performance.now();
    const result: UnitResult = { unit: unit.id, by: this.options.name, time: { at, ms: 0 } };
    const { stop, drain, context } = this.options;
    try {
      if (hash !== context.hash) throw otherContext();
      const { value, next, aside } = await this.executor.do(unit, { signal: stop, drain });
      result.value = value;
      if (aside !== undefined) result.aside = aside;
      if (next?.length) result.next = [...next];
      this.done++;
    } catch (error) {
      const isFailure = error instanceof UnitFailure;
      if (stop.aborted || (isFailure && error.reason === givenUp)) throw new UnitFailure(givenUp, "");
      this.failed++;
      if (isFailure) {
        const { reason, message, isRetryable, stopsRun } = error;
        result.failure = { reason, message, isRetryable, stopsRun };
      } else result.mistake = messageOf(error);
    }
    const ms = performance.now() - began;
    result.time.ms = Math.round(ms);
    this.seconds += ms / 1000;
    return withoutKeys(result);
  }

  /** Where BullMQ does not take the result, because Redis has lost the job or somebody else has it, it is kept. */
  private endWith(job: Job, name: string, held: Held, result: UnitResult): void {
    const { holdings } = this.options;
    const end = job.moveToCompleted.bind(job);
    job.moveToCompleted = async (value, token, fetchNext) => {
      try {
        const next = await end(value, token, fetchNext);
        holdings.taken(name, held);
        return next;
      } catch (error) {
        if (isConnectionError(error)) throw error;
        holdings.refused(held, job.id!, result);
        return undefined;
      }
    };
  }
}

/** A unit of a run that was started again with other settings is another one. */
const nameOf = ({ context, unit }: UnitJob): string => `${context} ${unit.id}`;

/** The run was started again with other settings while the unit was under way; it is handed out anew. */
const otherContext = () =>
  new UnitFailure("context", "the unit was handed out before the run was started again", {
    isRetryable: true,
  });

/** These BullMQ tries again by itself. */
const isConnectionError = (error: unknown): boolean =>
  error instanceof Error && /ECONNREFUSED|Connection is closed/.test(error.message);

/** A server may repeat a key, and Redis must never hold one. */
function withoutKeys(result: UnitResult): UnitResult {
  const text = JSON.stringify(result);
  const clean = withoutSecrets(text);
  return clean === text ? result : (JSON.parse(clean) as UnitResult);
}
