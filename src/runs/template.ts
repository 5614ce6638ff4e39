// How a problem is put to the model: as the task's own conversation, or in the template of r1-zero, whose prompt opens
// the reasoning, which the model must close.

import type { Api } from "../config/apis.ts";
import type { ChatMessage, Sampling } from "../models/model.ts";
import { type Example, exampleTurns } from "../tasks/examples.ts";
import { askWith } from "../tasks/prompt.ts";
import { r1ZeroStop, withR1ZeroTemplate } from "../tasks/r1-zero-template.ts";
import { type Conversation, type Task, withGradingOptions } from "../tasks/task.ts";
import type { TemplateName } from "./eval-settings.ts";

interface PromptOptions {
  template?: TemplateName | undefined;
  system?: string | undefined;
  /** Instead of the task's own; `{problem}` stands for the problem. */
  prompt?: string | undefined;
  examples?: readonly Example[] | undefined;
  /** Whether the model takes messages, or one text for a plain completion. */
  api: Api;
}

export type Prompt = ChatMessage[] | string;

interface HowGraded {
  template?: TemplateName | undefined;
  gradingOptions?: object | undefined;
  groupBy?: readonly string[] | undefined;
}

/** The task with the prompts and grading of a run: in its template, with its options. @throws {TaskError} */
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

export function promptOf(
  conversation: Conversation,
  task: Pick<Task, "prompt">,
  { template, system, prompt, examples = [], api }: PromptOptions,
): Prompt {
  const { problem, messages: own } = conversation;
  const asked: ChatMessage[] =
    prompt === undefined
      ? own.slice(0, own.findLastIndex(isOfUser) + 1)
      : [{ role: "user", content: askWith(prompt, problem) }];
  const messages: ChatMessage[] = [
    ...(system === undefined ? [] : [{ role: "system" as const, content: system }]),
    ...exampleTurns(examples, prompt ?? task.prompt ?? "{problem}", problem),
    ...asked,
  ];
  return isPlain({ template, model: { api } })
    ? messages.map(({ content }) => content).join("\n\n")
    : messages;
}

/** Whether a run uses plain completions. */
export const isPlain = ({ template, model }: { template?: string | undefined; model: { api: Api } }) =>
  template !== undefined || model.api === "completions";

const isOfUser = ({ role }: ChatMessage): boolean => role === "user";

interface HowDrawn extends Omit<Sampling, "topLogprobs" | "maxTokens"> {
  template?: TemplateName | undefined;
}

/**
 * The sampling settings of a run for a task; a completion ends where the template ends it, and at the user's stop
 * strings.
 */
export function samplingOf(config: HowDrawn, maxTokens: number | undefined): Sampling {
  const { template, temperature, topP, topK, stop = [], reasoningEffort, thinkingBudget } = config;
  const stops = template === "r1_zero" ? [r1ZeroStop, ...stop] : [...stop];
  return {
    maxTokens,
    temperature,
    topP,
    topK,
    stop: stops.length === 0 ? undefined : stops,
    reasoningEffort,
    thinkingBudget,
  };
}
