import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { benchFigures } from "./bench-figures.ts";
import { Judgements } from "./judged.ts";

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

const sample = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 4 }).chain((rewards) =>
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
      fc.property(fc.array(sample, { minLength: 1, maxLength: 12 }), (made) => {
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
