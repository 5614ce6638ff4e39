// Few-shot examples. They are rows of a file, and are stored in the run's file, which alone can repeat the run.

import { z } from "zod";
import { loadFileRows } from "../datasets/index.ts";
import { goldAnswer } from "../math/index.ts";
import { askWith, idealReply } from "./prompt.ts";
import { readWorkedProblem, usualFields } from "./row-problem.ts";
import type { Message } from "./task.ts";
import { TaskError } from "./task-error.ts";

const example = z.object({ problem: z.string(), answer: z.string(), solution: z.string().optional() });

export type Example = z.output<typeof example>;

/** @throws {DatasetError} @throws {TaskError} */
export async function readExamples(path: string): Promise<Example[]> {
  const { rows } = await loadFileRows(path);
  return rows.map((row) => {
    const { statement: problem, gold, solution } = readWorkedProblem(row, usualFields);
    const answer = goldAnswer([gold].flat()[0] ?? "");
    if (answer === "") throw row.wrong("has no answer, which an example needs");
    return { problem, answer, ...(solution === undefined ? {} : { solution }) };
  });
}

/** The examples of a run's file, which may hold anything. @throws {TaskError} */
export function examplesIn(value: unknown): Example[] {
  if (value === undefined) return [];
  const read = z.array(example).safeParse(value);
  if (!read.success) throw new TaskError("the run's file holds few-shot examples that cannot be read");
  return read.data;
}

/**
 * The examples as turns of a conversation, without one that equals the problem, because it would give the answer away.
 */
export const exampleTurns = (examples: readonly Example[], prompt: string, problem: string): Message[] =>
  examples
    .filter((each) => each.problem.trim() !== problem.trim())
    .flatMap(({ problem, answer, solution }) => [
      { role: "user", content: askWith(prompt, problem) },
      { role: "assistant", content: idealReply(answer, solution) },
    ]);
