// The task description's final accuracy: right over all, for each data set, and the plain mean over the data sets.

import { join } from "node:path";
import { type Completeness, type Figure, isPartial, missingWords } from "../runs/figure.ts";
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
  /** The share of right answers among the searches that came to their end and could be graded. */
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
  const values = Object.values(datasets).map(({ figure }) => figure.value);
  const known = values.filter((value) => value !== null);
  return {
    datasets,
    average: known.length === values.length && known.length > 0 ? mean(known) : null,
    whole: finishedIn([...scored.values()].flat()),
  };
}

/**
 * What `results.json` holds: a fraction for each data set, and their mean; null where nothing was measured. `partial` is there
 * where searches are missing, and says for each such data set what its fraction leaves out.
 */
export function scoresJson(scores: SearchScores): Record<string, unknown> {
  const all = Object.entries(scores.datasets);
  const partial = all.filter(([, { figure }]) => isPartial(figure.over));
  return {
    ...Object.fromEntries(all.map(([name, { figure }]) => [name, figure.value])),
    average: scores.average,
    ...(partial.length > 0
      ? {
          partial: Object.fromEntries(partial.map(([name, { figure }]) => [name, missingWords(figure.over)])),
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
  return {
    problems: problems.length,
    right,
    figure: searchFigure("accuracy", finishedIn(problems), right, failures.gold),
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
