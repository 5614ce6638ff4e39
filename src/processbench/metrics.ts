// The numbers of ProcessBench, in percent as the published tables have them. Every sample counts: one without a
// prediction is not matched, and how many there are of these stands beside.

import type { EmptyCompletions } from "../outgoing/empty-completions.ts";
import { type Interval, proportionInterval } from "../runs/interval.ts";
import type { SubsetJudged } from "./judged.ts";
import { hasNoVerdict, type Missing, type Outcome } from "./outcome.ts";

export interface SubsetMetrics {
  /** Null where the subset has no such sample. */
  error_accuracy: number | null;
  correct_accuracy: number | null;
  /** The harmonic mean of the two; 0 where both are 0, null where one is null. */
  f1: number | null;
  /** Of 95 %, in percent. */
  intervals: { error_accuracy: Interval | null; correct_accuracy: Interval | null; f1: Interval | null };
  /** Samples with a wrong step, and without one. */
  erroneous: number;
  correct: number;
  /** Samples with a step that has no verdict, also where it was taken for one. */
  no_verdict: number;
  failed: number;
  not_asked: number;
  /** Where erroneous samples were said to go wrong, against where they do. */
  distance: Distance;
  calls: number;
  tokens: { input: number; output: number };
  /** Replies of the judge without a text, where there are any, of those that came. */
  empty?: (EmptyCompletions & { of: number }) | undefined;
}

export interface Distance {
  /** In steps, over the erroneous samples for which a step was named; null where none was. */
  mean: number | null;
  exact: number;
  early: number;
  late: number;
  /** Erroneous samples that were said to be right throughout. */
  overlooked: number;
}

export interface Judgement {
  label: number;
  outcome: Outcome;
}

export function measureSubset(
  judgements: readonly Judgement[],
  { calls, usage, replies, empty }: SubsetJudged,
): SubsetMetrics {
  const erroneous = judgements.filter(({ label }) => label !== -1);
  const correct = judgements.filter(({ label }) => label === -1);
  const accuracies = [accuracyOf(erroneous), accuracyOf(correct)] as const;
  const [onErroneous, onCorrect] = accuracies;
  const count = (missing: Missing) => judgements.filter(({ outcome }) => outcome.missing === missing).length;
  return {
    error_accuracy: onErroneous,
    correct_accuracy: onCorrect,
    f1: onErroneous === null || onCorrect === null ? null : harmonicMean(onErroneous, onCorrect),
    intervals: intervalsOf(matchesIn(erroneous), matchesIn(correct)),
    erroneous: erroneous.length,
    correct: correct.length,
    no_verdict: judgements.filter(({ outcome }) => hasNoVerdict(outcome)).length,
    failed: count("failed"),
    not_asked: count("not_asked"),
    distance: distanceOf(erroneous),
    calls,
    tokens: { input: usage.inputTokens, output: usage.outputTokens },
    ...(empty.completions > 0 ? { empty: { ...empty, of: replies } } : {}),
  };
}

/** The plain mean over the subsets that have an F1; null where none has. */
export const averageF1 = (subsets: readonly SubsetMetrics[]): number | null =>
  mean(subsets.map(({ f1 }) => f1).filter((f1) => f1 !== null));

export const harmonicMean = (a: number, b: number): number => (a + b === 0 ? 0 : (2 * a * b) / (a + b));

interface Matches {
  matched: number;
  all: number;
}

const matchesIn = (judgements: readonly Judgement[]): Matches => ({
  matched: judgements.filter(({ outcome }) => outcome.match).length,
  all: judgements.length,
});

/**
 * The accuracies' intervals are Wilson's. F1 grows with both; how far it may be off is put together from how far it
 * would be off with one of them at the end of its interval, as independent errors are.
 */
function intervalsOf(onErroneous: Matches, onCorrect: Matches): SubsetMetrics["intervals"] {
  const [error, correct] = [onErroneous, onCorrect].map(({ matched, all }) =>
    all === 0 ? null : inPercent(proportionInterval(matched, all)),
  ) as [Interval | null, Interval | null];
  if (!error || !correct) return { error_accuracy: error, correct_accuracy: correct, f1: null };
  const a = (100 * onErroneous.matched) / onErroneous.all;
  const b = (100 * onCorrect.matched) / onCorrect.all;
  const f1 = harmonicMean(a, b);
  // Where both are 0, F1 moves only if both do.
  const offBy = (end: 0 | 1): number =>
    a + b === 0
      ? harmonicMean(error[end], correct[end])
      : Math.hypot(harmonicMean(error[end], b) - f1, harmonicMean(a, correct[end]) - f1);
  return {
    error_accuracy: error,
    correct_accuracy: correct,
    f1: [Math.max(0, f1 - offBy(0)), Math.min(100, f1 + offBy(1))],
  };
}

const inPercent = ([low, high]: Interval): Interval => [100 * low, 100 * high];

/** Of the plain mean over the subsets, whose errors are independent; null where none has an F1. */
export function averageF1Interval(subsets: readonly SubsetMetrics[]): Interval | null {
  const known = subsets.filter(({ f1 }) => f1 !== null);
  const average = averageF1(known);
  if (average === null) return null;
  const offBy = (end: 0 | 1): number =>
    Math.hypot(...known.map(({ f1, intervals }) => intervals.f1![end] - f1!)) / known.length;
  return [Math.max(0, average - offBy(0)), Math.min(100, average + offBy(1))];
}

const accuracyOf = (judgements: readonly Judgement[]): number | null =>
  mean(judgements.map(({ outcome }) => (outcome.match ? 100 : 0)));

function distanceOf(erroneous: readonly Judgement[]): Distance {
  const named = erroneous.filter(({ outcome: { prediction } }) => prediction !== null && prediction >= 0);
  const differences = named.map(({ label, outcome }) => outcome.prediction! - label);
  return {
    mean: mean(differences.map(Math.abs)),
    exact: differences.filter((difference) => difference === 0).length,
    early: differences.filter((difference) => difference < 0).length,
    late: differences.filter((difference) => difference > 0).length,
    overlooked: erroneous.filter(({ outcome }) => outcome.prediction === -1).length,
  };
}

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((a, b) => a + b, 0) / values.length;
