// The part of a run that hands out units: an executor that adds each unit to a queue as one job, and returns the
// results of the workers. The run's journal is the only record. Redis may lose all of its data: a unit that is missing
// there, and has no result, is handed out again.

import type { Queue } from "bullmq";
import { type Redis, ReplyError } from "ioredis";
import { messageOf } from "../errors/expected-error.ts";
import { counted } from "../outgoing/counted.ts";
import type { Executor, RunContext, RunToExecute } from "../runs/engine/executor.ts";
import { givenUp, type Outcome, type Unit, UnitFailure, type WorkContext } from "../runs/engine/unit.ts";
import { type Addition, Additions } from "./additions.ts";
import { shownAddress } from "./address.ts";
import {
  type Announcement,
  announcementKey,
  contextKey,
  epochKey,
  ownStamp,
  readUnitJob,
  readUnitResult,
  runsKey,
  type UnitResult,
} from "./messages.ts";
import { removeTicket } from "./open-coordinator.ts";
import { QueueError } from "./queue-error.ts";
import { connect, inTime, lossesAtMost, openQueue, pause, queueTimes, sentOnce } from "./redis.ts";
import { type JobEnd, Results } from "./results.ts";
import { announce, missingJobs } from "./scripts.ts";
import { Workforce } from "./workforce.ts";

export interface CoordinatorOptions {
  url: URL;
  /** A message for the user. */
  say(sentence: string): void;
}

/** A unit that is in the queue, or about to be. */
interface Pending extends Addition {
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

const sweepMs = 250;
/** The interval between two checks whether units in progress are still in the queue. */
const lookMs = 5_000;
/** The time that a finished run waits for Redis. */
const shutdownWaitMs = 2_000;

interface Place extends CoordinatorOptions, RunToExecute {
  /** The run's name at the queue. */
  id: string;
  epoch: number;
}

export class Coordinator implements Executor {
  private readonly times = queueTimes();
  private readonly adds: Redis;
  private readonly reads: Redis;
  private readonly queue: Queue;
  private readonly additions: Additions;
  private readonly results: Results;
  private readonly workforce: Workforce;
  private readonly announcement: Announcement;
  private readonly contextText: string;
  /** By job id, and by the unit's id. */
  private readonly byJob = new Map<string, Pending>();
  private readonly byUnit = new Map<string, Pending>();
  /** Results that arrived before their unit was requested. */
  private readonly early = new Map<string, { result: UnitResult; entry: string }>();
  /** Jobs that workers have held since before this start, by the unit's id. */
  private readonly held = new Map<string, string>();
  /** Entries of results that are not in the journal yet, by the unit's id. */
  private readonly unwritten = new Map<string, string>();
  private jobs = 0;
  private doubles = 0;
  private isLooking = false;
  private isDraining = false;
  private broken: unknown;
  /** Whether workers hold units that are no longer needed. */
  private leavesUnits = false;
  private isClosed = false;
  private isAway = false;
  private listener: () => void = () => {};
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly heard = new WeakSet<AbortSignal>();
  private isFollowing = false;

  constructor(
    private readonly redis: Redis,
    private readonly place: Place,
    private readonly refusals: Refusals,
  ) {
    const { url, id, epoch, context, say } = place;
    this.adds = connect(url, sentOnce);
    this.reads = connect(url);
    this.queue = openQueue(redis, id);
    this.additions = new Additions(this.adds, {
      run: id,
      epoch,
      context: context.hash,
      onReplaced: () => this.breakOff(replacedError(url)),
      onCutOff: (reason) => this.handOutAgain(reason),
      onFull: () => refusals.tell(nearlyFull),
      isIdle: () => ![...this.byJob.values()].some(({ isHandedOut }) => isHandedOut),
    });
    this.results = new Results(id, this.reads, (end) => this.ended(end));
    const stamp = ownStamp();
    this.announcement = { ...stamp, run: id, epoch, kind: context.kind, context: context.hash };
    this.contextText = JSON.stringify(context satisfies RunContext);
    this.workforce = new Workforce(id, stamp, say, () => this.listener());
  }

