// The value of a sentence that has one and no more: "There are 3 objects left." All other words must be known to leave it
// as it is.

import { accepts, formulasIn, isNumberWord, refusedAfter, refusedBefore, spansIn } from "../words/index.ts";

const longest = 400;

/** The place of the only value of a text of one sentence; undefined where there are words that may change it. */
export function onlyValue(
  text: string,
  from: number,
  to: number,
): { start: number; end: number } | undefined {
  if (to - from > longest || !/\p{L}{2}/u.test(text.slice(from, to))) return undefined;
  const formulas = formulasIn(text, from, to);
  if (formulas.some(({ closed }) => !closed)) return undefined;
  const spans = spansIn(text, from, to, formulas);
  const values = spans.filter(({ kind }) => kind === "value");
  const [value] = values;
  if (values.length !== 1 || !value || !spans.some(({ kind, role }) => kind === "word" && role !== "noun"))
    return undefined;
  if (spans.some(({ kind, text }) => kind === "word" && isNumberWord(text))) return undefined;
  const at = spans.indexOf(value);
  const stops = spans.filter(
    ({ kind, text }, i) =>
      kind === "break" || (kind === "sign" && /^[.。!！?]$/.test(text) && i < spans.length - 1),
  );
  if (stops.length > 0 || !spans.every(({ role }) => accepts["one value"].has(role))) return undefined;
  const before = spans.slice(0, at);
  const after = spans.slice(at + 1);
  const isCounted = after.some(({ kind, role }) => kind === "word" && role === "noun");
  // What was, or would be, without what is counted, tells a story: "There were 3."
  const isStory = !isCounted && before.some(({ text }) => /^(?:was|were|would be)$/.test(text));
  const isLed = before.some(({ kind }) => kind === "word");
  if (!isLed || isStory || refusedBefore(before, isCounted) || refusedAfter(after)) return undefined;
  const formula = formulas.find((f) => f.from === value.start);
  if (formula) return { start: formula.start, end: formula.end };
  // A bullet or a dash before a number is not its sign.
  return { start: value.start, end: value.end };
}

/** The value at the end of a gold's only sentence: "The smallest value of $a$ is $248$." */
export function lastValue(text: string): { start: number; end: number } | undefined {
  if (text.length > longest) return undefined;
  const formulas = formulasIn(text);
  const spans = spansIn(text, 0, text.length, formulas);
  const at = spans.findLastIndex(({ kind, text }) => !(kind === "sign" && /^[.。!！]$/.test(text)));
  const value = spans[at];
  const verb = spans[at - 1];
  if (value?.kind !== "value" || verb?.role !== "leadIn" || refusedBefore(spans.slice(0, at)))
    return undefined;
  if (spans.slice(0, at).some(({ kind, text }) => kind === "break" || /^[.。!！?？]$/.test(text)))
    return undefined;
  const formula = formulas.find((f) => f.from === value.start);
  return formula ? { start: formula.start, end: formula.end } : { start: value.start, end: value.end };
}
