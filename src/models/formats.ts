// The APIs that a server may have: how a request is written for each, and how its answer is read.

import type { Api, CompletionField } from "../config/apis.ts";
import { messagesPost, readMessage } from "./messages-format.ts";
import type { GenerateRequest } from "./model.ts";
import { type Answer, openAiPost, type Post, readOpenAiAnswer } from "./openai-format.ts";
import { readResponse, responsesPost } from "./responses-format.ts";

export interface Format {
  /** What is undefined in the body is not sent. */
  post(model: string, request: GenerateRequest, extra: Record<string, unknown>): Post;
  /** @param field where a completion is read whose usual field is empty */
  read(body: unknown, field?: CompletionField): Answer;
  /** Whether one request can ask for several completions. */
  drawsSeveral: boolean;
}

const openAi: Format = { post: openAiPost, read: readOpenAiAnswer, drawsSeveral: true };

const formats: Readonly<Record<Api, Format>> = {
  chat: openAi,
  completions: openAi,
  responses: { post: responsesPost, read: readResponse, drawsSeveral: false },
  messages: { post: messagesPost, read: readMessage, drawsSeveral: false },
};

export const formatOf = (api: Api | undefined): Format => formats[api ?? "chat"];
