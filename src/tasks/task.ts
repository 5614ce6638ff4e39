// The interface of a benchmark: rows as conversations, and one definition of right that evaluation and reward share.

import type { Judgement, Question } from "../judge/question.ts";
import { type Policies, readPolicies } from "../math/index.ts";
import { TaskError } from "./task-error.ts";

/** One message of a conversation, as chat models take it. */
export interface Message {
  role: "system" | "user" | "assistant";
  content: string;
}

/** A problem as a conversation: the user's prompt, the ideal reply, and the gold answer. */
export interface Conversation {
  /** The problem's id within its data set, the same in every run over the same revision. */
  id: string;
  /** At least the user's message and the ideal assistant's. */
  messages: Message[];
  /** The gold; with several golds, one match is enough. */
  answer: string | string[];
  /** Only the problem, for prompts other than the task's own. */
  problem: string;
  /** The other columns of its row: a level, a subject, a source. */
  columns?: Columns | undefined;
}

/** Columns of a row by name, as JSON has them. */
export type Columns = Readonly<Record<string, unknown>>;

/** The output of a model. */
export interface Completion {
  text: string;
  /** The server's own field of reasoning, which never counts as the answer. */
  reasoning?: string | undefined;
  /** The server's finish reason; a template may need it. */
  finish?: string | null | undefined;
  /** The stop string that ended it, if the server names it. */
  stopReason?: string | number | null | undefined;
}

/** Right, wrong, or unscored because the gold is missing or unusable; with the extracted answer and the reason. */
export interface Grade {
  right: boolean | null;
  extracted: string | null;
  /** The position of the answer in the completion's text, as start and end (exclusive); undefined if unknown. */
  at?: readonly [start: number, end: number] | undefined;
  /** The rule that decided. */
  by: string;
  reason?: string | undefined;
  /** Wrong because it is undecided. */
  undecided?: true | undefined;
  /** The question for a judge, if the rules leave one. */
  question?: Question | undefined;
  /** The judgement, if the judge was asked. */
  judge?: Judgement | undefined;
}

/** The source of rows, which is sufficient to fetch them again. */
export interface Source {
  dataset: string;
  config?: string | undefined;
  split?: string | undefined;
  revision?: string | undefined;
  files: string[];
}

export interface LoadedTask {
  task: Task;
  source: Source;
  conversations: readonly Conversation[];
}

/** Grading options that differ from the defaults of `assay/math`. */
export type GradingOptions = Partial<Policies>;

export interface Task {
  name: string;
  description: string;
  eval_type: "generative";
  /** The number of tokens that a solution may need: the default of `--max-tokens`. */
  maxNewTokens: number;
  /** The prompt; `{problem}` stands for the problem; a module's task has none. */
  prompt?: string | undefined;
  /** Columns whose values group the figures, unless the user names others. */
  groupBy?: readonly string[] | undefined;
  /** Whether its grading is the user's code. */
  isOwnCode?: boolean | undefined;
  /** Its golds are prose, which rules alone cannot decide. */
  needsJudge?: boolean | undefined;
  /** Its grading options, if they are not the rule's own. */
  gradingOptions?: GradingOptions | undefined;
  /** The same task with these options, which override its own; undefined if its rule has none. */
  withOptions?: ((options: GradingOptions) => Task) | undefined;
  load(): Promise<LoadedTask>;
  /** The one definition of right. */
  grade(conversation: Conversation, completion: Completion): Grade;
}

/** The same task with other parts. @param change what becomes of its conversations */
export function changedTask(
  task: Task,
  parts: Partial<Task>,
  change = (all: readonly Conversation[]): readonly Conversation[] => all,
): Task {
  const changed: Task = {
    ...task,
    ...parts,
    async load() {
      const { source, conversations } = await task.load();
      return { task: changed, source, conversations: change(conversations) };
    },
  };
  return changed;
}

/** The task with these grading options, which are checked, for any rule. @throws {TaskError} */
export function withGradingOptions(task: Task, given: object | undefined): Task {
  if (given === undefined) return task;
  const options: GradingOptions = { ...task.gradingOptions, ...checkedOptions(task.name, given) };
  return changedTask(task, { ...task.withOptions?.(options), gradingOptions: options });
}

/** @throws {TaskError} */
export function checkedOptions(task: string, given: object): GradingOptions {
  try {
    readPolicies(given);
    return given;
  } catch (error) {
    throw new TaskError(`${task}: ${(error as Error).message}`);
  }
}

/** 1 for a right completion, 0 otherwise. */
export function evaluate(task: Task, conversation: Conversation, completion: string): 0 | 1 {
  return task.grade(conversation, { text: completion }).right === true ? 1 : 0;
}

/** The same as a training reward. */
export function reward(task: Task, conversation: Conversation, completion: string): number {
  return evaluate(task, conversation, completion);
}
