// OpenAI's Responses API, as its reference describes it (POST /responses): messages are sent as `input`; the answer is
// a list of items, of reasoning and of messages. It draws one answer for each request, and has no seed.

import type { Completion, GenerateRequest } from "./model.ts";
import {
  type Answer,
  answerWith,
  type Fields,
  fieldsOf,
  listOf,
  Misread,
  type Post,
  readingAnswer,
  textIn,
  withExtra,
} from "./openai-format.ts";

export function responsesPost(
  model: string,
  { prompt, sampling }: GenerateRequest,
  extra: Record<string, unknown>,
): Post {
  const body = {
    model,
    input: prompt,
    max_output_tokens: sampling.maxTokens,
    temperature: sampling.temperature,
    top_p: sampling.topP,
    top_k: sampling.topK,
    stop: sampling.stop,
    reasoning: sampling.reasoningEffort === undefined ? undefined : { effort: sampling.reasoningEffort },
    // The server should not store the responses of an evaluation.
    store: false,
  };
  return { path: "/responses", body: withExtra(body, extra) };
}

/** @throws {ProviderError} */
export const readResponse = (body: unknown): Answer =>
  readingAnswer(body, (answer) => {
    if (answer.error != null) throw new Misread("the response failed");
    const items = listOf(answer.output, "output").map((item) => fieldsOf(item, "an item of the output"));
    return answerWith([completionOf(answer, items)], answer, "input_tokens", "output_tokens");
  });

function completionOf(answer: Fields, items: readonly Fields[]): Completion {
  const ofType = (type: string) => items.filter((item) => item.type === type);
  // A model that shows its reasoning has it as content; others have at most a summary.
  const reasoning = ofType("reasoning").map(
    ({ content, summary }) => textsIn(content, "text") || textsIn(summary, "text"),
  );
  const messages = ofType("message").map(
    ({ content }) => textsIn(content, "text") || textsIn(content, "refusal"),
  );
  return {
    index: 0,
    text: messages.join(""),
    reasoning: reasoning.filter((text) => text !== "").join("\n\n") || undefined,
    finish: finishOf(answer),
  };
}

/** The texts of an item's parts, one after the other. */
const textsIn = (parts: unknown, field: string): string =>
  parts == null
    ? ""
    : listOf(parts, "content")
        .map((part) => textIn(fieldsOf(part, "a part")[field], field) ?? "")
        .join("");

/** Converted to the terms of chat completions, which runs record. */
function finishOf({ status, incomplete_details: details }: Fields): string | null {
  if (status !== "incomplete") return status === "completed" ? "stop" : (textIn(status, "status") ?? null);
  const reason = details == null ? undefined : textIn(fieldsOf(details, "details").reason, "reason");
  return reason === "max_output_tokens" ? "length" : (reason ?? null);
}
