// All rewards, by name. One line of the command line, of the service or of a test finds them here.

import { qaRewards } from "./qa/rewards.ts";
import { r1ZeroRewards } from "./r1-zero/rewards.ts";
import type { Reward } from "./reward.ts";

export const rewards: readonly Reward[] = [...r1ZeroRewards, ...qaRewards];

/** A reward by its name or one of its aliases. */
export function findReward(name: string): Reward | undefined {
  return rewards.find((reward) => reward.name === name || reward.aliases.includes(name));
}
