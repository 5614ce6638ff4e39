// Two evaluations over the same problems. Both are graded anew, so that a change of grader is never taken for a change
// of model.

import { compareSets, type ScoredSets, type SetComparison } from "./compare-sets.ts";
import type { GradedRun } from "./grade-run.ts";
import { whereFrom } from "./run-file.ts";
import type { ProblemScores, SampleVerdict } from "./scores.ts";

export type TaskComparison = SetComparison;

const failureKinds = ["wrong_answer", "no_answer", "truncated", "unscored"] as const;

/** By task, for the tasks that both have. @throws {DifferentDataError} */
export const compareRuns = (a: GradedRun, b: GradedRun): Record<string, TaskComparison> =>
  compareSets(scoredRun(a), scoredRun(b));

/** What an evaluation came to, problem by problem; problems that nobody was asked about are left out. */
export function scoredRun({ run, scores }: GradedRun, statements?: ReadonlyMap<string, string>): ScoredSets {
  const { numSamples } = run.config;
  return new Map(
    Object.entries(run.data).map(([name, { source }]) => {
      const problems = [...scores.tasks.get(name)!.problems.values()];
      const items = problems
        .filter(({ samples }) => samples.length > 0)
        .map((problem) => ({
          problem: problem.problem,
          statement: statements?.get(`${name}/${problem.problem}`),
          share: verdictsOf(problem).filter(({ right }) => right === true).length / numSamples,
          failures: verdictsOf(problem).flatMap(failureOf),
        }));
      return [name, { from: whereFrom(source), failureKinds, items }] as const;
    }),
  );
}

const verdictsOf = ({ samples }: ProblemScores): SampleVerdict[] => Object.values(samples);

/** Each failed sample is one kind of failure. */
function failureOf({ right, truncated, answer }: SampleVerdict): (typeof failureKinds)[number][] {
  if (right === null) return ["unscored"];
  if (right) return [];
  return [truncated ? "truncated" : answer === null ? "no_answer" : "wrong_answer"];
}
