// How the work of a run is made from its context, for each kind of run. A context is read as untrusted.

import type { z } from "zod";
import { openModel } from "../../models/open-model.ts";
import { badField } from "../../outgoing/bad-field.ts";
import { RefusedRunError } from "../../queue/queue-error.ts";
import type { MadeWork, WorkMakers } from "../../queue/worker.ts";
import type { RunContext } from "../../runs/engine/executor.ts";
import { evalContextSchema, evalWork } from "../../runs/eval.ts";
import { type RowsHere, rowsWork } from "../lines/rows-work.ts";
import { type Allowed, allowedSource } from "./allowed-source.ts";

/** @param slots requests in flight at most, for each model */
export const workMakers = (allowed: Allowed & RowsHere, slots: number): WorkMakers => ({
  async eval(context): Promise<MadeWork> {
    const { model: asked } = read(evalContextSchema, context);
    const model = await openModel(allowedSource(asked, allowed), { concurrency: slots });
    return { work: evalWork(context, { model }), close: () => model.close() };
  },
  rows: async (context) => rowsWork(context, allowed),
});

/** @throws {RefusedRunError} */
function read<T>(schema: z.ZodType<T>, { data }: RunContext): T {
  const { data: value, error } = schema.safeParse(data);
  if (error) throw new RefusedRunError(`its context cannot be read: ${badField(error.issues[0]!, data)}`);
  return value;
}
