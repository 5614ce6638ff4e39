// Verdicts that are made where the completions were drawn, so that a run with many workers does not wait for one
// program to grade. They are told beside the record, and the run that gets them grades what has none itself.

import { z } from "zod";
import { questionShape } from "../../judge/question.ts";
import { gradeShape } from "../../tasks/module-task.ts";
import type { Grade } from "../../tasks/task.ts";
import { type DrawInput, type Drawn, drawnConversation } from "../draw.ts";
import { endedBy, type Grader, type GradingItem } from "./grader.ts";

/** What a grader is given of a draw, one for each completion. */
export function gradingItems(input: DrawInput, { completions }: Pick<Drawn, "completions">): GradingItem[] {
  const conversation = drawnConversation(input);
  return completions.map(({ text, reasoning, finish, stopReason }) => ({
    task: input.task,
    conversation,
    completion: { text, reasoning, finish, stopReason },
  }));
}

/** @throws {TaskError} where the grader can give no verdict */
export async function gradeDraw(grader: Grader, items: readonly GradingItem[]): Promise<(Grade | null)[]> {
  const verdicts = Promise.all(
    items.map((item) => new Promise<Grade>((resolve) => void grader.grade(item, resolve))),
  );
  // A grader that broke tells no verdict, and says so when it is asked whether it is done.
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

/** None where it holds none. */
export const readGrades = (aside: unknown): (Grade | null)[] =>
  aside === undefined ? [] : (grades.safeParse(aside).data ?? []);
