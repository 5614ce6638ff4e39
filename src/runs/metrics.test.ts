// The figures, compared with direct computations of their definitions.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { signTest } from "./compare.ts";
import { figuresOfTask, figureWords } from "./figure.ts";
import type { SampleVerdict, TaskScores } from "./grading/scores.ts";
import {
  differenceInterval,
  meanInterval,
  pairedInterval,
  proportionInterval,
  tQuantile,
} from "./interval.ts";
import { drawnMajority, exactMajority, majorityAtK, majorityOf, type Vote } from "./majority.ts";
import { average, measure, passAtK } from "./metrics.ts";
import { requestSeed } from "./seed.ts";

/** All choices of k places among n. */
function* subsets(n: number, k: number, from = 0): Generator<number[]> {
  if (k === 0) yield [];
  else for (let i = from; i <= n - k; i++) for (const rest of subsets(n, k - 1, i + 1)) yield [i, ...rest];
}

const meanOver = (n: number, k: number, value: (chosen: number[]) => number): number => {
  const values = [...subsets(n, k)].map(value);
  return values.reduce((a, b) => a + b, 0) / values.length;
};

/** maj@k by its definition, one choice at a time. */
function votedOut(votes: readonly Vote[], chosen: readonly number[], rightOf: Map<string, number>): number {
  const counts = new Map<string, number>();
  for (const i of chosen) {
    const { group } = votes[i]!;
    if (group !== null) counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  const most = Math.max(0, ...counts.values());
  const leaders = [...counts].filter(([, count]) => count === most).map(([group]) => group);
  if (leaders.length === 0) return 0;
  return leaders.reduce((sum, leader) => sum + rightOf.get(leader)!, 0) / leaders.length;
}

const answers = fc.array(fc.constantFrom("a", "b", "c", "d", null), { minLength: 1, maxLength: 9 });
const votesOf = (groups: (string | null)[]): Vote[] =>
  groups.map((group) => ({ group, right: group === "a" }));
const rightOf = new Map([
  ["a", 1],
  ["b", 0],
  ["c", 0],
  ["d", 0],
]);

describe("pass@k", () => {
  it("is the share of choices of k that hold a right sample", () => {
    for (let n = 1; n <= 8; n++) {
      for (let right = 0; right <= n; right++) {
        for (let k = 1; k <= n; k++) {
          const share = meanOver(n, k, (chosen) => (chosen.some((i) => i < right) ? 1 : 0));
          expect(passAtK(n, right, k)).toBeCloseTo(share, 12);
        }
      }
    }
  });
});

describe("maj@k", () => {
  it("is the mean over all choices of k, ties shared, where answers are missing too", () => {
    fc.assert(
      fc.property(answers, (groups) => {
        const votes = votesOf(groups);
        exactMajority(votes).forEach((value, place) => {
          const expected = meanOver(votes.length, place + 1, (chosen) => votedOut(votes, chosen, rightOf));
          expect(value).toBeCloseTo(expected, 10);
        });
      }),
      { numRuns: 150 },
    );
  });

  it("at 1 is the share of right samples, and at n the vote of all", () => {
    const values = exactMajority(votesOf(["a", "a", "b", "c", null]));
    expect(values[0]).toBeCloseTo(2 / 5);
    expect(values[4]).toBeCloseTo(1);
    expect(exactMajority(votesOf(["a", "b"]))).toEqual([0.5, 0.5]);
    expect(exactMajority(votesOf([null, null]))).toEqual([0, 0]);
  });

  it("is the same by draws, up to chance, and the same again with the same seed", () => {
    const many = votesOf(Array.from({ length: 90 }, (_, i) => (i % 3 === 0 ? "a" : `${i % 7}`)));
    const groups = new Map<string, { size: number; right: number }>();
    for (const { group } of many) {
      const { size } = groups.get(group!) ?? { size: 0 };
      groups.set(group!, { size: size + 1, right: group === "a" ? 1 : 0 });
    }
    const drawn = drawnMajority(many, groups, "p");
    expect(drawnMajority(many, groups, "p")).toEqual(drawn);
    exactMajority(many).forEach((value, place) => {
      expect(Math.abs(drawn[place]! - value)).toBeLessThan(0.06);
    });
  });

  it("is exact for hundreds of samples, and drawn where numbers would be too large", () => {
    const many = (n: number) => votesOf(Array.from({ length: n }, (_, i) => (i % 3 === 0 ? "a" : `${i}`)));
    const { values, method } = majorityOf(many(256), "p");
    expect(method).toBe("exact");
    expect(values[0]).toBeCloseTo(86 / 256, 12);
    expect(values.at(-1)).toBeCloseTo(1, 12);
    expect(majorityOf(many(1_200), "p").method).toBe("drawn");
    // Two answers that always tie in the end share the last vote.
    const even = votesOf(Array.from({ length: 400 }, (_, i) => (i % 2 === 0 ? "a" : "b")));
    expect(majorityAtK(even, "p").at(-1)).toBeCloseTo(0.5, 12);
  });

  it("counts an answer that was judged both ways by its share", () => {
    const votes = [
      { group: "a", right: true },
      { group: "a", right: false },
    ];
    expect(exactMajority(votes)).toEqual([0.5, 0.5]);
  });
});

describe("avg@k", () => {
  it("has the standard error of problems' means", () => {
    expect(average([1, 0, 1, 0])).toEqual({ value: 0.5, stderr: Math.sqrt(1 / 12) });
    expect(average([1])).toEqual({ value: 1, stderr: null });
  });
});

describe("the interval of a mean", () => {
  it("is Wilson's where the values are 0 and 1", () => {
    const values = [1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1];
    const [low, high] = meanInterval(average(values), values.length);
    // The standard error divides by n - 1, Wilson's by n.
    const [least, most] = proportionInterval(8, 12);
    expect(low).toBeCloseTo(least, 1);
    expect(high).toBeCloseTo(most, 1);
  });
  it("does not shrink to a point where all values are the same up to rounding", () => {
    const values = Array.from({ length: 30 }, (_, i) => 1 - 3 / 28 + (i % 2) * 1e-16);
    const [low, high] = meanInterval(average(values), 30);
    expect(high - low).toBeGreaterThan(0.1);
  });
  it("does not shrink to a point where all are right or none is", () => {
    expect(meanInterval(average([1, 1, 1, 1]), 4)).toEqual(proportionInterval(4, 4));
    expect(meanInterval(average([0, 0, 0, 0]), 4)).toEqual(proportionInterval(0, 4));
    expect(proportionInterval(4, 4)[0]).toBeCloseTo(0.51, 2);
  });
  it("is narrower where a problem's value is a mean itself, and always holds the mean", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 2, maxLength: 30 }), (rights) => {
        const values = average(rights.map((right) => right / 8));
        const [low, high] = meanInterval(values, rights.length);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low - 1e-12).toBeLessThanOrEqual(values.value);
        expect(high + 1e-12).toBeGreaterThanOrEqual(values.value);
        const [least, most] = proportionInterval(values.value * (rights.length - 1), rights.length - 1);
        expect(high - low).toBeLessThanOrEqual(most - least + 1e-9);
      }),
      { numRuns: 200 },
    );
  });
});

