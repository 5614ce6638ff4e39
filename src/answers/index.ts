// What the room offers: where the answer of a response stands. Pure, and knows nobody; whoever needs boxes, tags or the
// end of reasoning reads them here.

export { answeringPart, replyIn } from "./answering-part.ts";
export { type Box, boxesIn, lastBox } from "./boxes.ts";
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
export { templateAnswersIn } from "./tags.ts";
export { afterThinking, endsInThinking } from "./thinking.ts";
export { withoutLastTokens, withoutTurnEnd } from "./turn-end.ts";
