// From what was said of a sample to the one number that counts: the first wrong step, or -1 for none.

import { majorityOf } from "./critique-vote.ts";
import type { Judged } from "./judged.ts";
import type { Sample } from "./samples.ts";
import type { StepScore } from "./step-scorer.ts";

/** How a sample's outcome follows: from verdicts, from rewards and a threshold, or from votes. */
export type Rule =
  | { by: "verdict" }
  | { by: "threshold"; threshold: number }
  | { by: "votes"; votes: number };

/** Why there is no prediction: the judge gave no verdict, the provider failed, or nobody has asked yet. */
export type Missing = "no_verdict" | "failed" | "not_asked";

export type Outcome =
  | { prediction: number; match: boolean; missing?: undefined }
  | { prediction: null; match: false; missing: Missing; reason: string };

export function outcomeOf(
  { steps, label }: Pick<Sample, "steps" | "label">,
  judged: Judged,
  rule: Rule,
): Outcome {
  const found = rule.by === "votes" ? byVotes(judged, rule.votes) : bySteps(judged, steps.length, rule);
  if (typeof found === "number") return { prediction: found, match: found === label };
  return { prediction: null, match: false, ...found };
}

type NotFound = { missing: Missing; reason: string };

function bySteps(judged: Judged, length: number, rule: Rule): number | NotFound {
  for (let step = 0; step < length; step++) {
    const score = judged.scores.get(step);
    if (!score) return unanswered(judged.failures.get(step));
    const isWrong = wrongBy(score, rule);
    if (isWrong === undefined) {
      return { missing: "no_verdict", reason: `step ${step}: ${score.note ?? "the judge gave no verdict"}` };
    }
    if (isWrong) return step;
  }
  return -1;
}

function wrongBy({ verdict, reward }: StepScore, rule: Rule): boolean | undefined {
  if (verdict === null || reward === null) return undefined;
  return rule.by === "threshold" ? reward < rule.threshold : verdict === "wrong";
}

function byVotes({ votes, failures }: Judged, wanted: number): number | NotFound {
  const cast = Array.from({ length: wanted }, (_, draw) => votes.get(draw));
  if (cast.some((vote) => vote === undefined)) return unanswered([...failures.values()][0]);
  return (
    majorityOf(cast.map((vote) => vote!.index)) ?? {
      missing: "no_verdict",
      reason: "no critique names a paragraph",
    }
  );
}

const unanswered = (failure: string | undefined): NotFound =>
  failure === undefined
    ? { missing: "not_asked", reason: "it was not asked yet" }
    : { missing: "failed", reason: failure };