  get places(): number {
    return this.workforce.places;
  }

  get where(): string {
    return this.workforce.words;
  }

  onChange(listener: () => void): void {
    this.listener = listener;
  }

  /**
   * Results from before this start are read first; units that were not started are taken back, and handed out again. If
   * Redis refuses a part of this, all of it can be repeated.
   */
  async open(): Promise<void> {
    await this.beat();
    await this.queue.drain();
    for (const { id, data } of await this.queue.getActive()) {
      const job = readUnitJob(data);
      if (job && id !== undefined) this.held.set(job.unit.id, id);
    }
    await this.results.catchUp();
    this.isFollowing = true;
    // It ends with its connection, even if Redis cannot be reached.
    void this.results.follow();
    this.every(this.times.beatMs, () => this.beat());
    this.every(sweepMs, () => this.results.sweep(this.redis));
    this.every(lookMs, () => this.look());
    this.redis.on("close", () => {
      if (!this.isAway && !this.isClosed) this.place.say("Redis does not answer; the run waits for it");
      this.isAway = true;
    });
    this.redis.on("ready", () => {
      this.isAway = false;
      void this.tried(() => this.comeBack());
    });
  }

  do(unit: Unit, context: WorkContext): Promise<Outcome> {
    this.listenTo(context);
    if (this.broken !== undefined) return Promise.reject(this.broken);
    if (this.isDraining) return Promise.reject(new UnitFailure(givenUp, "the run ends"));
    const early = this.early.get(unit.id);
    if (early) {
      this.early.delete(unit.id);
      this.unwritten.set(unit.id, early.entry);
      return Promise.resolve(outcomeOf(early.result));
    }
    return new Promise((resolve, reject) => {
      const known = this.held.get(unit.id);
      this.held.delete(unit.id);
      const job = known ?? `${this.place.epoch}-${this.jobs++}`;
      const pending: Pending = { unit, job, isHandedOut: known !== undefined, resolve, reject };
      this.byJob.set(job, pending);
      this.byUnit.set(unit.id, pending);
      if (known === undefined) this.additions.gather(pending);
    });
  }

  written(id: string): void {
    const entry = this.unwritten.get(id);
    if (entry === undefined) return;
    this.unwritten.delete(id);
    this.results.letGo(entry);
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    for (const timer of this.timers) clearInterval(timer);
    this.additions.takeBack();
    this.results.close();
    await inTime(this.sayFarewell(), shutdownWaitMs).catch(() => {});
    for (const redis of [this.adds, this.reads, this.redis]) redis.disconnect();
    const { doubles } = this;
    if (doubles > 0)
      this.place.say(
        `${counted(doubles, "unit")} ${doubles === 1 ? "was" : "were"} sent more than once; the first result counts`,
      );
  }

  /** All data is removed from Redis, unless results may still arrive with which the run can be continued. */
  private async sayFarewell(): Promise<void> {
    if (this.redis.status !== "ready" || this.broken !== undefined) return;
    const { id, context, ticket } = this.place;
    await this.results.sweep(this.redis);
    await this.redis.pipeline().del(announcementKey(id)).srem(runsKey, id).exec();
    // Earlier results were not read.
    if (!this.isFollowing) return;
    const isCutShort = this.isDraining || this.place.drain?.aborted;
    const isAwaited = this.byJob.size > 0 || (isCutShort && this.early.size + this.held.size > 0);
    if (this.leavesUnits || isAwaited || this.unwritten.size > 0) {
      await this.queue.drain();
      return;
    }
    await this.queue.obliterate({ force: true });
    await this.redis.del(epochKey(id), contextKey(context.hash));
    removeTicket(ticket);
  }

