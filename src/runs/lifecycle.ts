// The life of a run of any kind: it opens the folder, the lock and the journal, reads what was done before, processes
// the missing units, retries failures that may be temporary, stops when it is asked to, and makes the figures before
// the journal is closed. The kind defines the meaning of the units.

import { join } from "node:path";
import type { Retry } from "../models/model.ts";
import { runUnits } from "./engine/engine.ts";
import {
  type Executor,
  executeHere,
  type RunContext,
  type RunToExecute,
  type WorkByKind,
} from "./engine/executor.ts";
import type { Journal, OnRecord } from "./engine/journal.ts";
import type { Unit, UnitRecord } from "./engine/unit.ts";
import { openRunFolder } from "./run-folder.ts";
import { type ProblemSet, writeSet } from "./shard.ts";

/** How to control a run of any kind. */
export interface RunControl {
  /** When aborted, no more units are started, and those in progress are finished. */
  drain?: AbortSignal | undefined;
  /** When aborted, those in progress are aborted too. */
  stop?: AbortSignal | undefined;
  /** Opens the executor, once the run is locked by this process; default: this process. */
  openExecutor?: ((run: RunToExecute) => Promise<Executor>) | undefined;
}

/** The progress of any run. */
export interface RunProgress {
  inFlight: number;
  /** The start time of the oldest unit in progress, by `performance.now()`. */
  oldestSince?: number | undefined;
  retries: number;
  lastRetry?: Retry | undefined;
  /** The times at which failed requests are retried, by `performance.now()`; past times do not count. */
  retriesAt?: readonly number[] | undefined;
  /** Where units are processed, in words, if not in this process. */
  where?: string | undefined;
}

/**
 * Why a run ended before it was complete: the budget is spent, the user stopped it, or all requests would fail in the
 * same way.
 */
type StoppedBy = "budget" | "request" | "provider";

export interface RunEnd {
  stopped?: { by: StoppedBy; why: string } | undefined;
  /** The message of the last failed unit. */
  lastFailure?: string | undefined;
  /** The time of the last answer, if the run was complete and nothing was sent. */
  completeSince?: string | undefined;
}

export interface RunParts {
  folder: string;
  /** The journal's name in the folder. */
  journal: string;
  /** The content of run.json. */
  run: object;
  /** The whole set, if the run is a shard of it. */
  set?: ProblemSet | undefined;
  concurrency: number;
  /** The context of all units, as plain data. */
  context: RunContext;
  /** Processes the units, by kind, in this process. */
  work(onRetry: (retry: Retry) => void): WorkByKind;
  /** A unit with the data that the journal need not repeat. */
  complete?: ((unit: Unit) => Unit) | undefined;
  /** Reads a record of the journal; see the engine. */
  read(record: UnitRecord): unknown;
  /** Called with the records that the journal already has. */
  onOld: OnRecord;
  /** Called after that, before any unit starts. */
  begin?(journal: Journal): Promise<void> | void;
  /** The units that are missing. */
  units(): Iterable<Unit>;
  /** See the engine. */
  onWritten?(record: UnitRecord): void;
  onRecord(record: UnitRecord, aside?: unknown): unknown;
  onProgress(progress: RunProgress): void;
  /** Why no more may be spent, if so; checked before the first unit and after each record. */
  spent?(): string | undefined;
}

/** Units with temporary failures are tried once more when all others are done. */
const attempts = 2;

/**
 * @param conclude makes the result while the run is still locked
 * @throws {StorageError} if the folder cannot be used, and any error of the work that is not a failure of a unit
 */
export async function carryOut<Result>(
  parts: RunParts,
  control: RunControl,
  conclude: (end: RunEnd) => Promise<Result> | Result,
): Promise<Result & RunEnd & { seconds: number }> {
  const started = performance.now();
  const { folder, run } = parts;
  let lastAnswer = 0;
  let isSent = false;
  const onOld: OnRecord = (record, line) => {
    const { at, ms } = record.time;
    if (!record.error) lastAnswer = Math.max(lastAnswer, Date.parse(at) + ms);
    return parts.onOld(record, line);
  };
  const journal = await openRunFolder({ folder, journal: parts.journal, run, onRecord: onOld });
  const drain = follow(control.drain);
  const progress: RunProgress = { inFlight: 0, retries: 0 };
  let end: RunEnd = {};
  let executor: Executor | undefined;
  const halt = () => {
    if (parts.spent?.() !== undefined) drain.controller.abort();
  };
  try {
    if (parts.set) writeSet(folder, parts.set);
    await parts.begin?.(journal);
    const onRetry = (retry: Retry) => {
      progress.retries++;
      progress.lastRetry = retry;
      const now = performance.now();
      const later = (progress.retriesAt ?? []).filter((at) => at > now);
      progress.retriesAt = [...later, now + retry.delayMs];
      parts.onProgress({ ...progress });
    };
    const isDone = (id: string) => journal.done.has(id);
    executor =
      (await control.openExecutor?.({
        ticket: join(folder, "queue.json"),
        context: parts.context,
        isDone,
        drain: drain.controller.signal,
      })) ?? executeHere(parts.work(onRetry));
    halt();
    const { stoppedBy, left } = await runUnits(parts.units(), {
      journal,
      executor,
      complete: parts.complete,
      read: parts.read,
      concurrency: parts.concurrency,
      attempts,
      drain: drain.controller.signal,
      stop: control.stop,
      onProgress(engine) {
        Object.assign(progress, engine, { where: executor?.where });
        parts.onProgress({ ...progress });
      },
      onWritten(record) {
        isSent = true;
        parts.onWritten?.(record);
        halt();
      },
      onRecord(record, aside) {
        if (record.error) end = { lastFailure: record.error.message };
        return parts.onRecord(record, aside);
      },
    });
    const stopped = stoppedBy
      ? { by: "provider" as const, why: stoppedBy.message }
      : left > 0
        ? whyLeft(parts.spent?.())
        : undefined;
    if (stopped) end = { ...end, stopped };
    else if (!isSent && lastAnswer > 0) end = { completeSince: new Date(lastAnswer).toISOString() };
    return { ...end, ...(await conclude(end)), seconds: (performance.now() - started) / 1000 };
  } finally {
    drain.forget();
    try {
      await executor?.close?.();
    } finally {
      await journal.close();
    }
  }
}

const whyLeft = (spent: string | undefined): RunEnd["stopped"] =>
  spent === undefined ? { by: "request", why: "it was asked to stop" } : { by: "budget", why: spent };

/** A signal of the run, which is also aborted with the given one. */
function follow(signal: AbortSignal | undefined): { controller: AbortController; forget(): void } {
  const controller = new AbortController();
  const abort = () => controller.abort();
  signal?.addEventListener("abort", abort, { once: true });
  if (signal?.aborted) abort();
  return { controller, forget: () => signal?.removeEventListener("abort", abort) };
}
