// Public interface of judges.

export { accuracyOf, type Exam, examine, refusedBecause } from "./exam.ts";
export { type FormatName, formatNames } from "./formats.ts";
export {
  askPair,
  Judge,
  type JudgedVerification,
  type JudgeOptions,
  type JudgeStamp,
  type JudgeTally,
  type Replies,
  type ReplyCache,
  verifyWithJudge,
} from "./judge.ts";
export type { Judgement, Question } from "./question.ts";
