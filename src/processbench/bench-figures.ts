// All figures of a ProcessBench run from its judgements: during the run, when its journal is read, and in the viewer.

import type { StepScore } from "../prm/step-scorer.ts";
import { type Figure, headlineJson } from "../runs/figure.ts";
import type { Interval } from "../runs/interval.ts";
import type { BenchConfig, BenchFile } from "./bench-file.ts";
import type { Judgements } from "./judged.ts";
import {
  asShare,
  averageInPercent,
  completenessOfSubset,
  harmonicMean,
  isCountedSample,
  measureSubset,
  type SubsetMetrics,
} from "./metrics.ts";
import { keptSteps, outcomeOf, type Rule } from "./outcome.ts";
import type { Sample } from "./samples.ts";
import {
  type ClassifiedFigures,
  classifiedFigures,
  type MrBenFigures,
  mrBenFigures,
  setFigure,
} from "./set-figures.ts";
import { labelsAllSteps } from "./sets.ts";

export interface BenchFigures {
  /** The figure that papers quote, in percent as the others. */
  headline: ReturnType<typeof headlineJson>;
  subsets: Record<string, SubsetMetrics>;
  average_f1: number | null;
  average_f1_interval: Interval | null;
  /** For rewards: the threshold, and the subset that it was chosen on. */
  threshold?: Threshold | undefined;
  /** For rewards: the figures over the threshold, by subset. */
  threshold_curve?: Record<string, CurvePoint[]> | undefined;
  /** Of PRMBench and of sets like it: PRMScores, overall and by class. */
  prmbench?: ClassifiedFigures | undefined;
  mr_ben?: MrBenFigures | undefined;
}

/**
 * @param data of the run, if its samples were read from a journal, which does not have those that were never requested
 */
export function benchFigures(
  config: RuleConfig,
  subsets: readonly SubsetSamples[],
  judgements: Judgements,
  data?: BenchFile["data"],
): { figures: BenchFigures; rule: Rule } {
  const { rule, threshold } = ruleOf(config, subsets, judgements);
  const judged = subsets.map(({ name, samples }) => ({
    name,
    judgements: samples.map((sample) => ({
      id: sample.id,
      label: sample.label,
      outcome: outcomeOf(sample, judgements.of(name, sample.id), rule),
    })),
  }));
  const measured = Object.fromEntries(
    judged.map(({ name, judgements: each }) => [
      name,
      measureSubset(each, judgements.subset(name), data?.[name] && samplesOf(data[name])),
    ]),
  );
  const average = averageInPercent(Object.values(measured));
  // As long as a subset is partial, only its judged samples count.
  const counted = judged.map(({ name, judgements: each }) => ({
    name,
    judgements: each.filter(isCountedSample(completenessOfSubset(measured[name]!))),
  }));
  const ofSet = {
    ...(labelsAllSteps(config.set)
      ? { prmbench: classifiedFigures(subsets.map((subset) => judgedSteps(subset, judgements, rule))) }
      : {}),
    ...(config.set === "mr-ben" ? { mr_ben: mrBenFigures(counted, reasonsIn(config.reasons)) } : {}),
  };
  const figures: BenchFigures = {
    headline: headlineJson(setFigure(ofSet, average.over) ?? average),
    subsets: measured,
    average_f1: average.value,
    average_f1_interval: average.interval,
    ...ofSet,
    ...(threshold ? { threshold } : {}),
    ...(rule.by === "threshold"
      ? {
          threshold_curve: Object.fromEntries(
            subsets.map((subset) => [
              subset.name,
              thresholdCurve(subset, judgements, rule, measured[subset.name]!),
            ]),
          ),
        }
      : {}),
  };
  return { figures, rule };
}

/** The main figure of a run as a fraction: that of its set, or ProcessBench's mean F1. */
export function mainFigure({ subsets, ...figures }: BenchFigures): Figure {
  const average = averageInPercent(Object.values(subsets));
  return asShare(setFigure(figures, average.over) ?? average);
}