  private every(ms: number, action: () => Promise<void>): void {
    const timer = setInterval(() => {
      if (this.redis.status === "ready") void this.tried(action);
    }, ms);
    this.timers.push(timer);
  }

  /** If the connection is lost again, the next one retries; refusals of Redis are reported, and retried too. */
  private async tried(action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      const refusal = refusalIn(error);
      if (refusal !== undefined) this.refusals.tell(refusal);
      else if (isMistake(error)) this.breakOff(error);
    }
  }

  private async comeBack(): Promise<void> {
    await this.beat();
    await this.look();
  }

  private async beat(): Promise<void> {
    const standing = await announce(this.redis, this.announcement, this.contextText, this.times.aliveMs);
    if (standing === "replaced") return this.breakOff(replacedError(this.place.url));
    if (standing === "made") {
      this.results.startAnew();
      void this.tried(() => this.look());
    }
    await this.workforce.look(this.redis);
  }

  /**
   * Units that did not arrive will be found missing. If Redis refuses units, for example because its memory is full,
   * that is reported.
   */
  private async handOutAgain(reason: unknown): Promise<void> {
    const refusal = refusalIn(reason);
    if (refusal !== undefined) this.refusals.tell(refusal);
    else if (isMistake(reason)) this.breakOff(reason);
    await pause(this.times.beatMs);
    await this.tried(() => this.look());
  }

  private listenTo({ drain, signal }: WorkContext): void {
    const once = (each: AbortSignal, action: () => void) => {
      if (this.heard.has(each)) return;
      this.heard.add(each);
      if (each.aborted) action();
      else each.addEventListener("abort", action, { once: true });
    };
    once(drain, () => void this.withdraw());
    once(signal, () => this.giveUp(new UnitFailure(givenUp, "the run was stopped")));
  }

  /** Units that no worker has started are taken back; others are waited for. */
  private async withdraw(): Promise<void> {
    this.isDraining = true;
    const waiting = new Set(this.additions.takeBack().map(({ job }) => job));
    for (const pending of [...this.byJob.values()])
      if (waiting.has(pending.job)) this.settle(pending).reject(new UnitFailure(givenUp, "the run ends"));
    await this.additions.settled();
    // If Redis does not answer, missing units are given up when it does again.
    await this.tried(async () => {
      await this.queue.drain();
      await this.look();
    });
  }

  private giveUp(error: unknown): void {
    this.additions.takeBack();
    if (this.byJob.size > 0) this.leavesUnits = true;
    for (const pending of [...this.byJob.values()]) this.settle(pending).reject(error);
  }

  private breakOff(error: unknown): void {
    this.broken ??= error;
    this.giveUp(this.broken);
  }

  private settle(pending: Pending): Pending {
    this.byJob.delete(pending.job);
    this.byUnit.delete(pending.unit.id);
    return pending;
  }

  /**
   * Whether all units in progress are still in the queue: Redis may have lost its data, or an addition may have been
   * interrupted.
   */
  private async look(): Promise<void> {
    if (this.isLooking || this.isClosed) return;
    this.isLooking = true;
    try {
      const jobs = [...this.byJob.values()].filter(({ isHandedOut }) => isHandedOut).map(({ job }) => job);
      for await (const found of missingJobs(this.redis, this.place.id, jobs)) {
        // A job that has ended is missing too, but then its result exists.
        await inTime(this.results.readUpTo(found.last));
        this.missed(found.missing);
      }
    } finally {
      this.isLooking = false;
    }
  }

  private missed(jobs: readonly string[]): void {
    for (const job of jobs) {
      const pending = this.byJob.get(job);
      if (!pending) continue;
      if (this.isDraining) this.settle(pending).reject(new UnitFailure(givenUp, "the run ends"));
      else {
        pending.isHandedOut = false;
        this.additions.gather(pending);
      }
    }
  }

