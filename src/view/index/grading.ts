// Grades samples without a verdict by the tasks that their run names, in a thread and a few lines at a time, so that an
// open page shows verdicts as they arrive while the server answers.

import type { FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { loadConfig } from "../../config/index.ts";
import { reasonOf } from "../../jsonl/errors.ts";
import { openPlainFile } from "../../jsonl/plain-file.ts";
import { readDraw } from "../../runs/draw.ts";
import type { UnitRecord } from "../../runs/engine/unit.ts";
import { tasksOf } from "../../runs/grading/grade-run.ts";
import { numbered, Scores } from "../../runs/grading/scores.ts";
import { ThreadedGrader } from "../../runs/grading/threaded-grader.ts";
import { type RunFile, samplesFileName } from "../../runs/run-file.ts";
import { findTask } from "../../tasks/registry.ts";
import type { RowVerdict } from "../sample-table.ts";

interface GradedSample {
  task: string;
  problem: string;
  sample: number;
  verdict: RowVerdict;
}

/** The position of a line in a journal. */
type LineAt = [start: number, length: number];

interface Listener {
  onVerdicts(verdicts: GradedSample[]): void;
  /** Called instead if the task is not found; no verdicts follow then. */
  onFailure(message: string): void;
}

/** A slice is graded in some tenths of a second. */
const sliceBytes = 4 << 20;

export class Grading {
  private queue: Promise<void> = Promise.resolve();
  private current: ThreadedGrader | undefined;
  private isClosed = false;

  /** Grades lines of a run's journal, in the order of the calls. */
  grade(folder: string, run: RunFile, lines: readonly LineAt[], listener: Listener): void {
    this.queue = this.queue
      .then(() => this.gradeNow(folder, run, lines, listener))
      .catch((error: unknown) => {
        if (!this.isClosed) listener.onFailure(reasonOf(error));
      });
  }

  /** Resolves when everything that was requested so far is graded. */
  settled(): Promise<void> {
    return this.queue;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.current?.close();
  }

  private async gradeNow(
    folder: string,
    run: RunFile,
    lines: readonly LineAt[],
    { onVerdicts }: Listener,
  ): Promise<void> {
    if (this.isClosed) return;
    // A run may come from another person, so no code that it names is executed.
    const options = { tasks: (await loadConfig()).tasks, modules: [] };
    const { tasks: given, template, gradingOptions } = run.config;
    const tasks = await tasksOf(run, (name) => findTask(name, options));
    const grader = new ThreadedGrader({ given, template, gradingOptions, ...options });
    this.current = grader;
    const file = await openPlainFile(join(folder, samplesFileName));
    try {
      for (const slice of slicesOf(lines)) {
        if (this.isClosed) return;
        onVerdicts(await gradeSlice(file, slice, new Scores(tasks, grader)));
      }
    } finally {
      await file.close();
      await grader.close();
    }
  }
}

async function gradeSlice(
  file: FileHandle,
  lines: readonly LineAt[],
  scores: Scores,
): Promise<GradedSample[]> {
  for (const line of lines) {
    const record = await recordAt(file, line);
    const draw = record && readDraw(record);
    if (draw) await scores.grade(record, draw);
  }
  await scores.settled();
  return [...scores.tasks].flatMap(([task, { problems }]) =>
    [...problems.values()].flatMap(({ problem, samples }) =>
      numbered(samples).map(([sample, { right, answer, at, by, reason, undecided, group }]) => ({
        task,
        problem,
        sample,
        verdict: {
          right,
          answer,
          at,
          by,
          reason,
          undecided,
          ...(group === null || group === answer ? {} : { group }),
        },
      })),
    ),
  );
}

async function recordAt(file: FileHandle, [start, length]: LineAt): Promise<UnitRecord | undefined> {
  const bytes = Buffer.alloc(length);
  await file.read(bytes, 0, length, start);
  try {
    return JSON.parse(bytes.toString("utf8")) as UnitRecord;
  } catch {
    return undefined;
  }
}

function slicesOf(lines: readonly LineAt[]): LineAt[][] {
  const slices: LineAt[][] = [];
  let bytes = sliceBytes;
  for (const line of lines) {
    if (bytes >= sliceBytes) {
      slices.push([]);
      bytes = 0;
    }
    slices.at(-1)!.push(line);
    bytes += line[1];
  }
  return slices;
}
