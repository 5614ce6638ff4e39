// Intervals of 95% for figures and their differences, which stay in the range of the figure, and do not shrink to a
// point if all or none are right.

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

/**
 * The interval of the mean difference of two shares over the same problems: that of Agresti and Min (2005), for shares of
 * samples too. A problem that one side gains, one that it loses and two without a difference are added, each half, so
 * that the interval does not shrink to a point where all differences are equal. Null for a single problem.
 */
export function differenceInterval({ value, stderr }: Average, problems: number): Interval | null {
  if (stderr === null) return null;
  const squares = stderr ** 2 * problems * (problems - 1) + problems * value ** 2;
  return pairedInterval(problems * value, squares, problems);
}

/** @param sum the sum of the differences, and that of their squares */
export function pairedInterval(sum: number, squares: number, problems: number): Interval {
  const all = problems + 2;
  const centre = sum / all;
  const margin = normalQuantile * Math.sqrt(Math.max(0, (squares + 1) / all - centre ** 2) / all);
  return [Math.max(-1, centre - margin), Math.min(1, centre + margin)];
}

function wilson(share: number, all: number): Interval {
  const z = normalQuantile;
  const centre = share + z ** 2 / (2 * all);
  const margin = z * Math.sqrt((share * (1 - share)) / all + (z / (2 * all)) ** 2);
  const bound = (value: number) => Math.min(1, Math.max(0, value / (1 + z ** 2 / all)));
  return [bound(centre - margin), bound(centre + margin)];
}

/** The 97.5 % quantile of Student's t, by its expansion about the normal one; exact values where that is too coarse. */
export function tQuantile(freedom: number): number {
  const small = [12.706, 4.303, 3.182, 2.776, 2.571][freedom - 1];
  if (small !== undefined) return small;
  const z = normalQuantile;
  const first = (z ** 3 + z) / 4;
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384;
  return z + first / freedom + second / freedom ** 2 + third / freedom ** 3;
}
