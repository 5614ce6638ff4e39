// The policy without a reward model: n whole solutions of each problem, with the same prompt, seed and temperature. The
// majority's answer is the result of the search; the figures of single solutions are given too.

import { type Interval, meanInterval, proportionInterval } from "../runs/interval.ts";
import { average, type MeasuredAverage, mean } from "../runs/metrics.ts";
import { isFailedGrade } from "../tasks/rule.ts";
import type { LoadedTask } from "../tasks/task.ts";
import { answerOf } from "./paths.ts";
import { countedResults, gradeAnswer, isOver, type ProblemResult } from "./result.ts";
import type { SearchSettings } from "./strategy.ts";

/** Null if nothing was measured. */
export interface Baseline {
  /** The share of single solutions that are right. */
  pass_at_1: MeasuredAverage;
  /** Problems of which any solution is right. */
  pass_at_n: number | null;
  /** Of 95 %. */
  intervals: { pass_at_1: Interval | null; pass_at_n: Interval | null };
}

/** Over the problems that figures count; failures, and solutions that could not be graded, are not right. */
export function baselineOf(
  loaded: LoadedTask,
  results: readonly ProblemResult[],
  settings: Pick<SearchSettings, "n" | "takesMarkedAnswers">,
): Baseline {
  const byId = new Map(loaded.conversations.map((conversation) => [conversation.id, conversation]));
  const counted = countedResults(results);
  const isPartial = counted.length < results.length;
  let measured = 0;
  const rights = counted.flatMap((result) => {
    const { id, iterations } = result;
    const answers = iterations
      .flatMap(({ candidates }) => candidates)
      .flatMap(
        ({ candidate_step }) =>
          answerOf({ steps: [candidate_step], rewards: [], ends: null }, settings) ?? [],
      );
    const grades = answers.map((answer) => gradeAnswer(loaded.task, byId.get(id)!, answer));
    const isMeasured = isOver(result) && !grades.some(isFailedGrade);
    if (isMeasured) measured++;
    return isPartial && !isMeasured ? [] : [grades.filter(({ right }) => right === true).length];
  });
  return baselineFrom(measured === 0 ? [] : rights, settings.n);
}

/** @param rights for each problem that counts, the number of its n solutions that are right */
export function baselineFrom(rights: readonly number[], n: number): Baseline {
  if (rights.length === 0)
    return {
      pass_at_1: { value: null, stderr: null },
      pass_at_n: null,
      intervals: { pass_at_1: null, pass_at_n: null },
    };
  const passAt1 = average(rights.map((right) => right / n));
  const passed = rights.filter((right) => right > 0).length;
  return {
    pass_at_1: passAt1,
    pass_at_n: mean(rights.map((right) => (right > 0 ? 1 : 0))),
    intervals: {
      pass_at_1: meanInterval(passAt1, rights.length),
      pass_at_n: proportionInterval(passed, rights.length),
    },
  };
}
