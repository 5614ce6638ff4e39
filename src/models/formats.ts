// The APIs of servers: how each writes a request and reads its answer.

import type { Api, CompletionField } from "../config/apis.ts";
import { messagesPost, readMessage } from "./messages-format.ts";
import type { GenerateRequest } from "./model.ts";
import { type Answer, openAiPost, type Post, readOpenAiAnswer } from "./openai-format.ts";
import { readResponse, responsesPost } from "./responses-format.ts";

export interface Format {
  /** Fields of the body that are undefined are not sent. */
  post(model: string, request: GenerateRequest, extra: Record<string, unknown>): Post;
  /** @param field the field of a completion that is read if the usual field is empty */
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
