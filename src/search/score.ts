// The task description's final accuracy: right over all, for each data set, and the plain mean over the data sets.

import { join } from "node:path";
import { type Completeness, type Figure, gradedIn, missingWords } from "../runs/figure.ts";
import { type Interval, proportionInterval } from "../runs/interval.ts";
import { mean } from "../runs/metrics.ts";
import { writeWhole } from "../runs/run-folder.ts";
import {
  type FailureKind,
  type FindTask,
  failuresIn,
  finishedIn,
  type ScoredProblem,
  scoredResults,
  searchFigure,
} from "./scored-results.ts";

export interface DatasetScore {
  problems: number;
  right: number;
  /** The task description's: right over all problems of the result files. Null where nothing was measured. */
  accuracy: number | null;
  interval: Interval | null;
  /** The figure of the searches, which leaves out those that have not come to their end. */
  figure: Figure;
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
  /** Null where a data set has no figure: a mean over some of them is a different figure. */
  average: number | null;
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
  const values = Object.values(datasets).map(({ accuracy }) => accuracy);
  const known = values.filter((value) => value !== null);
  return {
    datasets,
    average: known.length === values.length && known.length > 0 ? mean(known) : null,
    whole: finishedIn([...scored.values()].flat()),
  };
}

/**
 * What `results.json` holds: a fraction for each data set, and their mean; null where nothing was measured. Where
 * searches failed or have not come to their end, `counted_as_wrong` says how many of each data set.
 */
export function scoresJson(scores: SearchScores): Record<string, unknown> {
  const all = Object.entries(scores.datasets);
  const lacking = all.filter(([, { figure }]) => gradedIn(figure.over) < figure.over.of);
  return {
    ...Object.fromEntries(all.map(([name, { accuracy }]) => [name, accuracy])),
    average: scores.average,
    ...(lacking.length > 0
      ? {
          counted_as_wrong: Object.fromEntries(
            lacking.map(([name, { figure }]) => [name, missingWords(figure.over)]),
          ),
        }
      : {}),
  };
}

/** @throws {StorageError} */
export const writeScores = (folder: string, scores: SearchScores): void =>
  writeWhole(join(folder, scoresFileName), `${JSON.stringify(scoresJson(scores), null, 2)}\n`);

function scoreOf(problems: readonly ScoredProblem[]): DatasetScore {
  const right = problems.filter(({ failure }) => failure === null).length;
  const failures = failuresIn(problems);
  const figure = searchFigure("accuracy", finishedIn(problems), right, failures.gold);
  const isMeasured = figure.value !== null;
  return {
    problems: problems.length,
    right,
    accuracy: isMeasured ? right / problems.length : null,
    interval: isMeasured ? proportionInterval(right, problems.length) : null,
    figure,
    failures,
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
