// verdicts.jsonl: the verdicts of the samples for other programs, one line for each sample. It is derived, and
// rewritten whenever the run is graded; run.json names the grader.

import { join } from "node:path";
import { z } from "zod";
import { plainFileLines } from "../../jsonl/plain-file.ts";
import { writeWholeFile } from "../../jsonl/whole-file.ts";
import { type VerdictsStamp, verdictsStamp } from "../run-file.ts";
import { readRunJson, writeRunJson } from "../run-folder.ts";
import { keyOf } from "../shard.ts";
import { numbered, type ProblemScores, type Scores } from "./scores.ts";

export const verdictsFileName = "verdicts.jsonl";

interface VerdictLine {
  task: string;
  problem: string;
  sample: number;
  right: boolean | null;
  /** The first line of earlier versions, which is not a verdict. */
  grader?: object;
}

/** Writes the verdicts, and the grader into run.json. @throws {StorageError} */
export async function writeVerdicts(folder: string, scores: Scores, grader: VerdictsStamp): Promise<void> {
  writeWholeFile(join(folder, verdictsFileName), verdictLines(scores));
  const run = await readRunJson(folder, z.looseObject({ grader: verdictsStamp.optional() }));
  if (run && JSON.stringify(run.grader) !== JSON.stringify(grader)) writeRunJson(folder, { ...run, grader });
}

function* verdictLines(scores: Scores): Generator<string> {
  for (const [task, { problems }] of scores.tasks) {
    let lines = "";
    for (const { problem, samples } of problems.values()) {
      for (const [sample, verdict] of numbered(samples)) {
        const { right, answer, at, by, unscored, reason, undecided, judge, truncated } = verdict;
        // An answer that is written whole is its own group.
        const group = verdict.group === answer ? undefined : verdict.group;
        const told = { by, unscored, reason, undecided, judge, truncated };
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

/** The number of recorded verdicts that have changed; undefined if none were recorded. */
export async function changedVerdicts(folder: string, scores: Scores): Promise<number | undefined> {
  let changed: number | undefined;
  try {
    for await (const { bytes } of plainFileLines(join(folder, verdictsFileName))) {
      const read = JSON.parse(bytes.toString("utf8")) as VerdictLine;
      changed ??= 0;
      if (read.grader !== undefined) continue;
      const now = scores.tasks.get(read.task)?.problems.get(read.problem)?.samples[read.sample];
      if (now?.right !== read.right) changed++;
    }
  } catch {
    return undefined;
  }
  return changed;
}

// The problems of a run in the order of its data. A journal has them in the order of the answers. verdicts.jsonl, which
// a run writes when it ends, has them in the order of the data; without it, ids are sorted as numbers.

const order = new Intl.Collator("en", { numeric: true });

/** In the order of the data, if ids are numbers. */
export const byId = (a: { id: string }, b: { id: string }): number => order.compare(a.id, b.id);

export async function orderProblems(folder: string, scores: Scores): Promise<void> {
  const places = await placesIn(folder);
  for (const [task, { problems }] of scores.tasks) {
    const placed = [...problems.values()].map((each) => ({
      each,
      id: each.problem,
      place: places.get(keyOf(task, each.problem)) ?? Number.POSITIVE_INFINITY,
    }));
    placed.sort((a, b) => (a.place === b.place ? byId(a, b) : a.place - b.place));
    reorder(
      problems,
      placed.map(({ each }) => each),
    );
  }
}

function reorder(problems: Map<string, ProblemScores>, sorted: readonly ProblemScores[]): void {
  problems.clear();
  for (const each of sorted) problems.set(each.problem, each);
}

/** Empty if there are no verdicts, or not in our format. */
async function placesIn(folder: string): Promise<Map<string, number>> {
  const places = new Map<string, number>();
  try {
    for await (const { bytes } of plainFileLines(join(folder, verdictsFileName))) {
      const { task, problem } = JSON.parse(bytes.toString("utf8")) as { task?: string; problem?: string };
      if (task === undefined || problem === undefined) continue;
      const key = keyOf(task, problem);
      if (!places.has(key)) places.set(key, places.size);
    }
  } catch {
    return new Map();
  }
  return places;
}
