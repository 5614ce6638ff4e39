// The rewards of steps that people call right, and of those that they call wrong, counted in bins: how far apart the
// scorer holds the two.

import type { StepScore } from "../prm/step-scorer.ts";

export interface RewardHistogram {
  /** By equal parts of the way from 0 to 1. */
  right: number[];
  wrong: number[];
}

const rewardBins = 20;

/** Steps after the first wrong one have no label, and do not count. */
export function rewardHistogram(
  samples: Iterable<{ label: number; scores: ReadonlyMap<number, StepScore> }>,
): RewardHistogram {
  const none = () => Array.from({ length: rewardBins }, () => 0);
  const histogram = { right: none(), wrong: none() };
  for (const { label, scores } of samples) {
    for (const [step, { reward }] of scores) {
      if (reward === null || (label !== -1 && step > label)) continue;
      const bins = step === label ? histogram.wrong : histogram.right;
      bins[Math.min(rewardBins - 1, Math.floor(reward * rewardBins))]!++;
    }
  }
  return histogram;
}
