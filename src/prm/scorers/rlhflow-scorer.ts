// Reward models of the RLHFlow kind: each step is answered with a single + or -, and only their probabilities count.

import type { Completion } from "../../models/model.ts";
import { rewardAt } from "../label-reward.ts";
import { type LabelPair, signLabels } from "../labels.ts";
import type { StepScore } from "../step-scorer.ts";
import { tooLong, verdictIn } from "../watched-verdict.ts";
import { TurnScorer, type TurnScorerOptions } from "./turn-scorer.ts";

interface RlhflowScorerOptions extends Omit<TurnScorerOptions, "read"> {
  labels?: readonly LabelPair[] | undefined;
  /** A step with a reward below this is wrong. */
  threshold: number;
}

export const rlhflowScorer = ({ labels = signLabels, threshold, ...options }: RlhflowScorerOptions) =>
  new TurnScorer({ ...options, read: (completion) => readSign(completion, labels, threshold) });

function readSign(
  { text, logprobs }: Completion,
  labels: readonly LabelPair[],
  threshold: number,
): StepScore {
  const [first] = logprobs ?? [];
  const measured = first && rewardAt(first, labels[0]!);
  if (measured) {
    const { reward } = measured;
    return { ...measured, verdict: reward < threshold ? "wrong" : "right", text };
  }
  const signs = labels[0]!.join(" nor ");
  if (first)
    return { reward: 0.5, verdict: null, text, note: `neither ${signs} is among the likeliest tokens` };
  const found = verdictIn(text, labels);
  if (found === "too long") return { reward: 0.5, verdict: null, text, note: tooLong };
  if (!found) return { reward: 0.5, verdict: null, text, note: "the reply holds no verdict" };
  const note = "the server sent no logprobs; the reward is the verdict itself";
  return { reward: found.verdict === "right" ? 1 : 0, verdict: found.verdict, text, note };
}
