// A journal's record as its kind has it. Records are read as untrusted, since a file may be anybody's.

import type { z } from "zod";
import type { UnitRecord } from "./unit.ts";

export interface ReadRecord<Input, Value> {
  input: Input;
  /** Undefined where the unit failed. */
  outcome: Value | undefined;
}

/** Undefined for records of other kinds. @throws {TypeError} */
export function readRecord<Input, Value>(
  record: UnitRecord,
  kind: string,
  inputSchema: z.ZodType<Input>,
  outcomeSchema: z.ZodType<Value>,
): ReadRecord<Input, Value> | undefined {
  if (record.kind !== kind) return undefined;
  const input = inputSchema.safeParse(record.input);
  const outcome = record.error === undefined ? outcomeSchema.safeParse(record.outcome) : undefined;
  const [issue] = [...(input.error?.issues ?? []), ...(outcome?.error?.issues ?? [])];
  if (issue) throw new TypeError(`the record '${record.id}': ${issue.path.join(".")}: ${issue.message}`);
  return { input: input.data!, outcome: outcome?.data };
}
