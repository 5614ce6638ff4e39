// Skywork's vLLM plug-in: /v1/embeddings takes token ids and gives a logit for each token; a step's reward is the sigmoid
// of the logit at the newline after it. As in the reference, each line is made into tokens by itself, and the newline is
// one token; the server makes the tokens (/tokenize), so that no tokenizer is needed here.
// Official code: https://github.com/SkyworkAI/skywork-o1-prm-inference (model_utils/io_utils.py).

import { z } from "zod";
import type { GenerateOptions, Usage } from "../../models/model.ts";
import { counted } from "../../outgoing/counted.ts";
import type { skyworkShape } from "../built-in-prompts.ts";
import { fill } from "../prompt-template.ts";
import type { StepsToScore } from "../step-scorer.ts";
import { misfit, readAnswer, type SolutionRequest, SolutionScorer, usageOf } from "./whole-solution.ts";

const tokenized = z.object({ tokens: z.array(z.int()).min(1) });
const embedded = z.object({ data: z.array(z.object({ embedding: z.array(z.number()) })).length(1) });

export class SkyworkScorer extends SolutionScorer<typeof skyworkShape> {
  /** The readable form: the text instead of its tokens, which the server makes. */
  protected request({ problem, steps }: StepsToScore): SolutionRequest {
    const input = this.opening(problem) + steps.map((step) => `${step}\n`).join("");
    return { path: "/v1/embeddings", body: { model: this.options.model, input }, read: () => [] };
  }

  protected override async ask(question: StepsToScore, options: GenerateOptions) {
    const { problem, steps, from } = question;
    const { model, extraBody } = this.options;
    const lines = steps.map((step) => step.split("\n"));
    const texts = [...new Set([this.opening(problem), "\n", ...lines.flat().filter((line) => line !== "")])];
    const tokens = new Map(
      await Promise.all(
        texts.map(async (text) => {
          const { path, body } = this.tokenizing(text);
          const read = (answer: unknown) => readAnswer(tokenized, answer).tokens;
          return [text, await this.post(path, body, question, options, read)] as const;
        }),
      ),
    );
    const newline = tokens.get("\n")!.at(-1)!;
    const ids = [...tokens.get(this.opening(problem))!];
    const ends = lines.map((each) => {
      for (const line of each) {
        for (const id of line === "" ? [] : tokens.get(line)!) ids.push(id);
        ids.push(newline);
      }
      return ids.length - 1;
    });
    const read = (answer: unknown): { rewards: number[]; usage: Usage } => {
      const { embedding } = readAnswer(embedded, answer).data[0]!;
      if (embedding.length !== ids.length)
        throw misfit(
          `the server sent ${counted(embedding.length, "value")} for ${counted(ids.length, "token")}; ` +
            "does it run Skywork's plug-in, which gives one for each token?",
        );
      const rewards = ends.map((end) => 1 / (1 + Math.exp(-embedding[end]!))).slice(from);
      return { rewards, usage: usageOf(answer) };
    };
    const body = { model, input: [ids], ...extraBody };
    return {
      ...(await this.post("/v1/embeddings", body, question, options, read)),
      calls: texts.length + 1,
    };
  }

  private opening(problem: string): string {
    return `${fill(this.options.prompt.question!, { problem })}\n`;
  }

  private tokenizing(prompt: string) {
    return { path: "/tokenize", body: { model: this.options.model, prompt, add_special_tokens: false } };
  }
}