const judgedSteps = ({ name, samples }: SubsetSamples, judgements: Judgements, rule: Rule) => ({
  name,
  rows: samples.map(({ id, steps, wrong = [] }) => ({
    id,
    wrong,
    kept: keptSteps(judgements.of(name, id), steps.length, rule),
  })),
});

/** The settings in a run's file, which may hold anything. */
const reasonsIn = (reasons: unknown): Record<string, boolean> | undefined =>
  typeof reasons === "object" && reasons !== null ? (reasons as Record<string, boolean>) : undefined;

const samplesOf = ({ samples, own = samples }: BenchFile["data"][string]): number => own;

// How outcomes are computed from judgements.

interface Threshold {
  value: number;
  chosen_on?: string | undefined;
}

type RuleConfig = Pick<
  BenchConfig,
  "judge" | "votes" | "threshold" | "thresholdSubset" | "noVerdict" | "set" | "reasons"
>;

interface SubsetSamples {
  name: string;
  samples: readonly Pick<Sample, "id" | "steps" | "label" | "wrong">[];
}

/** Whether the rule depends on rewards that the run has yet to collect. */
export const isOpen = ({ judge, threshold }: RuleConfig): boolean =>
  judge === "scalar" && threshold === undefined;

/** A threshold that was not given is chosen on the subset named, or on the first. */
export function ruleOf(
  { judge, votes, threshold, thresholdSubset, noVerdict }: RuleConfig,
  subsets: readonly SubsetSamples[],
  judgements: Judgements,
): { rule: Rule; threshold?: Threshold } {
  if (judge === "step") return { rule: { by: "verdict", noVerdict } };
  if (judge === "critique") return { rule: { by: "votes", votes: votes! } };
  if (threshold !== undefined)
    return { rule: { by: "threshold", threshold, noVerdict }, threshold: { value: threshold } };
  const chosen = subsets.find(({ name }) => name === thresholdSubset) ?? subsets[0]!;
  const scored = chosen.samples.flatMap(({ id, steps, label }) => {
    const { scores } = judgements.of(chosen.name, id);
    const rewards = steps.flatMap((_, step) => {
      const score = scores.get(step);
      return score?.verdict && score.reward !== null ? [score.reward] : [];
    });
    return rewards.length === steps.length ? [{ rewards, label }] : [];
  });
  const value = hasBothKinds(scored) ? bestThreshold(scored) : 0.5;
  return {
    rule: { by: "threshold", threshold: value, noVerdict },
    threshold: { value, ...(hasBothKinds(scored) ? { chosen_on: chosen.name } : {}) },
  };
}

/** Without samples of both kinds, no threshold has an F1, and a default is used. */
const hasBothKinds = (samples: readonly { label: number }[]): boolean =>
  samples.some(({ label }) => label === -1) && samples.some(({ label }) => label !== -1);

// The threshold below which a scalar reward means wrong: the one with the best F1 on the samples of one subset.

export interface ScoredSample {
  /** The rewards of the steps. */
  rewards: readonly number[];
  label: number;
}

/** The middle of the first interval of thresholds with the best F1; 0.5 if there are no samples. */
export function bestThreshold(samples: readonly ScoredSample[]): number {
  const erroneous = new Ranges(samples.filter(({ label }) => label !== -1));
  const correct = new Ranges(samples.filter(({ label }) => label === -1));
  const ends = [...new Set([0, ...erroneous.ends, ...correct.ends, 1])].filter((end) => end >= 0 && end <= 1);
  ends.sort((a, b) => a - b);
  let best = { f1: -1, threshold: 0.5 };
  for (let place = 1; place < ends.length; place++) {
    const threshold = (ends[place - 1]! + ends[place]!) / 2;
    const f1 = harmonicMean(erroneous.share(threshold), correct.share(threshold));
    if (f1 > best.f1) best = { f1, threshold };
  }
  return best.threshold;
}

/**
 * A sample is judged as labelled by the thresholds above the reward of its labelled step, and up to the least reward of
 * the steps before it: one range for each sample, which may be empty.
 */
class Ranges {
  private readonly lows: number[];
  private readonly highs: number[];

