// The threshold of scalar rewards, against trying every one.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { benchFigures, bestThreshold, type ScoredSample } from "./bench-figures.ts";
import { Judgements } from "./judged.ts";
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

interface Made {
  rewards: number[];
  label: number;
}

function figuresFor(made: readonly Made[], threshold?: number) {
  const judgements = new Judgements();
  const samples = made.map(({ rewards, label }, place) => {
    const id = `${place}`;
    rewards.forEach((reward, step) => {
      const verdict = reward >= 0.5 ? "right" : "wrong";
      judgements.of("s", id).scores.set(step, { reward, verdict, text: null });
    });
    return { id, steps: rewards.map(() => "step"), label };
  });
  return benchFigures({ judge: "scalar", threshold }, [{ name: "s", samples }], judgements).figures;
}

const madeSample = fc
  .array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 4 })
  .chain((rewards) =>
    fc.record({
      rewards: fc.constant(rewards.map((reward) => reward / 100)),
      label: fc.integer({ min: -1, max: rewards.length - 1 }),
    }),
  );

describe("the curve over the threshold", () => {
  it("counts as the run does with each threshold", () => {
    const made = [
      { rewards: [0.9, 0.2], label: 1 },
      { rewards: [0.4, 0.9], label: -1 },
    ];
    const at = (threshold: number) =>
      figuresFor(made).threshold_curve!.s!.find((point) => point.threshold === threshold)!;
    // Below 0.2 nothing is wrong; up to 0.4 both are as labelled; above it the correct one is not.
    expect(at(0.1)).toMatchObject({ error_accuracy: 0, correct_accuracy: 100, f1: 0 });
    expect(at(0.3)).toMatchObject({ error_accuracy: 100, correct_accuracy: 100, f1: 100 });
    expect(at(0.5)).toMatchObject({ error_accuracy: 100, correct_accuracy: 0, f1: 0 });
  });

  it("goes through the run's own figures, and nowhere above them where the threshold was chosen", () =>
    fc.assert(
      fc.property(fc.array(madeSample, { minLength: 1, maxLength: 12 }), (made) => {
        const figures = figuresFor(made);
        const curve = figures.threshold_curve!.s!;
        const { f1 } = figures.subsets.s!;
        if (f1 === null) {
          expect(curve).toEqual([]);
          return;
        }
        const own = curve.find(({ threshold }) => threshold === figures.threshold!.value)!;
        expect(own.f1).toBeCloseTo(f1, 9);
        for (const point of curve) expect(point.f1).toBeLessThanOrEqual(f1 + 1e-9);
      }),
    ));

  it("is not made for judges that give verdicts", () => {
    const { figures } = benchFigures({ judge: "step" }, [{ name: "s", samples: [] }], new Judgements());
    expect(figures.threshold_curve).toBeUndefined();
  });
});
