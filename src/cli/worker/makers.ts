// Makes the work of a run from its context, for each kind of run. A context is read as untrusted.

import { openModel } from "../../models/open-model.ts";
import { reachServers } from "../../models/reach.ts";
import { isVersioned, scorerInterfaces } from "../../prm/open-scorer.ts";
import { benchContextSchema, judgeOfContext } from "../../processbench/judges.ts";
import { contextData, RefusedRunError } from "../../queue/queue-error.ts";
import type { MadeWork, WorkMakers } from "../../queue/worker.ts";
import { type EvalContext, evalContextSchema, evalWork } from "../../runs/eval.ts";
import type { Grader } from "../../runs/grading/grader.ts";
import { ThreadedGrader } from "../../runs/grading/threaded-grader.ts";
import { scorerOfContext, searchContextSchema, searchWork } from "../../search/search.ts";
import { lookAt, type ModelToSee } from "../../seen/look.ts";
import type { ExpectedModels } from "../../seen/seen.ts";
import { steadyDifferences } from "../../seen/settle.ts";
import { isBenchmark } from "../../tasks/registry.ts";
import { type RowsHere, rowsWork } from "../lines/rows-work.ts";
import { judgeContextSchema, judgeWork } from "../run/carried-judge.ts";
import { type Allowed, allowedSource } from "./allowed-source.ts";

/** @param slots the maximum number of requests in flight, for each model */
export const workMakers = (allowed: Allowed & RowsHere, slots: number): WorkMakers => ({
  async eval(context, pauses): Promise<MadeWork> {
    const { model: asked, isPlain, grading, seen } = contextData(evalContextSchema, context);
    const source = allowedSource(asked, allowed);
    await refuseOther({ role: "model", source, asks: isPlain ? "text" : "messages" }, seen);
    const model = await openModel(source, { concurrency: slots, pauses });
    const grader = grading && graderOf(grading);
    return {
      work: evalWork(context, { model, grader }),
      close: async () => void (await Promise.all([model.close(), grader?.close()])),
    };
  },
  async processbench(context, pauses): Promise<MadeWork> {
    const { model, identity, seen } = contextData(benchContextSchema, context);
    const source = allowedSource(model, allowed);
    await refuseOther({ role: "judge", source, asks: asksIn(identity) }, seen);
    const judge = await judgeOfContext(context, {
      source,
      concurrency: slots,
      pauses,
    });
    return { work: judge.work(() => {}), close: () => judge.close() };
  },
  async search(context, pauses): Promise<MadeWork> {
    const { policy: asked, reward, rewardModel, seen } = contextData(searchContextSchema, context);
    const judge = rewardModel && allowedSource(rewardModel, allowed);
    if (reward && !judge) throw new RefusedRunError("its context names no reward model");
    const source = allowedSource(asked, allowed);
    await refuseOther(
      { role: "policy", source, asks: asked.api === "completions" ? "text" : "messages" },
      seen,
    );
    if (judge) await refuseOther({ role: "reward model", source: judge, asks: asksIn(reward!) }, seen);
    const policy = await openModel(source, { concurrency: slots, pauses });
    const scorer = judge && (await scorerOfContext(context, { source: judge, concurrency: slots, pauses }));
    return {
      work: searchWork(context, { policy, scorer }),
      close: async () => void (await Promise.all([policy.close(), scorer?.close()])),
    };
  },
  async judge(context, pauses): Promise<MadeWork> {
    const asked = contextData(judgeContextSchema, context);
    const model = await openModel(allowedSource(asked.model, allowed), { concurrency: slots, pauses });
    return { work: judgeWork(asked, model), close: () => model.close() };
  },
  rows: async (context) => rowsWork(context, allowed),
});

/** The scorer settings of the judge with this identity; a critique has none, and uses chat. */
const asksIn = ({ interface: asked }: Readonly<Record<string, unknown>>): ModelToSee["asks"] =>
  scorerInterfaces.some((each) => each === asked && !isVersioned(each)) ? "rewards" : "messages";

/** The worker's own servers must serve the model that the run started with. @throws {RefusedRunError} */
async function refuseOther(model: ModelToSee, expected: ExpectedModels | undefined): Promise<void> {
  const { role, source, asks } = model;
  const known = expected?.[role];
  if (!known) return;
  const found =
    source.kind === "openai"
      ? await reachServers(source, { isVersioned: asks !== "rewards" }).catch(() => undefined)
      : undefined;
  const seen = { ...model, servers: found?.servers };
  for (const one of await lookAt(seen)) {
    const { decisive } = await steadyDifferences(seen, known, one, [one], () => {});
    if (decisive.length > 0)
      throw new RefusedRunError(
        `its ${role} is not the one that the run started with, which had ${decisive.join("; ")}`,
      );
  }
}

/** In a thread from the start: if grading blocked this thread, the worker could not extend the locks of its units. */
function graderOf({ tasks, template, limitMs }: NonNullable<EvalContext["grading"]>): Grader {
  const unknown = tasks.find((task) => !isBenchmark(task));
  if (unknown !== undefined) throw new RefusedRunError(`there is no benchmark '${unknown}' here`);
  return new ThreadedGrader({ given: tasks, modules: [], template }, { limitMs });
}
