// Numbers from verdicts. Every sample that the run should have is counted: right, wrong, or unscored with its reason;
// what is unscored counts as not right, and values over the scored samples alone stand beside.

import { costOf, type Prices } from "../models/cost.ts";
import type { EmptyCompletions } from "../outgoing/empty-completions.ts";
import { type Interval, meanInterval } from "./interval.ts";
import { type MajorityMethod, majorityOf } from "./majority.ts";
import { numbered, type SampleVerdict, type TaskScores } from "./scores.ts";

export interface Average {
  value: number;
  /** Clustered by problem; null for a single problem. */
  stderr: number | null;
}

export interface TaskMetrics {
  problems: number;
  samples: number;
  /** Problems of which any sample is right, over all problems. */
  accuracy: number;
  avg_at_k: Average;
  pass_at_k: Record<string, number>;
  maj_at_k: Record<string, number>;
  maj_method: MajorityMethod;
  /** Of 95 %, over problems drawn anew. */
  intervals: {
    accuracy: Interval;
    avg_at_k: Interval;
    pass_at_k: Record<string, Interval>;
    maj_at_k: Record<string, Interval>;
  };
  right: number;
  wrong: number;
  unscored: Record<string, number>;
  truncated: number;
  /** Completions without a text, where there are any, of those that came. */
  empty?: (EmptyCompletions & { of: number }) | undefined;
  /** Over the scored samples alone, where others exist. */
  scored_only?: { problems: number; samples: number; accuracy: number; avg_at_k: Average } | undefined;
  tokens: { input: number; output: number };
  cost?: number | undefined;
  /** Of the cost, where the prices name it. */
  currency?: string | undefined;
  requests: number;
  request_seconds: number;
}

/** Up to so many samples of a problem, figures are given for every k, also where no problem has as many yet. */
const everyK = 256;

/**
 * What nobody asked for is counted and never listed: a run's file may be anybody's, and name any number of problems and
 * samples. So the work depends on what the journal holds, and beyond `everyK` so does the largest k.
 */
export function measure(scores: TaskScores, numSamples: number, prices?: Prices): TaskMetrics {
  const problems = [...scores.problems.values()].map(({ problem, samples }) => ({
    problem,
    samples: numbered(samples).flatMap(([sample, verdict]) => (sample < numSamples ? [verdict] : [])),
  }));
  const { absent } = scores;
  const all = problems.length + absent;
  const largestK =
    numSamples <= everyK
      ? numSamples
      : problems.reduce((most, { samples }) => Math.max(most, samples.length), 1);
  const notAsked = all * numSamples - problems.reduce((sum, { samples }) => sum + samples.length, 0);
  const unscored: Record<string, number> = {};
  let wrong = 0;
  let truncated = 0;
  const rights = problems.map(({ samples }) => {
    let right = 0;
    for (const verdict of samples) {
      if (verdict.right === true) right++;
      else if (verdict.right === false) wrong++;
      if (verdict.unscored) unscored[verdict.unscored] = (unscored[verdict.unscored] ?? 0) + 1;
      if (verdict.truncated) truncated++;
    }
    return right;
  });
  if (notAsked > 0) unscored.not_asked = (unscored.not_asked ?? 0) + notAsked;
  const majorities = problems.map(({ problem, samples }) =>
    majorityOf(
      samples.map((verdict) => ({ group: verdict.group, right: isRight(verdict) })),
      problem,
      { of: numSamples, upTo: largestK },
    ),
  );
  const ks = Array.from({ length: largestK }, (_, place) => place + 1);
  const atEachK = <Value>(values: readonly Value[]): Record<string, Value> =>
    Object.fromEntries(ks.map((k) => [`${k}`, values[k - 1]!]));
  const intervalOf = (mean: Average): Interval => meanInterval(mean, all);
  const meanOf = (values: readonly number[]): Average => average(values, absent);
  const passed = ks.map((k) => meanOf(rights.map((right) => passAtK(numSamples, right, k))));
  const voted = ks.map((k) => meanOf(majorities.map(({ values }) => values[k - 1]!)));
  const solved = meanOf(rights.map((right) => (right > 0 ? 1 : 0)));
  const shares = meanOf(rights.map((right) => right / numSamples));
  return {
    problems: all,
    samples: all * numSamples,
    accuracy: solved.value,
    avg_at_k: shares,
    pass_at_k: atEachK(passed.map(({ value }) => value)),
    maj_at_k: atEachK(voted.map(({ value }) => value)),
    maj_method: majorities.every(({ method }) => method === "exact") ? "exact" : "drawn",
    intervals: {
      accuracy: intervalOf(solved),
      avg_at_k: intervalOf(shares),
      pass_at_k: atEachK(passed.map(intervalOf)),
      maj_at_k: atEachK(voted.map(intervalOf)),
    },
    right: rights.reduce((sum, right) => sum + right, 0),
    wrong,
    unscored,
    truncated,
    ...(scores.empty.completions > 0 ? { empty: { ...scores.empty, of: scores.completions } } : {}),
    ...(Object.keys(unscored).length > 0 ? { scored_only: scoredOnly(problems) } : {}),
    tokens: { input: scores.usage.inputTokens, output: scores.usage.outputTokens },
    ...(prices ? { cost: costOf(scores.usage, prices) } : {}),
    ...(prices?.currency === undefined ? {} : { currency: prices.currency }),
    requests: scores.requests,
    request_seconds: Math.round(scores.requestSeconds * 1000) / 1000,
  };
}

interface Sampled {
  problem: string;
  samples: SampleVerdict[];
}

const isRight = ({ right }: SampleVerdict): boolean => right === true;

function scoredOnly(problems: readonly Sampled[]) {
  const scored = problems
    .map(({ samples }) => samples.filter(({ right }) => right !== null))
    .filter((samples) => samples.length > 0);
  return {
    problems: scored.length,
    samples: scored.reduce((sum, samples) => sum + samples.length, 0),
    accuracy: mean(scored.map((samples) => (samples.some(isRight) ? 1 : 0))),
    avg_at_k: average(scored.map((samples) => samples.filter(isRight).length / samples.length)),
  };
}

/** The chance that k of n samples, of which some are right, hold a right one; without bias. */
export function passAtK(n: number, right: number, k: number): number {
  if (n - right < k) return 1;
  let none = 1;
  for (let i = n - right + 1; i <= n; i++) none *= 1 - k / i;
  return 1 - none;
}

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * The mean of problems' means, and its standard error: the samples of a problem are not independent.
 * @param zeros how many problems more there are, each with a mean of 0
 */
export function average(values: readonly number[], zeros = 0): Average {
  const count = values.length + zeros;
  const value = count === 0 ? 0 : values.reduce((sum, each) => sum + each, 0) / count;
  if (count < 2) return { value, stderr: null };
  const squares = values.reduce((sum, each) => sum + (each - value) ** 2, zeros * value ** 2);
  return { value, stderr: Math.sqrt(squares / (count * (count - 1))) };
}
