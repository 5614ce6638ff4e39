// A model that cannot be what it was taken for: a missing key, a path that holds none, answers of another kind.

import { ExpectedError } from "../errors/expected-error.ts";

/** The model cannot be opened as it is described: mend the description that the message names. */
export class ModelError extends ExpectedError {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "ModelError";
  }
}
