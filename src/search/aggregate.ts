// One number for a solution from the rewards of its steps.

export const aggregates = ["last", "min", "product", "mean"] as const;
export type Aggregate = (typeof aggregates)[number];

/** Steps without a reward do not count; a solution without any is worth nothing. */
export function aggregate(rewards: readonly (number | null)[], how: Aggregate): number {
  const known = rewards.filter((reward) => reward !== null);
  if (known.length === 0) return 0;
  switch (how) {
    case "last":
      return known.at(-1)!;
    case "min":
      return known.reduce((least, reward) => Math.min(least, reward));
    case "product":
      return known.reduce((product, reward) => product * reward, 1);
    case "mean":
      return known.reduce((sum, reward) => sum + reward, 0) / known.length;
  }
}
