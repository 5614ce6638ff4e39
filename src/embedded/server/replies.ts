// Completions in the form that OpenAI's and vLLM's clients read, whole and streamed.

import { HttpError } from "../../http/http-error.ts";
import { EmbeddedError } from "../embedded-error.ts";
import type { Sample, TokenLogprob } from "../language-model.ts";

interface Usage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
}

export const usageOf = (promptTokens: number, completionTokens: number): Usage => ({
  prompt_tokens: promptTokens,
  completion_tokens: completionTokens,
  total_tokens: promptTokens + completionTokens,
});

/** The common fields of all chunks of an answer. */
export interface Head {
  id: string;
  object: string;
  created: number;
  model: string;
}

export interface Style {
  idPrefix: string;
  object: string;
  pieceObject: string;
  choice(index: number, sample: Sample): object;
  /** Before the first chunk of a choice; undefined if nothing is sent. */
  begin(index: number): object | undefined;
  piece(index: number, text: string, logprobs: TokenLogprob[] | undefined): object;
  end(index: number, sample: Sample): object;
}

const reasons = ({ finish, stopReason }: Sample) => ({ finish_reason: finish, stop_reason: stopReason });

export const chatStyle: Style = {
  idPrefix: "chatcmpl-",
  object: "chat.completion",
  pieceObject: "chat.completion.chunk",
  choice: (index, sample) => ({
    index,
    message: { role: "assistant", content: sample.text, refusal: null },
    logprobs: chatLogprobs(sample.logprobs),
    ...reasons(sample),
  }),
  begin: (index) => ({
    index,
    delta: { role: "assistant", content: "" },
    logprobs: null,
    finish_reason: null,
  }),
  piece: (index, content, logprobs) => ({
    index,
    delta: { content },
    logprobs: chatLogprobs(logprobs),
    finish_reason: null,
  }),
  end: (index, sample) => ({ index, delta: {}, logprobs: null, ...reasons(sample) }),
};

export const plainStyle: Style = {
  idPrefix: "cmpl-",
  object: "text_completion",
  pieceObject: "text_completion",
  choice: (index, sample) => ({
    index,
    text: sample.text,
    logprobs: plainLogprobs(sample.logprobs),
    ...reasons(sample),
  }),
  begin: () => undefined,
  piece: (index, text, logprobs) => ({
    index,
    text,
    logprobs: plainLogprobs(logprobs),
    finish_reason: null,
  }),
  end: (index, sample) => ({ index, text: "", logprobs: null, ...reasons(sample) }),
};

/** JSON has no infinity; this is what other servers write for it. */
const least = -9999;

const inBytes = ({ token, logprob }: { token: string; logprob: number }) => ({
  token,
  logprob: Math.max(least, logprob),
  bytes: [...Buffer.from(token, "utf8")],
});

function chatLogprobs(tokens: TokenLogprob[] | undefined): object | null {
  if (!tokens) return null;
  return {
    content: tokens.map((token) => ({ ...inBytes(token), top_logprobs: token.top.map(inBytes) })),
    refusal: null,
  };
}

function plainLogprobs(tokens: TokenLogprob[] | undefined): object | null {
  if (!tokens) return null;
  return {
    tokens: tokens.map(({ token }) => token),
    token_logprobs: tokens.map(({ logprob }) => Math.max(least, logprob)),
    top_logprobs: tokens.map(byText),
    text_offset: tokens.map(({ start }) => start),
  };
}

/** The drawn token is always among them; of several tokens with the same text, the most likely counts. */
function byText(drawn: TokenLogprob): Record<string, number> {
  const texts = new Map<string, number>();
  for (const { token, logprob } of [...drawn.top, drawn])
    if (!texts.has(token)) texts.set(token, Math.max(least, logprob));
  return Object.fromEntries(texts);
}

// The errors of the model server, in the form that OpenAI's clients read.

export function apiErrorOf(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  const { message } = error as Error;
  if (!(error instanceof EmbeddedError)) return new HttpError(500, `the server failed: ${message}`);
  if (error.kind === "request") return new HttpError(400, message, { param: error.field });
  return new HttpError(error.kind === "stopped" ? 503 : 500, message);
}

export function apiErrorBody({ status, message, details }: HttpError): object {
  const { param = null, code = null } = details;
  const type = status >= 500 ? "server_error" : "invalid_request_error";
  return { error: { message, type, param, code } };
}
