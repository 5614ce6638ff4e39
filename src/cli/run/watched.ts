// A run while a person watches: a line says how far it is, and Ctrl-C ends it in peace.

import { ExpectedError, messageOf } from "../../errors/expected-error.ts";
import type { Retry } from "../../models/model.ts";
import type { RunProgress } from "../../runs/lifecycle.ts";
import { isExpected } from "../terminal/error-text.ts";
import { ProgressLine } from "./progress-line.ts";
import { duration, type RunFacts, runProgressTold } from "./run-progress.ts";
import { listenForStop } from "./stop.ts";

export interface Watch<Progress> {
  drain: AbortSignal;
  stop: AbortSignal;
  onProgress(progress: Progress): void;
  /** A sentence that stays. */
  say(sentence: string): void;
}

export interface Watched<Result> {
  result: Result;
  /** The exit code of whoever was asked to end; undefined where nobody asked. */
  endedBy: number | undefined;
}

/** A wait of this length is told in a sentence that stays, but not more often than this. */
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
