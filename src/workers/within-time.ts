// Runs a function in this thread with a time limit, at which V8 ends it. This costs 45 µs, less than sending a single
// text to a different thread. A function that was ended may leave its work half done, so it must be pure.

import { Script } from "node:vm";

const place = Symbol.for("assay.within-time");
const script = new Script(`globalThis[Symbol.for("assay.within-time")]()`, { filename: "assay-within-time" });

/** Whether it finished. An error that it throws is passed on. */
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

/** The result of a function, or `otherwise` if it had to be ended. */
export function valueWithin<T, U>(run: () => T, otherwise: U, ms = hereMs): T | U {
  let value: T | U = otherwise;
  return endsWithin(ms, () => {
    value = run();
  })
    ? value
    : otherwise;
}

/**
 * Milliseconds for reading one text in this thread. Counted steps limit the work, so this limit only matters for our
 * own bugs: it is long enough that a busy machine changes no verdict.
 */
export const hereMs = 5000;
