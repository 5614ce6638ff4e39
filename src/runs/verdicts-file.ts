// verdicts.jsonl: what the samples were judged to be, for whoever reads a run without us. It is derived, says which
// grader made it, and is made again whenever the run is graded.

import { createReadStream } from "node:fs";
import { type FileHandle, open, rename } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { reasonOf, StorageError } from "../jsonl/errors.ts";
import { withoutSecrets } from "../outgoing/secrets.ts";
import { numbered, type Scores } from "./scores.ts";

export const verdictsFileName = "verdicts.jsonl";

export interface Grader {
  assay: string;
  template?: string | undefined;
}

interface VerdictLine {
  task: string;
  problem: string;
  sample: number;
  right: boolean | null;
}

/** @throws {StorageError} */
export async function writeVerdicts(folder: string, scores: Scores, grader: Grader): Promise<void> {
  const path = join(folder, verdictsFileName);
  const draft = `${path}.${process.pid}`;
  let file: FileHandle | undefined;
  try {
    file = await open(draft, "w");
    let lines = `${JSON.stringify({ v: 1, grader })}\n`;
    for (const [task, { problems }] of scores.tasks) {
      for (const { problem, samples } of problems.values()) {
        for (const [sample, verdict] of numbered(samples)) {
          const { right, answer, by, unscored, reason, truncated } = verdict;
          const line = { task, problem, sample, right, answer, by, unscored, reason, truncated };
          lines += `${JSON.stringify(line)}\n`;
        }
      }
      await file.write(withoutSecrets(lines));
      lines = "";
    }
    await file.close();
    await rename(draft, path);
  } catch (error) {
    await file?.close().catch(() => {});
    throw new StorageError(`${path}: cannot be written: ${reasonOf(error)}`);
  }
}

/** How many of the verdicts that were written down are not what they are now; undefined where none were. */
export async function changedVerdicts(folder: string, scores: Scores): Promise<number | undefined> {
  let changed: number | undefined;
  try {
    const lines = createInterface({ input: createReadStream(join(folder, verdictsFileName)) });
    for await (const line of lines) {
      const read = JSON.parse(line) as VerdictLine;
      if (changed === undefined) {
        changed = 0;
        continue;
      }
      const now = scores.tasks.get(read.task)?.problems.get(read.problem)?.samples[read.sample];
      if (now?.right !== read.right) changed++;
    }
  } catch {
    return undefined;
  }
  return changed;
}
