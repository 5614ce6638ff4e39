// Graders for the completions of a run. Grading in this thread is simplest; grading in a worker thread can be stopped,
// which is a second safeguard against our own bugs: counted steps limit the work, except for work that a bug does not
// count.

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
   * Grades a completion and passes the verdict on, at once or later, in the order of the calls. Returns a promise if
   * the caller should wait before the next call.
   */
  grade(item: GradingItem, tell: (grade: Grade) => void): Promise<void> | undefined;
  /** Resolves when all verdicts have been passed on. @throws {TaskError} if the user's task returned no verdict */
  done(): Promise<void>;
  close(): Promise<void>;
}

/** The tasks by name, in their template. */
export type TasksByName = ReadonlyMap<string, Task>;

/** If grading throws, the answer is unscored; if a task returns no verdict at all, that is thrown. */
export function gradeItem(tasks: TasksByName, { task, conversation, completion }: GradingItem): Grade {
  try {
    return tasks.get(task)!.grade(conversation, completion);
  } catch (error) {
    if (error instanceof TaskError) throw error;
    return failedGrade(messageOf(error));
  }
}

const endedBy = "grading ended";

/** An answer whose grading had to be stopped is wrong, so that a model cannot avoid being graded. */
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

// Verdicts that are made where the completions are drawn, so that a run with many workers does not wait for one process
// to grade. They are passed on beside the record; the run grades samples that arrive without a verdict.

/** The grader's input for a draw, one for each completion. */
export function gradingItems(input: DrawInput, { completions }: Pick<Drawn, "completions">): GradingItem[] {
  const conversation = drawnConversation(input);
  return completions.map(({ text, reasoning, finish, stopReason }) => ({
    task: input.task,
    conversation,
    completion: { text, reasoning, finish, stopReason },
  }));
}

/** @throws {TaskError} if the grader cannot give a verdict */
export async function gradeDraw(grader: Grader, items: readonly GradingItem[]): Promise<(Grade | null)[]> {
  const verdicts = Promise.all(
    items.map((item) => new Promise<Grade>((resolve) => void grader.grade(item, resolve))),
  );
  // A grader that failed passes on no verdict, and rejects `done`.
  const graded = await Promise.race([verdicts, grader.done().then(() => verdicts)]);
  // If the grading had to be stopped, the run grades the answer itself, and stores it for a report.
  return graded.map((grade) => (grade.by === endedBy ? null : grade));
}

const grade: z.ZodType<Grade> = gradeShape.extend({
  at: z.tuple([z.int().min(0), z.int().min(0)]).optional(),
  undecided: z.literal(true).optional(),
  question: questionShape.optional(),
});

const grades = z.array(grade.nullable());

/** Empty if it has none. */
export const readGrades = (aside: unknown): (Grade | null)[] =>
  aside === undefined ? [] : (grades.safeParse(aside).data ?? []);
