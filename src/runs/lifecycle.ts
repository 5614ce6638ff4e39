// The life of a run of any kind, written once: its folder, lock and journal are opened, what was done before is read,
// the units that are missing are done, a failure that may be temporary is tried again, the run may be asked to end, and before
// the journal is closed its figures are made. The kind defines what the units mean.

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

/** How a run of any kind is controlled from outside. */
export interface RunControl {
  /** When aborted, no unit begins any more, and those in progress are finished. */
  drain?: AbortSignal | undefined;
  /** When aborted, those in progress are given up as well. */
  stop?: AbortSignal | undefined;
  /** Opens who does the units, once the run is this process's own; this process does them unless it is given. */
  openExecutor?: ((run: RunToExecute) => Promise<Executor>) | undefined;
}

/** How far any run is. */
export interface RunProgress {
  inFlight: number;
  /** When the unit began that has been in progress longest, by `performance.now()`. */
  oldestSince?: number | undefined;
  retries: number;
  lastRetry?: Retry | undefined;
  /** When each request that failed is sent again, by `performance.now()`; times that are over do not count. */
  retriesAt?: readonly number[] | undefined;
  /** Where units are done, in words, where that is not here. */
  where?: string | undefined;
}

/** Why a run ended before all was done: the budget is spent, the user asked for it, or all requests would fail in the same way. */
type StoppedBy = "budget" | "request" | "provider";

export interface RunEnd {
  stopped?: { by: StoppedBy; why: string } | undefined;
  /** What the last unit that failed said. */
  lastFailure?: string | undefined;
  /** When the last answer came, where all were there before, so that nothing was sent. */
  completeSince?: string | undefined;
}

export interface RunParts {
  folder: string;
  /** The journal's name in the folder. */
  journal: string;
  /** What run.json is to say. */
  run: object;
  /** The whole set, where the run is a shard of it. */
  set?: ProblemSet | undefined;
  concurrency: number;
  /** What all units share, as plain data. */
  context: RunContext;
  /** Does the units, by kind, where they are done here. */
  work(onRetry: (retry: Retry) => void): WorkByKind;
  /** A unit with what the journal need not repeat. */
  complete?: ((unit: Unit) => Unit) | undefined;
  /** Reads a record of the journal; see the engine. */
  read(record: UnitRecord): unknown;
  /** Takes in what the journal holds from before. */
  onOld: OnRecord;
  /** Called when that is done, before any unit begins. */
  begin?(journal: Journal): Promise<void> | void;
  /** What is still to be done. */
  units(): Iterable<Unit>;
  /** See the engine. */
  onWritten?(record: UnitRecord): void;
  onRecord(record: UnitRecord, aside?: unknown): unknown;
  onProgress(progress: RunProgress): void;
  /** Why nothing more may be spent, where that is so; asked before the first unit and after each record. */
  spent?(): string | undefined;
}

/** Units that fail in a way that may heal are tried once more when all others are done. */
const attempts = 2;

/**
 * @param conclude makes the result while the run is still locked
 * @throws {StorageError} when the folder cannot be used, and whatever the work throws that is no failure of a unit
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

/** A signal of the run's own, which is aborted with the one that it was given. */
function follow(signal: AbortSignal | undefined): { controller: AbortController; forget(): void } {
  const controller = new AbortController();
  const abort = () => controller.abort();
  signal?.addEventListener("abort", abort, { once: true });
  if (signal?.aborted) abort();
  return { controller, forget: () => signal?.removeEventListener("abort", abort) };
}
