// The task description's `qa_f1_reward_format` (the reference calls it `qa_f1_reward_tool`): the F1 reward, for an agent
// that has used its tools.

import { qaF1Reward } from "./f1.ts";
import { goldList } from "./golds.ts";
import { noScore, type QaScore } from "./score.ts";
import { countToolMessages } from "./trajectory.ts";

/** One call to look something up, and the final answer, which is a call too. */
const fewestToolMessages = 2;

/**
 * `qaF1Reward`, if the trajectory has two messages of role `tool` or more; otherwise every figure is 0.
 *
 * @throws {GoldError} when the gold is no string and no list of strings.
 */
export function qaF1RewardFormat(
  prediction: string,
  answer: string | readonly string[],
  trajectory: readonly unknown[],
): QaScore {
  goldList(answer);
  return countToolMessages(trajectory) < fewestToolMessages ? noScore() : qaF1Reward(prediction, answer);
}
