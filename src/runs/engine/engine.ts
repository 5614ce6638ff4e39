// Runs units of work, many at once, each recorded before anything follows from it. It knows nothing of models or
// benchmarks: what a kind of unit means is in the functions that it is given.

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
  /** Does the units. */
  executor: Executor;
  /** A unit with what the journal need not repeat, as the executor is given it. */
  complete?: ((unit: Unit) => Unit) | undefined;
  /**
   * Reads a record as whoever reads the journal will, and throws where it cannot: such an outcome is not written down, and
   * its unit has failed. Undefined where no record of this kind is known.
   */
  read?(record: UnitRecord): unknown;
  /** Units under way at most, unless the executor knows better. */
  concurrency: number;
  /** Times that a unit is done at most while it fails in a way that may heal; the last failure is recorded. */
  attempts?: number | undefined;
  /** When aborted, no unit begins any more, and those under way end in peace. */
  drain?: AbortSignal | undefined;
  /** When aborted, those under way are given up as well. */
  stop?: AbortSignal | undefined;
  /** Called when a unit begins, and when it has ended. */
  onProgress?(progress: EngineProgress): void;
  /** Called with each new record as soon as it is written; whatever it does, servers wait for it. */
  onWritten?(record: UnitRecord): void;
  /**
   * Called with each new record, once it is written: in that order, but when nothing is more urgent. Before the run
   * ends, all have been told, unless the journal could not be written. Where it gives a promise, the next is told when
   * that is kept. `aside` is what the outcome has beside its value.
   */
  onRecord?(record: UnitRecord, aside?: unknown): unknown;
}

export interface EngineProgress {
  inFlight: number;
  /** When the one began that has been under way longest, by `performance.now()`. */
  oldestSince?: number | undefined;
}

export interface EngineSummary {
  done: number;
  failed: number;
  /** Units that were not done, because the run was stopped. */
  left: number;
  /** The failure for which the run stopped itself. */
  stoppedBy?: UnitFailure | undefined;
}

/**
 * Does the roots, and all that follows from them, except what the journal says is done.
 * @throws {StorageError} when the journal cannot be written, and whatever `work` throws that is no `UnitFailure`
 */
export function runUnits(roots: Iterable<Unit>, options: EngineOptions): Promise<EngineSummary> {
  return new Engine(options).run(roots);
}

/** Milliseconds for which records are told before others have their turn. */
const sliceMs = 1;
/** Records that may wait to be written, for each unit that may be under way. */
const unwrittenAtMost = 2;
/** Records that may wait to be told, for each unit that may be under way; and characters of them, all together. */
const untoldAtMost = 8;
const untoldCharacters = 16_000_000;

/** A unit that waits or is under way. */
interface Doing {
  unit: Unit;
  attempt: number;
  /** When it began. */
  at: number;
  /** The same, by the clock that spans of time are measured with. */
  began: number;
}

class Engine {
  private readonly known = new IdSet();
  /** The roots wait since the start, and so come before all that follows; each is made when its turn has come. */
  private roots: Iterator<Unit> = [].values();
  /** Longest-waiting first: taken from `head` on. */
  private queue: Doing[] = [];
  private head = 0;
  /** Under way, the oldest first. */
  private readonly underWay = new Set<Doing>();
  /** Units whose outcome is being written. */
  private recording = 0;
  /** Records that are written, and that `onRecord` was not told yet. */
  private untold: { record: UnitRecord; characters: number; aside: unknown }[] = [];
  private untoldCharacters = 0;
  /** Whether the listener has asked to be told no more for the moment. */
  private isHeldBack = false;
  /** Whether a unit has ended since records were told. */
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

  private get hasMuchToTell(): boolean {
    return this.untold.length >= untoldAtMost * this.concurrency || this.untoldCharacters >= untoldCharacters;
  }

  private get isEnding(): boolean {
    return (
      this.abort.signal.aborted ||
      this.options.drain?.aborted === true ||
      this.summary.stoppedBy !== undefined
    );
  }

  /** Whether the unit is neither done nor under way nor waiting. */
  private isNew({ id }: Unit): boolean {
    if (this.known.has(id) || this.options.journal.done.has(id)) return false;
    this.known.add(id);
    return true;
  }

  private enqueue(unit: Unit): void {
    if (this.isNew(unit)) this.queue.push(waiting(unit, 1));
  }

  /** Takes the next unit out of those that wait. */
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

  private launch(): void {
    const { concurrency } = this;
    // A journal or a listener that falls behind holds the work back, instead of letting outcomes pile up.
    while (
      this.underWay.size < concurrency &&
      this.recording < unwrittenAtMost * concurrency &&
      !this.hasMuchToTell &&
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
      next.began = performance.now();
      this.tell();
      this.begin(next);
    }
  }

  /** Plain callbacks from here to the record: thousands are under way at once, and a chain of awaits costs more. */
  private begin(doing: Doing): void {
    doing.at = Date.now();
    const { executor, complete } = this.options;
    const { unit } = doing;
    promised(() => executor.do(complete ? complete(unit) : unit, this.context)).then(
      (outcome) => this.ended(doing, outcome),
      (error) => this.failed(doing, error),
    );
  }

