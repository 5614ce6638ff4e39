// The figures of PRMBench and Mr-Ben on judgements that are small enough to compute by hand.

import { describe, expect, it } from "vitest";
import { classifiedFigures, type JudgedSteps, mrBenFigures } from "./set-figures.ts";

/** `+` is a step that was kept, `-` one that was refused. */
const row = (id: string, wrong: number[], kept: string | undefined): JudgedSteps => ({
  id,
  wrong,
  kept: kept === undefined ? undefined : [...kept].map((sign) => sign === "+"),
});

describe("PRMBench", () => {
  const circular = [row("circular_1", [1], "+-+"), row("circular_2", [1], "++")];

  it("is the mean of the F1 of right steps and of wrong ones", () => {
    // 3 right kept, 1 wrong refused, 1 wrong kept: F1 = 2·(3/4)·1/(3/4 + 1) = 6/7; negative F1 = 2·1·(1/2)/(3/2) = 2/3.
    const { all, classes } = classifiedFigures([{ name: "circular", rows: circular }]);
    expect(all.f1).toBeCloseTo(600 / 7, 10);
    expect(all.negative_f1).toBeCloseTo(200 / 3, 10);
    expect(all.prm_score).toBeCloseTo(1600 / 21, 10);
    expect(all).toMatchObject({ right_accuracy: 100, wrong_accuracy: 50, first_error_accuracy: 50, rows: 2 });
    expect(classes.circular).toEqual(all);
  });

  it("holds a row against its control, where one is there and has a step that was kept", () => {
    const controls = [row("correct_1", [], "++"), row("correct_2", [], "--")];
    const { all, classes } = classifiedFigures([
      { name: "correct", rows: controls },
      { name: "circular", rows: circular },
    ]);
    expect(all.similarity).toBeCloseTo(100 / 3, 10); // |2/3 - 1| of the first row; the second control keeps nothing.
    expect(Object.keys(classes)).toEqual(["circular"]);
    expect(all.rows).toBe(2); // Controls are not among the rows.
  });

  it("counts only right steps where a class has no wrong one", () => {
    const rows = [row("multi_solutions_1", [], "+-")];
    const { classes } = classifiedFigures([{ name: "multi_solutions", rows }]);
    expect(classes.multi_solutions!.prm_score).toBeCloseTo(200 / 3, 10); // 2·1·(1/2)/(3/2)
    expect(classes.multi_solutions!.first_error_accuracy).toBeNull();
  });

  it("leaves out rows in which a step has no verdict", () => {
    const { all } = classifiedFigures([
      { name: "circular", rows: [...circular, row("circular_3", [0], undefined)] },
    ]);
    expect(all).toMatchObject({ judged: 2, rows: 3 });
    expect(all.prm_score).toBeCloseTo(1600 / 21, 10);
  });

  it("has no F1 where the reference has -1, and 0 where nothing was kept", () => {
    const of = (kept: string) =>
      classifiedFigures([{ name: "circular", rows: [row("circular_1", [1], kept)] }]);
    expect(of("--").all.f1).toBe(0); // No step was kept: precision has nothing to divide by.
    expect(of("-+").all).toMatchObject({ f1: null, negative_f1: null, prm_score: null, interval: null });
  });

  it("has the mean of each group, if every class of it has a score", () => {
    const { groups } = classifiedFigures([
      { name: "circular", rows: circular },
      { name: "redundency", rows: [row("redundency_1", [1], "+-")] },
    ]);
    expect(groups.simplicity).toBeCloseTo((1600 / 21 + 100) / 2, 10);
    expect(groups.soundness).toBeNull();
  });

  it("has an interval of the rows left out in turn", () => {
    // Without the first row the score is (2/3 + 0)/2 = 1/3, without the second 1: the deviation is √(1/2 · 2 · (1/3)²) = 1/3.
    const [low, high] = classifiedFigures([{ name: "circular", rows: circular }]).all.interval!;
    expect(low).toBeCloseTo(100 * (16 / 21 - 1.959963984540054 / 3), 10);
    expect(high).toBe(100);
    const same = [1, 2, 3].map((i) => row(`circular_${i}`, [1], "+-"));
    expect(classifiedFigures([{ name: "circular", rows: same }]).all.interval).toBeNull();
  });
});

describe("Mr-Ben", () => {
  const judgement = (id: string, label: number, prediction: number | null) => ({
    id,
    label,
    outcome:
      prediction === null
        ? { prediction, match: false as const, missing: "no_verdict" as const, reason: "" }
        : { prediction, match: prediction === label },
  });
  // 2 of 3 correct solutions are called correct; of 4 incorrect ones 3 are called incorrect, 2 at the right step.
  const judgements = [
    ...[judgement("a", -1, -1), judgement("b", -1, -1), judgement("c", -1, null)],
    ...[judgement("d", 1, 1), judgement("e", 2, 2), judgement("f", 0, 3), judgement("g", 0, -1)],
  ];

  it("weighs Matthews' coefficient, the step and the reason", () => {
    const { subjects, mean } = mrBenFigures([{ name: "math", judgements }], { d: true, e: false, f: true });
    const mcc = (2 * 3 - 1 * 1) / Math.sqrt(3 * 3 * 4 * 4); // tp 2, tn 3, fp 1, fn 1
    expect(subjects.math!.mcc).toBeCloseTo(mcc, 12);
    expect(subjects.math).toMatchObject({ step_accuracy: 50, reason_accuracy: 25, correct: 3, incorrect: 4 });
    expect(mean.mr_score).toBeCloseTo(100 * (0.2 * mcc + 0.3 * 0.5 + 0.5 * 0.25), 10);
  });

  it("has no score where no reasons were judged", () => {
    const { subjects } = mrBenFigures([{ name: "math", judgements }], undefined);
    expect(subjects.math).toMatchObject({ reason_accuracy: null, mr_score: null });
  });
});
