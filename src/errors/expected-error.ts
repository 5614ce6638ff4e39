// Errors that are not bugs of the program: a missing file, a server that is down, a misspelt word. Each module has its
// own subclass of this class. The command line prints only the message of such an error; for any other error it prints
// the stack.

export class ExpectedError extends Error {
  /** @param message a sentence: what is wrong, where, and what to do */
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause });
    this.name = "ExpectedError";
  }
}

/** The message of an error, whatever was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
