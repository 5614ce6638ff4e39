// Searches as a list: one line a problem, with its answer, the gold, whether it is right, and how long the search took.

import { join } from "node:path";
import { readJournal } from "../../runs/engine/journal.ts";
import { byId } from "../../runs/problem-order.ts";
import { recordedProblem } from "../../runs/recorded-problem.ts";
import { gradeAnswer } from "../../search/grade-answer.ts";
import { type IterationRecord, readIteration } from "../../search/iteration.ts";
import { iterationsFileName } from "../../search/run-file.ts";
import { conversationOf, type Problem } from "../../tasks/problem.ts";
import type { Task } from "../../tasks/task.ts";
import { paint } from "../terminal/colour.ts";
import { textTable } from "../terminal/show-table.ts";
import { shortened } from "./list.ts";

interface Found {
  problem: Problem;
  /** Those that were carried out. */
  iterations: number;
  /** Undefined while the search is not over. */
  conclusion: NonNullable<IterationRecord["outcome"]>["conclusion"];
  failed: boolean;
}

/** The problems that a search has begun with. @throws {StorageError} */
async function foundIn(folder: string): Promise<Found[]> {
  const found = new Map<string, Found>();
  await readJournal(join(folder, iterationsFileName), (record) => {
    const read = readIteration(record);
    if (!read) return;
    const problem = recordedProblem(read.input);
    const iterations = (found.get(problem.id)?.iterations ?? 0) + (read.outcome ? 1 : 0);
    const { conclusion } = read.outcome ?? {};
    found.set(problem.id, { problem, iterations, conclusion, failed: !read.outcome });
  });
  return [...found.values()].sort((a, b) => byId(a.problem, b.problem));
}

/** The lines of a search; they are put together with those of others. */
export async function searchRows(folder: string, task: Task | undefined): Promise<string[][]> {
  return (await foundIn(folder)).map((found) => [
    found.problem.id,
    found.conclusion?.answer ?? "–",
    [found.problem.gold].flat().join(" or "),
    verdictText(found, task),
    `${found.iterations}`,
  ]);
}

const head = ["problem", "answer", "gold", "right", "iterations"];

export function searchListText(rows: readonly string[][]): string {
  const cells = rows.map((row) =>
    row.map((cell, column) => (column === 1 || column === 2 ? shortened(cell) : cell)),
  );
  return textTable([head, ...cells], { isWords: true, cuts: { 0: "inside", 1: "end", 2: "end" } });
}

function verdictText({ problem, conclusion, failed }: Found, task: Task | undefined): string {
  if (!conclusion) return paint("unscored", failed ? "failed" : "not finished");
  const { answer, why } = conclusion;
  if (answer === null) return paint("wrong", why === "step limit" ? why : "no answer");
  if (!task) return "not judged";
  const { right } = gradeAnswer(task, conversationOf(problem), answer);
  if (right === null) return paint("unscored", "unscored");
  return right ? paint("right", "yes") : paint("wrong", "no");
}
