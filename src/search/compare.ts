// Two searches over the same problems, paired: a reward model against none, or against another.

import { compareSets, type ScoredSets, type SetComparison } from "../runs/compare-sets.ts";
import type { Completeness } from "../runs/figure.ts";
import { readSearchRun } from "./run-file.ts";
import {
  type FindTask,
  finishedIn,
  isFinished,
  failureKinds as kindsOfFailure,
  type ScoredProblem,
  scoredResults,
} from "./scored-results.ts";
import { allSearchFoldersAt } from "./search-folders.ts";

export type SearchComparison = SetComparison;

/** Where nothing is known of a problem, it is left out. */
const isKnown = (problem: ScoredProblem): boolean =>
  isFinished(problem) && problem.failure !== "grading_failed";

const failureKinds = kindsOfFailure.filter(
  (kind) => kind !== "provider" && kind !== "not_finished" && kind !== "grading_failed",
);

/** By data set, for those that both have. @throws {DifferentDataError} @throws {StorageError} */
export const compareSearches = async (
  a: string,
  b: string,
  findTask: FindTask,
): Promise<Record<string, SearchComparison>> =>
  compareSets((await scoredSearches(a, findTask)).sets, (await scoredSearches(b, findTask)).sets, {
    singles: true,
  });

export interface ScoredSearches {
  sets: ScoredSets;
  whole: Completeness;
}

/** What searches came to, problem by problem. @throws {StorageError} */
export async function scoredSearches(path: string, findTask: FindTask): Promise<ScoredSearches> {
  const results = await scoredResults(path, findTask);
  const task = results.size === 1 ? await taskAt(path) : undefined;
  const sets = [...results].map(([name, problems]) => {
    const items = problems.filter(isKnown).map(({ id, statement, failure }) => ({
      problem: id,
      statement,
      share: failure === null ? 1 : 0,
      failures: failure === null ? [] : [failure],
    }));
    return [task ?? name, { failureKinds, items }] as const;
  });
  return { sets: new Map(sets), whole: finishedIn([...results.values()].flat()) };
}

/** A single data set is called by its task, where the run tells it: its folder may be called anything. */
async function taskAt(path: string): Promise<string | undefined> {
  const [folder] = await allSearchFoldersAt(path);
  const run = folder === undefined ? undefined : await readSearchRun(folder).catch(() => undefined);
  return run?.task;
}
