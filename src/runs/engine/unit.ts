// Work as plain data. A unit can be recorded, sent to a different process and repeated without harm; only the function
// for its kind interprets it.

import { ExpectedError } from "../../errors/expected-error.ts";

/** Work to do. The id is made from its content, so the same work has the same id in every run. */
export interface Unit<Input = unknown> {
  id: string;
  kind: string;
  input: Input;
}

/** The outcome of a unit, and the units that follow from it. */
export interface Outcome<Value = unknown> {
  value: Value;
  next?: readonly Unit[] | undefined;
  /** Its start and duration, if it was processed elsewhere; otherwise the engine measures them. */
  time?: UnitRecord["time"] | undefined;
  /** Additional results from the process that did the work: passed on with the record, but not recorded. */
  aside?: unknown;
}

export interface WorkContext {
  /** Aborted when the run must end at once; the unit then stays undone. */
  signal: AbortSignal;
  /** Aborted when no new work is to start: requests that wait for a retry are cancelled. */
  drain: AbortSignal;
}

/** Calls a function and returns a promise for its result, even if it throws or does not return a promise. */
export function promised<T>(call: () => Promise<T>): Promise<T> {
  try {
    return Promise.resolve(call());
  } catch (error) {
    return Promise.reject(error);
  }
}

/** Processes the units of one kind. The kind defines the form of the input, which is read as untrusted. */
export type Work = (unit: Unit, context: WorkContext) => Promise<Outcome>;

/** The reason of a unit that was aborted because the run ends: it stays undone, and is not recorded. */
export const givenUp = "stopped";

/** A unit failed in a way that is data, not a bug: it is recorded, and tried again on resume. */
export class UnitFailure extends ExpectedError {
  readonly reason: string;
  readonly isRetryable: boolean;
  /** All other units would fail in the same way, so the run should stop. */
  readonly stopsRun: boolean;
  /** As in an outcome, if it was processed elsewhere. */
  readonly time: UnitRecord["time"] | undefined;

  constructor(
    reason: string,
    message: string,
    options: {
      isRetryable?: boolean | undefined;
      stopsRun?: boolean | undefined;
      time?: UnitRecord["time"] | undefined;
    } = {},
  ) {
    super(message);
    this.name = "UnitFailure";
    this.reason = reason;
    this.isRetryable = options.isRetryable ?? false;
    this.stopsRun = options.stopsRun ?? false;
    this.time = options.time;
  }
}

/** A line of the journal: a unit with its outcome, or with its error. */
export interface UnitRecord {
  v: 1;
  id: string;
  kind: string;
  input: unknown;
  outcome?: unknown;
  error?: { reason: string; message: string } | undefined;
  next?: readonly Unit[] | undefined;
  /** Everything that may differ between two runs that are otherwise the same. */
  time: { at: string; ms: number };
}
