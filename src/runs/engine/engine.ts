// Runs units of work, many at once; each is recorded before anything follows from it. The engine does not depend on
// models or benchmarks: functions for each kind of unit are passed in.

import type { Executor } from "./executor.ts";
import { IdSet, type Journal } from "./journal.ts";
import {
  givenUp,
  type Outcome,
  promised,
  type Unit,
  UnitFailure,
  type UnitRecord,
  type WorkContext,
} from "./unit.ts";

export interface EngineOptions {
  journal: Journal;
  /** Processes the units. */
  executor: Executor;
  /** A unit with the data that the journal need not repeat, for the executor. */
  complete?: ((unit: Unit) => Unit) | undefined;
  /**
   * Validates a record as it would be read from the journal; if it throws, the outcome is not recorded, and its unit
   * has failed. Undefined for an unknown kind of record.
   */
  read?(record: UnitRecord): unknown;
  /** The maximum number of units in progress, unless the executor decides it. */
  concurrency: number;
  /**
   * The maximum number of times that a unit is tried while its failures may be temporary; the last failure is recorded.
   */
  attempts?: number | undefined;
  /** When aborted, no more units are started, and those in progress are finished. */
  drain?: AbortSignal | undefined;
  /** When aborted, those in progress are aborted too. */
  stop?: AbortSignal | undefined;
  /** Called when a unit starts, and when it has ended. */
  onProgress?(progress: EngineProgress): void;
  /** Called with each new record as soon as it is written; it must be fast, because servers wait for it. */
  onWritten?(record: UnitRecord): void;
  /**
   * Called with each new record once it is written, in the same order, but when nothing is more urgent. Before the run
   * ends, all records have been passed on, unless the journal could not be written. If it returns a promise, the next
   * record waits for it. `aside` is the part of an outcome that is not recorded.
   */
  onRecord?(record: UnitRecord, aside?: unknown): unknown;
}

export interface EngineProgress {
  inFlight: number;
  /** The start time of the oldest unit in progress, by `performance.now()`. */
  oldestSince?: number | undefined;
}

export interface EngineSummary {
  done: number;
  failed: number;
  /** Units that were not done, because the run was stopped. */
  left: number;
  /** The failure because of which the run stopped itself. */
  stoppedBy?: UnitFailure | undefined;
}

/**
 * Processes the roots, and everything that follows from them, except for units that are done in the journal.
 * @throws {StorageError} if the journal cannot be written, and any error of `work` that is not a `UnitFailure`
 */
export function runUnits(roots: Iterable<Unit>, options: EngineOptions): Promise<EngineSummary> {
  return new Engine(options).run(roots);
}

/** The time for which records are passed on before other work has its turn, in milliseconds. */
const sliceMs = 1;
/** The number of records that may wait to be written, for each unit that may be in progress. */
const unwrittenAtMost = 2;
/**
 * The number of records that may wait to be passed on, for each unit that may be in progress; and their total number of
 * characters.
 */
const unreadAtMost = 8;
const unreadCharacters = 16_000_000;

/** A unit that waits or is in progress. */
interface Doing {
  unit: Unit;
  attempt: number;
  /** The start time. */
  at: number;
  /** The same, by the monotonic clock. */
  began: number;
}

/** The outcome of a unit, as it is recorded; `aside` is not. */
interface Ended {
  outcome?: unknown;
  next?: UnitRecord["next"];
  error?: UnitRecord["error"];
  time?: UnitRecord["time"] | undefined;
  aside?: unknown;
}

class Engine {
  private readonly known = new IdSet();
  /** The roots come before everything that follows from them; each is created when its turn comes. */
  private roots: Iterator<Unit> = [].values();
  /** Longest-waiting first: taken from `head` on. */
  private queue: Doing[] = [];
  private head = 0;
  /** Units in progress, the oldest first. */
  private readonly underWay = new Set<Doing>();
  /** Units whose outcome is being written. */
  private recording = 0;
  /** Records that are written and not passed to `onRecord` yet. */
  private unread: { record: UnitRecord; characters: number; aside: unknown }[] = [];
  private unreadCharacters = 0;
  /** Whether records are being passed on. */
  private isReporting = false;
  /** Whether a unit has ended since records were passed on. */
  private isBusy = false;
  private readonly summary: EngineSummary = { done: 0, failed: 0, left: 0 };
  private readonly abort = new AbortController();
  private readonly context: WorkContext;
  private crash: unknown;
  private finish: () => void = () => {};

  constructor(private readonly options: EngineOptions) {
    this.context = {
      signal: this.abort.signal,
      drain: options.drain ?? new AbortController().signal,
    };
  }

