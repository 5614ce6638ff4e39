// Public interface of rewards.

export type { Composition } from "./compose.ts";
export { emScore, f1Score, qaF1Reward, qaF1RewardFormat } from "./qa/f1.ts";
export { type MlqaLanguage, mlqaReward } from "./qa/mlqa.ts";
export { normalizeAnswer, type QaScore } from "./qa/score.ts";
export { type SearchOptions, type SearchScore, searchR1Reward } from "./qa/search-r1.ts";
export { squadV2Reward } from "./qa/squad.ts";
export { triviaReward } from "./qa/trivia.ts";
export type { Grading, GroundTruth, R1ZeroOptions, R1ZeroScore, R1ZeroUnscored } from "./r1-zero/grading.ts";
export { boxedReward, formatReward, lenientTagReward, r1ZeroReward } from "./r1-zero/r1-zero.ts";
export { compose, findReward, noReward, rewards } from "./registry.ts";
export {
  defineReward,
  type Explained,
  explained,
  FieldError,
  GoldError,
  type Observe,
  type Outcome,
  type Reward,
  type RewardRule,
  type Seen,
} from "./reward.ts";
