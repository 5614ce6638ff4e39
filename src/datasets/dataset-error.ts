// What can go wrong between a data set's name and its rows. One class, whose kind says what a caller may do.

import { ExpectedError } from "../errors/expected-error.ts";

export type DatasetProblem =
  /** Not in the cache, and the hub may not be asked: fetch it first. */
  | "offline"
  /** The hub does not answer, or has too much to do: try again later. */
  | "unreachable"
  /** The hub wants a token, or another one. */
  | "denied"
  /** There is no such data set, revision or file: mend the name. */
  | "missing"
  /** What arrived is not what the hub announced: try again. */
  | "damaged"
  /** A row or a file does not hold what it must: mend it, or name other fields. */
  | "content"
  /** The cache cannot be written: mend its permissions, or make room. */
  | "storage";

export class DatasetError extends ExpectedError {
  /** Whether the same request may succeed later. */
  readonly isRetryable: boolean;

  constructor(
    readonly kind: DatasetProblem,
    /** The data set's id, or the file's path. */
    readonly dataset: string,
    message: string,
    /** How long the hub asks to wait. */
    readonly retryAfterMs?: number,
  ) {
    super(message);
    this.name = "DatasetError";
    this.isRetryable = kind === "unreachable" || kind === "damaged";
  }
}
