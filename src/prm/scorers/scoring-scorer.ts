// Servers that compare the probabilities of two tokens after a text: vLLM's /generative_scoring and SGLang's /v1/score.
// They take the same request and answer in different forms; the first request shows which one a server has.

import { z } from "zod";
import type { GenerateOptions } from "../../models/model.ts";
import { ProviderError } from "../../models/provider-error.ts";
import { counted } from "../../outgoing/counted.ts";
import type { scoringShape } from "../built-in-prompts.ts";
import { fill, fillWithSteps, listOf } from "../prompt-template.ts";
import type { StepsToScore } from "../step-scorer.ts";
import { misfit, readAnswer, type SolutionRequest, SolutionScorer, share } from "./whole-solution.ts";

/** The token ids for right and for wrong in the model's tokenizer. */
type LabelTokens = { labelTokenIds: readonly [number, number] };

const vllm = z.object({ data: z.array(z.object({ index: z.number().nullish(), score: z.number() })) });
const sglang = z.object({ scores: z.array(z.array(z.number()).length(2)) });
const either = z.union([vllm, sglang], "neither data[].score nor scores[][]");

const paths = ["/generative_scoring", "/v1/score"] as const;

export class ScoringScorer extends SolutionScorer<typeof scoringShape, LabelTokens> {
  private path: (typeof paths)[number] = paths[0];

  protected request({ problem, steps, from }: StepsToScore): SolutionRequest {
    const { model, prompt, labelTokenIds, extraBody } = this.options;
    const wanted = steps.slice(from);
    const items = wanted.map((step, place) => {
      const number = from + place + 1;
      const values = { problem, step, number: `${number}`, steps: listOf(prompt, steps.slice(0, number)) };
      return fillWithSteps(prompt.item!, prompt, values, steps.slice(0, number - 1));
    });
    return {
      path: this.path,
      body: {
        model,
        query: `${fill(prompt.query!, { problem })}\n\n`,
        items,
        label_token_ids: labelTokenIds,
        apply_softmax: true,
        ...extraBody,
      },
      read(answer) {
        const rewards = rewardsOf(readAnswer(either, answer));
        if (rewards.length === items.length) return rewards;
        throw misfit(
          `the server sent ${counted(rewards.length, "score")} for ${counted(items.length, "step")}`,
        );
      },
    };
  }

  protected override async ask(question: StepsToScore, options: GenerateOptions) {
    const [first, second] = paths;
    if (this.path === second) return super.ask(question, options);
    try {
      return await super.ask(question, options);
    } catch (error) {
      if (!(error instanceof ProviderError) || error.status !== 404) throw error;
      this.path = second;
      return super.ask(question, options).catch((later) => {
        if (later instanceof ProviderError && later.status === 404) {
          this.path = first;
          throw error;
        }
        throw later;
      });
    }
  }
}

function rewardsOf(answer: z.output<typeof either>): number[] {
  if ("scores" in answer) return answer.scores.map(([right, wrong]) => share(right!, wrong!));
  const inOrder = answer.data.map(({ index, score }, place) => ({ score, index: index ?? place }));
  return inOrder.sort((a, b) => a.index - b.index).map(({ score }) => score);
}
