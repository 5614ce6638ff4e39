// Who judges the completions of a run. Judging in place is simplest; judging in a thread can be ended, which is the
// second line against a mistake of our own: work is bounded by counted steps, and what is not counted has no bound.

import type { Conversation, Judgement, Task } from "../../tasks/task.ts";
import { TaskError } from "../../tasks/task-error.ts";
import { judge, type Recorded } from "../template.ts";
import type { TemplateName } from "../template-names.ts";

/** A completion to be judged. */
export interface GradingItem {
  /** The task's name. */
  task: string;
  conversation: Conversation;
  completion: Recorded;
}

export interface Grader {
  /**
   * Judges a completion and tells the verdict, at once or later, in the order in which they were given. Gives a promise
   * where no more should be given before it is kept.
   */
  judge(item: GradingItem, tell: (judgement: Judgement) => void): Promise<void> | undefined;
  /** When all verdicts are told. @throws {TaskError} when a task of the user's own gave no verdict */
  done(): Promise<void>;
  close(): Promise<void>;
}

/** The tasks by name, in their template. */
export type Judges = ReadonlyMap<string, Task>;

/** Whatever the grading of an answer throws is no way out for it; only what a user's module does wrong is thrown. */
export function judgeItem(
  judges: Judges,
  { task, conversation, completion }: GradingItem,
  template: TemplateName | undefined,
): Judgement {
  try {
    return judge(judges.get(task)!, conversation, completion, template);
  } catch (error) {
    if (error instanceof TaskError) throw error;
    const words = error instanceof Error ? error.message : String(error);
    return { right: false, extracted: null, by: "grading failed", reason: `the grading failed: ${words}` };
  }
}

export const endedBy = "grading ended";

/** An answer whose grading had to be ended is wrong, so that no model finds a way out of being graded. */
export const endedJudgement = (reason: string): Judgement => ({
  right: false,
  extracted: null,
  by: endedBy,
  reason: `the grading ${reason}`,
});

export class GraderInPlace implements Grader {
  constructor(
    private readonly judges: Judges,
    private readonly template: TemplateName | undefined,
  ) {}

  judge(item: GradingItem, tell: (judgement: Judgement) => void): undefined {
    tell(judgeItem(this.judges, item, this.template));
  }

  async done(): Promise<void> {}
  async close(): Promise<void> {}
}
