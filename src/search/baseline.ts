// What the policy does without a reward model: n whole solutions of each problem, with the same prompt, seed and
// temperature. The majority's answer is the search's own; how single solutions fare is told beside it.

import { type Interval, meanInterval, proportionInterval } from "../runs/interval.ts";
import { type Average, average, mean } from "../runs/metrics.ts";
import type { Conversation, LoadedTask } from "../tasks/task.ts";
import { gradeAnswer } from "./grade-answer.ts";
import { answerOf } from "./paths.ts";
import type { ProblemResult } from "./result.ts";
import type { SearchSettings } from "./strategy.ts";

export interface Baseline {
  /** The share of single solutions that are right. */
  pass_at_1: Average;
  /** Problems of which any solution is right. */
  pass_at_n: number;
  /** Of 95 %. */
  intervals: { pass_at_1: Interval; pass_at_n: Interval };
}

export function baselineOf(
  loaded: LoadedTask,
  results: readonly ProblemResult[],
  settings: Pick<SearchSettings, "n" | "takesMarkedAnswers">,
): Baseline {
  const { n } = settings;
  const byId = new Map(loaded.conversations.map((conversation) => [conversation.id, conversation]));
  const rights = results.map(({ id, iteration_history }) => {
    const conversation = byId.get(id)!;
    const candidates = iteration_history.flatMap(({ candidates_info }) => candidates_info);
    return candidates.filter((each) => isRight(loaded, conversation, each.candidate_step, settings)).length;
  });
  return baselineFrom(rights, n);
}

/** @param rights of each problem, how many of its n solutions are right */
export function baselineFrom(rights: readonly number[], n: number): Baseline {
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

function isRight(
  { task }: LoadedTask,
  conversation: Conversation,
  solution: string,
  settings: Pick<SearchSettings, "takesMarkedAnswers">,
): boolean {
  const answer = answerOf({ steps: [solution], rewards: [], ends: null }, settings);
  return answer !== null && gradeAnswer(task, conversation, answer).right === true;
}