  async run(roots: Iterable<Unit>): Promise<EngineSummary> {
    const { journal, executor, stop, drain } = this.options;
    this.roots = roots[Symbol.iterator]();
    for (const unit of journal.open.values()) this.enqueue(unit);
    const abort = () => this.abort.abort();
    const settle = () => this.settle();
    stop?.addEventListener("abort", abort, { once: true });
    drain?.addEventListener("abort", settle, { once: true });
    if (stop?.aborted) abort();
    this.abort.signal.addEventListener("abort", settle, { once: true });
    await new Promise<void>((resolve) => {
      this.finish = resolve;
      executor.onChange?.(() => this.goOn());
      this.launch();
      this.settle();
    });
    stop?.removeEventListener("abort", abort);
    drain?.removeEventListener("abort", settle);
    if (this.crash !== undefined) throw this.crash;
    while (this.take()) this.summary.left++;
    return this.summary;
  }

  private get concurrency(): number {
    return this.options.executor.places ?? this.options.concurrency;
  }

  private get hasManyUnread(): boolean {
    return this.unread.length >= unreadAtMost * this.concurrency || this.unreadCharacters >= unreadCharacters;
  }

  private get isEnding(): boolean {
    return (
      this.abort.signal.aborted ||
      this.options.drain?.aborted === true ||
      this.summary.stoppedBy !== undefined
    );
  }

  /** Whether the unit is not done, not in progress and not waiting. */
  private isNew({ id }: Unit): boolean {
    if (this.known.has(id) || this.options.journal.done.has(id)) return false;
    this.known.add(id);
    return true;
  }

  private enqueue(unit: Unit): void {
    if (this.isNew(unit)) this.queue.push(waiting(unit, 1));
  }

  /** Removes the next unit from those that wait. */
  private take(): Doing | undefined {
    for (let root = this.roots.next(); !root.done; root = this.roots.next()) {
      if (this.isNew(root.value)) return waiting(root.value, 1);
    }
    const next = this.queue[this.head];
    if (!next) return undefined;
    this.head++;
    if (this.head > 1024 && this.head * 2 > this.queue.length) {
      this.queue = this.queue.slice(this.head);
      this.head = 0;
    }
    return next;
  }

  /** Starts units as long as there is a free slot. */
  private launch(): void {
    const { concurrency } = this;
    // Back-pressure: a slow journal or listener delays the work, so that outcomes do not accumulate.
    while (
      this.underWay.size < concurrency &&
      this.recording < unwrittenAtMost * concurrency &&
      !this.hasManyUnread &&
      !this.isEnding
    ) {
      let next: Doing | undefined;
      try {
        next = this.take();
      } catch (error) {
        this.breakOff(error);
      }
      if (!next) break;
      this.underWay.add(next);
      next.at = Date.now();
      next.began = performance.now();
      this.reportProgress();
      void this.work(next);
    }
  }

  /** A unit from its start to its record. It does not reject. */
  private async work(doing: Doing): Promise<void> {
    const { executor, complete } = this.options;
    const { unit } = doing;
    let ended: Ended | undefined;
    try {
      const outcome = await promised(() => executor.do(complete ? complete(unit) : unit, this.context));
      this.isBusy = true;
      ended = this.endOf(unit, outcome);
    } catch (error) {
      ended = this.failureOf(doing, error);
    }
    this.underWay.delete(doing);
    if (ended) await this.write(doing, ended);
    this.goOn();
  }

  private endOf(unit: Unit, outcome: Outcome): Ended {
    if (typeof outcome !== "object" || outcome === null)
      throw new TypeError(`the work of the unit '${unit.id}' gave no result`);
    const { value, next, time, aside } = outcome;
    const fault = this.faultOf(unit, outcome);
    if (fault === undefined) return { outcome: value, next: next?.length ? next : undefined, time, aside };
    const message = `the result of the unit is invalid: ${fault}`;
    return { error: { reason: "outcome", message }, time };
  }

  /** The error in an outcome and its successors, if there is one: the outcome may come from a different machine. */
  private faultOf(unit: Unit, { value, next = [] }: Outcome): string | undefined {
    const { read } = this.options;
    if (!read) return undefined;
    const time = { at: "", ms: 0 };
    const error = { reason: "", message: "" };
    const records: UnitRecord[] = [
      { v: 1, ...unit, outcome: value, time },
      ...next.map((successor): UnitRecord => ({ v: 1, ...successor, error, time })),
    ];
    try {
      const strange = records.find((record) => read(record) === undefined);
      return strange && `there is no kind of unit '${strange.kind}' here`;
    } catch (fault) {
      return (fault as Error).message;
    }
  }

