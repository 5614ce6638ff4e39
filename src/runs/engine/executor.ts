// Executors process units, in this process or elsewhere. A unit is plain data, and so is the context that all units of
// a run share, so a different process can do the work from both.

import { createHash } from "node:crypto";
import { type Outcome, promised, type Unit, type Work, type WorkContext } from "./unit.ts";

/** Processes units. The engine does not depend on where that happens. */
export interface Executor {
  do(unit: Unit, context: WorkContext): Promise<Outcome>;
  /** The maximum number of units at once, if the executor and not the run decides it; at least 1, and it may change. */
  readonly places?: number | undefined;
  /** Where units are processed, in a few words for the progress line. */
  readonly where?: string | undefined;
  /** `listener` is called when one of the two has changed. */
  onChange?(listener: () => void): void;
  /** The outcome of a unit is in the journal. */
  written?(id: string): void;
  /** Called when the run is over, complete or not. */
  close?(): Promise<void>;
}

/** The state of a run when its executor is opened: its journal is open and locked. */
export interface RunToExecute {
  /** The executor's own file beside the run: what it needs to continue an interrupted run. */
  ticket: string;
  context: RunContext;
  /** Whether a unit is done in the journal. */
  isDone(id: string): boolean;
  /** When aborted, the run ends, and the wait for the first unit is cancelled. */
  drain?: AbortSignal | undefined;
}

/** The functions that process units, by their kind. */
export type WorkByKind = Readonly<Record<string, Work>>;

/** The context of all units of a run, recorded once: its resolved configuration, without secrets. */
export interface RunContext {
  /** The hash of the rest, by which a unit names its context. */
  hash: string;
  /** The kind of run, which selects the function that makes the work from the data. */
  kind: string;
  data: unknown;
}

export function runContext(kind: string, data: unknown): RunContext {
  const text = JSON.stringify([kind, data]);
  const hash = createHash("sha256").update(text).digest("hex");
  // A copy through JSON, so that it has no closures and no `undefined`.
  return { hash, kind, data: (JSON.parse(text) as [string, unknown])[1] };
}

/** In this process. */
export const executeHere = (work: WorkByKind): Executor => ({
  do(unit, context) {
    const does = Object.hasOwn(work, unit.kind) ? work[unit.kind] : undefined;
    if (!does) return Promise.reject(new TypeError(`there is no work for units of kind '${unit.kind}'`));
    return promised(() => does(unit, context));
  },
});
