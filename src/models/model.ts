// The interface of a model: a request in, completions out. Chat and plain completions are one call, because callers do
// not depend on the path of the server.

import type { CompletionField } from "../config/apis.ts";
import type { ProviderError } from "./provider-error.ts";

export interface ChatMessage {
  role: "system" | "user" | "assistant";
  content: string;
}

/** Sampling settings. A setting that is undefined is not sent, so the server chooses. */
export interface Sampling {
  maxTokens?: number | undefined;
  temperature?: number | undefined;
  topP?: number | undefined;
  topK?: number | undefined;
  stop?: readonly string[] | undefined;
  /** The reasoning effort, in the server's words: `low`, `high`. */
  reasoningEffort?: string | undefined;
  /** The maximum number of reasoning tokens. */
  thinkingBudget?: number | undefined;
  /** The number of most likely tokens to report at each position; 0 reports only the drawn ones. */
  topLogprobs?: number | undefined;
}

/** One requested completion. */
export interface Draw {
  /** The permanent name of the completion: a replay finds it by this name, and back-off derives its jitter from it. */
  key: string;
  seed?: number | undefined;
}

export interface GenerateRequest {
  /** Messages use chat mode, a text uses plain completion mode. */
  prompt: readonly ChatMessage[] | string;
  sampling: Sampling;
  /** One for each completion; all are drawn in one request if the server supports that. */
  draws: readonly [Draw, ...Draw[]];
}

export interface TokenLogprob {
  token: string;
  logprob: number;
  top: { token: string; logprob: number }[];
}

export interface Completion {
  /** The request's draw to which it belongs. */
  index: number;
  text: string;
  /** The server's own field of reasoning. */
  reasoning?: string | undefined;
  /** The arguments of its tool calls, if its text is empty. */
  toolCalls?: string | undefined;
  /** The field that the text was read from, if it is not the usual one. */
  from?: CompletionField | undefined;
  /** The server's finish reason; `length` means that the completion was truncated. */
  finish: string | null;
  /** The stop string that ended it, if the server reports it; null if the turn ended by itself. */
  stopReason?: string | number | null | undefined;
  logprobs?: TokenLogprob[] | undefined;
}

export interface Usage {
  inputTokens: number;
  outputTokens: number;
  /** The reasoning tokens of the output, if the server counts them. */
  reasoningTokens?: number | undefined;
}

/** The answer to a request. Every draw is among the completions or among the failures. */
export interface Generation {
  completions: Completion[];
  /** Draws that had to be requested one by one, and failed while others did not. */
  failures: { index: number; error: ProviderError }[];
  usage: Usage;
  /** The number of answered requests, if it was not one. */
  requests?: number | undefined;
  /** The model's name as the server gives it. */
  servedModel?: string | undefined;
}

/** A request will be retried, and why. */
export interface Retry {
  why: string;
  tries: number;
  delayMs: number;
}

export interface GenerateOptions {
  signal?: AbortSignal | undefined;
  /** When aborted, requests in flight are waited for, and others are cancelled. */
  drain?: AbortSignal | undefined;
  onRetry?: ((retry: Retry) => void) | undefined;
}

export interface Model {
  readonly name: string;
  /** Resolves with at least one completion. @throws {ProviderError} if no draw succeeded */
  generate(request: GenerateRequest, options?: GenerateOptions): Promise<Generation>;
  /** The request as it would be sent, for display; without a key. */
  preview(request: GenerateRequest): object;
  close(): Promise<void>;
}

export const noUsage: Usage = { inputTokens: 0, outputTokens: 0 };

/** A server may send any number; a negative one would lower the total. */
export const addUsage = (a: Usage, b: Usage): Usage => ({
  inputTokens: a.inputTokens + Math.max(0, b.inputTokens),
  outputTokens: a.outputTokens + Math.max(0, b.outputTokens),
  ...(a.reasoningTokens === undefined && b.reasoningTokens === undefined
    ? {}
    : { reasoningTokens: (a.reasoningTokens ?? 0) + Math.max(0, b.reasoningTokens ?? 0) }),
});

/** The form that figures have. */
export const tokensOf = ({ inputTokens, outputTokens, reasoningTokens }: Usage) => ({
  input: inputTokens,
  output: outputTokens,
  ...(reasoningTokens === undefined ? {} : { reasoning: reasoningTokens }),
});

/** Prices of a million tokens. */
export interface Prices {
  input: number;
  output: number;
  /** For example `USD`; undefined by default. */
  currency?: string | undefined;
}

/** For example `1.50 USD`. */
export const costText = (cost: number, currency: string | undefined, digits: number): string =>
  `${cost.toFixed(digits)} ${currency ?? "in the prices' currency"}`;

export const costOf = ({ inputTokens, outputTokens }: Usage, { input, output }: Prices): number =>
  (inputTokens * input + outputTokens * output) / 1_000_000;
