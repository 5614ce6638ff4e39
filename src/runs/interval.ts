// Intervals of 95% for figures, which stay between 0 and 1, and do not shrink to a point if all or none are right.

import type { Average } from "./metrics.ts";

export type Interval = [low: number, high: number];

/** The 97.5 % quantile of the normal distribution. */
const normalQuantile = 1.959964;

/** Equal values may differ by this much because of rounding, which is not variance. */
const roundingError = 1e-12;

/** Wilson's interval of a share. */
export const proportionInterval = (right: number, all: number): Interval =>
  all === 0 ? [0, 1] : wilson(right / all, all);

/**
 * The interval of a mean of values between 0 and 1, one for each problem. Values other than 0 and 1 vary less than
 * those of a share; they are treated as the number of right-or-wrong problems that has the same standard error. If the
 * standard error is unknown, each problem counts as one.
 */
export function meanInterval({ value, stderr }: Average, problems: number): Interval {
  if (problems === 0) return [0, 1];
  const spread = value * (1 - value);
  const isKnown = stderr !== null && stderr > roundingError && spread > 0;
  return wilson(value, isKnown ? Math.max(problems - 1, spread / stderr ** 2) : problems);
}

function wilson(share: number, all: number): Interval {
  const z = normalQuantile;
  const centre = share + z ** 2 / (2 * all);
  const margin = z * Math.sqrt((share * (1 - share)) / all + (z / (2 * all)) ** 2);
  const bound = (value: number) => Math.min(1, Math.max(0, value / (1 + z ** 2 / all)));
  return [bound(centre - margin), bound(centre + margin)];
}
