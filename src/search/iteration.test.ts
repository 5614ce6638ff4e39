import { describe, expect, it } from "vitest";
import { readIteration } from "./iteration.ts";

const record = (path: object, dropped: unknown) => ({
  v: 1 as const,
  id: "t/1#2",
  kind: "iteration",
  input: {
    task: "t",
    problem: "1",
    statement: "?",
    gold: "1",
    iteration: 2,
    state: { open: [{ steps: ["a"], rewards: [0.5], ends: null, ...path }], ended: [] },
  },
  outcome: {
    candidates: [{ path: 0, steps: ["b"], rewards: [null], ends: null, dropped }],
    chosen: [],
    requests: { policy: 1, reward: 0 },
    usage: {
      policy: { inputTokens: 1, outputTokens: 1 },
      reward: { inputTokens: 0, outputTokens: 0 },
    },
  },
  time: { at: "2026-01-01T00:00:00Z", ms: 1 },
});

const droppedIn = (dropped: unknown) => readIteration(record({}, dropped))!.outcome!.candidates[0]!.dropped;

describe("a record of an iteration", () => {
  it("of an older version says in a sentence why a candidate is dropped", () => {
    expect(droppedIn("the same as candidate 12")).toEqual({ why: "the same", as: 12 });
    expect(droppedIn("empty")).toEqual({ why: "empty" });
    // A server's message may hold the same words.
    expect(droppedIn("not scored: the same as candidate 1, it says")).toEqual({
      why: "not scored: the same as candidate 1, it says",
    });
  });

  it("says it in parts, and where a solution comes from", () => {
    expect(droppedIn({ why: "the same", as: 0 })).toEqual({ why: "the same", as: 0 });
    const from = { iteration: 1, candidate: 3 };
    const { input } = readIteration(record({ from, tree: 2 }, { why: "empty" }))!;
    expect(input.state.open[0]).toMatchObject({ from, tree: 2 });
  });
});
