// A run while a person watches: a line says how far it is, and Ctrl-C ends it in peace.

import type { Retry } from "../../models/model.ts";
import { ProgressLine } from "./progress-line.ts";
import { listenForStop } from "./stop.ts";

export interface Watch<Progress> {
  drain: AbortSignal;
  stop: AbortSignal;
  onProgress(progress: Progress): void;
  /** A sentence that stays. */
  say(sentence: string): void;
}

/** A wait of this length is told in a sentence that stays, but not more often than this. */
const longWaitMs = 10_000;

/** @param goOn how to go on, for a run that broke off after it had begun */
export async function watched<Progress extends { lastRetry?: Retry | undefined }, Result>(
  textOf: (progress: Progress, seconds: number) => string,
  goOn: string,
  run: (watch: Watch<Progress>) => Promise<Result>,
): Promise<Result> {
  const line = new ProgressLine(process.stderr, textOf);
  const { drain, stop, forget } = listenForStop((sentence) => line.say(sentence));
  let began = false;
  let told = Number.NEGATIVE_INFINITY;
  let toldOf: Retry | undefined;
  const tellOfWait = ({ lastRetry }: Progress) => {
    const now = performance.now();
    if (!lastRetry || lastRetry === toldOf || lastRetry.delayMs < longWaitMs) return;
    toldOf = lastRetry;
    if (now - told < longWaitMs) return;
    told = now;
    line.say(`${lastRetry.why}; waiting ${Math.ceil(lastRetry.delayMs / 1000)} s`);
  };
  const onProgress = (progress: Progress) => {
    began = true;
    tellOfWait(progress);
    line.show(progress);
  };
  try {
    return await run({ drain, stop, onProgress, say: (sentence) => line.say(sentence) });
  } catch (error) {
    if (!began) throw error;
    throw new Error(`${(error as Error).message}\nWhat is there is kept; ${goOn}`);
  } finally {
    line.end();
    forget();
  }
}