  constructor(private readonly samples: readonly ScoredSample[]) {
    const ranges = samples
      .map(({ rewards, label }) => ({
        low: label === -1 ? Number.NEGATIVE_INFINITY : rewards[label]!,
        high: (label === -1 ? rewards : rewards.slice(0, label)).reduce(
          (least, reward) => Math.min(least, reward),
          Number.POSITIVE_INFINITY,
        ),
      }))
      .filter(({ low, high }) => low < high);
    this.lows = ranges.map(({ low }) => low).sort((a, b) => a - b);
    this.highs = ranges.map(({ high }) => high).sort((a, b) => a - b);
  }

  get ends(): number[] {
    return [...this.lows, ...this.highs];
  }

  /** The share of samples that a threshold judges as labelled. */
  share(threshold: number): number {
    if (this.samples.length === 0) return 0;
    return (below(this.lows, threshold) - below(this.highs, threshold)) / this.samples.length;
  }
}

/** The number of sorted values that are less than a value. */
function below(sorted: readonly number[], value: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (sorted[middle]! < value) from = middle + 1;
    else to = middle;
  }
  return from;
}

// F1 over the threshold, for scorers with scalar rewards, which shows whether the chosen threshold is on a plateau or
// on a peak. Each point is the run's figure with that threshold, from the same outcomes.

export interface CurvePoint {
  threshold: number;
  /** In percent, as all figures of ProcessBench. */
  error_accuracy: number;
  correct_accuracy: number;
  f1: number;
}

type ThresholdRule = Extract<Rule, { by: "threshold" }>;

/** Every hundredth, and the tails more finely, because many scorers give extreme rewards. */
const grid: readonly number[] = [
  0.001,
  0.002,
  0.005,
  ...Array.from({ length: 99 }, (_, i) => (i + 1) / 100),
  0.995,
  0.998,
  0.999,
];

/** In order, including the rule's own threshold. Empty if samples of one of the two kinds are missing. */
function thresholdCurve(
  { name, samples }: SubsetSamples,
  judgements: Judgements,
  rule: ThresholdRule,
  metrics: SubsetMetrics,
): CurvePoint[] {
  const isCounted = isCountedSample(completenessOfSubset(metrics));
  const known = samples
    .map((sample) => ({ sample, judged: judgements.of(name, sample.id) }))
    .filter(({ sample, judged }) => isCounted({ outcome: outcomeOf(sample, judged, rule) }));
  const erroneous = known.filter(({ sample }) => sample.label !== -1);
  const correct = known.filter(({ sample }) => sample.label === -1);
  if (erroneous.length === 0 || correct.length === 0) return [];
  const thresholds = [...new Set([...grid, rule.threshold])].sort((a, b) => a - b);
  return thresholds.map((threshold) => {
    const accuracy = (group: typeof known): number => {
      const matched = group.filter(
        ({ sample, judged }) => outcomeOf(sample, judged, { ...rule, threshold }).match,
      );
      return (100 * matched.length) / group.length;
    };
    const [error_accuracy, correct_accuracy] = [accuracy(erroneous), accuracy(correct)];
    return {
      threshold,
      error_accuracy,
      correct_accuracy,
      f1: harmonicMean(error_accuracy, correct_accuracy),
    };
  });
}

// The rewards of steps that are labelled right and of those that are labelled wrong, in bins, which shows how well the
// scorer separates them.

export interface RewardHistogram {
  /** By equal parts of the interval from 0 to 1. */
  right: number[];
  wrong: number[];
}

const rewardBins = 20;

/** Steps after the first wrong one have no label, and do not count. */
export function rewardHistogram(
  samples: Iterable<{ label: number; scores: ReadonlyMap<number, StepScore> }>,
): RewardHistogram {
  const none = () => Array.from({ length: rewardBins }, () => 0);
  const histogram = { right: none(), wrong: none() };
  for (const { label, scores } of samples) {
    for (const [step, { reward }] of scores) {
      if (reward === null || (label !== -1 && step > label)) continue;
      const bins = step === label ? histogram.wrong : histogram.right;
      bins[Math.min(rewardBins - 1, Math.floor(reward * rewardBins))]!++;
    }
  }
  return histogram;
}
