// Two searches over the same problems, paired: a reward model against none, or against another.

import { comparePairs, DifferentDataError, type PairedComparison } from "../runs/compare.ts";
import {
  type FailureKind,
  type FindTask,
  failuresIn,
  type ScoredProblem,
  scoredResults,
} from "./scored-results.ts";

export interface SearchComparison extends PairedComparison {
  failures: { a: Record<FailureKind, number>; b: Record<FailureKind, number> };
}

/** By data set, for those that both have. @throws {DifferentDataError} @throws {StorageError} */
export async function compareSearches(
  a: string,
  b: string,
  findTask: FindTask,
): Promise<Record<string, SearchComparison>> {
  const inA = await scoredResults(a, findTask);
  const inB = await scoredResults(b, findTask);
  // A single data set is compared with a single one, whatever their folders are called.
  const isOne = inA.size === 1 && inB.size === 1;
  const compared = [...inB].flatMap(([name, problems]) => {
    const before = isOne ? [...inA.values()][0] : inA.get(name);
    return before ? [[name, compareProblems(name, before, problems)] as const] : [];
  });
  if (compared.length === 0) throw new DifferentDataError("the two have no data set in common");
  return Object.fromEntries(compared);
}

function compareProblems(
  name: string,
  a: readonly ScoredProblem[],
  b: readonly ScoredProblem[],
): SearchComparison {
  const byId = new Map(b.map((problem) => [problem.id, problem]));
  const pairs = a.flatMap((problem) => {
    const other = byId.get(problem.id);
    if (!other) return [];
    if (other.question !== problem.question) {
      throw new DifferentDataError(`problem ${problem.id} of ${name} is another one in the other`);
    }
    return [{ a: problem, b: other }];
  });
  if (pairs.length === 0) throw new DifferentDataError(`the two have no problem of ${name} in common`);
  const share = ({ failure }: ScoredProblem) => (failure === null ? 1 : 0);
  return {
    ...comparePairs(pairs.map((pair) => ({ problem: pair.a.id, a: share(pair.a), b: share(pair.b) }))),
    failures: {
      a: failuresIn(pairs.map((pair) => pair.a)),
      b: failuresIn(pairs.map((pair) => pair.b)),
    },
  };
}
