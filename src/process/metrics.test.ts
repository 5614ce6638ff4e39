// ProcessBench's numbers, on cases that can be counted by hand.

import { describe, expect, it } from "vitest";
import { averageF1, type Judgement, measureSubset } from "./metrics.ts";

const asked = { samples: new Map(), calls: 9, usage: { inputTokens: 5, outputTokens: 3 } };
const predicted = (label: number, prediction: number): Judgement => ({
  label,
  outcome: { prediction, match: prediction === label },
});
const missing = (label: number, why: "no_verdict" | "failed" | "not_asked"): Judgement => ({
  label,
  outcome: { prediction: null, match: false, missing: why, reason: "" },
});

describe("the numbers of a subset", () => {
  it("are shares of all samples, those without a prediction among them", () => {
    const metrics = measureSubset(
      [
        predicted(2, 2),
        predicted(2, 1),
        predicted(0, 3),
        predicted(4, -1),
        missing(1, "failed"),
        predicted(-1, -1),
        missing(-1, "no_verdict"),
        missing(-1, "not_asked"),
        predicted(-1, 0),
      ],
      asked,
    );
    expect(metrics).toEqual({
      error_accuracy: 20,
      correct_accuracy: 25,
      f1: (2 * 20 * 25) / 45,
      erroneous: 5,
      correct: 4,
      no_verdict: 1,
      failed: 1,
      not_asked: 1,
      distance: { mean: 4 / 3, exact: 1, early: 1, late: 1, overlooked: 1 },
      calls: 9,
      tokens: { input: 5, output: 3 },
    });
  });

  it("have an F1 of 0 where both shares are 0, and none where a share has no samples", () => {
    expect(measureSubset([predicted(1, 0), predicted(-1, 0)], asked).f1).toBe(0);
    const half = measureSubset([predicted(1, 1)], asked);
    expect(half).toMatchObject({ error_accuracy: 100, correct_accuracy: null, f1: null });
    expect(averageF1([half])).toBeNull();
  });

  it("are averaged plainly, however many samples a subset has", () => {
    const all = measureSubset([predicted(1, 1), predicted(-1, -1)], asked);
    const none = measureSubset(
      Array.from({ length: 50 }, () => predicted(-1, 0)).concat(predicted(1, 0)),
      asked,
    );
    expect(averageF1([all, none])).toBe(50);
  });
});
