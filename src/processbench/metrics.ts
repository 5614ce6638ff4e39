// The numbers of ProcessBench, in percent as the published tables have them. Every sample that was judged counts: one without
// a verdict is not matched, and how many there are of these stands beside. Samples that a server failed to judge, or that were
// not asked about, are named and not counted.

import { counted } from "../outgoing/counted.ts";
import type { EmptyCompletions } from "../outgoing/empty-completions.ts";
import {
  type Completeness,
  type Figure,
  isPartial,
  missingWords,
  nothingWords,
  together,
} from "../runs/figure.ts";
import { type Interval, proportionInterval } from "../runs/interval.ts";
import type { SubsetJudged } from "./judged.ts";
import { hasNoVerdict, type Outcome } from "./outcome.ts";

export interface SubsetMetrics {
  /** Null where no such sample was judged. */
  error_accuracy: number | null;
  correct_accuracy: number | null;
  /** The harmonic mean of the two; 0 where both are 0, null where one is null. */
  f1: number | null;
  /** Of 95 %, in percent. */
  intervals: { error_accuracy: Interval | null; correct_accuracy: Interval | null; f1: Interval | null };
  /** Samples with a wrong step, and without one, as far as they are known. */
  erroneous: number;
  correct: number;
  /** Of them, those that were judged, which the accuracies are over. */
  judged: { erroneous: number; correct: number };
  /** Samples with a step that has no verdict, also where it was taken for one. */
  no_verdict: number;
  failed: number;
  not_asked: number;
  /** With every sample that failed counted as not matched, where all were asked about and some failed. */
  failed_as_wrong?: Accuracies | undefined;
  /** Where erroneous samples were said to go wrong, against where they do. */
  distance: Distance;
  calls: number;
  tokens: { input: number; output: number };
  /** Replies of the judge without a text, where there are any, of those that came. */
  empty?: (EmptyCompletions & { of: number }) | undefined;
}

type Accuracies = Pick<SubsetMetrics, "error_accuracy" | "correct_accuracy" | "f1">;

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

/** @param of how many samples the subset has; a journal does not know those that were never asked about */
export function measureSubset(
  judgements: readonly Judgement[],
  { calls, usage, replies, empty }: SubsetJudged,
  of: number = judgements.length,
): SubsetMetrics {
  const erroneous = judgements.filter(isErroneous);
  const correct = judgements.filter((judgement) => !isErroneous(judgement));
  const judged = { erroneous: erroneous.filter(isJudged), correct: correct.filter(isJudged) };
  const done = judged.erroneous.length + judged.correct.length;
  const failed = judgements.filter(({ outcome }) => outcome.missing === "failed").length;
  const notAsked = Math.max(of, judgements.length) - done - failed;
  return {
    ...accuraciesOf(judged.erroneous, judged.correct),
    intervals: intervalsOf(matchesIn(judged.erroneous), matchesIn(judged.correct)),
    erroneous: erroneous.length,
    correct: correct.length,
    judged: { erroneous: judged.erroneous.length, correct: judged.correct.length },
    no_verdict: judgements.filter(({ outcome }) => hasNoVerdict(outcome)).length,
    failed,
    not_asked: notAsked,
    ...(failed > 0 && notAsked === 0 && done > 0
      ? { failed_as_wrong: accuraciesOf(erroneous, correct) }
      : {}),
    distance: distanceOf(erroneous),
    calls,
    tokens: { input: usage.inputTokens, output: usage.outputTokens },
    ...(empty.completions > 0 ? { empty: { ...empty, of: replies } } : {}),
  };
}

const isErroneous = ({ label }: Judgement): boolean => label !== -1;

export const isJudged = ({ outcome: { missing } }: Pick<Judgement, "outcome">): boolean =>
  missing !== "failed" && missing !== "not_asked";

function accuraciesOf(erroneous: readonly Judgement[], correct: readonly Judgement[]): Accuracies {
  const [error_accuracy, correct_accuracy] = [accuracyOf(erroneous), accuracyOf(correct)];
  const f1 =
    error_accuracy === null || correct_accuracy === null
      ? null
      : harmonicMean(error_accuracy, correct_accuracy);
  return { error_accuracy, correct_accuracy, f1 };
}

/** How many samples of a subset were judged, of those that it should have. */
export const completenessOfSubset = ({ judged, failed, not_asked }: SubsetMetrics): Completeness => {
  const done = judged.erroneous + judged.correct;
  return { unit: "samples", did: "judged", done, of: done + failed + not_asked, failed, ungraded: 0 };
};

/** How many samples of a run were judged, of those that it should have. */
export const benchCompleteness = (subsets: Readonly<Record<string, SubsetMetrics>>): Completeness =>
  together(Object.values(subsets).map(completenessOfSubset), { unit: "samples", did: "judged" });

export interface SubsetFigures {
  f1: Figure;
  error: Figure;
  correct: Figure;
}

/** The figures of a subset as pages show them. What is missing may be of either kind, so both accuracies name all of it. */
export function figuresOfSubset(metrics: SubsetMetrics): SubsetFigures {
  const { judged, intervals, failed_as_wrong: least } = metrics;
  const over = completenessOfSubset(metrics);
  const missing = over.of - over.done;
  const onKind = (done: number): Completeness => ({ ...over, done, of: done + missing });
  return {
    f1: asShare("F1", metrics.f1, intervals.f1, over, least?.f1),
    error: asShare(
      "on erroneous",
      metrics.error_accuracy,
      intervals.error_accuracy,
      onKind(judged.erroneous),
      least?.error_accuracy,
    ),
    correct: asShare(
      "on correct",
      metrics.correct_accuracy,
      intervals.correct_accuracy,
      onKind(judged.correct),
      least?.correct_accuracy,
    ),
  };
}

/** F1 needs samples of both kinds. For example `no F1, since none of the 5 judged samples is correct; 35 not asked`. */
export function noF1Words(metrics: SubsetMetrics): string {
  const over = completenessOfSubset(metrics);
  if (over.done === 0) return nothingWords(over);
  const kind = metrics.judged.erroneous === 0 ? "erroneous" : "correct";
  return `no F1, since none of the ${counted(over.done, "judged sample")} is ${kind}; ${missingWords(over)}`;
}

/** The main figure of a run: the mean F1 over its subsets. */
export function averageFigure(subsets: Readonly<Record<string, SubsetMetrics>>): Figure {
  const all = Object.values(subsets);
  return asShare("F1", averageF1(all), averageF1Interval(all), benchCompleteness(subsets));
}

const asShare = (
  name: string,
  value: number | null,
  interval: Interval | null,
  over: Completeness,
  least?: number | null,
): Figure => ({
  name,
  value: value === null ? null : value / 100,
  interval: interval && [interval[0] / 100, interval[1] / 100],
  over,
  ...(least === null || least === undefined ? {} : { least: least / 100 }),
});

/**
 * The plain mean over the subsets that have an F1. Null where none has, and where one has none because its samples are missing:
 * a mean over some of the subsets is a different figure.
 */
export function averageF1(subsets: readonly SubsetMetrics[]): number | null {
  const isOpen = subsets.some((subset) => subset.f1 === null && isPartial(completenessOfSubset(subset)));
  return isOpen ? null : mean(subsets.map(({ f1 }) => f1).filter((f1) => f1 !== null));
}

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
  const average = averageF1(subsets);
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
