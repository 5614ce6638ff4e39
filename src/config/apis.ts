/** The APIs of servers: OpenAI's chat, plain completions or Responses, or Anthropic's Messages. */
export const apis = ["chat", "completions", "responses", "messages"] as const;
export type Api = (typeof apis)[number];

/** The fields in which a server may put the model's output, other than the usual field. */
export const completionFields = ["reasoning_content", "reasoning", "tool_calls"] as const;
export type CompletionField = (typeof completionFields)[number];
