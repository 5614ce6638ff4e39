// F1 over the threshold, for scorers whose rewards are cut by one: whether the chosen threshold sits on a plateau or on a
// peak. Each point is what the run's figures would be with that threshold, by the same outcomes.

import type { Judgements } from "./judged.ts";
import { completenessOfSubset, harmonicMean, isCountedSample, type SubsetMetrics } from "./metrics.ts";
import { outcomeOf, type Rule } from "./outcome.ts";
import type { SubsetSamples } from "./rule.ts";

export interface CurvePoint {
  threshold: number;
  /** In percent, as all figures of ProcessBench. */
  error_accuracy: number;
  correct_accuracy: number;
  f1: number;
}

type ThresholdRule = Extract<Rule, { by: "threshold" }>;

/** Every hundredth, and the tails more finely: many scorers are sure of themselves. */
const grid: readonly number[] = [
  0.001,
  0.002,
  0.005,
  ...Array.from({ length: 99 }, (_, i) => (i + 1) / 100),
  0.995,
  0.998,
  0.999,
];

/** In order; the rule's own threshold is among the points. Empty where samples of one of the two kinds are missing. */
export function thresholdCurve(
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
