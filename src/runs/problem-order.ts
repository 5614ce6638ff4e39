// The problems of a run in the order of its data. A journal has them as they were answered. verdicts.jsonl, which a run
// writes when it ends, has them in the order of the data; where that tells nothing, ids are taken as counted.

import { join } from "node:path";
import { plainFileLines } from "../jsonl/plain-file.ts";
import type { ProblemScores, Scores } from "./scores.ts";
import { keyOf } from "./shard.ts";
import { verdictsFileName } from "./verdicts-file.ts";

const order = new Intl.Collator("en", { numeric: true });

/** In the order of the data, where ids are counted. */
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

/** Empty where no verdicts are kept, or not by us. */
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
