// A run for export: graded again, then its samples one by one, each once.

import { measureAll } from "../../runs/eval.ts";
import { type FindTask, gradeRun } from "../../runs/grading/grade-run.ts";
import type { SampleVerdict } from "../../runs/grading/scores.ts";
import type { TaskMetrics } from "../../runs/metrics.ts";
import type { RunFile } from "../../runs/run-file.ts";
import { choose, eachSample, type Shown } from "../eval/eval-kind.ts";
import type { TasksOfRun } from "../run/tasks-of-run.ts";

/** A sample with its verdict, which is right, wrong, or null if there is none. */
export interface ExportedSample extends Shown {
  verdict: Pick<SampleVerdict, "right" | "answer" | "by" | "reason" | "unscored" | "truncated">;
}

export interface ExportedRun {
  folder: string;
  run: RunFile;
  /** By task. */
  metrics: Record<string, TaskMetrics>;
  /** In the order of the journal. */
  each(visit: (sample: ExportedSample) => void): Promise<void>;
}

/** @throws {StorageError} when there is no evaluation in the folder */
export async function exportedRun(
  folder: string,
  find: FindTask,
  graderOf: TasksOfRun["graderOf"],
): Promise<ExportedRun> {
  const { run, scores } = await gradeRun(folder, find, graderOf);
  const latest = await choose(folder, { seed: 0 }, () => true);
  return {
    folder,
    run,
    metrics: measureAll(scores, run.config.numSamples, run.config.model.prices),
    each: (visit) =>
      eachSample(folder, (shown, number) => {
        const { task, problem } = shown.input;
        const verdict = scores.tasks.get(task)?.problems.get(problem)?.samples[shown.sample];
        if (verdict && latest.has(number)) visit({ ...shown, verdict });
      }),
  };
}

export const modelOf = ({ run }: ExportedRun): string =>
  run.config.model.model ?? run.config.model.path ?? run.config.model.kind;

/** The messages that were sent; a plain prompt is one user message. */
export const messagesOf = ({ input: { prompt } }: Shown): { role: string; content: string }[] =>
  typeof prompt === "string" ? [{ role: "user", content: prompt }] : prompt;

/** A string that can be part of a file name. */
export const safeName = (name: string): string => name.replace(/[^\w.-]+/g, "_");
