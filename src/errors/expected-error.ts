// What may go wrong without a mistake of the program: a file that is missing, a server that is down, a word that is
// misspelt. Each boundary has a class of its own on top of this one, and the command line shows its sentence alone; of
// any other error it shows where it came from.

export class ExpectedError extends Error {
  /** @param message a sentence: what was wrong, where, and what to do */
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause });
    this.name = "ExpectedError";
  }
}

/** An error's sentence, whatever was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
