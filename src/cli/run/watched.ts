// A run while a person watches: a line says how far it is, and Ctrl-C ends it after the requests in flight.

import { ExpectedError, messageOf } from "../../errors/expected-error.ts";
import type { Retry } from "../../models/model.ts";
import type { RunProgress } from "../../runs/lifecycle.ts";
import { isExpected } from "../terminal/error-text.ts";
import { duration, ProgressLine, type RunFacts, runProgressTold } from "./progress.ts";

interface Watch<Progress> {
  drain: AbortSignal;
  stop: AbortSignal;
  onProgress(progress: Progress): void;
  /** A sentence that stays. */
  say(sentence: string): void;
}

interface Watched<Result> {
  result: Result;
  /** The exit code after a signal that asked the run to end; undefined if there was none. */
  endedBy: number | undefined;
}

/** A wait of this length is printed as a sentence that stays, but not more often than this. */
const longWaitMs = 10_000;

/** @param goOn how to go on, for a run that broke off after it had begun */
export async function watched<Progress extends RunProgress, Result>(
  factsOf: (progress: Progress) => RunFacts,
  goOn: string,
  run: (watch: Watch<Progress>) => Promise<Result>,
): Promise<Watched<Result>> {
  let last: Progress | undefined;
  const line = new ProgressLine(process.stderr, (seconds) =>
    last ? runProgressTold(factsOf(last), last, seconds) : undefined,
  );
  const { drain, stop, code, forget } = listenForStop((sentence) => line.say(sentence));
  const tellOfWait = waitTeller((sentence) => line.say(sentence));
  const onProgress = (progress: Progress) => {
    last = progress;
    tellOfWait(progress.lastRetry);
  };
  try {
    const result = await run({ drain, stop, onProgress, say: (sentence) => line.say(sentence) });
    return { result, endedBy: code() };
  } catch (error) {
    if (!last || !isExpected(error)) throw error;
    throw new ExpectedError(`${messageOf(error)}\nThe results so far are kept; ${goOn}`, { cause: error });
  } finally {
    line.end(true);
    forget();
  }
}

function waitTeller(say: (sentence: string) => void): (retry: Retry | undefined) => void {
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

/** Shows that something is loaded, where that takes long. @param what for example `the data of GSM8K` */
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

// How a person ends a run: the first Ctrl-C lets the requests in flight end, the second gives them up, as the end of
// a job does at once; a third leaves the program whatever it does.

interface StopRequests {
  /** Aborted when nothing new is to begin. */
  drain: AbortSignal;
  /** Aborted when what is in progress is to be given up. */
  stop: AbortSignal;
  /** What a shell gives a program that was ended so; undefined if there was no signal. */
  code(): number | undefined;
  forget(): void;
}

/** 128 and the signal's number, as shells have it. */
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
