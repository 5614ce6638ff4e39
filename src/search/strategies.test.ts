// The strategies: their common requirements, and their differences.

import { describe, expect, it } from "vitest";
import { strategyChecks } from "../testing/index.ts";
import { strategies, strategyNames } from "./strategies.ts";
import { aggregate, type Candidate, type Path, type SearchSettings } from "./strategy.ts";

describe.each(strategyNames)("the strategy %s", (strategy) => {
  for (const { name, run } of strategyChecks(strategies[strategy])) it(name, run);
});

const settings: SearchSettings = { n: 4, width: 2, aggregate: "last" };

const step = (
  path: number,
  text: string,
  reward: number | null,
  ends: Candidate["ends"] = null,
): Candidate => ({
  path,
  steps: [text],
  rewards: [reward],
  ends,
});

const begun = (...steps: [string, number][]): Path => ({
  steps: steps.map(([text]) => text),
  rewards: steps.map(([, reward]) => reward),
  ends: null,
});

describe("aggregation", () => {
  it("is the last, the least, the product or the mean", () => {
    const rewards = [0.5, 0.8, 0.6];
    expect(aggregate(rewards, "last")).toBe(0.6);
    expect(aggregate(rewards, "min")).toBe(0.5);
    expect(aggregate(rewards, "product")).toBeCloseTo(0.24, 12);
    expect(aggregate(rewards, "mean")).toBeCloseTo(1.9 / 3, 12);
  });
  it("passes over steps that nobody scored", () => {
    expect(aggregate([0.5, null], "last")).toBe(0.5);
    expect(aggregate([null, 0.4], "min")).toBe(0.4);
    expect(aggregate([], "mean")).toBe(0);
    expect(aggregate([null], "product")).toBe(0);
  });
});

describe("beam and dvts", () => {
  const state = { open: [begun(["good", 0.9]), begun(["bad", 0.2])], ended: [] };
  const candidates = [step(0, "a", 0.8), step(0, "b", 0.7), step(1, "c", 0.6), step(1, "d", 0.1)];
  it("differ: the beam goes where the best candidates are, the trees each go on", () => {
    expect(strategies.beam.decide(state, candidates, settings).chosen).toEqual([0, 1]);
    expect(strategies.dvts.decide(state, candidates, settings).chosen).toEqual([0, 2]);
  });
  it("compare whole solutions by what was chosen as aggregation", () => {
    const close = [step(0, "a", 0.3), step(1, "c", 0.5)];
    const chosen = (how: SearchSettings["aggregate"]) =>
      strategies.beam.decide(state, close, { ...settings, n: 2, aggregate: how }).chosen;
    expect(chosen("last")).toEqual([1]); // 0.3 against 0.5
    expect(chosen("mean")).toEqual([0]); // 0.6 against 0.35
  });
  it("the beam begins with n candidates of one beginning, the trees with one beginning each", () => {
    const start = strategies.beam.begin(settings);
    expect(start.open).toHaveLength(1);
    expect(strategies.beam.candidatesEach(start, settings)).toBe(4);
    expect(strategies.dvts.begin(settings).open).toHaveLength(2);
  });
  it("a solution that ended keeps its place in the beam, and the best at the end is the answer", () => {
    const first = strategies.beam.decide(
      state,
      [step(0, "So \\boxed{7}.", 0.5, "answer"), step(1, "on", 0.6)],
      settings,
    );
    expect(first.state.ended).toHaveLength(1);
    const second = strategies.beam.decide(
      first.state,
      [step(0, "So \\boxed{8}.", 0.9, "answer"), step(0, "on", 0.95)],
      settings,
    );
    expect(second.chosen).toEqual([1]); // one slot is left in a beam of two
    expect(strategies.beam.conclude(second.state, settings).answer).toBe("7");
  });
  it("the same solution takes one place in the beam", () => {
    const twice = { open: [begun(["x", 0.5]), begun(["x", 0.5])], ended: [] };
    const { chosen, repeats } = strategies.beam.decide(
      twice,
      [step(0, "y", 0.9), step(1, "y", 0.9), step(1, "z", 0.1)],
      settings,
    );
    expect(chosen).toEqual([0, 2]);
    expect(repeats).toEqual(new Map([[1, 0]]));
  });
  it("a tree without candidates dies alone", () => {
    const { state: after } = strategies.dvts.decide(
      state,
      [{ path: 0, steps: [], rewards: [], ends: null, dropped: { why: "empty" } }, step(1, "c", 0.1)],
      settings,
    );
    expect(after.open.map(({ steps }) => steps.join(" "))).toEqual(["bad c"]);
  });
});

describe("votes", () => {
  const solutions = [
    step(0, "\\boxed{3}", 0.9, "answer"),
    step(0, "\\boxed{\\frac{1}{2}}", 0.4, "answer"),
    step(0, "\\boxed{0.5}", 0.45, "answer"),
    step(0, "no idea", 0.99, "turn"),
  ];
  const outcome = (name: "majority" | "weighted-majority" | "best-of-n") => {
    const strategy = strategies[name];
    const { state } = strategy.decide(strategy.begin(settings), solutions, settings);
    return strategy.conclude(state, settings).answer;
  };
  it("count answers that are mathematically the same together", () => {
    expect(outcome("majority")).toBe("\\frac{1}{2}");
  });
  it("count with their rewards where they are weighted", () => {
    expect(outcome("weighted-majority")).toBe("3"); // 0.9 against 0.85
  });
  it("do not matter to the best of n, which may have no answer", () => {
    expect(outcome("best-of-n")).toBeNull();
  });
  it("give a tie to the answer that came first", () => {
    const two = [step(0, "\\boxed{2}", null, "answer"), step(0, "\\boxed{1}", null, "answer")];
    const { state } = strategies.majority.decide(strategies.majority.begin(settings), two, settings);
    expect(strategies.majority.conclude(state, settings).answer).toBe("2");
  });
});
