// What the units of a run share, as whoever makes their work reads it: it comes from Redis, and so from anybody.

import type { z } from "zod";
import { badField } from "../outgoing/bad-field.ts";
import type { RunContext } from "../runs/engine/executor.ts";
import { RefusedRunError } from "./queue-error.ts";

/** @throws {RefusedRunError} */
export function contextData<T>(schema: z.ZodType<T>, { data }: RunContext): T {
  const { data: value, error } = schema.safeParse(data);
  if (error) throw new RefusedRunError(`its context cannot be read: ${badField(error.issues[0]!, data)}`);
  return value;
}
