import { describe, expect, it } from "vitest";
import { compareBenches, compareF1, type JudgedBench } from "./bench-kind.ts";

const item = (problem: string, isErroneous: boolean, share: number) => ({
  problem,
  isErroneous,
  share,
  failures: [],
});
/** Pairs of erroneous and of correct samples, each `[as the first judged, as the second]`. */
const pairs = (erroneous: [number, number][], correct: [number, number][]) =>
  [...erroneous.map((each) => [true, each] as const), ...correct.map((each) => [false, each] as const)].map(
    ([isErroneous, [a, b]], i) => ({ a: item(`${i}`, isErroneous, a), b: item(`${i}`, isErroneous, b) }),
  );

describe("the difference of two F1", () => {
  it("is that of the two harmonic means", () => {
    // A: 1/2 and 1 give 2/3; B: 1 and 1/2 give 2/3 as well. C: 1 and 1 give 1.
    const compared = compareF1(
      pairs(
        [
          [1, 1],
          [0, 1],
        ],
        [
          [1, 1],
          [1, 1],
        ],
      ),
    )!;
    expect(compared.a).toBeCloseTo(2 / 3);
    expect(compared.b).toBe(1);
    expect(compared.difference).toBeCloseTo(1 / 3);
    expect(compared.interval![0]).toBeLessThan(1 / 3);
    expect(compared.interval![1]).toBeGreaterThan(1 / 3);
  });
  it("has no error where the two judge alike", () => {
    expect(
      compareF1(
        pairs(
          [
            [1, 1],
            [0, 0],
          ],
          [
            [1, 1],
            [0, 0],
          ],
        ),
      ),
    ).toMatchObject({ difference: 0, stderr: 0 });
  });
  it("is none where one of the two accuracies is none", () => {
    expect(compareF1(pairs([[1, 1]], []))).toBeNull();
  });
  it("has the error of its first-order change", () => {
    // a: e = 1/2, c = 1: by erroneous 2/(9/4) = 8/9. b: e = c = 1: by erroneous 1/2. The correct ones vary in neither.
    const compared = compareF1(
      pairs(
        [
          [1, 1],
          [0, 1],
          [1, 1],
          [0, 1],
        ],
        [
          [1, 1],
          [1, 1],
        ],
      ),
    )!;
    const changes = [1 / 2 - 8 / 9, 1 / 2, 1 / 2 - 8 / 9, 1 / 2];
    const middle = (changes[0]! + changes[1]!) / 2;
    const variance = changes.reduce((sum, each) => sum + (each - middle) ** 2, 0) / 3 / 4;
    expect(compared.stderr).toBeCloseTo(Math.sqrt(variance), 12);
  });
});

describe("two ProcessBench runs", () => {
  const bench = (predictions: (number | null)[], labels: number[]): JudgedBench =>
    ({
      run: { data: { gsm8k: { source: { dataset: "made up", files: [] } } } },
      subsets: [
        {
          name: "gsm8k",
          samples: labels.map((label, i) => ({
            id: `${i}`,
            problem: "?",
            label,
            steps: [],
            outcome:
              predictions[i] === null
                ? { prediction: null, match: false, missing: "no_verdict", reason: "" }
                : { prediction: predictions[i], match: predictions[i] === label },
          })),
        },
      ],
    }) as unknown as JudgedBench;

  it("are paired sample by sample, with the ones that flipped and the kinds of failure", () => {
    const labels = [0, 1, -1, -1];
    const compared = compareBenches(bench([0, -1, -1, 2], labels), bench([1, 1, null, -1], labels)).gsm8k!;
    expect(compared).toMatchObject({
      problems: 4,
      a: 0.5,
      b: 0.5,
      difference: 0,
      gained: ["1", "3"],
      lost: ["0", "2"],
    });
    expect(compared.failures.a).toEqual({
      other_step: 0,
      overlooked: 1,
      false_alarm: 1,
      no_verdict: 0,
    });
    expect(compared.failures.b).toEqual({
      other_step: 1,
      overlooked: 0,
      false_alarm: 0,
      no_verdict: 1,
    });
  });
  it("of other labels are refused", () => {
    expect(() => compareBenches(bench([0], [0]), bench([0], [1]))).toThrow(
      "problem 0 of gsm8k differs between the two runs",
    );
  });
});
