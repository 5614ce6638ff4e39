// What the words around an answer do: one table of phrases for every reader of answers.

export { announcement, answerHeading } from "./announcements.ts";
export { type Formula, formulasIn } from "./formulas.ts";
export {
  bendsMeaning,
  isCountingNoun,
  isNumberWord,
  leavesOpen,
  mayName,
  namesThings,
} from "./labels.ts";
export { accepts, type Context, type Role, refusedIn, roles, type Span } from "./roles.ts";
export { type Refusal, refusedAfter, refusedBefore, withOwnOperands } from "./sentence.ts";
export { spansIn, type WordSpan } from "./spans.ts";
