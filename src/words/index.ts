// The meaning of the words around an answer: one table of phrases for all readers of answers.

export { type Given, type Governor, isCounted, refusedAfter } from "./after.ts";
export { governorOf, refusedBefore } from "./before.ts";
export {
  bendsMeaning,
  endsLabel,
  isAnswerNoun,
  isCountingNoun,
  isFigure,
  isKnownNoun,
  isLabelHead,
  isNumberWord,
  leavesOpen,
  mayName,
  namesThings,
} from "./labels.ts";
export { refusedLater } from "./later.ts";
export { isQuantity, namesAnswer } from "./lead.ts";
export { accepts, type Context, type Role, refusedIn, roleSet, roles, type Span } from "./roles.ts";
export {
  clauseStart,
  concludes,
  concluding,
  isAdverb,
  isVerb,
  type Refusal,
  refused,
  withOwnOperands,
} from "./sentence.ts";
export { type Formula, formulasIn, isForeign, spansIn, type WordSpan } from "./spans.ts";
export { wordSet } from "./word-set.ts";
