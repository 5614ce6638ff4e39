// What goes wrong between this program, Redis and the other programs at the same queue.

import { ExpectedError } from "../errors/expected-error.ts";

/** Redis, or another program at the queue, is not as it must be: the sentence says what to change. */
export class QueueError extends ExpectedError {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "QueueError";
  }
}

/** A worker does not do the units of a run: its owner has not allowed what the run asks for. */
export class RefusedRunError extends QueueError {
  constructor(message: string) {
    super(message);
    this.name = "RefusedRunError";
  }
}
