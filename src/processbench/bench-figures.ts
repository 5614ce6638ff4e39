// All figures of a ProcessBench run from what was judged: while it runs, when its journal is read, and in the viewer.

import { headlineJson } from "../runs/figure.ts";
import type { Interval } from "../runs/interval.ts";
import type { BenchFile } from "./bench-file.ts";
import type { Judgements } from "./judged.ts";
import { averageInPercent, measureSubset, type SubsetMetrics } from "./metrics.ts";
import { outcomeOf, type Rule } from "./outcome.ts";
import { type RuleConfig, ruleOf, type SubsetSamples, type Threshold } from "./rule.ts";
import { type CurvePoint, thresholdCurve } from "./threshold-curve.ts";

export interface BenchFigures {
  /** The figure that papers quote, in percent as the others. */
  headline: ReturnType<typeof headlineJson>;
  subsets: Record<string, SubsetMetrics>;
  average_f1: number | null;
  average_f1_interval: Interval | null;
  /** For rewards: the threshold, and the subset that it was chosen on. */
  threshold?: Threshold | undefined;
  /** For rewards: by subset, the figures over the threshold. */
  threshold_curve?: Record<string, CurvePoint[]> | undefined;
}

/** @param data of the run, where its samples were read from a journal, which does not know those that were never asked about */
export function benchFigures(
  config: RuleConfig,
  subsets: readonly SubsetSamples[],
  judgements: Judgements,
  data?: BenchFile["data"],
): { figures: BenchFigures; rule: Rule } {
  const { rule, threshold } = ruleOf(config, subsets, judgements);
  const measured = Object.fromEntries(
    subsets.map(({ name, samples }) => {
      const judged = samples.map((sample) => ({
        label: sample.label,
        outcome: outcomeOf(sample, judgements.of(name, sample.id), rule),
      }));
      return [name, measureSubset(judged, judgements.subset(name), data?.[name] && samplesOf(data[name]))];
    }),
  );
  const average = averageInPercent(Object.values(measured));
  const figures: BenchFigures = {
    headline: headlineJson(average),
    subsets: measured,
    average_f1: average.value,
    average_f1_interval: average.interval,
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

const samplesOf = ({ samples, own = samples }: BenchFile["data"][string]): number => own;
