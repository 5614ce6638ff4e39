// Runs a function in this thread, but not for ever: V8 ends it when its time is over. It costs a fraction of handing
// the work to another thread, so it comes first; what was ended may have left things half done, so that whoever calls
// does not trust the same code in this thread again.

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

/**
 * Milliseconds in this thread, after which another takes over. Few answers take as long, and little memory can be taken
 * in this time. It decides where an answer is graded, never how.
 */
export const hereMs = 250;
