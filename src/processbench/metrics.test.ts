// ProcessBench's figures, on cases that can be computed by hand.

import { describe, expect, it } from "vitest";
import { figureWords } from "../runs/figure.ts";
import {
  averageF1,
  averageFigure,
  averageInPercent,
  figuresOfSubset,
  type Judgement,
  measureSubset,
} from "./metrics.ts";

const asked = {
  samples: new Map(),
  calls: 9,
  usage: { inputTokens: 5, outputTokens: 3 },
  replies: 0,
  empty: { completions: 0, with_reasoning: 0, with_tool_calls: 0 },
};
const predicted = (label: number, prediction: number): Judgement => ({
  label,
  outcome: { prediction, match: prediction === label },
});
const missing = (label: number, why: "no_verdict" | "failed" | "not_asked"): Judgement => ({
  label,
  outcome: { prediction: null, match: false, missing: why, reason: "" },
});

describe("the numbers of a subset", () => {
  it("are shares of the judged samples, those without a verdict among them; what is missing is named", () => {
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
    expect(metrics).toMatchObject({
      error_accuracy: 25,
      correct_accuracy: 100 / 3,
      f1: (2 * 25 * (100 / 3)) / (25 + 100 / 3),
      erroneous: 5,
      correct: 4,
      judged: { erroneous: 4, correct: 3 },
      no_verdict: 1,
      failed: 1,
      not_asked: 1,
      distance: { mean: 4 / 3, exact: 1, early: 1, late: 1, overlooked: 1 },
      calls: 9,
      tokens: { input: 5, output: 3 },
    });
  });

  it("count failures as not matched, once all were asked about, and say what they are without", () => {
    const all = [predicted(1, 1), missing(1, "failed"), predicted(-1, -1)];
    const settled = measureSubset(all, asked);
    expect(settled).toMatchObject({
      error_accuracy: 50,
      correct_accuracy: 100,
      f1: (2 * 50 * 100) / 150,
      of_judged: { error_accuracy: 100, correct_accuracy: 100, f1: 100 },
    });
    const open = measureSubset([...all, missing(1, "not_asked")], asked);
    expect(open).toMatchObject({ error_accuracy: 100, f1: 100 });
    expect(open.of_judged).toBeUndefined();
    expect(measureSubset(all, asked, 400)).toMatchObject({ f1: 100, not_asked: 397 });
    expect(figureWords(averageFigure({ settled }))).toBe(
      "66.7% (1 failed counts as wrong; 100.0% of 2 judged)",
    );
    // A mean with a partial subset is over the judged samples of all subsets.
    expect(averageInPercent([settled, open])).toMatchObject({ value: 100, over: { done: 4, of: 7 } });
    const failed = measureSubset([missing(1, "failed"), missing(-1, "failed")], asked);
    expect(failed).toMatchObject({ error_accuracy: null, correct_accuracy: null, f1: null });
    expect(averageF1([failed])).toBeNull();
    expect(averageF1([settled, failed])).toBeNull();
  });

  it("name the failures of each kind, which samples that are not judged yet are not among", () => {
    const part = [predicted(1, 1), missing(2, "failed"), missing(3, "not_asked"), missing(-1, "not_asked")];
    const { error, correct } = figuresOfSubset(measureSubset(part, asked));
    expect(figureWords(error)).toBe("100.0% of 1 judged; 1 failed, 2 not judged");
    expect(figureWords(correct)).toBe("nothing measured: 2 not judged");
  });

  it("have no F1 where no sample of one kind was judged, and then there is no mean either", () => {
    const part = measureSubset([predicted(1, 1), missing(-1, "not_asked")], asked);
    expect(part).toMatchObject({ error_accuracy: 100, correct_accuracy: null, f1: null });
    expect(part.intervals).toMatchObject({ correct_accuracy: null, f1: null });
    const whole = measureSubset([predicted(1, 1), predicted(-1, -1)], asked);
    expect(averageF1([whole, part])).toBeNull();
    expect(averageInPercent([whole, part]).interval).toBeNull();
    expect(averageFigure({ whole, part })).toMatchObject({ value: null, over: { done: 3, of: 4 } });
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

  it("have intervals: Wilson's for the shares, and for F1 one that both move", () => {
    const judged = [...Array(40).fill(predicted(1, 1)), ...Array(10).fill(predicted(1, 0))] as Judgement[];
    const right = [...Array(30).fill(predicted(-1, -1)), ...Array(20).fill(predicted(-1, 0))] as Judgement[];
    const { f1, intervals } = measureSubset([...judged, ...right], asked);
    // By hand, with Wilson's formula: 40 of 50 is 67.0 to 88.8, 30 of 50 is 46.2 to 72.4.
    expect(intervals.error_accuracy!.map((end) => end.toFixed(1))).toEqual(["67.0", "88.8"]);
    expect(intervals.correct_accuracy!.map((end) => end.toFixed(1))).toEqual(["46.2", "72.4"]);
    expect(f1).toBeCloseTo(68.57, 2);
    // F1 with one share at its low end: 63.3 and 58.6, so lower by the root of 5.3² + 10.0²; at the high end 71.6 and 76.0.
    expect(intervals.f1![0]).toBeCloseTo(57.3, 1);
    expect(intervals.f1![1]).toBeCloseTo(76.6, 1);
    const neither = measureSubset([predicted(1, 0), predicted(1, 0), predicted(-1, 0)], asked);
    expect(neither.f1).toBe(0);
    expect(neither.intervals.f1![0]).toBe(0);
    expect(neither.intervals.f1![1]).toBeGreaterThan(50);
    const perfect = measureSubset([predicted(1, 1), predicted(-1, -1)], asked);
    expect(perfect.intervals.f1![0]).toBeLessThan(50);
    expect(perfect.intervals.f1![1]).toBe(100);
    expect(averageInPercent([perfect]).interval).toEqual(perfect.intervals.f1);
    const four = averageInPercent([perfect, perfect, perfect, perfect]).interval!;
    expect(100 - four[0]).toBeCloseTo((100 - perfect.intervals.f1![0]) / 2, 9);
    expect(averageInPercent([measureSubset([predicted(1, 1)], asked)]).interval).toBeNull();
  });
});
