// A judge that workers at a queue ask: one unit for each pair, with both of its questions.

import { createHash } from "node:crypto";
import { z } from "zod";
import { formatNames, type Pair } from "../../judge/formats.ts";
import { type AskPair, askPair, type Replies } from "../../judge/judge.ts";
import type { Model } from "../../models/model.ts";
import { ProviderError } from "../../models/provider-error.ts";
import { asUnitFailure } from "../../runs/draw.ts";
import { type RunContext, runContext } from "../../runs/engine/executor.ts";
import { UnitFailure, type Work } from "../../runs/engine/unit.ts";
import { modelOfRun } from "../../runs/run-file.ts";
import type { CarryJudge } from "./open-judge.ts";
import { overQueue } from "./over-queue.ts";

const judgeKind = "judge";

/** The settings that all questions of a judge share. */
export const judgeContextSchema = z.object({ model: modelOfRun, format: z.enum(formatNames) });

const pairShape: z.ZodType<Pair> = z.object({
  gold: z.string(),
  answer: z.string(),
  problem: z.string().optional(),
});

const repliesShape: z.ZodType<Replies> = z.object({
  replies: z.array(z.string()).min(1).max(2),
  tokens: z.object({ input: z.number().min(0), output: z.number().min(0) }),
});

/** @param ticket the file that names the run in the queue, so that an interrupted run can be continued */
export const carriedJudge =
  (queue: URL, ticket: string): CarryJudge =>
  async (shared) => {
    const context = runContext(judgeKind, shared);
    const say = (sentence: string) => void process.stderr.write(`${sentence}\n`);
    const executor = await overQueue(queue, say)({ ticket, context, isDone: () => false });
    const stop = new AbortController();
    const drain = new AbortController().signal;
    const ask: AskPair = async (pair, signal = stop.signal) => {
      const unit = unitOf(pair, context);
      try {
        const { value } = await executor.do(unit, { signal, drain });
        return repliesShape.parse(value);
      } catch (error) {
        if (!(error instanceof UnitFailure)) throw error;
        throw new ProviderError(error.message, { failure: "response" });
      } finally {
        executor.written?.(unit.id);
      }
    };
    return {
      ask,
      async close() {
        stop.abort();
        await executor.close?.();
      },
    };
  };

function unitOf(pair: Pair, { hash }: RunContext) {
  const content = createHash("sha256")
    .update(JSON.stringify([hash, pair]))
    .digest("hex")
    .slice(0, 32);
  return { id: `${judgeKind}:${content}`, kind: judgeKind, input: pair };
}

/** Processes such units, if the worker has the model. */
export const judgeWork = (
  context: z.output<typeof judgeContextSchema>,
  model: Model,
): Record<string, Work> => {
  const ask = askPair(model, context.format, context.model.api === "completions");
  return {
    [judgeKind]: ({ input }, { signal }) =>
      ask(pairShape.parse(input), signal).then(
        (value) => ({ value }),
        (error) => {
          throw asUnitFailure(error);
        },
      ),
  };
};
