/** Where a server may put what a model says, beside the usual field. */
export const completionFields = ["reasoning_content", "reasoning", "tool_calls"] as const;
export type CompletionField = (typeof completionFields)[number];
