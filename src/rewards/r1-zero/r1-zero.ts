// The specification's `r1_zero_reward_fn`: a response gets a reward if it follows the template `<think>…</think>
// <answer>…</answer>` and its answer is right. Also the rewards that share its grading: for responses without tags, for
// a more lenient template, and for the template alone, as an early stage of training may use it.

import { templateAnswersIn, withoutTurnEnd } from "../../answers/index.ts";
import {
  answered,
  formatError,
  type Grader,
  type GroundTruth,
  gradeResponse,
  type R1ZeroOptions,
  type R1ZeroScore,
  type R1ZeroUnscored,
} from "./grading.ts";
import { hasBox, lastBoxed } from "./reference/boxed.ts";

const thinkEnd = "</think>";
const open = "<answer>";
const close = "</answer>";

/** The reference's format gate: both marks occur somewhere. */
const hasTemplate = (response: string): boolean =>
  response.includes(`${thinkEnd} ${open}`) && response.includes(close);

/** The lenient format check: an answer is opened and closed. */
const hasAnswerTags = (response: string): boolean => response.includes(open) && response.includes(close);

/** The reference's answer: everything that follows the last `<answer>`, every `</answer>` removed. */
const textAfterLastTag = (response: string): string =>
  response.slice(response.lastIndexOf(open) + open.length).replaceAll(close, "");

/**
 * The content of the last closed `<answer>…</answer>` after the reasoning; undefined if none is closed. Everything
 * before the last `</think>` is reasoning, so tags in it do not count. An answer that contains an opening tag keeps it,
 * and is therefore wrong. Text after the end of the turn does not count.
 */
function lastClosedAnswer(whole: string): string | undefined {
  const response = withoutTurnEnd(whole);
  const reasoning = response.lastIndexOf(thinkEnd);
  const from = reasoning < 0 ? 0 : reasoning + thinkEnd.length;
  const last = templateAnswersIn(response, from).findLast(({ closed }) => closed);
  return last && response.slice(last.start, last.end);
}

/** Whether an answer contains a tag. */
const hasTagInside = (answer: string): boolean => answer.includes(open);

/**
 * Grades a response that must read `…</think> <answer>…</answer>`.
 *
 * @example
 * r1ZeroReward("10 + 32 = 42. </think> <answer>\\boxed{42}</answer>", 42)
 * // { format_reward: 1, answer_reward: 1, reward: 1 }
 *
 * @throws {TypeError} in `fast` and `full`, when the ground truth is of no type they know.
 */
export function r1ZeroReward(
  response: string,
  groundTruth: GroundTruth,
  options: R1ZeroOptions = {},
): R1ZeroScore | R1ZeroUnscored {
  return gradeResponse(response, groundTruth, options, (grader) =>
    hasTemplate(response) ? gradeTagged(response, grader) : formatError(grader, "the template is not kept"),
  );
}

/** Grades the answer in the tags of a response whose format is right. */
function gradeTagged(response: string, grader: Grader): R1ZeroScore {
  if (grader.grading !== "strict") {
    const tagged = textAfterLastTag(response);
    const boxed = hasBox(tagged) ? lastBoxed(tagged) : tagged;
    return boxed === undefined ? formatError(grader, unclosedBox) : answered(grader.isRight(boxed));
  }
  const tagged = lastClosedAnswer(response);
  if (tagged === undefined) return formatError(grader, "no answer tag is closed after the reasoning");
  if (hasBox(tagged) && lastBoxed(tagged) === undefined) return formatError(grader, unclosedBox);
  if (!hasTagInside(tagged)) return answered(grader.isRight(response, ["answer tag"]));
  grader.observe?.({
    by: "one answer",
    verdict: "different",
    reason: "several answers: the tag holds another one",
  });
  return answered(false);
}

const unclosedBox = "the last box is not closed, or has no braces";

/**
 * Grades the last `\boxed{…}` of a response; a missing or unclosed box is a format error. In strict mode, a closed
 * answer tag takes precedence here too: a box beside it would be a second answer.
 */
export function boxedReward(
  response: string,
  groundTruth: GroundTruth,
  options: R1ZeroOptions = {},
): R1ZeroScore | R1ZeroUnscored {
  return gradeResponse(response, groundTruth, options, (grader) => {
    const last = lastBoxed(response);
    if (last === undefined) return formatError(grader, "no box is closed");
    return answered(
      grader.grading === "strict" ? grader.isRight(response, ["answer tag", "box"]) : grader.isRight(last),
    );
  });
}

/** `r1ZeroReward` for responses that only close an `<answer>`; the end of the reasoning is not required. */
export function lenientTagReward(
  response: string,
  groundTruth: GroundTruth,
  options: R1ZeroOptions = {},
): R1ZeroScore | R1ZeroUnscored {
  return gradeResponse(response, groundTruth, options, (grader) =>
    hasAnswerTags(response) ? gradeTagged(response, grader) : formatError(grader, "no answer tags"),
  );
}

/** Rewards only the template, for any answer: `</think> <answer>`, a text, and `</answer>`. */
export function formatReward(response: string): { format_reward: number; reward: number } {
  const isKept = hasTemplate(response) && (lastClosedAnswer(response) ?? "").trim() !== "";
  return isKept ? { format_reward: 1, reward: 1 } : { format_reward: 0, reward: 0 };
}
