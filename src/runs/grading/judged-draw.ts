// Verdicts that are made where the completions were drawn, so that a run with many workers does not wait for one
// program to grade. They are told beside the record, and the run that gets them grades what has none itself.

import { z } from "zod";
import type { Judgement } from "../../tasks/task.ts";
import { conversationOf, type DrawInput, type Drawn } from "../draw.ts";
import { endedBy, type Grader, type GradingItem } from "./grader.ts";

/** What a grader is given of a draw, one for each completion. */
export function gradingItems(input: DrawInput, { completions }: Pick<Drawn, "completions">): GradingItem[] {
  const conversation = conversationOf(input);
  return completions.map(({ text, reasoning, finish, stopReason }) => ({
    task: input.task,
    conversation,
    completion: { text, reasoning, finish, stopReason },
  }));
}

/** @throws {TaskError} where the grader can give no verdict */
export async function judgeDraw(
  grader: Grader,
  items: readonly GradingItem[],
): Promise<(Judgement | null)[]> {
  const verdicts = Promise.all(
    items.map((item) => new Promise<Judgement>((resolve) => void grader.judge(item, resolve))),
  );
  // A grader that broke tells no verdict, and says so when it is asked whether it is done.
  const judged = await Promise.race([verdicts, grader.done().then(() => verdicts)]);
  // Where the grading had to be ended, the run itself sees to it, and keeps the answer to be reported.
  return judged.map((judgement) => (judgement.by === endedBy ? null : judgement));
}

const judgement = z.object({
  right: z.boolean().nullable(),
  extracted: z.string().nullable(),
  at: z.tuple([z.int().min(0), z.int().min(0)]).optional(),
  by: z.string(),
  reason: z.string().optional(),
  undecided: z.literal(true).optional(),
});

const judgements = z.array(judgement.nullable());

/** None where it holds none. */
export const readJudgements = (aside: unknown): (Judgement | null)[] =>
  aside === undefined ? [] : (judgements.safeParse(aside).data ?? []);
