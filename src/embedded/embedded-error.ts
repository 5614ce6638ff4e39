// Errors of embedded models. The kind tells a caller what it may do.

import { ExpectedError } from "../errors/expected-error.ts";

export type EmbeddedProblem =
  /** The runtime is not installed: install it. */
  | "runtime"
  /** The folder does not contain a model that can be run: correct the file that the message names. */
  | "folder"
  /** The request asks for something that the model cannot do: correct the field that `field` names. */
  | "request"
  /** The caller cancelled the request. */
  | "stopped"
  /** The model failed while it was running. */
  | "failed";

export class EmbeddedError extends ExpectedError {
  constructor(
    readonly kind: EmbeddedProblem,
    message: string,
    /** The field of the request that is wrong. */
    readonly field?: string | undefined,
  ) {
    super(message);
    this.name = "EmbeddedError";
  }
}

export const stopped = (): EmbeddedError => new EmbeddedError("stopped", "it was stopped");
