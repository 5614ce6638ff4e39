// How a problem is put to the model: as the task's own conversation, or in the template of r1-zero, where the prompt
// opens the reasoning and the model must close it.

import { templateAnswersIn } from "../answers/index.ts";
import type { ChatMessage, Completion } from "../models/model.ts";
import { withR1ZeroTemplate } from "../tasks/r1-zero-template.ts";
import type { Conversation, Grade, Task } from "../tasks/task.ts";
import type { TemplateName } from "./template-names.ts";

export interface PromptOptions {
  template?: TemplateName | undefined;
  system?: string | undefined;
  /** Whether the model takes messages, or one text to be continued. */
  api: "chat" | "completions";
}

export type Prompt = ChatMessage[] | string;

const answerEnd = "</answer>";

/** The task as the template asks and grades it. */
export const inTemplate = (task: Task, template: TemplateName | undefined): Task =>
  template === "r1_zero" ? withR1ZeroTemplate(task) : task;

export function promptOf(conversation: Conversation, { template, system, api }: PromptOptions): Prompt {
  const asked = conversation.messages.slice(0, conversation.messages.findLastIndex(isOfUser) + 1);
  const messages = system === undefined ? asked : [{ role: "system" as const, content: system }, ...asked];
  const isPlain = template === "r1_zero" || api === "completions";
  return isPlain ? messages.map(({ content }) => content).join("\n\n") : messages;
}

const isOfUser = ({ role }: ChatMessage): boolean => role === "user";

/** Where a completion ends by itself. */
export const stopsOf = (template: TemplateName | undefined): string[] | undefined =>
  template === "r1_zero" ? [answerEnd] : undefined;

export type Recorded = Pick<Completion, "text" | "reasoning" | "finish" | "stopReason">;

/** The one place where a completion of a run is graded; the task is in its template already. */
export function grade(
  task: Task,
  conversation: Conversation,
  completion: Recorded,
  template: TemplateName | undefined,
): Grade {
  const text = template === "r1_zero" ? withItsStop(completion) : completion.text;
  return task.grade(conversation, { text, reasoning: completion.reasoning });
}

/**
 * Servers leave out the stop that ended a completion. It is put back where the server names it, and, where the server
 * does not tell, when an answer was opened and the completion stopped before its end.
 */
function withItsStop({ text, finish, stopReason }: Recorded): string {
  if (stopReason === answerEnd) return text.endsWith(answerEnd) ? text : text + answerEnd;
  const isOpen = templateAnswersIn(text).at(-1)?.closed === false;
  return stopReason === undefined && finish === "stop" && isOpen ? text + answerEnd : text;
}