  private ended({ entry, job, result: text, failure, isLate }: JobEnd): void {
    if (text === undefined) return this.lost(job, failure);
    // The result has arrived, so the job need not be started again.
    if (isLate) void this.queue.remove(job).catch(() => {});
    const result = readUnitResult(text);
    const pending = result && this.byUnit.get(result.unit);
    if (!result) this.results.letGo(entry);
    else if (pending) this.came(this.settle(pending), result, entry, job);
    else if (this.isNews(result)) this.early.set(result.unit, { result, entry });
    else {
      this.results.letGo(entry);
      if (!result.failure && this.isFollowing) this.doubles++;
    }
  }

  /** A result that this run will request. Failures are not kept: a continued run retries these units. */
  private isNews({ unit, failure, mistake }: UnitResult): boolean {
    if (failure !== undefined || mistake !== undefined || this.early.has(unit)) return false;
    return (!this.isFollowing || this.held.has(unit)) && !this.place.isDone(unit);
  }

  private came(pending: Pending, result: UnitResult, entry: string, job: string): void {
    // A worker that was presumed lost sent it; the job that replaced it need not be started any more.
    if (job !== pending.job) void this.queue.remove(pending.job).catch(() => {});
    const { failure, mistake, time } = result;
    if (failure === undefined && mistake === undefined) {
      this.unwritten.set(result.unit, entry);
      pending.resolve(outcomeOf(result));
      return;
    }
    this.results.letGo(entry);
    if (failure === undefined) pending.reject(new Error(`the worker ${result.by}: ${mistake}`));
    else {
      const { reason, message, stopsRun } = failure;
      // A failure that would stop the run may be the fault of a single worker.
      const said = stopsRun ? `${message} (the worker ${result.by})` : message;
      pending.reject(new UnitFailure(reason, said, { ...failure, time }));
    }
  }

  /** BullMQ gives up a job that was lost too often. */
  private lost(job: string, why: string | undefined): void {
    const pending = this.byJob.get(job);
    if (!pending) return;
    const message = `${lossesAtMost} workers were lost while processing this unit`;
    const isLost = why?.includes("stalled") === true;
    this.settle(pending).reject(
      isLost ? new UnitFailure("worker_lost", message) : new Error(`a worker could not read a unit: ${why}`),
    );
  }
}

const outcomeOf = ({ value, next, time, aside }: UnitResult): Outcome => ({ value, next, time, aside });

const replacedError = (url: URL) =>
  new QueueError(
    `another coordinator has started this run at ${shownAddress(url)}, and only that one hands out units now`,
  );

// A refusal by Redis: its memory is full, or the user of this address has no permission.

/**
 * Undefined if it is not an answer of Redis. If a transaction was refused because of one command, the answer is that of
 * the command.
 */
export function refusalIn(reason: unknown): string | undefined {
  if (!(reason instanceof ReplyError)) return undefined;
  const [first] = (reason as { previousErrors?: unknown[] }).previousErrors ?? [];
  return messageOf(first ?? reason);
}

/** Whether the reason is the memory, which may be freed. */
export const isFull = (refusal: string): boolean => /\bOOM\b/.test(refusal);

/** The message when Redis still has some memory, which is needed for results. */
const nearlyFull = "its memory is nearly full (maxmemory)";

/** A bug of this program, and not a failure of a connection or a server. */
const isMistake = (error: unknown): boolean =>
  error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;

/** The time after which a repeated refusal is reported again. */
const newsMs = 60_000;

/** Reports a refusal of Redis once, however often it occurs. */
export class Refusals {
  private last = "";
  private lastAt = 0;

  constructor(private readonly say: (sentence: string) => void) {}

  tell(refusal: string): void {
    const kind = refusal === nearlyFull || isFull(refusal) ? "full" : refusal;
    const now = performance.now();
    const isNews = kind !== this.last || now - this.lastAt > newsMs;
    this.last = kind;
    this.lastAt = now;
    if (isNews) this.say(`Redis does not accept units, and Assay retries until it does: ${refusal}`);
  }
}
