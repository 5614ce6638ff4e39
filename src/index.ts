// The main entry of the package: the functions that most users of the library need. Each part has its own subpath with
// all of its functions.

export { Judge, type JudgedVerification, verifyWithJudge } from "./judge/judge.ts";
export {
  type Explanation,
  explain,
  extractAnswer,
  parse,
  printLatex,
  type Rule,
  rules,
  type Verification,
  type VerifyOptions,
  verify,
} from "./math/index.ts";
export { qaF1Reward, qaF1RewardFormat, r1ZeroReward, rewards } from "./rewards/index.ts";
