// The value of a sentence without a mark: its only value, "There are 3 objects left.", or its conclusion, "The sum of 3
// and 4 is 7." All other words must be known not to change it.

import {
  concluding,
  type Formula,
  formulasIn,
  governorOf,
  isCounted,
  isNumberWord,
  type Refusal,
  refusedAfter,
  refusedBefore,
  refusedIn,
  spansIn,
  type WordSpan,
  withOwnOperands,
} from "../words/index.ts";
import { changesValue } from "./saying.ts";
import { withWholeFormulas } from "./whole-formulas.ts";

const longest = 400;

export interface StatedValue {
  answer: string;
  start: number;
  end: number;
  /** Whether the sentence ends with it. */
  isLast: boolean;
  /** Whether the sentence has no other number or formula. */
  isOnly: boolean;
}

/** The value of a text that is one sentence; undefined if there is none, or words that may change it. */
export function valueOfSentence(text: string, from: number, to: number): StatedValue | undefined {
  if (to - from > longest) return undefined;
  const formulas = formulasIn(text, from, to);
  if (formulas.some(({ closed }) => !closed)) return undefined;
  const spans = withWholeFormulas(text, spansIn(text, from, to, formulas));
  if (!spans.some(({ kind, text }) => kind === "word" && text.length > 1)) return undefined;
  const isStop = ({ kind, text }: WordSpan): boolean =>
    kind === "break" || (kind === "sign" && /^[.。!！?？]$/.test(text));
  if (spans.some((span, i) => isStop(span) && i < spans.length - 1)) return undefined;
  const only = isOnly(spans);
  const isAlone = spans.filter(({ kind }) => kind === "value").length === 1;
  if (isAlone && changesValue(spans)) return undefined;
  const run = only ? onlyIn(spans) : lastIn(spans);
  if (!run) return undefined;
  const formulaOf = ({ start, end }: WordSpan): Formula | undefined =>
    formulas.find((each) => each.from === start && each.to === end);
  const values = run.map((span) => {
    const { start, end } = formulaOf(span) ?? span;
    return text.slice(start, end).replace(/^\s+|[\s,]+$/g, "");
  });
  const [first, last] = [run[0]!, run.at(-1)!];
  // `SO_4` is one formula, and not 4.
  if (/[A-Za-z]/.test(text[first.start - 1] ?? "")) return undefined;
  const formula = run.length === 1 ? formulaOf(first) : undefined;
  const place = formula ?? { start: first.start, end: last.end };
  const isLast = spans
    .slice(spans.indexOf(last) + 1)
    .every(({ kind, role }) => kind === "sign" && role === "link");
  return { answer: values.join(", "), start: place.start, end: place.end, isLast, isOnly: isAlone };
}

/** Words that prevent "Seed: 42" and "The rumour is 42" from giving the value at their end. */
export function refusedWords(text: string, from: number, to: number): Refusal | undefined {
  if (to - from > longest) return undefined;
  const spans = spansIn(text, from, to);
  const at = spans.findIndex(({ kind }) => kind === "value");
  const isEnd = at > 0 && spans.slice(at + 1).every(({ kind, role }) => kind === "sign" && role === "link");
  const before = spans.slice(0, at).filter(({ kind, role }) => kind !== "sign" || role !== "link");
  const first = before.find(({ kind }) => kind === "word")?.text ?? "";
  if (
    !isEnd ||
    !before.some(({ role, text }) => role === "leadIn" || /^(?:is|are) /.test(text)) ||
    first.length < 2 ||
    /^(?:yes|no|true|false)$/.test(first)
  )
    return undefined;
  return refusedBefore(spans.slice(0, at), false);
}

const isOnly = (spans: readonly WordSpan[]): boolean =>
  spans.filter(({ kind }) => kind === "value").length === 1 &&
  !spans.some(({ kind, text }) => kind === "word" && isNumberWord(text));

