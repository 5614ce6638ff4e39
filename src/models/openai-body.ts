// A request as OpenAI-compatible servers take it. Only what was given is sent, since servers refuse or warn about
// fields they do not know.

import type { GenerateRequest } from "./model.ts";

export interface Post {
  path: "/chat/completions" | "/completions";
  body: Record<string, unknown>;
}

/** A conversation that ends in the assistant's words is continued; vLLM and SGLang have to be told so. */
const continued = { continue_final_message: true, add_generation_prompt: false };

/** `extra` goes over everything else; a null in it takes a field away. */
export function openAiPost(model: string, request: GenerateRequest, extra: Record<string, unknown>): Post {
  const { prompt, sampling, draws } = request;
  const isChat = typeof prompt !== "string";
  const body: Record<string, unknown> = {
    model,
    ...(isChat ? { messages: prompt } : { prompt }),
    ...(isChat && prompt.at(-1)?.role === "assistant" ? continued : {}),
    max_tokens: sampling.maxTokens,
    temperature: sampling.temperature,
    top_p: sampling.topP,
    top_k: sampling.topK,
    n: draws.length > 1 ? draws.length : undefined,
    stop: sampling.stop,
    seed: draws[0].seed,
    ...(sampling.topLogprobs === undefined
      ? {}
      : isChat
        ? { logprobs: true, top_logprobs: sampling.topLogprobs }
        : { logprobs: sampling.topLogprobs }),
    ...extra,
  };
  // What is undefined is left out of the JSON.
  for (const name in extra) if (extra[name] === null) body[name] = undefined;
  return { path: isChat ? "/chat/completions" : "/completions", body };
}
