// The command was called in a way that it does not understand: exit code 2, and a sentence that says what to change.

import { ExpectedError } from "../errors/expected-error.ts";

export class UsageError extends ExpectedError {
  constructor(message: string) {
    super(message);
    this.name = "UsageError";
  }
}
