/** How a server is asked: OpenAI's chat, plain completions or Responses, or Anthropic's Messages. */
export const apis = ["chat", "completions", "responses", "messages"] as const;
export type Api = (typeof apis)[number];

/** Where a server may put what a model says, beside the usual field. */
export const completionFields = ["reasoning_content", "reasoning", "tool_calls"] as const;
export type CompletionField = (typeof completionFields)[number];
