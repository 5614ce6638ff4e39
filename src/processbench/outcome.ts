// Reduces the judgements of a sample to its prediction: the first wrong step, or -1 for none.

import type { StepScore } from "../prm/step-scorer.ts";
import type { NoVerdict } from "./bench-file.ts";
import type { Judged } from "./judged.ts";
import type { Sample } from "./samples.ts";

/** The rule of an outcome: by verdicts, by rewards and a threshold, or by votes. */
export type Rule =
  | { by: "verdict"; noVerdict?: NoVerdict | undefined }
  | { by: "threshold"; threshold: number; noVerdict?: NoVerdict | undefined }
  | { by: "votes"; votes: number };

/** Why there is no prediction: the judge gave no verdict, the provider failed, or the sample was not requested yet. */
export type Missing = "no_verdict" | "failed" | "not_asked";

export type Outcome =
  | {
      prediction: number;
      match: boolean;
      missing?: undefined;
      /** The step without a verdict that was counted as one, and how it was counted. */
      assumed?: string | undefined;
    }
  | { prediction: null; match: false; missing: Missing; reason: string };

export function outcomeOf(
  { steps, label }: Pick<Sample, "steps" | "label">,
  judged: Judged,
  rule: Rule,
): Outcome {
  const found = rule.by === "votes" ? byVotes(judged, rule.votes) : bySteps(judged, steps.length, rule);
  if ("missing" in found) return { prediction: null, match: false, ...found };
  return { ...found, match: found.prediction === label };
}

/** Whether the judge gave no verdict on some step, however it was counted. */
export const hasNoVerdict = (outcome: Outcome): boolean =>
  outcome.missing === undefined ? outcome.assumed !== undefined : outcome.missing === "no_verdict";

type Found = { prediction: number; assumed?: string };
type NotFound = { missing: Missing; reason: string };
type StepRule = Exclude<Rule, { by: "votes" }>;

function bySteps(judged: Judged, length: number, rule: StepRule): Found | NotFound {
  const { noVerdict = "skip" } = rule;
  let assumed: { assumed?: string } = {};
  for (let step = 0; step < length; step++) {
    const score = judged.scores.get(step);
    if (!score) return unanswered(judged.failures.get(step));
    let isWrong = wrongBy(score, rule);
    if (isWrong === undefined) {
      const reason = `step ${step}: ${score.note ?? "the judge gave no verdict"}`;
      if (noVerdict === "skip") return { missing: "no_verdict", reason };
      assumed = { assumed: `${reason}; taken as ${noVerdict}` };
      isWrong = noVerdict === "wrong";
    }
    if (isWrong) return { prediction: step, ...assumed };
  }
  return { prediction: -1, ...assumed };
}

/** For each step, whether it is kept as right; undefined if one has no verdict. Only for rewards and verdicts. */
export function keptSteps(judged: Judged, length: number, rule: Rule): boolean[] | undefined {
  if (rule.by === "votes") return undefined;
  const kept: boolean[] = [];
  for (let step = 0; step < length; step++) {
    const score = judged.scores.get(step);
    const isWrong = score && (wrongBy(score, rule) ?? takenFor(rule));
    if (isWrong === undefined) return undefined;
    kept.push(!isWrong);
  }
  return kept;
}

/** Whether a step without a verdict counts as wrong, if that is set. */
const takenFor = ({ noVerdict = "skip" }: StepRule): boolean | undefined =>
  noVerdict === "skip" ? undefined : noVerdict === "wrong";

function wrongBy({ verdict, reward }: StepScore, rule: StepRule): boolean | undefined {
  if (verdict === null || reward === null) return undefined;
  return rule.by === "threshold" ? reward < rule.threshold : verdict === "wrong";
}

function byVotes({ votes, failures }: Judged, wanted: number): Found | NotFound {
  const cast: (number | null)[] = [];
  let note: string | undefined;
  for (let draw = 0; draw < wanted; draw++) {
    const vote = votes.get(draw);
    if (!vote) return unanswered([...failures.values()][0]);
    cast.push(vote.index);
    note ??= vote.note;
  }
  const prediction = majorityOf(cast);
  return prediction === null
    ? { missing: "no_verdict", reason: note ?? "no critique names a paragraph" }
    : { prediction };
}

const unanswered = (failure: string | undefined): NotFound =>
  failure === undefined
    ? { missing: "not_asked", reason: "it was not asked yet" }
    : { missing: "failed", reason: failure };

// How several critiques of a solution vote.

/** The index with the most votes, with ties for the one that was seen first; null if no critique names any. */
export function majorityOf(votes: readonly (number | null)[]): number | null {
  const counts = new Map<number, number>();
  for (const vote of votes) if (vote !== null) counts.set(vote, (counts.get(vote) ?? 0) + 1);
  const most = [...counts.values()].reduce((most, count) => Math.max(most, count), 0);
  return [...counts].find(([, count]) => count === most)?.[0] ?? null;
}
