// The template `<think>…</think> <answer>…</answer>`: whether a response keeps to it, and what its answer is.

import { templateAnswersIn, withoutTurnEnd } from "../../answers/index.ts";

const thinkEnd = "</think>";
const open = "<answer>";
const close = "</answer>";

/** The reference's format gate: both marks occur somewhere. */
export const hasTemplate = (response: string): boolean =>
  response.includes(`${thinkEnd} ${open}`) && response.includes(close);

/** The lenient gate: an answer is opened and closed. */
export const hasAnswerTags = (response: string): boolean =>
  response.includes(open) && response.includes(close);

/** The reference's answer: all that follows the last `<answer>`, every `</answer>` removed. */
export const textAfterLastTag = (response: string): string =>
  response.slice(response.lastIndexOf(open) + open.length).replaceAll(close, "");

/**
 * What stands inside the last closed `<answer>…</answer>` after the reasoning; undefined when none is closed.
 * All before the last `</think>` is reasoning, so that tags in it, talked about or meant, are no answer. An
 * answer that opens another one keeps that tag, and is thereby wrong. What follows the end of the turn does not count.
 */
export function lastClosedAnswer(whole: string): string | undefined {
  const response = withoutTurnEnd(whole);
  const reasoning = response.lastIndexOf(thinkEnd);
  const from = reasoning < 0 ? 0 : reasoning + thinkEnd.length;
  const last = templateAnswersIn(response, from).findLast(({ closed }) => closed);
  return last && response.slice(last.start, last.end);
}

/** Whether an answer holds a tag itself. */
export const hasTagInside = (answer: string): boolean => answer.includes(open);