  /** The record of a failure; undefined if the unit stays undone or is retried. */
  private failureOf({ unit, attempt }: Doing, error: unknown): Ended | undefined {
    const isGivenUp = error instanceof UnitFailure && error.reason === givenUp && this.isEnding;
    if (this.abort.signal.aborted || isGivenUp) this.summary.left++;
    else if (!(error instanceof UnitFailure)) this.breakOff(error);
    else if (error.stopsRun) {
      this.summary.stoppedBy ??= error;
      this.summary.left++;
    } else if (error.isRetryable && attempt < (this.options.attempts ?? 1)) {
      this.queue.push(waiting(unit, attempt + 1));
    } else {
      const { reason, message, time } = error;
      return { error: { reason, message }, time };
    }
    return undefined;
  }

  /** The unit's slot is free already: the next unit starts before this one is written and `onRecord` has seen it. */
  private async write(doing: Doing, ended: Ended): Promise<void> {
    const { unit, at, began } = doing;
    const { id, kind, input } = unit;
    const { outcome, next, error, aside } = ended;
    const time = ended.time ?? { at: new Date(at).toISOString(), ms: Math.round(performance.now() - began) };
    const record: UnitRecord = { v: 1, id, kind, input, outcome, error, next, time };
    this.recording++;
    this.launch();
    try {
      const { characters, written } = this.options.journal.append(record);
      await written;
      this.written(record, characters, aside);
    } catch (mistake) {
      // An answer may be longer than a line can be; that is data, and not a reason to stop.
      if (mistake instanceof RangeError && error === undefined) {
        const message = `the result of the unit is too long: ${mistake.message}`;
        await this.write(doing, { error: { reason: "outcome", message }, time: ended.time });
      } else this.breakOff(mistake);
    } finally {
      this.recording--;
    }
  }

  /** Successors may start only when the unit is written. */
  private written(record: UnitRecord, characters: number, aside: unknown): void {
    const { journal, executor, onWritten } = this.options;
    executor.written?.(record.id);
    if (record.error) this.summary.failed++;
    else {
      journal.done.add(record.id);
      this.summary.done++;
    }
    this.unread.push({ record, characters, aside });
    this.unreadCharacters += characters;
    if (!this.isReporting) void this.report();
    try {
      for (const successor of record.next ?? []) this.enqueue(successor);
      onWritten?.(record);
    } catch (error) {
      this.breakOff(error);
    }
  }

  /**
   * Passes records to `onRecord`, in slices. Units that have ended in the meantime have precedence, because a server
   * waits for their successors, until so many records have accumulated that they would use much memory.
   */
  private async report(): Promise<void> {
    this.isReporting = true;
    while (this.unread.length > 0) {
      await new Promise(setImmediate);
      const mayWait = this.isBusy && !this.hasManyUnread;
      this.isBusy = false;
      if (!mayWait) await this.reportSlice();
      this.goOn();
    }
    this.isReporting = false;
    this.settle();
  }

  private async reportSlice(): Promise<void> {
    const until = performance.now() + sliceMs;
    let read = 0;
    try {
      do {
        const { record, characters, aside } = this.unread[read++]!;
        this.unreadCharacters -= characters;
        const wait = this.options.onRecord?.(record, aside);
        if (wait instanceof Promise) await wait;
      } while (read < this.unread.length && performance.now() < until);
    } catch (error) {
      read = this.unread.length;
      this.unreadCharacters = 0;
      this.breakOff(error);
    }
    this.unread = this.unread.slice(read);
  }

  /** A bug, or a journal that cannot be written: the run must end. */
  private breakOff(error: unknown): void {
    this.crash ??= error;
    this.abort.abort();
  }

  private goOn(): void {
    this.launch();
    this.reportProgress();
    this.settle();
  }

  private reportProgress(): void {
    try {
      const oldest = this.underWay.values().next().value;
      this.options.onProgress?.({ inFlight: this.underWay.size, oldestSince: oldest?.began });
    } catch (error) {
      this.breakOff(error);
    }
  }

  /** No unit in progress means that none is left, because every unit that ends starts the waiting ones. */
  private settle(): void {
    if (this.underWay.size === 0 && this.recording === 0 && this.unread.length === 0 && !this.isReporting)
      this.finish();
  }
}

const waiting = (unit: Unit, attempt: number): Doing => ({ unit, attempt, at: 0, began: 0 });
