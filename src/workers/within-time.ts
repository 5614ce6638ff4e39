// Runs a function in this thread, but not for ever: V8 ends it when its time is over. That costs 45 µs, less than handing a
// single text to another thread. What was ended may have left things half done, so it is for pure functions.

import { Script } from "node:vm";

const place = Symbol.for("assay.within-time");
const script = new Script(`globalThis[Symbol.for("assay.within-time")]()`, { filename: "assay-within-time" });

/** Whether it came to its end. What it throws is thrown. */
export function endsWithin(ms: number, run: () => void): boolean {
  const context = globalThis as { [place]?: (() => void) | undefined };
  const outer = context[place];
  context[place] = run;
  try {
    script.runInThisContext({ timeout: ms });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return false;
    throw error;
  } finally {
    context[place] = outer;
  }
}

/** What a function returns, or `otherwise` where it had to be ended. */
export function valueWithin<T, U>(run: () => T, otherwise: U, ms = hereMs): T | U {
  let value: T | U = otherwise;
  return endsWithin(ms, () => {
    value = run();
  })
    ? value
    : otherwise;
}

/**
 * Milliseconds for reading one text in this thread. Work is bounded by counted steps, so this is only for our own mistakes: it is
 * long enough that a loaded machine changes no verdict.
 */
export const hereMs = 5000;
