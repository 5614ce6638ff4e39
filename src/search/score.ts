// The task description's final accuracy: right over all, for each data set, and the plain mean over the data sets.

import { join } from "node:path";
import { proportionInterval } from "../runs/interval.ts";
import { mean } from "../runs/metrics.ts";
import { writeWhole } from "../runs/run-folder.ts";
import {
  type FailureKind,
  type FindTask,
  failuresIn,
  type ScoredProblem,
  scoredResults,
} from "./scored-results.ts";

export interface DatasetScore {
  problems: number;
  right: number;
  accuracy: number;
  /** 95 %. */
  interval: [number, number];
  failures: Record<FailureKind, number>;
  /** Problems without an answer, by reason. */
  unanswered: Record<string, string[]>;
  /** Problems whose gold cannot be graded against, by reason. */
  ungradable: Record<string, string[]>;
}

export interface SearchScores {
  datasets: Record<string, DatasetScore>;
  average: number;
}

const scoresFileName = "results.json";

/** @throws {StorageError} */
export async function scoreSearches(
  folder: string,
  findTask: FindTask,
  onLeftOut?: (sentence: string) => void,
): Promise<SearchScores> {
  const datasets = Object.fromEntries(
    [...(await scoredResults(folder, findTask, onLeftOut))].map(([name, problems]) => [
      name,
      scoreOf(problems),
    ]),
  );
  return { datasets, average: mean(Object.values(datasets).map(({ accuracy }) => accuracy)) };
}

/** What `results.json` holds: a fraction for each data set, and their mean. */
export const scoresJson = ({ datasets, average }: SearchScores): Record<string, number> => ({
  ...Object.fromEntries(Object.entries(datasets).map(([name, { accuracy }]) => [name, accuracy])),
  average,
});

/** @throws {StorageError} */
export const writeScores = (folder: string, scores: SearchScores): void =>
  writeWhole(join(folder, scoresFileName), `${JSON.stringify(scoresJson(scores), null, 2)}\n`);

function scoreOf(problems: readonly ScoredProblem[]): DatasetScore {
  const right = problems.filter(({ failure }) => failure === null).length;
  return {
    problems: problems.length,
    right,
    accuracy: problems.length === 0 ? 0 : right / problems.length,
    interval: proportionInterval(right, problems.length),
    failures: failuresIn(problems),
    unanswered: byReason(problems.filter(({ failure }) => failure !== "gold")),
    ungradable: byReason(problems.filter(({ failure }) => failure === "gold")),
  };
}

function byReason(problems: readonly ScoredProblem[]): Record<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const { id, why } of problems) if (why !== undefined) ids.set(why, [...(ids.get(why) ?? []), id]);
  return Object.fromEntries(ids);
}
