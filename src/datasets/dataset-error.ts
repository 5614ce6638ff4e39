// Errors between a data set's name and its rows: one class, whose kind tells a caller what it may do.

import { ExpectedError } from "../errors/expected-error.ts";

export type DatasetProblem =
  /** Not in the cache, and requests to the hub are forbidden: fetch it first. */
  | "offline"
  /** The hub does not answer, or is overloaded: try again later. */
  | "unreachable"
  /** The hub requires a token, or a different one. */
  | "denied"
  /** There is no such data set, revision or file: correct the name. */
  | "missing"
  /** The download is not what the hub announced: try again. */
  | "damaged"
  /** A row or a file lacks a required value: correct it, or name other fields. */
  | "content"
  /** The cache cannot be written: correct its permissions, or free space. */
  | "storage";

export class DatasetError extends ExpectedError {
  /** Whether the same request may succeed later. */
  readonly isRetryable: boolean;

  constructor(
    readonly kind: DatasetProblem,
    /** The data set's id, or the file's path. */
    readonly dataset: string,
    message: string,
    /** The wait that the hub asks for. */
    readonly retryAfterMs?: number,
  ) {
    super(message);
    this.name = "DatasetError";
    this.isRetryable = kind === "unreachable" || kind === "damaged";
  }
}