describe("a task's numbers", () => {
  const verdict = (right: boolean | null, answer: string | null): SampleVerdict => ({
    right,
    answer,
    group: answer,
    by: "test",
    truncated: false,
    ...(right === null ? { unscored: "provider" as const } : {}),
  });
  const scores = (problems: SampleVerdict[][]): TaskScores => ({
    problems: new Map(problems.map((samples, i) => [`${i}`, { problem: `${i}`, samples }])),
    absent: 0,
    completions: problems.flat().length,
    empty: { completions: 0, with_reasoning: 0, with_tool_calls: 0 },
    usage: { inputTokens: 1_000_000, outputTokens: 2_000_000 },
    requestSeconds: 2.5,
    requests: 3,
  });

  const failed = () => verdict(null, null);
  const unusableGold = (): SampleVerdict => ({ ...verdict(null, "7"), unscored: "gold" });
  const brokenGrading = (): SampleVerdict => ({ ...verdict(null, "7"), unscored: "grading" });

  it("count every sample once, and are over those that were answered", () => {
    const metrics = measure(
      scores([[verdict(true, "2"), verdict(false, "3")], [failed()], [verdict(false, null), failed()]]),
      2,
      { input: 1, output: 2 },
    );
    expect(metrics).toMatchObject({
      problems: 3,
      samples: 6,
      complete_problems: 1,
      right: 1,
      wrong: 2,
      unscored: { provider: 2, not_asked: 1 },
      cost: 5,
      // One of two samples right in the first problem, none of one in the third.
      avg_at_k: { value: 1 / 4 },
      // Only the first problem has two answers.
      pass_at_k: { "1": 1 / 4, "2": 1 },
      accuracy: 1,
      pass_at_n: 1,
      scored_only: { problems: 2, samples: 3, accuracy: 1 / 2, avg_at_k: { value: 1 / 4 } },
      headline: {
        metric: "avg@2",
        value: 1 / 4,
        partial: { answered: 3, of: 6, failed: 2, not_asked: 1, ungraded: 0 },
      },
    });
    expect(metrics.of_answered).toBeUndefined();
    expect(metrics.pass_at_k["1"]).toBeCloseTo(metrics.maj_at_k["1"]!);
  });

  it("of 24 answered samples of 120 are those of the 24", () => {
    const some = Array.from({ length: 24 }, (_, i) => [verdict(i < 15, "1")]);
    const none = Array.from({ length: 96 }, () => []);
    const metrics = measure(scores([...some, ...none]), 1);
    expect(metrics.headline).toEqual({
      metric: "accuracy",
      value: 0.625,
      interval: measure(scores(some), 1).intervals.accuracy,
      partial: { answered: 24, of: 120, failed: 0, not_asked: 96, ungraded: 0 },
    });
  });

  it("keep what has no verdict in the denominator, once all was asked for, and say what they are without", () => {
    const rows = [[verdict(true, "2")], [unusableGold()]];
    expect(measure(scores(rows), 1)).toMatchObject({ accuracy: 1 / 2, scored_only: { accuracy: 1 } });
    expect(measure(scores(rows), 1).headline).not.toHaveProperty("partial");
    expect(measure(scores([...rows, [brokenGrading()]]), 1)).toMatchObject({
      accuracy: 1 / 3,
      headline: { value: 1 / 3, ungraded: 1, of_answered: { value: 1 / 2, of: 2 } },
    });
    expect(measure(scores([...rows, [brokenGrading()], []]), 1)).toMatchObject({
      accuracy: 1 / 2,
      headline: { value: 1 / 2, partial: { answered: 3, of: 4, not_asked: 1, ungraded: 1 } },
    });
  });

  it("count what failed after all tries as wrong, once all was asked for, in every figure", () => {
    // 208 of 480 right, 32 failed.
    const rows = Array.from({ length: 480 }, (_, i) => [i < 448 ? verdict(i < 208, "1") : failed()]);
    const metrics = measure(scores(rows), 1);
    expect(metrics.headline).toMatchObject({
      metric: "accuracy",
      value: 208 / 480,
      failed: 32,
      of_answered: { value: 208 / 448, of: 448 },
    });
    expect(metrics.headline).not.toHaveProperty("partial");
    expect(metrics.accuracy).toBe(208 / 480);
    expect(figureWords(figuresOfTask(metrics)[0])).toBe(
      "43.3% (32 failed count as wrong; 46.4% of 448 answered)",
    );
    // With several samples: right, failed / right, right.
    const two = measure(
      scores([
        [verdict(true, "1"), failed()],
        [verdict(true, "1"), verdict(true, "1")],
      ]),
      2,
    );
    expect(two).toMatchObject({
      complete_problems: 1,
      avg_at_k: { value: 3 / 4 },
      pass_at_k: { "1": 3 / 4, "2": 1 },
      of_answered: { samples: 3, avg_at_k: { value: 1 } },
    });
    expect(figuresOfTask(two).map((figure) => figureWords(figure))).toEqual([
      "75.0% (1 failed counts as wrong; 100.0% of 3 answered)",
      "100.0% (1 failed counts as wrong)",
      "100.0% (1 failed counts as wrong)",
    ]);
  });

  it.each([
    ["nothing was asked", []],
    ["all failed", [failed(), failed()]],
    ["every grading failed", [brokenGrading(), brokenGrading()]],
    ["no gold is of use", [unusableGold(), unusableGold()]],
  ])("are none, and have no intervals, where %s", (_, samples) => {
    const metrics = measure(scores([samples, samples]), 2);
    const nothing = { "1": null, "2": null };
    expect(metrics).toMatchObject({
      accuracy: null,
      pass_at_n: null,
      avg_at_k: { value: null, stderr: null },
      pass_at_k: nothing,
      maj_at_k: nothing,
      intervals: { accuracy: null, avg_at_k: null, pass_at_k: nothing, maj_at_k: nothing },
      headline: { value: null, interval: null },
    });
    expect(metrics.of_answered).toBeUndefined();
    expect(metrics.headline).not.toHaveProperty("of_answered");
    expect(measure(scores([]), 1)).toMatchObject({ accuracy: null, avg_at_k: { value: null } });
  });

  it("name pass@n by its own name where there are several samples, and lead with the average", () => {
    const rows = [[verdict(true, "2"), verdict(false, "3")]];
    expect(measure(scores(rows), 2)).toMatchObject({
      accuracy: 1,
      pass_at_n: 1,
      headline: { metric: "avg@2", value: 0.5 },
    });
    expect(figuresOfTask(measure(scores(rows), 2)).map(({ name }) => name)).toEqual([
      "avg@2",
      "maj@2",
      "pass@2",
    ]);
    expect(measure(scores(rows), 1)).not.toHaveProperty("pass_at_n");
  });

  it("add up, whatever the verdicts, and are over all once all is asked for, until then over the answered part", () => {
    const sample = fc.tuple(fc.constantFrom(true, false, null), fc.constantFrom("1", "2", null));
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(fc.array(sample, { maxLength: 4 }), { minLength: 1, maxLength: 5 }),
          fc.array(fc.array(sample, { minLength: 4, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
        ),
        (problems) => {
          const made = problems.map((samples) => samples.map(([right, answer]) => verdict(right, answer)));
          const metrics = measure(scores(made), 4);
          const unscored = Object.values(metrics.unscored).reduce((a, b) => a + b, 0);
          expect(metrics.right + metrics.wrong + unscored).toBe(metrics.samples);
          expect(metrics.accuracy).toBe(metrics.pass_at_k["4"]);
          expect(metrics.avg_at_k.value ?? -1).toBeCloseTo(metrics.pass_at_k["1"] ?? -1);
          const isAsked = made.every(({ length }) => length === 4);
          const counted = made
            .map((samples) => samples.filter(({ right }) => isAsked || right !== null))
            .filter(({ length }) => length > 0);
          const shares = counted.map(
            (samples) => samples.filter(({ right }) => right).length / samples.length,
          );
          const expected = shares.reduce((sum, share) => sum + share, 0) / shares.length;
          if (metrics.right + metrics.wrong > 0) expect(metrics.avg_at_k.value).toBeCloseTo(expected);
          expect("partial" in metrics.headline).toBe(!isAsked);
          expect(metrics.headline.value === null).toBe(metrics.right + metrics.wrong === 0);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe("a comparison's numbers", () => {
  it("are the exact sign test", () => {
    expect(signTest(0, 0)).toBe(1);
    expect(signTest(5, 0)).toBeCloseTo(2 / 32);
    expect(signTest(8, 2)).toBeCloseTo((2 * (1 + 10 + 45)) / 1024);
    expect(signTest(3, 3)).toBe(1);
  });

  it("are the interval of Agresti and Min, which stays between -1 and 1 and is no point", () => {
    // Of 10 problems 3 are gained and 1 is lost: 3.5 and 1.5 of 12.
    const margin = (1.959964 * Math.sqrt(3.5 + 1.5 - (3.5 - 1.5) ** 2 / 12)) / 12;
    for (const [i, end] of [2 / 12 - margin, 2 / 12 + margin].entries())
      expect(pairedInterval(2, 4, 10)[i]).toBeCloseTo(end, 10);
    const gains = [1, 1, 1, -1, 0, 0, 0, 0, 0, 0];
    const stderr = Math.sqrt(gains.reduce((sum, each) => sum + (each - 0.2) ** 2, 0) / 90);
    const [low, high] = differenceInterval({ value: 0.2, stderr }, 10)!;
    expect([low, high].map((each) => each.toFixed(8))).toEqual(
      pairedInterval(2, 4, 10).map((each) => each.toFixed(8)),
    );
    expect(differenceInterval({ value: 1, stderr: 0 }, 2)).toEqual([
      expect.closeTo(0.5 - 1.959964 * Math.sqrt(0.125), 10),
      1,
    ]);
    const equal = differenceInterval({ value: 0, stderr: 0 }, 100)!;
    expect(equal[0]).toBeLessThan(0);
    expect(equal[1]).toBeGreaterThan(0);
    expect(differenceInterval({ value: 1, stderr: null }, 1)).toBe(null);
  });

  it("use Student's t as tables have it", () => {
    for (const [freedom, value] of [
      [1, 12.706],
      [6, 2.447],
      [10, 2.228],
      [29, 2.045],
      [1000, 1.962],
    ] as const) {
      expect(tQuantile(freedom)).toBeCloseTo(value, 2);
    }
  });
});

describe("a request's seed", () => {
  it("depends on the run's seed, the problem and the sample, and is a positive 31-bit number", () => {
    const seeds = [
      requestSeed(0, "a", 0),
      requestSeed(1, "a", 0),
      requestSeed(0, "b", 0),
      requestSeed(0, "a", 1),
    ];
    expect(new Set(seeds).size).toBe(4);
    expect(requestSeed(0, "a", 0)).toBe(seeds[0]);
    for (const seed of seeds) expect(seed >= 0 && seed < 2 ** 31).toBe(true);
  });
});
