// What a benchmark is: rows turned into conversations, and one definition of right that evaluation and reward share.

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
  /** Names the problem within its data set, the same in every run over the same revision. */
  id: string;
  /** At least the user's message and the ideal assistant's. */
  messages: Message[];
  /** The gold; where there are several, any one suffices. */
  answer: string | string[];
  /** The bare problem, for other prompts than the task's own. */
  problem: string;
  /** What else its row says: a level, a subject, a source. */
  columns?: Columns | undefined;
}

/** Columns of a row by name, as JSON has them. */
export type Columns = Readonly<Record<string, unknown>>;

/** What a model gave back. */
export interface Completion {
  text: string;
  /** The server's own field of reasoning, which never counts as the answer. */
  reasoning?: string | undefined;
  /** How it ended, as the server tells; a template may need it. */
  finish?: string | null | undefined;
  /** The stop at which it ended, where the server names it. */
  stopReason?: string | number | null | undefined;
}

/** Right, wrong, or unscored because the gold is missing or unusable; with what was extracted and why. */
export interface Grade {
  right: boolean | null;
  extracted: string | null;
  /** Where it is in the completion's text, from one place up to, not including, another; left out where nobody knows. */
  at?: readonly [start: number, end: number] | undefined;
  /** The rule that decided. */
  by: string;
  reason?: string | undefined;
  /** Wrong because it could not be decided whether it is right. */
  undecided?: true | undefined;
  /** What the rules leave open, and a judge may be asked. */
  question?: Question | undefined;
  /** What the judge said, where it was asked. */
  judge?: Judgement | undefined;
}

/** Where rows came from, exactly enough to fetch them again. */
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

/** Policies of `assay/math` that differ from its defaults. */
export type GradingOptions = Partial<Policies>;

export interface Task {
  name: string;
  description: string;
  eval_type: "generative";
  /** Tokens that a solution may need: the default of `--max-tokens`. */
  maxNewTokens: number;
  /** What is asked, with `{problem}` where the problem goes; a module's own task has none. */
  prompt?: string | undefined;
  /** Columns whose values group the figures, unless the user names others. */
  groupBy?: readonly string[] | undefined;
  /** Whether its grading is a user's own code, of which nothing is known. */
  isOwnCode?: boolean | undefined;
  /** Its golds are prose, which rules alone cannot decide. */
  needsJudge?: boolean | undefined;
  /** What its answers are graded with, where that is not the rule's own. */
  gradingOptions?: GradingOptions | undefined;
  /** The same task with these options over its own; left out where its rule has none. */
  withOptions?: ((options: GradingOptions) => Task) | undefined;
  load(): Promise<LoadedTask>;
  /** The one definition of right. */
  grade(conversation: Conversation, completion: Completion): Grade;
}

/** The task as it is graded with these options, whatever its rule; they are checked. @throws {TaskError} */
export function withGradingOptions(task: Task, given: object | undefined): Task {
  if (given === undefined) return task;
  const options: GradingOptions = { ...task.gradingOptions, ...checkedOptions(task.name, given) };
  const changed: Task = {
    ...task,
    ...task.withOptions?.(options),
    gradingOptions: options,
    load: async () => ({ ...(await task.load()), task: changed }),
  };
  return changed;
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
