// What can go wrong with an embedded model. The kind says what a caller may do about it.

import { ExpectedError } from "../errors/expected-error.ts";

export type EmbeddedProblem =
  /** The runtime is not installed: install it. */
  | "runtime"
  /** The folder does not hold a model that can be run: mend the file that the message names. */
  | "folder"
  /** The request asks for what the model cannot do: mend the field that `field` names. */
  | "request"
  /** Whoever asked took it back. */
  | "stopped"
  /** The model failed while it ran. */
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
