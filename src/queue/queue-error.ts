// Errors between this program, Redis and the other programs at the same queue.

import type { z } from "zod";
import { ExpectedError } from "../errors/expected-error.ts";
import { badField } from "../outgoing/bad-field.ts";
import type { RunContext } from "../runs/engine/executor.ts";

/** Redis, or a different program at the queue, has the wrong state: the message says what to change. */
export class QueueError extends ExpectedError {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "QueueError";
  }
}

/** A worker refuses the units of a run, because its owner has not allowed what the run requests. */
export class RefusedRunError extends QueueError {
  constructor(message: string) {
    super(message);
    this.name = "RefusedRunError";
  }
}

// The context that the units of a run share, read as untrusted, because it comes from Redis.

/** @throws {RefusedRunError} */
export function contextData<T>(schema: z.ZodType<T>, { data }: RunContext): T {
  const { data: value, error } = schema.safeParse(data);
  if (error) throw new RefusedRunError(`its context cannot be read: ${badField(error.issues[0]!, data)}`);
  return value;
}
