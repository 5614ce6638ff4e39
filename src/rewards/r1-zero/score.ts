// What the rewards of the family return, in the task description's own words.

import { GoldError } from "../gold.ts";

export interface R1ZeroScore {
  format_reward: number;
  answer_reward: number;
  reward: number;
}

/** The gold cannot be graded against, so there is no reward, and here is why. */
export interface R1ZeroUnscored {
  format_reward: null;
  answer_reward: null;
  reward: null;
  unscored: string;
}

// Results are made anew each time: they are the caller's, who may change them.

/** The format is kept; what remains is the answer. */
export function answered(isRight: boolean): R1ZeroScore {
  const reward = isRight ? 1 : 0;
  return { format_reward: 1, answer_reward: reward, reward };
}

/** A gold that cannot be graded against is a result, not an exception. */
export function scored(score: () => R1ZeroScore): R1ZeroScore | R1ZeroUnscored {
  try {
    return score();
  } catch (error) {
    if (!(error instanceof GoldError)) throw error;
    return { format_reward: null, answer_reward: null, reward: null, unscored: error.message };
  }
}
