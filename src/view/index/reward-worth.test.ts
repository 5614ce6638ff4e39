import { describe, expect, it } from "vitest";
import type { AuditedCandidate, AuditedSearch } from "../../search/audit.ts";
import { judgedEnds, rewardWorth } from "./reward-worth.ts";

const candidate = (place: number, given: Partial<AuditedCandidate>): AuditedCandidate => ({
  place,
  path: 0,
  steps: ["a step"],
  rewards: [given.value ?? null],
  value: null,
  rank: null,
  fate: "passed",
  count: 1,
  margin: null,
  ends: null,
  answer: null,
  isCut: false,
  judged: [],
  ...given,
});

const choice = (margin: number | null) => ({ kept: null, over: null, margin, best: null, headline: "" });

/** Two first steps are kept; the one with 0.9 ends with 7 and with 8, the one with 0.4 with 8 alone. Right is 7. */
const audit: AuditedSearch = {
  draws: "steps",
  iterations: [
    {
      iteration: 1,
      choices: [choice(0.3)],
      candidates: [
        candidate(0, { value: 0.9, fate: "kept" }),
        candidate(1, { value: 0.4, fate: "kept" }),
        candidate(2, { value: 0.1 }),
        candidate(3, { dropped: { why: "the same", as: 0 } }),
      ],
    },
    {
      iteration: 2,
      choices: [choice(0.005), choice(null)],
      candidates: [
        candidate(0, { value: 0.95, answer: "7", from: { iteration: 1, candidate: 0 } }),
        candidate(1, { value: 0.2, answer: "8", from: { iteration: 1, candidate: 0 } }),
        candidate(2, { value: 0.3, answer: "8", from: { iteration: 1, candidate: 1 } }),
      ],
    },
  ],
};

describe("judgedEnds", () => {
  it("gives a step the share of right ones among the solutions that continue it", () => {
    const { candidates, margins } = judgedEnds(audit, (answer) => answer === "7");
    expect(candidates.toSorted((a, b) => a.reward - b.reward)).toEqual([
      { reward: 0.2, right: 0 },
      { reward: 0.3, right: 0 },
      { reward: 0.4, right: 0 },
      { reward: 0.9, right: 0.5 },
      { reward: 0.95, right: 1 },
    ]);
    expect(margins).toEqual([0.3, 0.005]);
  });

  it("leaves out what cannot be graded", () => {
    expect(judgedEnds(audit, () => null).candidates).toEqual([]);
    expect(judgedEnds(audit, () => "grading failed").candidates).toEqual([]);
  });
});

const worthOf = (...candidates: [reward: number, right: number][]) =>
  rewardWorth(
    [{ candidates: candidates.map(([reward, right]) => ({ reward, right })), margins: [], isRight: true }],
    [],
  );

describe("rewardWorth", () => {
  it("has an AUC of 1 where every right one is above every wrong one, and of 0 the other way round", () => {
    expect(worthOf([0.1, 0], [0.2, 0], [0.8, 1]).auc).toBe(1);
    expect(worthOf([0.1, 1], [0.2, 1], [0.8, 0]).auc).toBe(0);
  });

  it("counts equal rewards half, and a share as parts of both", () => {
    expect(worthOf([0.5, 0], [0.5, 1]).auc).toBe(0.5);
    // Right weighs 0.5 + 1, wrong 0.5 + 1. Of the pairs, 0.5 · 0.5 / 2 + 0.5 · 1 + 1 · 0.5 + 1 · 1 of 1.5 · 1.5.
    expect(worthOf([0.1, 0], [0.5, 0.5], [0.9, 1]).auc).toBeCloseTo(2.125 / 2.25);
  });

  it("has no AUC where all end the same way", () => {
    expect(worthOf([0.1, 1], [0.9, 1]).auc).toBe(null);
    expect(worthOf().auc).toBe(null);
  });

  it("puts rewards into tenths, with 1 in the last one", () => {
    const { rewards } = worthOf([0.05, 0], [0.95, 1], [1, 0], [0.3, 1]);
    expect(rewards.map(({ all }) => all)).toEqual([1, 0, 0, 1, 0, 0, 0, 0, 0, 2]);
    expect(rewards.at(-1)).toEqual({ from: 0.9, to: 1, all: 2, right: 1 });
  });

  it("counts margins where the search ended right and where it ended wrong", () => {
    const { margins } = rewardWorth(
      [
        { candidates: [], margins: [0.0005, 0.7], isRight: true },
        { candidates: [], margins: [0.0001, 0.05], isRight: false },
      ],
      [],
    );
    expect(margins.map(({ all, right }) => [all, right])).toEqual([
      [2, 1],
      [0, 0],
      [1, 0],
      [0, 0],
      [1, 1],
    ]);
  });

  it("gives the mean gain with its interval, and none where nothing was measured", () => {
    // With the four half problems, the mean is 1/4 over 4, and the mean of the squares 2/4.
    const margin = 1.959964 * Math.sqrt((2 / 4 - 1 / 16) / 4);
    const { gain } = rewardWorth([], [0, 1]);
    expect(gain).toMatchObject({ problems: 2, value: 0.5 });
    expect(gain!.interval![0]).toBeCloseTo(0.25 - margin, 10);
    expect(gain!.interval![1]).toBeCloseTo(0.25 + margin, 10);
    expect(worthOf([0.1, 0]).gain).toBe(undefined);
  });
});
