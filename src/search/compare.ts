// Two searches over the same problems, paired: a reward model against none, or against another.

import { compareSets, type ScoredSets, type SetComparison } from "../runs/compare-sets.ts";
import { type FindTask, failureKinds, scoredResults } from "./scored-results.ts";

export type SearchComparison = SetComparison;

/** By data set, for those that both have. @throws {DifferentDataError} @throws {StorageError} */
export const compareSearches = async (
  a: string,
  b: string,
  findTask: FindTask,
): Promise<Record<string, SearchComparison>> =>
  compareSets(await scoredSearches(a, findTask), await scoredSearches(b, findTask), { singles: true });

/** What searches came to, problem by problem. @throws {StorageError} */
export async function scoredSearches(path: string, findTask: FindTask): Promise<ScoredSets> {
  const results = await scoredResults(path, findTask);
  return new Map(
    [...results].map(([name, problems]) => [
      name,
      {
        failureKinds,
        items: problems.map(({ id, statement, failure }) => ({
          problem: id,
          statement,
          share: failure === null ? 1 : 0,
          failures: failure === null ? [] : [failure],
        })),
      },
    ]),
  );
}
