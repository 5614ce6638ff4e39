// The grader and the rewards as the playground uses them: a piece of their own, loaded when the playground is opened.

import { type Verification, verify } from "../../src/math/index.ts";
import { qaF1Reward } from "../../src/rewards/qa/f1.ts";
import { r1ZeroReward } from "../../src/rewards/r1-zero/r1-zero.ts";

export type Scored = { result: object } | { error: string };

type Score = (response: string, truth: string) => object;

const scores: Readonly<Record<string, Score>> = {
  r1_zero: (response, truth) => r1ZeroReward(response, truth),
  qa_f1: (response, truth) => qaF1Reward(response, truth, []),
};

export interface Grader {
  rewards: readonly string[];
  verify(gold: string, answer: string): Verification;
  score(reward: string, response: string, truth: string): Scored;
}

export const grader: Grader = {
  rewards: Object.keys(scores),
  verify: (gold, answer) => verify(gold, answer),
  score(reward, response, truth) {
    const score = Object.hasOwn(scores, reward) ? scores[reward] : undefined;
    if (!score) return { error: `There is no reward '${reward}' here.` };
    try {
      return { result: score(response, truth) };
    } catch (error) {
      return { error: (error as Error).message };
    }
  },
};
