// A run while a person watches: a line says how far it is, and Ctrl-C ends it in peace.

import { ProgressLine } from "./progress-line.ts";
import { listenForStop } from "./stop.ts";

export interface Watch<Progress> {
  drain: AbortSignal;
  stop: AbortSignal;
  onProgress(progress: Progress): void;
}

/** @param goOn how to go on, for a run that broke off after it had begun */
export async function watched<Progress, Result>(
  textOf: (progress: Progress, seconds: number) => string,
  goOn: string,
  run: (watch: Watch<Progress>) => Promise<Result>,
): Promise<Result> {
  const line = new ProgressLine(process.stderr, textOf);
  const { drain, stop, forget } = listenForStop((sentence) => line.say(sentence));
  let began = false;
  const onProgress = (progress: Progress) => {
    began = true;
    line.show(progress);
  };
  try {
    return await run({ drain, stop, onProgress });
  } catch (error) {
    if (!began) throw error;
    throw new Error(`${(error as Error).message}\nWhat is there is kept; ${goOn}`);
  } finally {
    line.end();
    forget();
  }
}
