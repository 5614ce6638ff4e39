// A run with progress on the terminal; Ctrl-C ends it after the requests in flight.

import { ExpectedError, messageOf } from "../../errors/expected-error.ts";
import type { Retry } from "../../models/model.ts";
import type { RunControl, RunProgress } from "../../runs/lifecycle.ts";
import { isExpected } from "../terminal/error-text.ts";
import { overQueue } from "./over-queue.ts";
import { duration, ProgressLine, type RunFacts, runProgressShown } from "./progress.ts";

interface Watch<Progress> extends RunControl {
  onProgress(progress: Progress): void;
  /** A permanent message. */
  say(sentence: string): void;
}

interface Watched<Result> {
  result: Result;
  /** The exit code after a signal that asked the run to end; undefined if there was none. */
  endedBy: number | undefined;
}

/** The length of a wait that is printed as a permanent message, and the shortest time between two such messages. */
const longWaitMs = 10_000;

/**
 * @param goOn how to continue a run that was interrupted after its start
 * @param queue the queue whose workers do the units
 */
export async function watched<Progress extends RunProgress, Result>(
  factsOf: (progress: Progress) => RunFacts,
  goOn: string,
  queue: URL | undefined,
  run: (watch: Watch<Progress>) => Promise<Result>,
): Promise<Watched<Result>> {
  let last: Progress | undefined;
  const line = new ProgressLine(process.stderr, (seconds) =>
    last ? runProgressShown(factsOf(last), last, seconds) : undefined,
  );
  const { drain, stop, code, forget } = listenForStop((sentence) => line.say(sentence));
  const reportWait = waitReporter((sentence) => line.say(sentence));
  const onProgress = (progress: Progress) => {
    last = progress;
    reportWait(progress.lastRetry);
  };
  try {
    const say = (sentence: string) => line.say(sentence);
    const result = await run({ drain, stop, onProgress, say, openExecutor: queue && overQueue(queue, say) });
    return { result, endedBy: code() };
  } catch (error) {
    if (!last || !isExpected(error)) throw error;
    throw new ExpectedError(`${messageOf(error)}\nThe results so far are kept; ${goOn}`, { cause: error });
  } finally {
    line.end(true);
    forget();
  }
}

function waitReporter(say: (sentence: string) => void): (retry: Retry | undefined) => void {
  let told = Number.NEGATIVE_INFINITY;
  let toldOf: Retry | undefined;
  return (retry) => {
    if (!retry || retry === toldOf || retry.delayMs < longWaitMs) return;
    toldOf = retry;
    const now = performance.now();
    if (now - told < longWaitMs) return;
    told = now;
    say(`${retry.why}; waiting ${Math.ceil(retry.delayMs / 1000)} s`);
  };
}

/** Prints that something is loading, if that takes long. @param what for example `the data of GSM8K` */
export async function whileLoading<T>(what: string, load: () => Promise<T>): Promise<T> {
  const line = new ProgressLine(process.stderr, (seconds) => ({
    parts: [`loading ${what}`, duration(seconds)],
  }));
  try {
    return await load();
  } finally {
    line.end(false);
  }
}

// Signals that end a run: the first Ctrl-C waits for the requests in flight, the second aborts them, as SIGTERM does at
// once; a third ends the process immediately.

interface StopRequests {
  /** Aborted when no new work is to be started. */
  drain: AbortSignal;
  /** Aborted when work in progress is to be aborted. */
  stop: AbortSignal;
  /**
   * The exit code that a shell reports for a program that was ended by this signal; undefined if there was no signal.
   */
  code(): number | undefined;
  forget(): void;
}

/** 128 and the signal's number, as in shells. */
const codes = { SIGINT: 130, SIGTERM: 143 } as const;

export function listenForStop(say: (sentence: string) => void): StopRequests {
  const drain = new AbortController();
  const stop = new AbortController();
  let code: number | undefined;
  const onInterrupt = () => {
    code ??= codes.SIGINT;
    if (stop.signal.aborted) process.exit(code);
    if (drain.signal.aborted) return stop.abort();
    say("stopping: waiting for the requests in flight; press Ctrl-C again to stop at once");
    drain.abort();
  };
  const onTerminate = () => {
    code ??= codes.SIGTERM;
    drain.abort();
    stop.abort();
  };
  process.on("SIGINT", onInterrupt);
  process.on("SIGTERM", onTerminate);
  return {
    drain: drain.signal,
    stop: stop.signal,
    code: () => code,
    forget() {
      process.off("SIGINT", onInterrupt);
      process.off("SIGTERM", onTerminate);
    },
  };
}
