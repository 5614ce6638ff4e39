// The task description's final accuracy: right over all, for each data set, and the plain mean over the data sets.

import { join } from "node:path";
import type { Completeness } from "../runs/completeness.ts";
import { proportionInterval } from "../runs/interval.ts";
import { mean } from "../runs/metrics.ts";
import { writeWhole } from "../runs/run-folder.ts";
import {
  type FailureKind,
  type FindTask,
  failuresIn,
  finishedIn,
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
  /** Problems whose grading failed, by reason. */
  ungraded: Record<string, string[]>;
}

export interface SearchScores {
  datasets: Record<string, DatasetScore>;
  average: number;
  whole: Completeness;
}

const scoresFileName = "results.json";

/** @throws {StorageError} */
export async function scoreSearches(
  folder: string,
  findTask: FindTask,
  onLeftOut?: (sentence: string) => void,
): Promise<SearchScores> {
  const scored = await scoredResults(folder, findTask, onLeftOut);
  const datasets = Object.fromEntries([...scored].map(([name, problems]) => [name, scoreOf(problems)]));
  return {
    datasets,
    average: mean(Object.values(datasets).map(({ accuracy }) => accuracy)),
    whole: finishedIn([...scored.values()].flat()),
  };
}

/** Whether no search of a data set came to its end and could be graded, so that it has no accuracy. */
export const isUnscored = ({ problems, failures }: DatasetScore): boolean =>
  problems > 0 && failures.provider + failures.grading_failed === problems;

/** Whether every data set has an accuracy, so that they have a mean. */
export const hasAverage = ({ datasets }: SearchScores): boolean => !Object.values(datasets).some(isUnscored);

/** What `results.json` holds: a fraction for each data set, and their mean; null where nothing is known. */
export const scoresJson = (scores: SearchScores): Record<string, number | null> => ({
  ...Object.fromEntries(
    Object.entries(scores.datasets).map(([name, score]) => [name, isUnscored(score) ? null : score.accuracy]),
  ),
  average: hasAverage(scores) ? scores.average : null,
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
    unanswered: byReason(
      problems.filter(({ failure }) => failure !== "gold" && failure !== "grading_failed"),
    ),
    ungradable: byReason(problems.filter(({ failure }) => failure === "gold")),
    ungraded: byReason(problems.filter(({ failure }) => failure === "grading_failed")),
  };
}

function byReason(problems: readonly ScoredProblem[]): Record<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const { id, why } of problems) if (why !== undefined) ids.set(why, [...(ids.get(why) ?? []), id]);
  return Object.fromEntries(ids);
}
