// A request as OpenAI-compatible servers take it. Only what was given is sent, since servers refuse or warn about
// fields they do not know.

import type { GenerateRequest } from "./model.ts";

export interface Post {
  path: "/chat/completions" | "/completions";
  body: Record<string, unknown>;
}

/** `extra` goes over everything else; a null in it takes a field away. */
export function openAiPost(model: string, request: GenerateRequest, extra: Record<string, unknown>): Post {
  const { prompt, sampling, draws } = request;
  const isChat = typeof prompt !== "string";
  const { topLogprobs } = sampling;
  const isContinued = isChat && prompt.at(-1)?.role === "assistant";
  // What is undefined is left out of the JSON.
  const body: Record<string, unknown> = {
    model,
    messages: isChat ? prompt : undefined,
    prompt: isChat ? undefined : prompt,
    // A conversation that ends in the assistant's words is continued; vLLM and SGLang have to be told so.
    continue_final_message: isContinued ? true : undefined,
    add_generation_prompt: isContinued ? false : undefined,
    max_tokens: sampling.maxTokens,
    temperature: sampling.temperature,
    top_p: sampling.topP,
    top_k: sampling.topK,
    n: draws.length > 1 ? draws.length : undefined,
    stop: sampling.stop,
    seed: draws[0].seed,
    logprobs: isChat && topLogprobs !== undefined ? true : topLogprobs,
    top_logprobs: isChat ? topLogprobs : undefined,
  };
  for (const name in extra) body[name] = extra[name] ?? undefined;
  return { path: isChat ? "/chat/completions" : "/completions", body };
}
