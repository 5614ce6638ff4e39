// Work as plain data. A unit can be recorded, carried to a different process and done again without harm; what it
// means is known only to the function that does its kind.

import { ExpectedError } from "../../errors/expected-error.ts";

/** Something to do. The id is made from its content, so that the same work has the same id in every run. */
export interface Unit<Input = unknown> {
  id: string;
  kind: string;
  input: Input;
}

/** What a unit came to, and the units that follow from it. */
export interface Outcome<Value = unknown> {
  value: Value;
  next?: readonly Unit[] | undefined;
  /** When it began and how long it took, where it was done elsewhere; else the engine measures that. */
  time?: UnitRecord["time"] | undefined;
  /** What was found out about the value where it was made: passed on with the record, and not recorded. */
  aside?: unknown;
}

export interface WorkContext {
  /** Aborted when the run must end at once; the unit then stays undone. */
  signal: AbortSignal;
  /** Aborted when nothing new is to begin: what only waits to be tried again is given up. */
  drain: AbortSignal;
}

/** What a call comes to, also where it throws or gives no promise: a caller need not await to be sure of that. */
export function promised<T>(call: () => Promise<T>): Promise<T> {
  try {
    return Promise.resolve(call());
  } catch (error) {
    return Promise.reject(error);
  }
}

/** Does the units of one kind. The kind defines what the input holds, and it is read as untrusted. */
export type Work = (unit: Unit, context: WorkContext) => Promise<Outcome>;

/** The reason of a unit that was given up because the run ends: it stays undone, and is not recorded. */
export const givenUp = "stopped";

/** A unit failed in a way that is data, not a mistake of the program: it is recorded, and done again on resume. */
export class UnitFailure extends ExpectedError {
  readonly reason: string;
  readonly isRetryable: boolean;
  /** All others would fail in the same way, so that the run had better stop. */
  readonly stopsRun: boolean;
  /** Where it was done elsewhere, as an outcome has it. */
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

/** A line of the journal: a unit with its outcome, or with the error that it ended in. */
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
