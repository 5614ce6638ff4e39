// The threshold below which a scalar reward means wrong: the one with the best F1 on the samples of one subset.

import { harmonicMean } from "./metrics.ts";

export interface ScoredSample {
  /** Of each step. */
  rewards: readonly number[];
  label: number;
}

/** The middle of the first stretch of thresholds with the best F1; 0.5 where there are no samples. */
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
 * A sample is judged as it is labelled by the thresholds above its labelled step's reward, and up to the least reward
 * of the steps before that: one range for each sample, which may be empty.
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

  /** The share of samples that a threshold judges as they are labelled. */
  share(threshold: number): number {
    if (this.samples.length === 0) return 0;
    return (below(this.lows, threshold) - below(this.highs, threshold)) / this.samples.length;
  }
}

/** How many of some sorted numbers are less than a value. */
function below(sorted: readonly number[], value: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (sorted[middle]! < value) from = middle + 1;
    else to = middle;
  }
  return from;
}
