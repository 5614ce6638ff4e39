// What OpenAI-compatible servers send back, in one shape. Servers differ in where they put reasoning, stop reasons
// and logprobs; a content of null is an empty text.

import { z } from "zod";
import type { Completion, TokenLogprob, Usage } from "./model.ts";
import { ProviderError } from "./provider-error.ts";
import { serverWords } from "./server-words.ts";

/** JSON has no infinities: where a server sends null, the probability was zero. */
const logprob = z
  .number()
  .nullable()
  .transform((value) => value ?? Number.NEGATIVE_INFINITY);
const token = z.object({ token: z.string(), logprob });
const chatLogprobs = z.object({
  content: z.array(token.extend({ top_logprobs: z.array(token).nullish() })).nullish(),
});
const plainLogprobs = z.object({
  tokens: z.array(z.string()),
  token_logprobs: z.array(z.number().nullable()),
  top_logprobs: z.array(z.record(z.string(), logprob).nullable()).nullish(),
});

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? "");
const choice = z.object({
  index: z.number().nullish(),
  message: z
    .object({
      content: text,
      reasoning_content: z.string().nullish(),
      reasoning: z.string().nullish(),
    })
    .nullish(),
  text: z.string().nullish(),
  finish_reason: z.string().nullish(),
  stop_reason: z.union([z.string(), z.number()]).nullish(),
  matched_stop: z.union([z.string(), z.number()]).nullish(),
  logprobs: z.union([plainLogprobs, chatLogprobs]).nullish(),
});
const answer = z.object({
  model: z.string().nullish(),
  choices: z.array(choice).min(1),
  usage: z.object({ prompt_tokens: z.number().nullish(), completion_tokens: z.number().nullish() }).nullish(),
});

type Choice = z.infer<typeof choice>;

export interface Answer {
  completions: Completion[];
  usage: Usage;
  servedModel?: string | undefined;
}

/** @throws {ProviderError} when it is no answer; some servers send an error with a status of success */
export function readOpenAiAnswer(body: unknown): Answer {
  const read = answer.safeParse(body);
  if (!read.success) {
    const { path, message } = read.error.issues[0]!;
    const where = path.length > 0 ? `${path.join(".")}: ` : "";
    const words = serverWords(JSON.stringify(body) ?? "", []);
    throw new ProviderError(`the answer is not a completion (${where}${message}): ${words}`, {
      failure: "response",
    });
  }
  const { choices, usage, model } = read.data;
  const inOrder = choices
    .map((choice, place) => ({ choice, index: choice.index ?? place }))
    .sort((a, b) => a.index - b.index);
  return {
    completions: inOrder.map(({ choice }, index) => completion(choice, index)),
    usage: { inputTokens: usage?.prompt_tokens ?? 0, outputTokens: usage?.completion_tokens ?? 0 },
    servedModel: model ?? undefined,
  };
}

function completion(choice: Choice, index: number): Completion {
  const { message, finish_reason, logprobs } = choice;
  const reasoning = message?.reasoning_content ?? message?.reasoning;
  const stopReason = choice.stop_reason !== undefined ? choice.stop_reason : choice.matched_stop;
  return {
    index,
    text: message ? message.content : (choice.text ?? ""),
    ...(reasoning ? { reasoning } : {}),
    finish: finish_reason ?? null,
    ...(stopReason === undefined ? {} : { stopReason }),
    ...(logprobs ? { logprobs: tokens(logprobs) } : {}),
  };
}

function tokens(logprobs: NonNullable<Choice["logprobs"]>): TokenLogprob[] {
  if (!("tokens" in logprobs)) {
    return (logprobs.content ?? []).map(({ token, logprob, top_logprobs }) => ({
      token,
      logprob,
      top: top_logprobs ?? [],
    }));
  }
  return logprobs.tokens.map((token, place) => ({
    token,
    logprob: logprobs.token_logprobs[place] ?? 0,
    top: Object.entries(logprobs.top_logprobs?.[place] ?? {}).map(([token, logprob]) => ({ token, logprob })),
  }));
}
