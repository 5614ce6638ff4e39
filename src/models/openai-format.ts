// Reads the answers of OpenAI-compatible servers into one form. Servers differ in the fields for reasoning, stop
// reasons and logprobs; a content of null is an empty text, unless the user names the field that holds it. The parser
// is written by hand, not with a schema: thousands of answers arrive per second, the first hundreds before the code is
// compiled.

import type { CompletionField } from "../config/apis.ts";
import { withoutSecrets } from "../outgoing/secrets.ts";
import type { Completion, GenerateRequest, TokenLogprob, Usage } from "./model.ts";
import { ProviderError, serverWords } from "./provider-error.ts";

// The body of a request to OpenAI-compatible servers. Only given fields are sent, because servers refuse or warn about
// fields that they do not know.

export interface Post {
  path: string;
  body: Record<string, unknown>;
}

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
    // A conversation that ends with an assistant message is continued; vLLM and SGLang need these fields for it.
    continue_final_message: isContinued ? true : undefined,
    add_generation_prompt: isContinued ? false : undefined,
    max_tokens: sampling.maxTokens,
    temperature: sampling.temperature,
    top_p: sampling.topP,
    top_k: sampling.topK,
    n: draws.length > 1 ? draws.length : undefined,
    stop: sampling.stop,
    reasoning_effort: sampling.reasoningEffort,
    thinking_token_budget: sampling.thinkingBudget,
    seed: draws[0].seed,
    logprobs: isChat && topLogprobs !== undefined ? true : topLogprobs,
    top_logprobs: isChat ? topLogprobs : undefined,
  };
  return { path: isChat ? "/chat/completions" : "/completions", body: withExtra(body, extra) };
}

/** The user's fields override all others; a null removes a field. */
export function withExtra(body: Record<string, unknown>, extra: Record<string, unknown>) {
  for (const name in extra) body[name] = extra[name] ?? undefined;
  return body;
}

export interface Answer {
  completions: Completion[];
  usage: Usage;
  servedModel?: string | undefined;
}

export type Fields = Readonly<Record<string, unknown>>;

/**
 * @param field the field of a completion that is read if the usual field is empty
 * @throws {ProviderError} if it is not a completion; some servers send an error with status 200
 */
export const readOpenAiAnswer = (body: unknown, field?: CompletionField): Answer =>
  readingAnswer(body, (fields) => answerOf(fields, field));

/** Reads an answer with a function that may throw. @throws {ProviderError} */
export function readingAnswer(body: unknown, read: (answer: Fields) => Answer): Answer {
  try {
    return read(fieldsOf(body, "the answer"));
  } catch (error) {
    if (!(error instanceof Misread)) throw error;
    const words = serverWords(asText(body), []);
    throw new ProviderError(`the answer is not a completion (${error.message}): ${words}`, {
      failure: "response",
    });
  }
}

/** JSON that can be parsed cannot always be serialised: it may be nested too deeply. */
function asText(body: unknown): string {
  try {
    return JSON.stringify(body) ?? "";
  } catch (error) {
    return `(it cannot be shown: ${(error as Error).message})`;
  }
}

function answerOf(answer: Fields, field: CompletionField | undefined): Answer {
  const choices = listOf(answer.choices, "choices").map((choice) => fieldsOf(choice, "a choice"));
  if (choices.length === 0) throw new Misread("choices are empty");
  const completions = inOrder(choices).map((choice, index) => completionOf(choice, index, field));
  return answerWith(completions, answer, "prompt_tokens", "completion_tokens");
}

/** An answer of OpenAI's two APIs, which count the same under different names. */
export function answerWith(completions: Completion[], answer: Fields, input: string, output: string): Answer {
  const usage = answer.usage == null ? {} : fieldsOf(answer.usage, "usage");
  const details = usage[`${output}_details`];
  const reasoning =
    details == null
      ? undefined
      : numberIn(fieldsOf(details, "token details").reasoning_tokens, "reasoning_tokens");
  return {
    completions,
    usage: {
      inputTokens: numberIn(usage[input], input) ?? 0,
      outputTokens: numberIn(usage[output], output) ?? 0,
      ...(reasoning === undefined ? {} : { reasoningTokens: reasoning }),
    },
    servedModel: textIn(answer.model, "model"),
  };
}

/** By the index from the server, else by position. */
function inOrder(choices: readonly Fields[]): readonly Fields[] {
  const indexes = choices.map(({ index }, place) => numberIn(index, "index") ?? place);
  if (indexes.every((index, place) => index === place)) return choices;
  const places = indexes.map((_, place) => place).sort((a, b) => indexes[a]! - indexes[b]!);
  return places
    .filter((place, at) => !isCopy(choices, indexes, place, places[at - 1]))
    .map((place) => choices[place]!);
}