function onlyIn(spans: readonly WordSpan[]): [WordSpan] | undefined {
  const at = spans.findIndex(({ kind }) => kind === "value");
  const isMoney = /[$€£¥]/.test(spans[at]!.text);
  const words = spans.filter(({ kind }) => kind === "word");
  // "Weng earned $10."
  if (words.every(({ role }) => role === "noun") && !(isMoney && words.length > 1)) return undefined;
  const before = withOwnOperands(spans.slice(0, at));
  const after = withOwnOperands(spans.slice(at + 1));
  if (refusedIn([...before, ...after], "one value")) return undefined;
  // "some of the 5 apples", "the 5th day": the number tells which things are meant.
  const isReference = /^(?:the|these|those)$/.test(before.at(-1)?.text ?? "") && isCounted(after);
  const isOrdinal = /^(?:st|nd|rd|th)$/.test(after[0]?.text ?? "") && after[0]!.start === spans[at]!.end;
  if (isReference || isOrdinal) return undefined;
  const counted = isMoney || isCounted(after);
  // A past or conditional verb without the thing that is counted only tells the story: "There were 3."
  const isStory = !counted && before.some(({ text }) => /^(?:was|were|would be)$/.test(text));
  const isLed = before.some(({ kind }) => kind === "word");
  if (!isLed || isStory || refusedBefore(before, counted) || refusedAfter(after)) return undefined;
  return [spans[at]!];
}

/** The last values of a sentence, joined by commas or "and", that a verb or an equals sign leads to. */
function lastIn(spans: readonly WordSpan[]): WordSpan[] | undefined {
  // The clause after a reason explains it: "It is $x$, since 2 is even."
  const reason = spans.findIndex(({ role }, i) => role === "reason" && spans[i - 1]?.text === ",");
  const at = spans.findLastIndex(({ kind }, i) => kind === "value" && (reason < 0 || i < reason));
  if (at < 0) return undefined;
  let first = at;
  for (let i = at - 1; i >= 0; i--) {
    if (spans[i]!.kind === "value") first = i;
    else if (!/^(?:,|and|、|和|et|und|y|e|и)$/.test(spans[i]!.text)) break;
  }
  const before = withOwnOperands(spans.slice(0, first));
  const after = withOwnOperands(spans.slice(at + 1));
  const verb = before.findLastIndex(
    ({ kind, role, text }, i) =>
      kind !== "sign" || role !== "link" || (/^[()[\]{}]$/.test(text) && !closesVerb(before, i)),
  );
  const isNamed = after.some(({ text }) => text.endsWith("answer"));
  const isLed = verb < 0 ? reason > 0 : before[verb]!.role === "leadIn";
  if (!isLed && !isNamed) return undefined;
  if (refusedIn([...before, ...after], "last sentence") || statesMore(before)) return undefined;
  // "from 3 it goes to 12"
  const isRange = before.some(({ text }, i) => text === "from" && before[i + 1]?.kind === "value");
  if (isRange && before[verb]?.text.endsWith(" to")) return undefined;
  if (refusedBefore(before) || refusedAfter(after, { governor: governorOf(before) })) return undefined;
  return spans.slice(first, at + 1).filter(({ kind }) => kind === "value");
}

/** "is (are) 81" */
const closesVerb = (spans: readonly WordSpan[], i: number): boolean =>
  spans[i]!.text === ")" && spans[i - 1]?.role === "leadIn";

/** Words that conclude from an earlier statement. */
const concludes = (word: string): boolean =>
  concluding.has(word) && !/^(?:then|but|also|finally|luego)$/.test(word);

/** "x is 3 and y is 4", "slope = 3, intercept = 4": an earlier clause states its own value, and nothing is concluded from it. */
function statesMore(before: readonly WordSpan[]): boolean {
  let isStated = false;
  let isParted = false;
  for (const [i, { kind, text }] of before.entries()) {
    const last = before[i - 1];
    if (concludes(text)) isStated = isParted = false;
    else if (
      kind === "value" &&
      last?.role === "leadIn" &&
      (last.kind === "word" || before[i - 2]?.kind === "word")
    )
      isStated = true;
    else if (isStated && /^(?:and|while|[,;，；])$/.test(text)) isParted = true;
  }
  return isStated && isParted;
}
