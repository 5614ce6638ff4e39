// The rewards beside `r1_zero` that share its grading: for responses without tags, for a laxer template, and
// for the template alone, as an early stage of training may pay it.

import { formatError, gradeResponse, type R1ZeroOptions } from "./grading.ts";
import type { GroundTruth } from "./ground-truth.ts";
import { gradeTagged } from "./r1-zero.ts";
import { lastBoxed } from "./reference/boxed.ts";
import { answered, type R1ZeroScore, type R1ZeroUnscored } from "./score.ts";
import { hasAnswerTags, hasTemplate, lastClosedAnswer } from "./tags.ts";

/**
 * Grades the last `\boxed{…}` of a response; one that does not close, or none, is a format error. Strictly, what stands
 * in a closed answer tag is the answer even here: a box beside it would be a second one.
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

/** `r1ZeroReward` for responses that only close an `<answer>`; the end of the reasoning is not asked for. */
export function lenientTagReward(
  response: string,
  groundTruth: GroundTruth,
  options: R1ZeroOptions = {},
): R1ZeroScore | R1ZeroUnscored {
  return gradeResponse(response, groundTruth, options, (grader) =>
    hasAnswerTags(response) ? gradeTagged(response, grader) : formatError(grader, "no answer tags"),
  );
}

/** Pays the template, whatever the answer: `</think> <answer>`, something, and `</answer>`. */
export function formatReward(response: string): { format_reward: number; reward: number } {
  const isKept = hasTemplate(response) && (lastClosedAnswer(response) ?? "").trim() !== "";
  return isKept ? { format_reward: 1, reward: 1 } : { format_reward: 0, reward: 0 };
}
