// Scalar reward models behind vLLM's /pooling, such as Qwen2.5-Math-PRM: a separator after each step, and a row of the
// answer for each separator.

import { z } from "zod";
import { counted } from "../../outgoing/counted.ts";
import type { poolingShape } from "../built-in-prompts.ts";
import { fill } from "../prompt-template.ts";
import type { StepsToScore } from "../step-scorer.ts";
import { type PooledScores, rewardOfRow } from "./pooled-scores.ts";
import { misfit, readAnswer, type SolutionRequest, SolutionScorer } from "./whole-solution.ts";

interface RowSettings {
  separator: string;
  /** The kind of values in a row; required unless there are two. */
  scores?: PooledScores | undefined;
}

const pooled = z.object({
  data: z.array(z.object({ data: z.array(z.union([z.number(), z.array(z.number()).min(1)])) })).min(1),
});

export class PoolingScorer extends SolutionScorer<typeof poolingShape, RowSettings> {
  protected request({ problem, steps, from }: StepsToScore): SolutionRequest {
    const { model, prompt, separator, scores, extraBody } = this.options;
    const values = { problem, steps: steps.map((step) => step + separator).join("") };
    const asked =
      prompt.input === undefined
        ? { messages: this.messages(values), add_generation_prompt: false }
        : { input: fill(prompt.input, values) };
    return {
      path: "/pooling",
      body: { model, ...asked, task: "token_classify", ...extraBody },
      read(answer) {
        const rows = readAnswer(pooled, answer).data[0]!.data;
        if (rows.length !== steps.length) {
          throw misfit(
            `the server sent ${counted(rows.length, "row")} for ${counted(steps.length, "step")}; ` +
              `is '${separator}' the model's separator, and does the server pool by steps?`,
          );
        }
        return rows.map((row) => rewardOfRow([row].flat(), scores)).slice(from);
      },
    };
  }

  private messages(values: { problem: string; steps: string }) {
    const { system, question = "{problem}", solution = "{steps}" } = this.options.prompt;
    return [
      ...(system === undefined ? [] : [{ role: "system", content: system }]),
      { role: "user", content: fill(question, values) },
      { role: "assistant", content: fill(solution, values) },
    ];
  }
}
