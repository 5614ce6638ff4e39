// Reads a finished or interrupted run: its file, and its verdicts graded again from the journal, without a model and
// without the data set.

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { CompletionField } from "../../config/apis.ts";
import { StorageError } from "../../jsonl/errors.ts";
import type { Judge } from "../../judge/judge.ts";
import type { Task } from "../../tasks/task.ts";
import { type OnRecord, readJournal } from "../engine/journal.ts";
import { asRun } from "../plan.ts";
import { type RunFile, readRunFile, samplesFileName } from "../run-file.ts";
import { kindNameIn, runFileName } from "../run-folder.ts";
import { readSet } from "../shard.ts";
import { type Grader, GraderInPlace, type TasksByName } from "./grader.ts";
import { JudgingGrader, readJudgements } from "./judged.ts";
import { Scores } from "./scores.ts";
import { orderProblems } from "./verdicts-file.ts";

export interface GradedRun {
  folder: string;
  run: RunFile;
  scores: Scores;
}

/** Finds the tasks that a run has under `given`. */
export type FindTask = (given: string) => Promise<Task>;

/** @throws {StorageError} if there is no run in the folder */
export async function openRunFile(folder: string): Promise<RunFile> {
  const kind = await kindNameIn(folder);
  if (kind === "eval") return (await readRunFile(folder))!;
  if (kind === "search")
    throw new StorageError(`${folder}: this is a search, not an evaluation; 'assay search' continues it`);
  if (kind === "processbench")
    throw new StorageError(
      `${folder}: this is a ProcessBench run, not an evaluation; 'assay processbench' continues it`,
    );
  throw new StorageError(
    existsSync(folder)
      ? `${folder}: there is no ${runFileName} in it, so this is not the folder of a run`
      : `${folder}: no such folder`,
  );
}

/** The tasks of a run by their names, as its template grades them. */
export async function tasksOf(run: RunFile, findTask: FindTask): Promise<Map<string, Task>> {
  const tasks = await Promise.all(run.config.tasks.map((given) => findTask(given)));
  return new Map(tasks.map((task) => [task.name, asRun(task, run.config)]));
}

export const readSamples = (folder: string, onRecord: OnRecord) =>
  readJournal(join(folder, samplesFileName), onRecord);

/**
 * @param graderOf makes the grader for the run's own configuration; default: in this thread
 * @param again overrides settings of the run
 */
export async function gradeRun(
  folder: string,
  findTask: FindTask,
  graderOf?: (run: RunFile, tasks: TasksByName) => Grader,
  again: {
    completionField?: CompletionField | undefined;
    gradingOptions?: RunFile["config"]["gradingOptions"];
    groupBy?: readonly string[] | undefined;
    /** The judge for what the rules leave open; default: the recorded judgements of the run, or none. */
    judge?: Judge | "by rules" | undefined;
  } = {},
): Promise<GradedRun> {
  const run = await openRunFile(folder);
  if (again.gradingOptions) run.config = { ...run.config, gradingOptions: again.gradingOptions };
  if (again.groupBy) run.config = { ...run.config, groupBy: [...again.groupBy] };
  const tasks = await tasksOf(run, findTask);
  const inner = graderOf?.(run, tasks);
  const { judge } = again;
  const known = judge === undefined ? await readJudgements(folder) : new Map();
  if (judge === "by rules") run.judge = undefined;
  const isJudged = known.size > 0 || typeof judge === "object";
  const grader = isJudged
    ? new JudgingGrader(
        inner ?? new GraderInPlace(tasks),
        known,
        typeof judge === "object" ? judge : undefined,
      )
    : inner;
  const scores = new Scores(tasks, grader, again.completionField);
  const set = await readSet(folder);
  for (const { task, id, shard } of set?.members ?? []) {
    if (scores.tasks.has(task) && (!run.shard || run.shard.index === shard)) scores.expect(task, id);
  }
  try {
    await readSamples(folder, (record) => scores.add(record));
    await scores.settled();
  } finally {
    await grader?.close();
  }
  // A shard's set is already in order.
  if (!set) await orderProblems(folder, scores);
  for (const [name, { problems, own = problems }] of Object.entries(run.data)) {
    if (!scores.tasks.has(name)) {
      const known = [...scores.tasks.keys()].join(", ");
      throw new StorageError(
        `${join(folder, runFileName)}: it has data of '${name}', and the tasks are ${known}`,
      );
    }
    scores.expectInAll(name, own);
  }
  return { folder, run, scores };
}
