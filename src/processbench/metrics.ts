// The figures of ProcessBench, in percent as in the published tables. A sample without a verdict does not match, and
// the number of these is given separately. Once all samples were requested, those that a server failed to judge do not
// match either; until then figures are over the judged samples.

import { tokensOf } from "../models/model.ts";
import { counted } from "../outgoing/counted.ts";
import type { EmptyCompletions } from "../outgoing/empty-completions.ts";
import {
  type Completeness,
  countsFailures,
  type Figure,
  gradedIn,
  isPartial,
  missingWords,
  nothingWords,
  together,
} from "../runs/figure.ts";
import { type Interval, proportionInterval } from "../runs/interval.ts";
import type { SubsetJudged } from "./judged.ts";
import { hasNoVerdict, type Outcome } from "./outcome.ts";

export interface SubsetMetrics {
  /** Null if no such sample was judged. */
  error_accuracy: number | null;
  correct_accuracy: number | null;
  /** The harmonic mean of the two; 0 if both are 0, null if one is null. */
  f1: number | null;
  /** Of 95 %, in percent. */
  intervals: { error_accuracy: Interval | null; correct_accuracy: Interval | null; f1: Interval | null };
  /** Samples with a wrong step, and without one, as far as they are known. */
  erroneous: number;
  correct: number;
  /** The number of these that were judged. */
  judged: { erroneous: number; correct: number };
  /** Samples with a step that has no verdict, even if it was counted as one. */
  no_verdict: number;
  failed: number;
  /** The failed samples with a wrong step, and without one. */
  failures: { erroneous: number; correct: number };
  not_asked: number;
  /** Over the judged samples only, if the accuracies count failed ones as not matched. */
  of_judged?: Accuracies | undefined;
  /** The predicted first wrong steps of erroneous samples, compared with the labels. */
  distance: Distance;
  calls: number;
  tokens: ReturnType<typeof tokensOf>;
  /** The judge's replies without a text, if there are any, and the number of all replies. */
  empty?: (EmptyCompletions & { of: number }) | undefined;
}

type Accuracies = Pick<SubsetMetrics, "error_accuracy" | "correct_accuracy" | "f1" | "intervals">;

interface Distance {
  /** In steps, over the erroneous samples for which a step was named; null if none was. */
  mean: number | null;
  exact: number;
  early: number;
  late: number;
  /** Erroneous samples that were judged right throughout. */
  overlooked: number;
}

export interface Judgement {
  label: number;
  outcome: Outcome;
}

/** @param of the number of samples in the subset; a journal does not have those that were never requested */
export function measureSubset(
  judgements: readonly Judgement[],
  { calls, usage, replies, empty }: SubsetJudged,
  of: number = judgements.length,
): SubsetMetrics {
  const erroneous = judgements.filter(isErroneous);
  const correct = judgements.filter((judgement) => !isErroneous(judgement));
  const judged = { erroneous: erroneous.filter(isJudged), correct: correct.filter(isJudged) };
  const done = judged.erroneous.length + judged.correct.length;
  const failures = { erroneous: failedIn(erroneous), correct: failedIn(correct) };
  const failed = failures.erroneous + failures.correct;
  const notAsked = Math.max(of, judgements.length) - done - failed;
  const ofJudged = accuraciesOf(judged.erroneous, judged.correct);
  const hasFailures = countsFailures(judgedOf({ done, failed, notAsked })) && failed > 0;
  return {
    ...(hasFailures ? accuraciesOf(erroneous, correct) : ofJudged),
    erroneous: erroneous.length,
    correct: correct.length,
    judged: { erroneous: judged.erroneous.length, correct: judged.correct.length },
    no_verdict: judgements.filter(({ outcome }) => hasNoVerdict(outcome)).length,
    failed,
    failures,
    not_asked: notAsked,
    ...(hasFailures ? { of_judged: ofJudged } : {}),
    distance: distanceOf(erroneous),
    calls,
    tokens: tokensOf(usage),
    ...(empty.completions > 0 ? { empty: { ...empty, of: replies } } : {}),
  };
}

const failedIn = (judgements: readonly Judgement[]): number =>
  judgements.filter(({ outcome }) => outcome.missing === "failed").length;

const isErroneous = ({ label }: Judgement): boolean => label !== -1;

export const isJudged = ({ outcome: { missing } }: Pick<Judgement, "outcome">): boolean =>
  missing !== "failed" && missing !== "not_asked";

/** The samples that the figures of a subset count. */
export const isCountedSample = (whole: Completeness): typeof isJudged =>
  countsFailures(whole) ? () => true : isJudged;

function accuraciesOf(erroneous: readonly Judgement[], correct: readonly Judgement[]): Accuracies {
  const [error_accuracy, correct_accuracy] = [accuracyOf(erroneous), accuracyOf(correct)];
  const f1 =
    error_accuracy === null || correct_accuracy === null
      ? null
      : harmonicMean(error_accuracy, correct_accuracy);
  return {
    error_accuracy,
    correct_accuracy,
    f1,
    intervals: intervalsOf(matchesIn(erroneous), matchesIn(correct)),
  };
}

export const judgedOf = ({
  done,
  failed,
  notAsked,
}: Record<"done" | "failed" | "notAsked", number>): Completeness => ({
  unit: "samples",
  did: "judged",
  ...{ done, of: done + failed + notAsked, failed, ungraded: 0, waiting: 0 },
});

/** The number of judged samples of a subset, and the number that it should have. */
export const completenessOfSubset = ({ judged, failed, not_asked: notAsked }: SubsetMetrics): Completeness =>
  judgedOf({ done: judged.erroneous + judged.correct, failed, notAsked });

