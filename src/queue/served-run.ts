// A run that a worker serves: BullMQ hands it jobs, each is processed by the run's own work, and the outcome is the
// job's result.

import { type Job, WaitingError, Worker } from "bullmq";
import type { Redis } from "ioredis";
import { messageOf } from "../errors/expected-error.ts";
import { withoutSecrets } from "../outgoing/secrets.ts";
import { type Executor, executeHere, type RunContext } from "../runs/engine/executor.ts";
import { givenUp, type Unit, UnitFailure } from "../runs/engine/unit.ts";
import {
  prefix,
  queueName,
  readUnitJob,
  resultsKey,
  type Serving,
  type UnitJob,
  type UnitResult,
} from "./messages.ts";
import { lossesAtMost, type QueueTimes } from "./redis.ts";
import type { MadeWork } from "./worker.ts";

interface ServedOptions {
  run: string;
  context: RunContext;
  /** The announcement as it is in Redis. */
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
  /** The units that the worker holds for this run, also from an earlier time that it served it. */
  holdings: Holdings;
}

/** The time after which BullMQ retries if Redis did not answer, in milliseconds. */
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
      // After one more loss than this, BullMQ gives up the job.
      maxStalledCount: lossesAtMost - 1,
      runRetryDelay: retryMs,
      removeOnComplete: { count: 0 },
      removeOnFail: { count: 0 },
    });
    // Lost connections are restored; a job that was lost in the meantime belongs to a different worker.
    this.worker.on("error", () => {});
  }

  get context(): RunContext {
    return this.options.context;
  }

  get slots(): number {
    return this.worker.concurrency;
  }

  /** The maximum number of the worker's slots that the run uses. */
  share(slots: number): void {
    this.worker.concurrency = Math.min(slots, this.options.made.slots ?? slots);
  }

  state(): Serving {
    const { run, context } = this.options;
    const { slots, done, failed, seconds } = this;
    return { run, kind: context.kind, slots, inFlight: this.underWay, done, failed, seconds };
  }

  /** Takes no new jobs, and waits for those in progress. */
  async close(): Promise<void> {
    await this.worker.close();
    await this.options.made.close();
  }

  private async process(job: Job, token: string | undefined): Promise<UnitResult> {
    const read = readUnitJob(job.data);
    if (!read) throw new Error("it does not have the form of a unit");
    try {
      const name = nameOf(read);
      const held = this.options.holdings.hold(name, job.id!, () => this.begin(read));
      const result = await held.result;
      this.endWith(job, name, held, result);
      return result;
    } catch (error) {
      if (!(error instanceof UnitFailure)) throw error;
      // The unit goes to a different worker, or returns later.
      await job.moveToWait(token);
      throw new WaitingError();
    }
  }

  /** @throws {UnitFailure} if it was given up: the worker has no slot for it, or is ending */
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

  /**
   * If BullMQ does not accept the result, because Redis has lost the job or a different worker has it, the result is
   * kept.
   */
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

/** A unit of a run that was restarted with other settings is a different unit. */
const nameOf = ({ context, unit }: UnitJob): string => `${context} ${unit.id}`;

/** The run was restarted with other settings while the unit was in progress; it is handed out again. */
const otherContext = () =>
  new UnitFailure("context", "the unit was handed out before the run was started again", {
    isRetryable: true,
  });

/** BullMQ tries these again. */
const isConnectionError = (error: unknown): boolean =>
  error instanceof Error && /ECONNREFUSED|Connection is closed/.test(error.message);

/** A server may repeat a key, and Redis must never hold one. */
function withoutKeys(result: UnitResult): UnitResult {
  const text = JSON.stringify(result);
  const clean = withoutSecrets(text);
  return clean === text ? result : (JSON.parse(clean) as UnitResult);
}

// The slots of a worker, which all of its runs share: what is in progress is never more, however many runs there are and
// however their parts change.

/** How long a unit waits here if a different worker may have a slot for it. */
const answerMs = 1_000;

export class Slots {
  private readonly waiting = new Set<(isTaken: boolean) => void>();

  /** @param end when aborted, nothing more is begun */
  constructor(
    private free: number,
    private readonly end: AbortSignal,
  ) {
    const none = () => {
      for (const answer of this.waiting) answer(false);
    };
    end.addEventListener("abort", none, { once: true });
  }

  /** Takes a slot, or waits for one; in the order of the calls. False if the worker ends first. */
  take(): Promise<boolean> {
    if (this.end.aborted) return Promise.resolve(false);
    if (this.free > 0) {
      this.free--;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const answer = (isTaken: boolean) => {
        clearTimeout(timer);
        this.waiting.delete(answer);
        resolve(isTaken);
      };
      const timer = setTimeout(() => answer(false), answerMs);
      this.waiting.add(answer);
    });
  }

  give(): void {
    const [next] = this.waiting;
    if (next) next(true);
    else this.free++;
  }
}

// The units that a worker holds for a run: from when it begins a unit until Redis has taken the result. Redis may
// lose a job that is in progress, or give it to a different worker, and the unit is handed out again; a worker that still holds it does
// not begin it a second time.

interface Held {
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

  /** A unit for a job: the one that is held, or a new one. */
  hold(unit: string, job: string, begin: () => Promise<UnitResult>): Held {
    const known = this.held.get(unit);
    if (known && !isOver(known, job)) return known;
    const held: Held = { result: begin(), isTaken: false };
    this.held.set(unit, held);
    // Given up: it goes back to the queue.
    held.result.catch(() => this.drop(unit, held));
    return held;
  }

  /** The result has arrived as the end of a job. */
  taken(unit: string, held: Held): void {
    held.isTaken = true;
    this.drop(unit, held);
  }

  /** The worker has lost the job, so it could not end with the result. */
  refused(held: Held, job: string, result: UnitResult): void {
    if (!held.isTaken && held.late?.sentAt === undefined) held.late = { job, result };
  }

  /**
   * For a run that still exists: Redis has lost the job, or has given it to a different worker, but the result is
   * valid.
   */
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

/** The run was told of a failure: one more job for the same unit is one more try. */
const isOver = ({ late }: Held, job: string): boolean =>
  late?.sentAt !== undefined && late.result.failure !== undefined && late.job !== job;
