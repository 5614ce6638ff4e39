// Where units are done: in this process, or where an executor carries them. A unit is plain data, and so is what all
// units of a run share, its context; so that a different process can do the work from both.

import { createHash } from "node:crypto";
import { type Outcome, promised, type Unit, type Work, type WorkContext } from "./unit.ts";

/** Does units. The engine does not depend on where that happens. */
export interface Executor {
  do(unit: Unit, context: WorkContext): Promise<Outcome>;
  /** Units that it takes at once, where the executor and not the run decides that; at least 1, and it may change. */
  readonly places?: number | undefined;
  /** Where units are done, in a few words for a person who watches. */
  readonly where?: string | undefined;
  /** `listener` is called whenever one of the two has changed. */
  onChange?(listener: () => void): void;
  /** What a unit came to is in the journal. */
  written?(id: string): void;
  /** Called when the run is over, whether all was done or not. */
  close?(): Promise<void>;
}

/** What is known of a run when its executor is opened: its journal is open and locked. */
export interface RunToExecute {
  /** The file that is the executor's own, beside what the run writes: what it needs to continue a run that was interrupted. */
  ticket: string;
  context: RunContext;
  /** Whether a unit is in the journal, done. */
  isDone(id: string): boolean;
  /** When aborted, the run ends, and nothing waits any longer for the first unit. */
  drain?: AbortSignal | undefined;
}

/** The functions that do units, by their kind. */
export type WorkByKind = Readonly<Record<string, Work>>;

/** What all units of a run share, recorded once: its resolved configuration, without any secret. */
export interface RunContext {
  /** Of the rest; a unit that is carried elsewhere names its context by this. */
  hash: string;
  /** The kind of run, by which the function is found that makes the work from the data. */
  kind: string;
  data: unknown;
}

export function runContext(kind: string, data: unknown): RunContext {
  const text = JSON.stringify([kind, data]);
  const hash = createHash("sha256").update(text).digest("hex");
  // As it is read elsewhere, so that it holds no closure and no `undefined`.
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