/** If a choice was sent twice, it is one sample; the missing one is then requested separately. */
function isCopy(
  choices: readonly Fields[],
  indexes: readonly number[],
  place: number,
  before: number | undefined,
): boolean {
  if (before === undefined || indexes[before] !== indexes[place]) return false;
  const [one, other] = [before, place].map((each) => completionOf(choices[each]!, 0, undefined));
  return one!.text === other!.text && one!.reasoning === other!.reasoning;
}

function completionOf(choice: Fields, index: number, field: CompletionField | undefined): Completion {
  const message = choice.message == null ? undefined : fieldsOf(choice.message, "message");
  const reasoning =
    textIn(message?.reasoning_content, "reasoning_content") ?? textIn(message?.reasoning, "reasoning");
  const text = (message ? textIn(message.content, "content") : textIn(choice.text, "text")) ?? "";
  const isBlank = text.trim() === "";
  const toolCalls = isBlank ? argumentsOf(message?.tool_calls) : undefined;
  const elsewhere = field === "tool_calls" ? toolCalls : reasoning;
  const isElsewhere = field !== undefined && isBlank && Boolean(elsewhere);
  const stopReason = choice.stop_reason !== undefined ? choice.stop_reason : choice.matched_stop;
  return {
    index,
    text: isElsewhere ? elsewhere! : text,
    reasoning: (isElsewhere && field !== "tool_calls" ? undefined : reasoning) || undefined,
    toolCalls: isElsewhere ? undefined : toolCalls,
    from: isElsewhere ? field : undefined,
    finish: textIn(choice.finish_reason, "finish_reason") ?? null,
    stopReason: stopReasonIn(stopReason),
    logprobs: choice.logprobs == null ? undefined : tokensOf(fieldsOf(choice.logprobs, "logprobs")),
  };
}

/** The arguments of a message's tool calls, one after the other; other shapes are ignored. */
function argumentsOf(calls: unknown): string | undefined {
  if (!Array.isArray(calls)) return undefined;
  const texts = calls.flatMap((call) => {
    const given = (call as { function?: { arguments?: unknown } } | null)?.function?.arguments;
    return typeof given === "string" ? [withoutSecrets(given)] : [];
  });
  return texts.join("\n") || undefined;
}

function stopReasonIn(value: unknown): string | number | null | undefined {
  if (value === null) return null;
  return typeof value === "number" ? numberIn(value, "stop_reason") : textIn(value, "stop_reason");
}

/** Chat servers send a list of tokens; plain completions have parallel lists. */
function tokensOf(logprobs: Fields): TokenLogprob[] {
  const { tokens, token_logprobs: chances, top_logprobs: tops } = logprobs;
  if (!areTexts(tokens) || !Array.isArray(chances)) return tokenList(logprobs.content).map(tokenOf);
  return tokens.map((token, place) => ({
    token,
    // The first token of a prompt has none.
    logprob: numberIn(chances[place], "token_logprobs") ?? 0,
    top: Array.isArray(tops) ? likelyTokens(tops[place]) : [],
  }));
}

/** Some servers send token ids, which are not useful here. */
const areTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === "string");

/** Tokens with their logprobs as names and values; other shapes cannot be read. */
function likelyTokens(value: unknown): TokenLogprob["top"] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.entries(value).map(([token, chance]) => ({ token, logprob: logprobOf(chance) }));
}

const tokenOf = (fields: Fields): TokenLogprob => ({
  token: tokenText(fields.token),
  logprob: logprobOf(fields.logprob),
  top: tokenList(fields.top_logprobs).map(({ token, logprob }) => ({
    token: tokenText(token),
    logprob: logprobOf(logprob),
  })),
});

const tokenList = (value: unknown): Fields[] =>
  value == null ? [] : listOf(value, "logprobs").map((token) => fieldsOf(token, "a token"));

function tokenText(value: unknown): string {
  if (typeof value !== "string") throw new Misread("a token is not a string");
  return value;
}

/** JSON has no infinities: where a server sends null, the probability was zero. */
function logprobOf(value: unknown): number {
  if (value === undefined) throw new Misread("a token has no logprob");
  if (value === Number.NEGATIVE_INFINITY) return value; // The JSON form of -Infinity: -1e999.
  return numberIn(value, "logprob") ?? Number.NEGATIVE_INFINITY;
}

/** A field of an answer has the wrong type. */
export class Misread extends Error {}

export function fieldsOf(value: unknown, name: string): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Misread(`${name} is not an object`);
  }
  return value as Fields;
}

export function listOf(value: unknown, name: string): unknown[] {
  if (!Array.isArray(value)) throw new Misread(value == null ? `no ${name}` : `${name} is not a list`);
  return value;
}

export function textIn(value: unknown, name: string): string | undefined {
  if (typeof value === "string") return withoutSecrets(value);
  if (value == null) return undefined;
  throw new Misread(`${name} is not a string`);
}

export function numberIn(value: unknown, name: string): number | undefined {
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (value == null) return undefined;
  throw new Misread(`${name} is not a number`);
}
