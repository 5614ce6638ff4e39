// The task description's `r1_zero_reward_fn`: a response earns its reward when it keeps to the template and its answer
// is right.

import { formatError, type Grader, gradeResponse, type R1ZeroOptions } from "./grading.ts";
import type { GroundTruth } from "./ground-truth.ts";
import { hasBox, lastBoxed } from "./reference/boxed.ts";
import { answered, type R1ZeroScore, type R1ZeroUnscored } from "./score.ts";
import { hasTagInside, hasTemplate, lastClosedAnswer, textAfterLastTag } from "./tags.ts";

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

/** Grades the answer in the tags of a response whose format is otherwise right. */
export function gradeTagged(response: string, grader: Grader): R1ZeroScore {
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
