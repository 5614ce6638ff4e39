// A judge that reasons about a step in a conversation and ends with a verdict. Its reward is the probability of the
// verdict's own token, if the server sends it; otherwise the verdict itself.

import { replyIn } from "../../answers/index.ts";
import type { Completion } from "../../models/model.ts";
import { emptyReply, isEmpty } from "../../outgoing/empty-completions.ts";
import { verdictReward } from "../label-reward.ts";
import { type LabelPair, usualLabels } from "../labels.ts";
import type { StepScore } from "../step-scorer.ts";
import { tooLong, verdictIn } from "../watched-verdict.ts";
import { TurnScorer, type TurnScorerOptions } from "./turn-scorer.ts";

interface ChatScorerOptions extends Omit<TurnScorerOptions, "read"> {
  labels?: readonly LabelPair[] | undefined;
  /** A step with a reward below this is wrong; if set, the reward decides and not the word. */
  threshold?: number | undefined;
}

export const chatScorer = ({ labels = usualLabels, threshold, ...options }: ChatScorerOptions) => {
  const wantsLogprobs = options.sampling.topLogprobs !== undefined;
  return new TurnScorer({
    ...options,
    read: (completion) => readReply(completion, labels, wantsLogprobs, threshold),
  });
};

/** The judgement in a reply. */
export function readReply(
  completion: Pick<Completion, "text" | "finish" | "logprobs" | "reasoning" | "toolCalls">,
  labels: readonly LabelPair[],
  wantsLogprobs: boolean,
  threshold: number | undefined,
): StepScore {
  const { text, finish, logprobs } = completion;
  const isCutOff = finish === "length";
  const notes = isCutOff ? ["the reply was cut off"] : [];
  const found = verdictIn(text, labels, isCutOff);
  if (found === "too long") return { reward: 0.5, verdict: null, text, note: [tooLong, ...notes].join("; ") };
  if (!found) {
    const why = isEmpty(completion)
      ? `the reply is ${emptyReply(completion)}`
      : replyIn(text) === undefined
        ? "the reasoning never ends"
        : "the reply holds no verdict";
    return { reward: 0.5, verdict: null, text, note: [why, ...notes].join("; ") };
  }
  const plain = found.verdict === "right" ? 1 : 0;
  const measured = wantsLogprobs && logprobs?.length ? verdictReward(logprobs, text, found) : undefined;
  if (measured?.note) notes.push(measured.note);
  if (wantsLogprobs && !measured) {
    const why = logprobs?.length ? "the verdict is not among the tokens" : "the server sent no logprobs";
    notes.push(`${why}; the reward is the verdict itself`);
  }
  const reward = measured?.reward ?? plain;
  const verdict = threshold === undefined ? found.verdict : reward < threshold ? "wrong" : "right";
  const masses = measured ? { masses: measured.masses } : {};
  return { reward, verdict, text, ...masses, ...(notes.length > 0 ? { note: notes.join("; ") } : {}) };
}
