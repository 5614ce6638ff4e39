// A journal's record as its kind has it. Records are read as untrusted, since a file may be anybody's.

import type { z } from "zod";
import { StorageError } from "../../jsonl/errors.ts";
import { badField } from "../../outgoing/bad-field.ts";
import type { UnitRecord } from "./unit.ts";

export interface ReadRecord<Input, Value> {
  input: Input;
  /** Undefined where the unit failed. */
  outcome: Value | undefined;
}

/** Undefined for records of other kinds. @throws {StorageError} */
export function readRecord<Input, Value>(
  record: UnitRecord,
  kind: string,
  inputSchema: z.ZodType<Input>,
  outcomeSchema: z.ZodType<Value>,
): ReadRecord<Input, Value> | undefined {
  if (record.kind !== kind) return undefined;
  const input = inputSchema.safeParse(record.input);
  const outcome = record.error === undefined ? outcomeSchema.safeParse(record.outcome) : undefined;
  const wrong = input.error
    ? badField(input.error.issues[0]!, record.input)
    : outcome?.error && badField(outcome.error.issues[0]!, record.outcome);
  if (wrong) throw new StorageError(`the record '${record.id}': ${wrong}`);
  return { input: input.data!, outcome: outcome?.data };
}
