// Completions without a text. A server with a reasoning parser or tools may put the whole output of a model into other
// fields; every completion is then empty, and every answer wrong. This is reported, with advice.

import { count, counted } from "./counted.ts";

export interface EmptyCompletions {
  completions: number;
  /** The empty completions for which the server sent text in its field of reasoning, or tool calls. */
  with_reasoning: number;
  with_tool_calls: number;
}

export const noneEmpty = (): EmptyCompletions => ({ completions: 0, with_reasoning: 0, with_tool_calls: 0 });

/** The server's fields of a completion. */
interface CompletionFields {
  text: string;
  reasoning?: string | undefined;
  toolCalls?: string | undefined;
}

export const isEmpty = ({ text }: CompletionFields): boolean => text.trim() === "";

/** The description of an empty completion. */
export const emptyReply = ({ reasoning, toolCalls }: Partial<CompletionFields>): string =>
  reasoning
    ? "empty; the server put it into reasoning_content?"
    : toolCalls
      ? "empty; the server put it into tool_calls?"
      : "empty";

/** The non-empty fields that the message names. */
export const fieldsIn = (words: string | undefined): Pick<CompletionFields, "reasoning" | "toolCalls"> => ({
  reasoning: words?.includes(emptyReply({ reasoning: "…" })) ? "…" : undefined,
  toolCalls: words?.includes(emptyReply({ toolCalls: "…" })) ? "…" : undefined,
});

/** Counts a completion that is empty. */
export function countEmpty(empty: EmptyCompletions, said: CompletionFields): void {
  if (!isEmpty(said)) return;
  empty.completions++;
  if (said.reasoning) empty.with_reasoning++;
  if (said.toolCalls) empty.with_tool_calls++;
}

/** For example `480 of 480 completions are empty; the server put them into reasoning_content? …`. */
export function emptyWords(empty: EmptyCompletions, all: number, unit = "completion"): string {
  const { completions, with_reasoning: reasoning, with_tool_calls: calls } = empty;
  const said = `${count(completions)} of ${counted(all, unit)} ${completions === 1 ? "is" : "are"} empty`;
  const [field, where] =
    reasoning >= calls && reasoning > 0
      ? ["reasoning_content", reasoning]
      : calls > 0
        ? ["tool_calls", calls]
        : [];
  if (field === undefined) return `${said}, and the server sent no text in another field`;
  return `${said}; the server put ${where === completions ? "them" : `${count(where!)} of them`} into ${field}? --completion-field ${field} reads them there`;
}
