// Scorers that get a whole solution at once and return numbers: their common requests and reading.

import { z } from "zod";
import { Endpoint, type EndpointOptions } from "../../models/endpoint.ts";
import { type GenerateOptions, noUsage, type Usage } from "../../models/model.ts";
import { ProviderError } from "../../models/provider-error.ts";
import { badField } from "../../outgoing/bad-field.ts";
import type { Prompt, PromptShape } from "../prompt-template.ts";
import type { StepScore, StepScorer, StepScores, StepsToScore } from "../step-scorer.ts";

export interface SolutionRequest {
  path: string;
  body: Record<string, unknown>;
  /** Returns a reward for each step from `from` on. */
  read(answer: unknown): number[];
}

export interface SolutionScorerOptions<Shape extends PromptShape> {
  endpoint: EndpointOptions;
  model: string;
  extraBody?: Record<string, unknown> | undefined;
  prompt: Prompt<Shape>;
  identity: Readonly<Record<string, unknown>>;
  /** A step with a reward below this is wrong. */
  threshold: number;
}

/** @typeParam More the settings of one interface */
export abstract class SolutionScorer<Shape extends PromptShape, More = unknown> implements StepScorer {
  readonly asksOnce = true;
  private readonly endpoint: Endpoint;
  private readonly root: string;

  /** Their paths are at the server's root, not below `/v1`. */
  constructor(protected readonly options: SolutionScorerOptions<Shape> & More) {
    const { endpoint } = options;
    const baseUrls = endpoint.baseUrls.map((url) => url.replace(/(\/v\d+)?\/*$/, ""));
    this.endpoint = new Endpoint({ ...endpoint, baseUrls });
    this.root = baseUrls[0]!;
  }

  get identity(): Readonly<Record<string, unknown>> {
    return this.options.identity;
  }

  protected abstract request(question: StepsToScore): SolutionRequest;

  async score(question: StepsToScore, options: GenerateOptions = {}): Promise<StepScores> {
    const { rewards, usage, calls = 1 } = await this.ask(question, options);
    const scores = rewards.map(
      (reward): StepScore => ({
        reward,
        verdict: reward < this.options.threshold ? "wrong" : "right",
        text: null,
      }),
    );
    const firstWrong = question.untilWrong ? scores.findIndex(({ verdict }) => verdict === "wrong") : -1;
    return { scores: firstWrong < 0 ? scores : scores.slice(0, firstWrong + 1), calls, usage };
  }

  preview(question: StepsToScore): object {
    const { path, body } = this.request(question);
    return { url: this.root + path, body };
  }

  close(): Promise<void> {
    return this.endpoint.close();
  }

  protected ask(
    question: StepsToScore,
    options: GenerateOptions,
  ): Promise<{ rewards: number[]; usage: Usage; calls?: number }> {
    const { path, body, read } = this.request(question);
    return this.post(path, body, question, options, (answer) => ({
      rewards: read(answer),
      usage: usageOf(answer),
    }));
  }

  /** One request about a solution. */
  protected post<T>(
    path: string,
    body: object,
    { key }: StepsToScore,
    options: GenerateOptions,
    read: (answer: unknown) => T,
  ): Promise<T> {
    return this.endpoint.post(path, body, { ...options, key, read });
  }
}

const tokens = z.object({
  usage: z.object({ prompt_tokens: z.number().nullish(), completion_tokens: z.number().nullish() }),
});

export function usageOf(answer: unknown): Usage {
  const usage = tokens.safeParse(answer).data?.usage;
  if (!usage) return noUsage;
  return { inputTokens: usage.prompt_tokens ?? 0, outputTokens: usage.completion_tokens ?? 0 };
}

/** The server understands the request differently, so a retry would not help. */
export const misfit = (message: string): ProviderError => new ProviderError(message, { failure: "missing" });

/** Reads an answer by its schema; an answer that does not fit may be a temporary failure, and is requested again. */
export function readAnswer<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  const read = schema.safeParse(answer);
  if (read.success) return read.data;
  const wrong = badField(read.error.issues[0]!, answer);
  throw new ProviderError(`the answer holds no scores (${wrong})`, { failure: "response" });
}

/** The share of the first of two probabilities. */
export function share(right: number, wrong: number): number {
  const total = right + wrong;
  return total > 0 ? right / total : 0.5;
}
