// Who grades the completions of a run. Grading in place is simplest; grading in a thread can be ended, which is the
// second line against a mistake of our own: work is bounded by counted steps, and what is not counted has no bound.

import { z } from "zod";
import { messageOf } from "../../errors/expected-error.ts";
import { questionShape } from "../../judge/question.ts";
import { gradeShape } from "../../tasks/module-task.ts";
import { failedGrade } from "../../tasks/rule.ts";
import type { Completion, Conversation, Grade, Task } from "../../tasks/task.ts";
import { TaskError } from "../../tasks/task-error.ts";
import { type DrawInput, type Drawn, drawnConversation } from "../draw.ts";

/** A completion to be graded. */
export interface GradingItem {
  /** The task's name. */
  task: string;
  conversation: Conversation;
  completion: Completion;
}

export interface Grader {
  /**
   * Grades a completion and passes the verdict on, at once or later, in the order in which they were given. Gives a promise
   * where no more should be given before it is kept.
   */
  grade(item: GradingItem, tell: (grade: Grade) => void): Promise<void> | undefined;
  /** When all verdicts have been passed on. @throws {TaskError} when a task of the user's own gave no verdict */
  done(): Promise<void>;
  close(): Promise<void>;
}

/** The tasks by name, in their template. */
export type TasksByName = ReadonlyMap<string, Task>;

/** What the grading of an answer throws leaves it unscored; a task that gives no verdict at all is thrown. */
export function gradeItem(tasks: TasksByName, { task, conversation, completion }: GradingItem): Grade {
  try {
    return tasks.get(task)!.grade(conversation, completion);
  } catch (error) {
    if (error instanceof TaskError) throw error;
    return failedGrade(messageOf(error));
  }
}

const endedBy = "grading ended";

/** An answer whose grading had to be ended is wrong, so that no model finds a way out of being graded. */
export const endedGrade = (reason: string): Grade => ({
  right: false,
  extracted: null,
  by: endedBy,
  reason: `the grading ${reason}`,
});

export class GraderInPlace implements Grader {
  constructor(private readonly tasks: TasksByName) {}

  grade(item: GradingItem, tell: (grade: Grade) => void): undefined {
    tell(gradeItem(this.tasks, item));
  }

  async done(): Promise<void> {}
  async close(): Promise<void> {}
}

// Verdicts that are made where the completions were drawn, so that a run with many workers does not wait for one
// program to grade. They are passed on beside the record; the run that receives them grades samples that have none.

/** What a grader is given of a draw, one for each completion. */
export function gradingItems(input: DrawInput, { completions }: Pick<Drawn, "completions">): GradingItem[] {
  const conversation = drawnConversation(input);
  return completions.map(({ text, reasoning, finish, stopReason }) => ({
    task: input.task,
    conversation,
    completion: { text, reasoning, finish, stopReason },
  }));
}

/** @throws {TaskError} if the grader can give no verdict */
export async function gradeDraw(grader: Grader, items: readonly GradingItem[]): Promise<(Grade | null)[]> {
  const verdicts = Promise.all(
    items.map((item) => new Promise<Grade>((resolve) => void grader.grade(item, resolve))),
  );
  // A grader that broke passes on no verdict, and rejects `done`.
  const graded = await Promise.race([verdicts, grader.done().then(() => verdicts)]);
  // Where the grading had to be ended, the run itself sees to it, and keeps the answer to be reported.
  return graded.map((grade) => (grade.by === endedBy ? null : grade));
}

const grade: z.ZodType<Grade> = gradeShape.extend({
  at: z.tuple([z.int().min(0), z.int().min(0)]).optional(),
  undecided: z.literal(true).optional(),
  question: questionShape.optional(),
});

const grades = z.array(grade.nullable());

/** None if it holds none. */
export const readGrades = (aside: unknown): (Grade | null)[] =>
  aside === undefined ? [] : (grades.safeParse(aside).data ?? []);
