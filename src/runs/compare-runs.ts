// Two evaluations over the same problems. Both are graded anew, so that a change of grader is never taken for a change
// of model.

import { compareSets, type ScoredSets, type SetComparison } from "./compare-sets.ts";
import type { GradedRun } from "./grade-run.ts";
import { isMeasured } from "./metrics.ts";
import { whereFrom } from "./run-file.ts";
import type { SampleVerdict } from "./scores.ts";

export type TaskComparison = SetComparison;

const failureKinds = ["wrong_answer", "no_answer", "truncated", "unscored"] as const;

/** By task, for the tasks that both have. @throws {DifferentDataError} */
export const compareRuns = (a: GradedRun, b: GradedRun): Record<string, TaskComparison> =>
  compareSets(scoredRun(a), scoredRun(b));

/** What an evaluation came to, problem by problem; those of which nothing is known, because nobody answered, are left out. */
export function scoredRun({ run, scores }: GradedRun, statements?: ReadonlyMap<string, string>): ScoredSets {
  return new Map(
    Object.entries(run.data).map(([name, { source }]) => {
      const problems = [...scores.tasks.get(name)!.problems.values()];
      const items = problems.flatMap(({ problem, samples }) => {
        const known = Object.values(samples).filter(isMeasured);
        if (known.length === 0) return [];
        const share = known.filter(({ right }) => right === true).length / known.length;
        const statement = statements?.get(`${name}/${problem}`);
        return [{ problem, statement, share, failures: known.flatMap(failureOf) }];
      });
      return [name, { from: whereFrom(source), failureKinds, items }] as const;
    }),
  );
}

/** Each failed sample is one kind of failure. */
function failureOf({ right, truncated, answer }: SampleVerdict): (typeof failureKinds)[number][] {
  if (right === null) return ["unscored"];
  if (right) return [];
  return [truncated ? "truncated" : answer === null ? "no_answer" : "wrong_answer"];
}
