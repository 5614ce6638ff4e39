// The grader and the rewards of the playground, in a separate chunk that is loaded when the playground is opened.

import { type Verification, verify } from "../../src/math/index.ts";
import { qaF1Reward } from "../../src/rewards/qa/f1.ts";
import { mlqaReward } from "../../src/rewards/qa/mlqa.ts";
import { searchR1Reward } from "../../src/rewards/qa/search-r1.ts";
import { squadV2Reward } from "../../src/rewards/qa/squad.ts";
import { triviaReward } from "../../src/rewards/qa/trivia.ts";
import {
  boxedReward,
  formatReward,
  lenientTagReward,
  r1ZeroReward,
} from "../../src/rewards/r1-zero/r1-zero.ts";

export type Scored = { result: object } | { error: string };

type Golds = string | string[];
type Score = (response: string, truth: Golds) => object;

/** Every reward of a response and a gold; rewards that need a conversation cannot be used here. */
const scores: Readonly<Record<string, Score>> = {
  r1_zero: (response, truth) => r1ZeroReward(response, truth),
  r1_zero_boxed: (response, truth) => boxedReward(response, truth),
  r1_zero_lenient: (response, truth) => lenientTagReward(response, truth),
  r1_zero_format: (response) => formatReward(response),
  qa_f1: (response, truth) => qaF1Reward(response, truth, []),
  qa_squad_v2: squadV2Reward,
  qa_triviaqa: triviaReward,
  qa_mlqa: (response, truth) => mlqaReward(response, truth),
  search_r1_em: (response, truth) => searchR1Reward(response, truth, { match: "exact" }),
  search_r1_contains: (response, truth) => searchR1Reward(response, truth, { match: "contains" }),
};

/** Rewards that need no ground truth. */
const withoutTruth = new Set(["r1_zero_format", "qa_squad_v2"]);

export interface Grader {
  rewards: readonly string[];
  needsTruth(reward: string): boolean;
  verify(gold: string, answer: string): Verification;
  score(reward: string, response: string, truth: string): Scored;
}

export const grader: Grader = {
  rewards: Object.keys(scores),
  needsTruth: (reward) => !withoutTruth.has(reward),
  verify: (gold, answer) => verify(gold, answer),
  score(reward, response, truth) {
    const score = Object.hasOwn(scores, reward) ? scores[reward] : undefined;
    if (!score) return { error: `There is no reward '${reward}' here.` };
    try {
      return { result: score(response, goldsOf(truth)) };
    } catch (error) {
      return { error: (error as Error).message };
    }
  },
};

/** Several golds are a JSON list of texts; brackets without quotes are mathematics. */
function goldsOf(truth: string): Golds {
  if (!/^\s*\[\s*"/.test(truth)) return truth;
  try {
    const golds: unknown = JSON.parse(truth);
    return Array.isArray(golds) && golds.every((each) => typeof each === "string") ? golds : truth;
  } catch {
    return truth;
  }
}
