// verdicts.jsonl: what the samples were graded to be, for whoever reads a run without us. It is derived, says which
// grader made it, and is made again whenever the run is graded.

import { join } from "node:path";
import { plainFileLines } from "../jsonl/plain-file.ts";
import { writeWholeFile } from "../jsonl/whole-file.ts";
import { numbered, type Scores } from "./scores.ts";

export const verdictsFileName = "verdicts.jsonl";

export interface Grader {
  assay: string;
  template?: string | undefined;
  /** Where completions were read that are empty. */
  completionField?: string | undefined;
}

interface VerdictLine {
  task: string;
  problem: string;
  sample: number;
  right: boolean | null;
}

/** @throws {StorageError} */
export function writeVerdicts(folder: string, scores: Scores, grader: Grader): void {
  writeWholeFile(join(folder, verdictsFileName), verdictLines(scores, grader));
}

function* verdictLines(scores: Scores, grader: Grader): Generator<string> {
  yield `${JSON.stringify({ v: 1, grader })}\n`;
  for (const [task, { problems }] of scores.tasks) {
    let lines = "";
    for (const { problem, samples } of problems.values()) {
      for (const [sample, verdict] of numbered(samples)) {
        const { right, answer, at, by, unscored, reason, undecided, truncated } = verdict;
        // Answers that are written whole are their own group.
        const group = verdict.group === answer ? undefined : verdict.group;
        const told = { by, unscored, reason, undecided, truncated };
        const line = { task, problem, sample, right, answer, group, at, ...told };
        lines += `${JSON.stringify(line)}\n`;
      }
      if (lines.length < writtenAtOnce) continue;
      yield lines;
      lines = "";
    }
    yield lines;
  }
}

const writtenAtOnce = 1 << 20;

/** How many of the verdicts that were written down are not what they are now; undefined where none were. */
export async function changedVerdicts(folder: string, scores: Scores): Promise<number | undefined> {
  let changed: number | undefined;
  try {
    for await (const { bytes } of plainFileLines(join(folder, verdictsFileName))) {
      const read = JSON.parse(bytes.toString("utf8")) as VerdictLine;
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
