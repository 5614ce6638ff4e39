// How a problem is put to the model: as the task's own conversation, or in the template of r1-zero, where the prompt
// opens the reasoning and the model must close it.

import type { ChatMessage } from "../models/model.ts";
import { r1ZeroStop, withR1ZeroTemplate } from "../tasks/r1-zero-template.ts";
import { type Conversation, type Task, withGradingOptions } from "../tasks/task.ts";
import type { TemplateName } from "./eval-settings.ts";

export interface PromptOptions {
  template?: TemplateName | undefined;
  system?: string | undefined;
  /** Whether the model takes messages, or one text to be continued. */
  api: "chat" | "completions";
}

export type Prompt = ChatMessage[] | string;

export interface HowGraded {
  template?: TemplateName | undefined;
  gradingOptions?: object | undefined;
  groupBy?: readonly string[] | undefined;
}

/** The task as a run asks and grades it: in its template, with its options. @throws {TaskError} */
export function asRun(task: Task, { template, gradingOptions, groupBy }: HowGraded): Task {
  const graded = withGradingOptions(groupBy ? grouped(task, groupBy) : task, gradingOptions);
  return template === "r1_zero" ? withR1ZeroTemplate(graded) : graded;
}

function grouped(task: Task, groupBy: readonly string[]): Task {
  const changed: Task = {
    ...task,
    groupBy,
    load: async () => ({ ...(await task.load()), task: changed }),
  };
  return changed;
}

export function promptOf(conversation: Conversation, { template, system, api }: PromptOptions): Prompt {
  const asked = conversation.messages.slice(0, conversation.messages.findLastIndex(isOfUser) + 1);
  const messages = system === undefined ? asked : [{ role: "system" as const, content: system }, ...asked];
  const isPlain = template === "r1_zero" || api === "completions";
  return isPlain ? messages.map(({ content }) => content).join("\n\n") : messages;
}

const isOfUser = ({ role }: ChatMessage): boolean => role === "user";

/** Where a completion ends by itself. */
export const stopsOf = (template: TemplateName | undefined): string[] | undefined =>
  template === "r1_zero" ? [r1ZeroStop] : undefined;