/** The number of judged samples of a run, and the number that it should have. */
export const benchCompleteness = (subsets: Readonly<Record<string, SubsetMetrics>>): Completeness =>
  together(Object.values(subsets).map(completenessOfSubset), { unit: "samples", did: "judged" });

export interface SubsetFigures {
  f1: Figure;
  error: Figure;
  correct: Figure;
}

/**
 * The figures of a subset for pages. A sample that was not judged may be of either kind, so both accuracies mention it.
 */
export function figuresOfSubset(metrics: SubsetMetrics): SubsetFigures {
  const { judged, not_asked: notAsked } = metrics;
  const onKind = (kind: "erroneous" | "correct"): Completeness =>
    judgedOf({ done: judged[kind], failed: metrics.failures[kind], notAsked });
  const figure = (name: string, key: "f1" | "error_accuracy" | "correct_accuracy", over: Completeness) =>
    asShare(figureIn(name, metrics, key, over, metrics.of_judged));
  return {
    f1: figure("F1", "f1", completenessOfSubset(metrics)),
    error: figure("on erroneous", "error_accuracy", onKind("erroneous")),
    correct: figure("on correct", "correct_accuracy", onKind("correct")),
  };
}

function figureIn(
  name: string,
  accuracies: Accuracies,
  key: "f1" | "error_accuracy" | "correct_accuracy",
  over: Completeness,
  beside?: Accuracies,
): Figure {
  const value = beside?.[key] ?? null;
  return {
    name,
    value: accuracies[key],
    interval: accuracies.intervals[key],
    over,
    ...(value === null ? {} : { ofAnswered: { value, interval: beside!.intervals[key] } }),
  };
}

/** F1 needs samples of both kinds. For example `no F1, since none of the 5 judged samples is correct; 35 not judged`. */
export function noF1Words(metrics: SubsetMetrics): string {
  const over = completenessOfSubset(metrics);
  if (over.done === 0) return nothingWords(over);
  const kind = metrics.judged.erroneous === 0 ? "erroneous" : "correct";
  return `no F1, since none of the ${counted(over.done, "judged sample")} is ${kind}; ${missingWords(over)}`;
}

/**
 * The main figure of a run, in percent: the plain mean over the subsets that have an F1. Undefined if no subset has
 * one, or if one lacks it because its samples are missing: a mean over some of the subsets is a different figure.
 */
export function averageInPercent(all: readonly SubsetMetrics[]): Figure {
  const over = together(all.map(completenessOfSubset), { unit: "samples", did: "judged" });
  const ofJudged = all.map((subset) => subset.of_judged ?? subset);
  // As long as a subset is partial, the mean is partial too, and no failures are counted.
  const { value, interval } = averageOf(isPartial(over) ? ofJudged : all, all);
  const beside = averageOf(ofJudged, all);
  return {
    name: "F1",
    value,
    interval,
    over,
    ...(countsFailures(over) && over.failed > 0 && value !== null && beside.value !== null
      ? { ofAnswered: { value: beside.value, interval: beside.interval } }
      : {}),
  };
}

export const averageFigure = (subsets: Readonly<Record<string, SubsetMetrics>>): Figure =>
  asShare(averageInPercent(Object.values(subsets)));

export const averageF1 = (subsets: readonly SubsetMetrics[]): number | null =>
  averageInPercent(subsets).value;

export const asShare = ({ value, interval, ofAnswered, ...rest }: Figure): Figure => ({
  ...rest,
  value: value === null ? null : value / 100,
  interval: interval && hundredth(interval),
  ...(ofAnswered
    ? {
        ofAnswered: {
          value: ofAnswered.value / 100,
          interval: ofAnswered.interval && hundredth(ofAnswered.interval),
        },
      }
    : {}),
});

const hundredth = ([low, high]: Interval): Interval => [low / 100, high / 100];

/** The mean and its interval; the errors of the subsets are independent. */
function averageOf(
  accuracies: readonly Accuracies[],
  subsets: readonly SubsetMetrics[],
): Pick<Figure, "value" | "interval"> {
  const none = { value: null, interval: null };
  const isOpen = accuracies.some(({ f1 }, place) => {
    const over = completenessOfSubset(subsets[place]!);
    return f1 === null && gradedIn(over) < over.of;
  });
  const known = accuracies.filter(({ f1 }) => f1 !== null);
  const average = mean(known.map(({ f1 }) => f1!));
  if (isOpen || average === null) return none;
  const offBy = (end: 0 | 1): number =>
    Math.hypot(...known.map(({ f1, intervals }) => intervals.f1![end] - f1!)) / known.length;
  return { value: average, interval: [Math.max(0, average - offBy(0)), Math.min(100, average + offBy(1))] };
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
 * The accuracies have Wilson intervals. The interval of F1 combines the effects of both intervals as independent
 * errors.
 */
function intervalsOf(onErroneous: Matches, onCorrect: Matches): SubsetMetrics["intervals"] {
  const [error, correct] = [onErroneous, onCorrect].map(({ matched, all }) =>
    all === 0 ? null : inPercent(proportionInterval(matched, all)),
  ) as [Interval | null, Interval | null];
  if (!error || !correct) return { error_accuracy: error, correct_accuracy: correct, f1: null };
  const a = (100 * onErroneous.matched) / onErroneous.all;
  const b = (100 * onCorrect.matched) / onCorrect.all;
  const f1 = harmonicMean(a, b);
  // If both are 0, F1 changes only if both do.
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
