// Runs units of work, many at once, each recorded before anything follows from it. It knows nothing of models or
// benchmarks: what a kind of unit means is in the functions that it is given.

import type { Journal } from "./journal.ts";
import { type Unit, UnitFailure, type UnitRecord, type Work } from "./unit.ts";

export interface EngineOptions {
  journal: Journal;
  /** By kind. */
  work: Readonly<Record<string, Work>>;
  /** Units under way at most. */
  concurrency: number;
  /** Times that a unit is done at most while it fails in a way that may heal; the last failure is recorded. */
  attempts?: number | undefined;
  /** When aborted, no unit begins any more, and those under way end in peace. */
  drain?: AbortSignal | undefined;
  /** When aborted, those under way are given up as well. */
  stop?: AbortSignal | undefined;
  /** Called when a unit begins, and when it has ended. */
  onProgress?(progress: EngineProgress): void;
  /** Called with each new record, once it is written. */
  onRecord?(record: UnitRecord): void;
}

export interface EngineProgress {
  inFlight: number;
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

interface Waiting {
  unit: Unit;
  attempt: number;
}

class Engine {
  private readonly known = new Set<string>();
  /** The roots wait since the start, and so come before all that follows; each is made when its turn has come. */
  private roots: Iterator<Unit> = [].values();
  /** Longest-waiting first: taken from `head` on. */
  private queue: Waiting[] = [];
  private head = 0;
  private inFlight = 0;
  /** Units whose outcome is being written. */
  private recording = 0;
  private readonly summary: EngineSummary = { done: 0, failed: 0, left: 0 };
  private readonly abort = new AbortController();
  private crash: unknown;
  private finish: () => void = () => {};

  constructor(private readonly options: EngineOptions) {}

  async run(roots: Iterable<Unit>): Promise<EngineSummary> {
    const { journal, stop, drain } = this.options;
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
      this.launch();
      this.settle();
    });
    stop?.removeEventListener("abort", abort);
    drain?.removeEventListener("abort", settle);
    if (this.crash !== undefined) throw this.crash;
    while (this.take()) this.summary.left++;
    return this.summary;
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
    if (this.isNew(unit)) this.queue.push({ unit, attempt: 1 });
  }

  /** Takes the next unit out of those that wait. */
  private take(): Waiting | undefined {
    for (let root = this.roots.next(); !root.done; root = this.roots.next()) {
      if (this.isNew(root.value)) return { unit: root.value, attempt: 1 };
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
    const { concurrency } = this.options;
    // A journal that falls behind holds the work back, instead of letting outcomes pile up.
    while (this.inFlight < concurrency && this.recording < 2 * concurrency && !this.isEnding) {
      const next = this.take();
      if (!next) break;
      this.inFlight++;
      this.tell();
      void this.carryOut(next);
    }
  }

  /**
   * A unit's place is free as soon as its outcome is there: the next begins before this one is written and whoever
   * listens has looked at it, so that a server is not kept waiting for that.
   */
  private async carryOut(waiting: Waiting): Promise<void> {
    try {
      const record = await this.perform(waiting).finally(() => {
        this.inFlight--;
      });
      if (record) {
        this.recording++;
        this.launch();
        await this.record(record).finally(() => {
          this.recording--;
        });
      }
    } catch (error) {
      this.crash ??= error;
      this.abort.abort();
    }
    this.launch();
    this.tell();
    this.settle();
  }

  /** What is to be written of a unit; nothing when it was given up or is to be tried again. */
  private async perform({ unit, attempt }: Waiting): Promise<UnitRecord | undefined> {
    const work = this.options.work[unit.kind];
    if (!work) throw new TypeError(`nothing does units of kind '${unit.kind}'`);
    const at = Date.now();
    const began = performance.now();
    const time = () => ({ at: new Date(at).toISOString(), ms: Math.round(performance.now() - began) });
    try {
      const { value, next } = await work(unit, { signal: this.abort.signal });
      return { v: 1, ...unit, outcome: value, ...(next?.length ? { next } : {}), time: time() };
    } catch (error) {
      if (this.abort.signal.aborted) {
        this.summary.left++;
        return undefined;
      }
      if (!(error instanceof UnitFailure)) throw error;
      const { reason, message, stopsRun, isRetryable } = error;
      if (stopsRun) {
        this.summary.stoppedBy ??= error;
        this.summary.left++;
        return undefined;
      }
      if (isRetryable && attempt < (this.options.attempts ?? 1)) {
        this.queue.push({ unit, attempt: attempt + 1 });
        return undefined;
      }
      return { v: 1, ...unit, error: { reason, message }, time: time() };
    }
  }

  /** What follows from a unit may begin only when the unit is written. */
  private async record(record: UnitRecord): Promise<void> {
    await this.options.journal.append(record);
    if (record.error) this.summary.failed++;
    else {
      this.options.journal.done.add(record.id);
      this.summary.done++;
      for (const successor of record.next ?? []) this.enqueue(successor);
    }
    this.options.onRecord?.(record);
  }

  private tell(): void {
    this.options.onProgress?.({ inFlight: this.inFlight });
  }

  /** Nothing under way means nothing left, since every end of a unit launches what waits. */
  private settle(): void {
    if (this.inFlight === 0 && this.recording === 0) this.finish();
  }
}
