// The command was called in a way that it does not understand: exit code 2, and a sentence that says what to change.

export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UsageError";
  }
}
