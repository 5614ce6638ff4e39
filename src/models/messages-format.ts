// Anthropic's Messages API, as its reference describes it (POST /messages): the system message is a separate field, a
// limit of tokens is required, and the answer is a list of blocks, of thinking and of text. It draws one answer for
// each request, and has no seed.

import type { GenerateRequest } from "./model.ts";
import {
  type Answer,
  fieldsOf,
  listOf,
  numberIn,
  type Post,
  readingAnswer,
  textIn,
  withExtra,
} from "./openai-format.ts";

/** The version of the API with these shapes; every request names one. */
export const messagesVersion = "2023-06-01";

/** The API requires a limit. */
const usualTokens = 4096;

export function messagesPost(
  model: string,
  { prompt, sampling }: GenerateRequest,
  extra: Record<string, unknown>,
): Post {
  const messages = typeof prompt === "string" ? [{ role: "user", content: prompt }] : prompt;
  const system = messages.filter(({ role }) => role === "system").map(({ content }) => content);
  const { thinkingBudget: budget, reasoningEffort: effort } = sampling;
  const body = {
    model,
    system: system.length === 0 ? undefined : system.join("\n\n"),
    messages: messages.filter(({ role }) => role !== "system"),
    max_tokens: sampling.maxTokens ?? usualTokens,
    temperature: sampling.temperature,
    top_p: sampling.topP,
    top_k: sampling.topK,
    stop_sequences: sampling.stop,
    thinking: budget === undefined ? undefined : { type: "enabled", budget_tokens: budget },
    output_config: effort === undefined ? undefined : { effort },
  };
  return { path: "/messages", body: withExtra(body, extra) };
}

/** Converted to the terms of chat completions, which runs record. */
const finishes: Readonly<Record<string, string>> = {
  end_turn: "stop",
  stop_sequence: "stop",
  max_tokens: "length",
  model_context_window_exceeded: "length",
};

/** @throws {ProviderError} */
export const readMessage = (body: unknown): Answer =>
  readingAnswer(body, (answer) => {
    const blocks = listOf(answer.content, "content").map((block) => fieldsOf(block, "a block"));
    const textOf = (type: string): string =>
      blocks
        .filter((block) => block.type === type)
        .map((block) => textIn(block[type], type) ?? "")
        .join("");
    const reason = textIn(answer.stop_reason, "stop_reason");
    const stop = textIn(answer.stop_sequence, "stop_sequence");
    const usage = answer.usage == null ? {} : fieldsOf(answer.usage, "usage");
    const tokens = (name: string): number => numberIn(usage[name], name) ?? 0;
    return {
      completions: [
        {
          index: 0,
          text: textOf("text"),
          reasoning: textOf("thinking") || undefined,
          finish: reason === undefined ? null : (finishes[reason] ?? reason),
          stopReason: stop ?? null,
        },
      ],
      usage: {
        // Tokens that the server read from its cache, or wrote there, are input too.
        inputTokens:
          tokens("input_tokens") + tokens("cache_read_input_tokens") + tokens("cache_creation_input_tokens"),
        outputTokens: tokens("output_tokens"),
      },
      servedModel: textIn(answer.model, "model"),
    };
  });
