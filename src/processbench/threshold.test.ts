// The threshold of scalar rewards, against trying every one.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bestThreshold, type ScoredSample } from "./bench-figures.ts";
import { harmonicMean } from "./metrics.ts";

function f1At(samples: readonly ScoredSample[], threshold: number): number {
  const share = (of: readonly ScoredSample[]) => {
    const right = of.filter(
      ({ rewards, label }) => rewards.findIndex((reward) => reward < threshold) === label,
    );
    return of.length === 0 ? 0 : right.length / of.length;
  };
  return harmonicMean(
    share(samples.filter(({ label }) => label !== -1)),
    share(samples.filter(({ label }) => label === -1)),
  );
}

const reward = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 0.25, 0.5, 1));
const sample = fc
  .array(reward, { minLength: 1, maxLength: 5 })
  .chain((rewards) =>
    fc.record({ rewards: fc.constant(rewards), label: fc.integer({ min: -1, max: rewards.length - 1 }) }),
  );

describe("the best threshold", () => {
  it("is as good as any between the rewards", () => {
    fc.assert(
      fc.property(fc.array(sample, { minLength: 1, maxLength: 12 }), (samples) => {
        const ends = [0, ...samples.flatMap(({ rewards }) => rewards), 1].sort((a, b) => a - b);
        const tried = ends.slice(1).map((end, place) => (ends[place]! + end) / 2);
        const best = Math.max(...tried.map((threshold) => f1At(samples, threshold)));
        expect(f1At(samples, bestThreshold(samples))).toBeCloseTo(best, 12);
      }),
    );
  });

  it("lies between the rewards of right and of wrong steps where they can be told apart", () => {
    const threshold = bestThreshold([
      { rewards: [0.9, 0.2, 0.1], label: 1 },
      { rewards: [0.8, 0.7], label: -1 },
    ]);
    expect(threshold).toBeGreaterThan(0.2);
    expect(threshold).toBeLessThanOrEqual(0.7);
  });

  it("is a half where there is nothing to choose by", () => expect(bestThreshold([])).toBe(0.5));
});