  private ended(doing: Doing, outcome: Outcome): void {
    this.underWay.delete(doing);
    this.isBusy = true;
    if (typeof outcome !== "object" || outcome === null) {
      this.breakOff(new TypeError(`the work of the unit '${doing.unit.id}' came to nothing`));
      this.goOn();
      return;
    }
    const { value, next, time, aside } = outcome;
    const fault = this.faultOf(doing, outcome);
    if (fault !== undefined) {
      const message = `what came of the unit is not what it should be: ${fault}`;
      this.record(doing, undefined, undefined, { reason: "outcome", message }, time);
      return;
    }
    this.record(doing, value, next?.length ? next : undefined, undefined, time, aside);
  }

  /** What is wrong with an outcome, and with what is to follow from it: it may come from another machine. */
  private faultOf({ unit }: Doing, { value, next = [] }: Outcome): string | undefined {
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

  private failed(doing: Doing, error: unknown): void {
    this.underWay.delete(doing);
    const { unit, attempt } = doing;
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
      this.record(doing, undefined, undefined, { reason, message }, time);
      return;
    }
    this.goOn();
  }

  /**
   * A unit's place is free as soon as its outcome is there: the next begins before this one is written and whoever
   * listens has looked at it, so that a server is not kept waiting for that.
   */
  private record(
    doing: Doing,
    outcome: unknown,
    next: UnitRecord["next"],
    error: UnitRecord["error"],
    measured?: UnitRecord["time"],
    aside?: unknown,
  ): void {
    const { unit, at, began } = doing;
    const { id, kind, input } = unit;
    const time = measured ?? { at: new Date(at).toISOString(), ms: Math.round(performance.now() - began) };
    const record: UnitRecord = { v: 1, id, kind, input, outcome, error, next, time };
    this.recording++;
    this.launch();
    try {
      const { characters, written } = this.options.journal.append(record);
      written.then(
        () => this.written(record, characters, aside),
        (error) => this.unwritten(error),
      );
    } catch (mistake) {
      // Answers may be longer than a line can be; that is data, and no reason to stop.
      if (mistake instanceof RangeError && error === undefined) {
        this.recording--;
        const message = `what came of the unit is too long: ${mistake.message}`;
        this.record(doing, undefined, undefined, { reason: "outcome", message }, measured);
      } else this.unwritten(mistake);
    }
  }

  private unwritten(error: unknown): void {
    this.recording--;
    this.breakOff(error);
    this.goOn();
  }

  /** What follows from a unit may begin only when the unit is written. */
  private written(record: UnitRecord, characters: number, aside: unknown): void {
    this.recording--;
    this.options.executor.written?.(record.id);
    if (record.error) this.summary.failed++;
    else {
      this.options.journal.done.add(record.id);
      this.summary.done++;
    }
    this.untold.push({ record, characters, aside });
    this.untoldCharacters += characters;
    if (this.untold.length === 1) setImmediate(() => this.tellRecords());
    try {
      for (const successor of record.next ?? []) this.enqueue(successor);
      this.options.onWritten?.(record);
    } catch (error) {
      this.breakOff(error);
    }
    this.goOn();
  }

  /**
   * A slice of them. What has come in meanwhile goes first, since a server waits for what follows it, until so many
   * records have piled up that they would take memory.
   */
  private tellRecords(): void {
    if (this.isHeldBack) return;
    const { onRecord } = this.options;
    let wait: unknown;
    const mayWait = this.isBusy && !this.hasMuchToTell;
    this.isBusy = false;
    if (!mayWait) {
      const until = performance.now() + sliceMs;
      let told = 0;
      try {
        do {
          const { record, characters, aside } = this.untold[told++]!;
          this.untoldCharacters -= characters;
          wait = onRecord?.(record, aside);
        } while (!(wait instanceof Promise) && told < this.untold.length && performance.now() < until);
      } catch (error) {
        told = this.untold.length;
        this.untoldCharacters = 0;
        this.breakOff(error);
      }
      this.untold = this.untold.slice(told);
    }
    if (wait instanceof Promise) this.holdBack(wait);
    else if (this.untold.length > 0) setImmediate(() => this.tellRecords());
    this.goOn();
  }

  private holdBack(wait: Promise<unknown>): void {
    this.isHeldBack = true;
    wait
      .catch((error) => this.breakOff(error))
      .then(() => {
        this.isHeldBack = false;
        if (this.untold.length > 0) setImmediate(() => this.tellRecords());
        this.goOn();
      });
  }

  /** A mistake of the program, or a journal that cannot be written: nothing may go on. */
  private breakOff(error: unknown): void {
    this.crash ??= error;
    this.abort.abort();
  }

  private goOn(): void {
    this.launch();
    this.tell();
    this.settle();
  }

  private tell(): void {
    try {
      const oldest = this.underWay.values().next().value;
      this.options.onProgress?.({ inFlight: this.underWay.size, oldestSince: oldest?.began });
    } catch (error) {
      this.breakOff(error);
    }
  }

  /** Nothing under way means nothing left, since every end of a unit launches what waits. */
  private settle(): void {
    if (this.underWay.size === 0 && this.recording === 0 && this.untold.length === 0 && !this.isHeldBack)
      this.finish();
  }
}

const waiting = (unit: Unit, attempt: number): Doing => ({ unit, attempt, at: 0, began: 0 });
