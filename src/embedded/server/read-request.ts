// Requests for completions, as OpenAI's and vLLM's clients send them, checked and translated for the model. Unknown
// fields that would change the samples are refused; other unknown fields are ignored.

import { z } from "zod";
import { HttpError } from "../../http/http-error.ts";
import { badField } from "../../outgoing/bad-field.ts";
import { counted } from "../../outgoing/counted.ts";
import type { Message, Prompt, Sampling } from "../language-model.ts";

const count = z.int().min(1);
const stops = z.union([z.string(), z.array(z.string())]);

const common = {
  model: z.string().nullish(),
  n: count.max(128).nullish(),
  stop: stops.nullish(),
  seed: z.int().nullish(),
  temperature: z.number().min(0).nullish(),
  top_p: z.number().gt(0).max(1).nullish(),
  /** 0 and -1 mean all tokens in vLLM. */
  top_k: z.int().min(-1).nullish(),
  max_tokens: count.nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
};

const part = z.object({ type: z.literal("text"), text: z.string() });
const content = z
  .union([z.string(), z.array(part).transform((parts) => parts.map(({ text }) => text).join(""))], {
    error: "must be a string, or a list of parts of type 'text'",
  })
  .nullish()
  .transform((text) => text ?? "");
const message = z.object({
  role: z.enum(["system", "developer", "user", "assistant", "tool"]),
  content,
});

const chat = z.object({
  ...common,
  messages: z.array(message).min(1),
  max_completion_tokens: count.nullish(),
  logprobs: z.boolean().nullish(),
  top_logprobs: z.int().min(0).max(20).nullish(),
  add_generation_prompt: z.boolean().nullish(),
  continue_final_message: z.boolean().nullish(),
});

const ids = z.array(z.int().min(0)).min(1);
const plain = z.object({
  ...common,
  prompt: z.union([z.string(), ids, z.array(z.string()).min(1), z.array(ids).min(1)], {
    error: "must be a string, a list of token ids, or a list of either",
  }),
  logprobs: z.int().min(0).max(20).nullish(),
  echo: z.boolean().nullish(),
});

/** Unsupported fields, with the values that have no effect. */
const unsupported: Record<string, readonly unknown[]> = {
  frequency_penalty: [0],
  presence_penalty: [0],
  repetition_penalty: [1],
  min_p: [0],
  logit_bias: [],
  best_of: [1],
  suffix: [""],
  tools: [],
  functions: [],
  response_format: [],
  min_tokens: [0],
  ignore_eos: [false],
  stop_token_ids: [],
  prompt_logprobs: [],
};

export interface CompletionRequest {
  kind: "chat" | "plain";
  model: string | undefined;
  prompts: Prompt[];
  /** The number of samples of each prompt. */
  n: number;
  seed: number | undefined;
  sampling: Sampling;
  /** Whether the prompt is before the completion. */
  echo: boolean;
  stream: boolean;
  includeUsage: boolean;
}

/** The maximum number of values in a body, because checking more would take long. */
const mostValues = 300_000;
/** The maximum number of samples of one request, over all of its prompts. */
const mostSamples = 4096;

function refuseHuge(body: unknown): void {
  const left: unknown[] = [body];
  for (let seen = 0; left.length > 0; seen++) {
    const value = left.pop();
    if (typeof value !== "object" || value === null) continue;
    const inner = Object.values(value);
    if (seen + left.length + inner.length > mostValues)
      throw new HttpError(400, `the body holds more than ${mostValues} values`);
    for (const each of inner) left.push(each);
  }
}

function refuseMany(prompts: number, n: number): void {
  if (prompts * n > mostSamples)
    throw new HttpError(
      400,
      `${counted(prompts, "prompt")} with ${counted(n, "sample")} each are more than ${mostSamples}: ask in parts`,
      {
        param: prompts > 1 ? "prompt" : "n",
      },
    );
}

/** @throws {HttpError} that names the field */
export function readChat(body: unknown): CompletionRequest {
  const read = check(chat, body);
  const { messages, add_generation_prompt: adds, continue_final_message: continues } = read;
  if (read.top_logprobs != null && !read.logprobs)
    throw new HttpError(400, "top_logprobs needs logprobs to be true", { param: "top_logprobs" });
  if (continues && adds !== false)
    throw new HttpError(400, "continue_final_message needs add_generation_prompt to be false", {
      param: "continue_final_message",
    });
  return {
    ...whatever(read),
    kind: "chat",
    prompts: [
      {
        messages: messages.map(named),
        ending: continues ? "continue" : adds === false ? "none" : "turn",
      },
    ],
    sampling: {
      ...samplingOf(read),
      maxTokens: read.max_completion_tokens ?? read.max_tokens ?? undefined,
      topLogprobs: read.logprobs ? (read.top_logprobs ?? 0) : undefined,
    },
    echo: false,
  };
}

/** The default maximum of tokens of a plain completion, as with OpenAI. */
const defaultPlainTokens = 16;

/** @throws {HttpError} that names the field */
export function readPlain(body: unknown): CompletionRequest {
  const read = check(plain, body);
  const { prompt, logprobs } = read;
  const prompts = promptsOf(prompt);
  refuseMany(prompts.length, read.n ?? 1);
  if (read.echo && logprobs != null)
    throw new HttpError(400, "echo together with logprobs is not supported", { param: "echo" });
  return {
    ...whatever(read),
    kind: "plain",
    prompts,
    sampling: {
      ...samplingOf(read),
      maxTokens: read.max_tokens ?? defaultPlainTokens,
      topLogprobs: logprobs ?? undefined,
    },
    echo: read.echo === true,
  };
}

function promptsOf(prompt: z.infer<typeof plain>["prompt"]): Prompt[] {
  if (typeof prompt === "string") return [{ text: prompt }];
  if (typeof prompt[0] === "number") return [{ ids: prompt as number[] }];
  return prompt.map((each) => (typeof each === "string" ? { text: each } : { ids: each as number[] }));
}

const named = ({ role, content }: z.infer<typeof message>): Message => ({
  role: role === "developer" ? "system" : role,
  content,
});

type Common = z.infer<z.ZodObject<typeof common>>;

const whatever = (read: Common) => ({
  model: read.model ?? undefined,
  n: read.n ?? 1,
  seed: read.seed ?? undefined,
  stream: read.stream === true,
  includeUsage: read.stream_options?.include_usage === true,
});

const samplingOf = ({ temperature, top_p, top_k, stop }: Common): Sampling => ({
  temperature: temperature ?? undefined,
  topP: top_p ?? undefined,
  topK: top_k && top_k > 0 ? top_k : undefined,
  stop: typeof stop === "string" ? [stop] : (stop ?? undefined),
});

function check<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  refuseHuge(body);
  const read = schema.safeParse(body);
  if (!read.success) {
    const issue = read.error.issues[0]!;
    const param = issue.path.join(".");
    throw new HttpError(400, param === "" ? "the body is not a JSON object" : badField(issue, body), {
      param: param || undefined,
    });
  }
  for (const [param, neutral] of Object.entries(unsupported)) {
    const value = (body as Record<string, unknown>)[param];
    const isNeutral = value == null || neutral.includes(value) || isEmpty(value);
    if (!isNeutral) throw new HttpError(400, `${param} is not supported`, { param });
  }
  return read.data;
}

/** An empty list or object, or the format of plain text. */
const isEmpty = (value: unknown): boolean =>
  typeof value === "object" && ["[]", "{}", '{"type":"text"}'].includes(JSON.stringify(value));
