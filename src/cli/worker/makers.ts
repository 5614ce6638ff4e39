// How the work of a run is made from its context, for each kind of run. A context is read as untrusted.

import { openModel } from "../../models/open-model.ts";
import { benchContextSchema, judgeOfContext } from "../../processbench/open-judge.ts";
import { contextData } from "../../queue/context-data.ts";
import { RefusedRunError } from "../../queue/queue-error.ts";
import type { MadeWork, WorkMakers } from "../../queue/worker.ts";
import { type EvalContext, evalContextSchema, evalWork } from "../../runs/eval.ts";
import type { Grader } from "../../runs/grading/grader.ts";
import { ThreadedGrader } from "../../runs/grading/threaded-grader.ts";
import { scorerOfContext, searchContextSchema, searchWork } from "../../search/search.ts";
import { isBenchmark } from "../../tasks/registry.ts";
import { type RowsHere, rowsWork } from "../lines/rows-work.ts";
import { type Allowed, allowedSource } from "./allowed-source.ts";

/** @param slots requests in flight at most, for each model */
export const workMakers = (allowed: Allowed & RowsHere, slots: number): WorkMakers => ({
  async eval(context, pauses): Promise<MadeWork> {
    const { model: asked, grading } = contextData(evalContextSchema, context);
    const model = await openModel(allowedSource(asked, allowed), { concurrency: slots, pauses });
    const grader = grading && graderOf(grading);
    return {
      work: evalWork(context, { model, grader }),
      close: async () => void (await Promise.all([model.close(), grader?.close()])),
    };
  },
  async processbench(context, pauses): Promise<MadeWork> {
    const { model } = contextData(benchContextSchema, context);
    const judge = await judgeOfContext(context, {
      source: allowedSource(model, allowed),
      concurrency: slots,
      pauses,
    });
    return { work: judge.work(() => {}), close: () => judge.close() };
  },
  async search(context, pauses): Promise<MadeWork> {
    const { policy: asked, reward, rewardModel } = contextData(searchContextSchema, context);
    const judge = rewardModel && allowedSource(rewardModel, allowed);
    if (reward && !judge) throw new RefusedRunError("its context names no reward model");
    const policy = await openModel(allowedSource(asked, allowed), { concurrency: slots, pauses });
    const scorer = judge && (await scorerOfContext(context, { source: judge, concurrency: slots, pauses }));
    return {
      work: searchWork(context, { policy, scorer }),
      close: async () => void (await Promise.all([policy.close(), scorer?.close()])),
    };
  },
  rows: async (context) => rowsWork(context, allowed),
});

/** In a thread from the start: what blocks this one would keep it from telling that it holds its units. */
function graderOf({ tasks, template, limitMs }: NonNullable<EvalContext["grading"]>): Grader {
  const unknown = tasks.find((task) => !isBenchmark(task));
  if (unknown !== undefined) throw new RefusedRunError(`there is no benchmark '${unknown}' here`);
  return new ThreadedGrader({ given: tasks, modules: [], template }, { limitMs });
}
