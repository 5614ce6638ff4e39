// Finds the answer in a response. Pure; imports only words/. Other folders import boxes, tags and the end of reasoning
// from here.

export {
  afterThinking,
  answeringPart,
  endsInThinking,
  replyIn,
  withoutLastTokens,
  withoutTurnEnd,
} from "./answering-part.ts";
export { type Box, boxesIn, lastBox, templateAnswersIn } from "./boxes.ts";
export {
  type Explicit,
  type ExplicitMark,
  explicitAnswer,
  type Found,
  type NoAnswer,
  noAnswers,
  none,
} from "./explicit.ts";
export { type Extracted, type ExtractOptions, extractAnswer, type Mark } from "./extract.ts";
export { isPlaceholder, type Marked } from "./mark.ts";
export { valueOfSentence } from "./one-value.ts";
export { type Saying, sayingOf, saysOther } from "./saying.ts";
