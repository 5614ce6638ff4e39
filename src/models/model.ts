// What a model is to everything above: a request in, completions out. Chat and plain completion are one call, since
// a caller cares what comes back and not which path of a server it came from.

import type { CompletionField } from "../config/apis.ts";
import type { ProviderError } from "./provider-error.ts";

export interface ChatMessage {
  role: "system" | "user" | "assistant";
  content: string;
}

/** How tokens are drawn. What is not given is not sent, and is then the server's own choice. */
export interface Sampling {
  maxTokens?: number | undefined;
  temperature?: number | undefined;
  topP?: number | undefined;
  topK?: number | undefined;
  stop?: readonly string[] | undefined;
  /** How much a model that reasons is to reason, in the server's words: `low`, `high`. */
  reasoningEffort?: string | undefined;
  /** Tokens of reasoning at most. */
  thinkingBudget?: number | undefined;
  /** The most likely tokens to report at each place; 0 reports the drawn ones alone. */
  topLogprobs?: number | undefined;
}

/** One completion that is wanted. */
export interface Draw {
  /** Names the completion for good: a replay finds it by this name, and back-off draws its jitter from it. */
  key: string;
  seed?: number | undefined;
}

export interface GenerateRequest {
  /** Messages ask in chat mode, a text in plain completion mode. */
  prompt: readonly ChatMessage[] | string;
  sampling: Sampling;
  /** One for each completion; all are drawn in one request where the server can do that. */
  draws: readonly [Draw, ...Draw[]];
}

export interface TokenLogprob {
  token: string;
  logprob: number;
  top: { token: string; logprob: number }[];
}

export interface Completion {
  /** Which of the request's draws this is. */
  index: number;
  text: string;
  /** The server's own field of reasoning. */
  reasoning?: string | undefined;
  /** The arguments of the tools that it calls, where its text is empty. */
  toolCalls?: string | undefined;
  /** The field that the text was read from, where that is not the usual one. */
  from?: CompletionField | undefined;
  /** As the server says it; `length` is a completion that was cut off. */
  finish: string | null;
  /** The stop that ended it, if the server says so; null if the turn ended by itself. */
  stopReason?: string | number | null | undefined;
  logprobs?: TokenLogprob[] | undefined;
}

export interface Usage {
  inputTokens: number;
  outputTokens: number;
  /** Of the output, those of reasoning, where the server counts them. */
  reasoningTokens?: number | undefined;
}

/** The answer to a request. Every draw is among the completions or among the failures. */
export interface Generation {
  completions: Completion[];
  /** Draws that had to be asked for one by one, and failed where others did not. */
  failures: { index: number; error: ProviderError }[];
  usage: Usage;
  /** Requests that were answered, where it was not one. */
  requests?: number | undefined;
  /** The model's name as the server gives it. */
  servedModel?: string | undefined;
}

/** A request will be tried again, and why. */
export interface Retry {
  why: string;
  tries: number;
  delayMs: number;
}

export interface GenerateOptions {
  signal?: AbortSignal | undefined;
  /** When aborted, what was sent is waited for, and what waits to be sent or tried again is given up. */
  drain?: AbortSignal | undefined;
  onRetry?: ((retry: Retry) => void) | undefined;
}

export interface Model {
  readonly name: string;
  /**
   * Resolves with at least one completion.
   * @throws {ProviderError} when no draw succeeded
   */
  generate(request: GenerateRequest, options?: GenerateOptions): Promise<Generation>;
  /** What a request looks like where it is sent, for a person to check; holds no key. */
  preview(request: GenerateRequest): object;
  close(): Promise<void>;
}

export const noUsage: Usage = { inputTokens: 0, outputTokens: 0 };

/** A server may send any number; a negative one would lower the sum of the others. */
export const addUsage = (a: Usage, b: Usage): Usage => ({
  inputTokens: a.inputTokens + Math.max(0, b.inputTokens),
  outputTokens: a.outputTokens + Math.max(0, b.outputTokens),
  ...(a.reasoningTokens === undefined && b.reasoningTokens === undefined
    ? {}
    : { reasoningTokens: (a.reasoningTokens ?? 0) + Math.max(0, b.reasoningTokens ?? 0) }),
});

/** As figures have it. */
export const tokensOf = ({ inputTokens, outputTokens, reasoningTokens }: Usage) => ({
  input: inputTokens,
  output: outputTokens,
  ...(reasoningTokens === undefined ? {} : { reasoning: reasoningTokens }),
});

/** Money for a million tokens. */
export interface Prices {
  input: number;
  output: number;
  /** For example `USD`; not known by default. */
  currency?: string | undefined;
}

/** For example `1.50 USD`. */
export const costText = (cost: number, currency: string | undefined, digits: number): string =>
  `${cost.toFixed(digits)} ${currency ?? "in the prices' currency"}`;

export const costOf = ({ inputTokens, outputTokens }: Usage, { input, output }: Prices): number =>
  (inputTokens * input + outputTokens * output) / 1_000_000;
