import { describe, expect, it } from "vitest";
import { type AuditedConfig, auditSearch } from "./audit.ts";
import { auditResult } from "./audit-results.ts";
import type { CandidateRecord, IterationRecord } from "./iteration.ts";
import { rewardWords } from "./reward-words.ts";
import { strategies } from "./strategies.ts";
import type { SearchState } from "./strategy.ts";

const config = (strategy: AuditedConfig["strategy"]): AuditedConfig => ({
  strategy,
  aggregate: "last",
  n: 4,
  width: 2,
});

const candidate = (path: number, step: string, reward: number | null, more = {}): CandidateRecord => ({
  path,
  steps: [step],
  rewards: [reward],
  ends: step.includes("boxed") ? "answer" : null,
  ...more,
});

/** Runs a strategy over given candidates, as the driver does. */
function played(
  name: AuditedConfig["strategy"],
  proposals: readonly CandidateRecord[][],
  forget: (state: SearchState) => SearchState = (state) => state,
): IterationRecord[] {
  const strategy = strategies[name];
  let state = strategy.begin(config(name));
  return proposals.map((candidates, place): IterationRecord => {
    const input = { task: "t", problem: "1", statement: "?", gold: "1", iteration: place + 1, state };
    const { chosen, state: after } = strategy.decide(state, candidates, config(name));
    const { path, answer } = strategy.conclude(after, config(name));
    const isOver = after.open.length === 0;
    state = forget(after);
    const none = { inputTokens: 0, outputTokens: 0 };
    return {
      input,
      error: undefined,
      outcome: {
        candidates: [...candidates],
        chosen,
        requests: { policy: 1, reward: 1 },
        usage: { policy: none, reward: none },
        ...(isOver ? { conclusion: { steps: path!.steps, answer, why: "answer" as const } } : {}),
      },
    };
  });
}

const repeat = (as: number) => ({ dropped: { why: "the same", as } });

describe("an audited search", () => {
  const greedy = [
    [
      candidate(0, "b", 0.26),
      candidate(0, "a", 0.49),
      candidate(0, "a", null, repeat(1)),
      candidate(0, "", null, { dropped: { why: "empty" } }),
    ],
    [candidate(0, "\\boxed{1}", 0.9)],
  ];

  it("says by how much a step was chosen, and what became of the others", () => {
    const { iterations } = auditSearch(played("greedy", greedy), config("greedy"));
    const [first, second] = iterations;
    expect(first!.choices[0]!.headline).toBe("kept 0.49 over 0.26, margin 0.23");
    expect(first!.candidates.map(({ fate, rank, count }) => [fate, rank, count])).toEqual([
      ["passed", 2, 1],
      ["led", 1, 2],
      ["dropped", null, 1],
      ["dropped", null, 1],
    ]);
    expect(first!.candidates.map(({ margin }) => margin?.toFixed(2))).toEqual([
      "-0.23",
      "0.23",
      undefined,
      undefined,
    ]);
    expect(second!.choices[0]!.headline).toBe("kept 0.90, the only candidate");
    expect(second!.candidates[0]).toMatchObject({ from: { iteration: 1, candidate: 1 }, answer: "1" });
  });

  it("knows no final path while the search has not ended", () => {
    const { iterations } = auditSearch(played("greedy", greedy.slice(0, 1)), config("greedy"));
    expect(iterations[0]!.candidates.map(({ fate }) => fate)).toEqual([
      "passed",
      "kept",
      "dropped",
      "dropped",
    ]);
  });

  const trees = [
    [candidate(0, "a", 0.9), candidate(0, "b", 0.1), candidate(1, "c", 0.3), candidate(1, "d", 0.4)],
    [candidate(0, "\\boxed{5}", 0.7), candidate(1, "\\boxed{1}", 0.6)],
  ];

  it("keeps trees apart, and says which of their ends was chosen", () => {
    const { iterations, final } = auditSearch(played("dvts", trees), config("dvts"));
    expect(iterations[0]!.choices.map(({ headline }) => headline)).toEqual([
      "kept 0.90 over 0.10, margin 0.80",
      "kept 0.40 over 0.30, margin 0.10",
    ]);
    // The best of the first iteration is the first open solution of the second.
    expect(iterations[1]!.candidates.map(({ tree, fate }) => [tree, fate])).toEqual([
      [0, "led"],
      [1, "kept"],
    ]);
    expect(final!.headline).toBe("kept 0.70 over 0.60, margin 0.10");
    expect(final!.ends.map(({ isTaken }) => isTaken)).toEqual([true, false]);
  });

  it("finds in a journal of an older version what a newer one says", () => {
    const forgetful = ({ open, ended }: SearchState): SearchState => ({
      open: open.map(({ steps, rewards, ends }) => ({ steps, rewards, ends })),
      ended,
    });
    for (const [name, proposals] of [
      ["greedy", greedy],
      ["dvts", trees],
    ] as const)
      expect(auditSearch(played(name, proposals, forgetful), config(name))).toEqual(
        auditSearch(played(name, proposals), config(name)),
      );
  });

  it("says how answers voted", () => {
    const drawn = ["1", "1", "2"].map((answer) => candidate(0, `\\boxed{${answer}}`, null));
    const { iterations } = auditSearch(played("majority", [drawn]), config("majority"));
    expect(iterations[0]!.choices[0]!.headline).toBe("the answer 1 has 2 votes, the next has 1");
  });

  it("is read from a result file alone, also where equal candidates are told apart by nothing", () => {
    const info = (step: string, reward: number) => ({ candidate_step: step, reward });
    const { iterations } = auditResult({
      iteration_history: [
        { candidates_info: [info("a", 0.49), info("b", 0.26), info("a", 0.48)], chosen_step_index: 0 },
        "something else",
      ],
    });
    expect(iterations).toHaveLength(1);
    expect(iterations[0]!.choices[0]!.headline).toBe("kept 0.49 over 0.26, margin 0.23");
    expect(iterations[0]!.candidates.map(({ count, fate }) => [count, fate])).toEqual([
      [2, "led"],
      [1, "passed"],
      [2, "dropped"],
    ]);
  });
});

describe("a reward in words", () => {
  it.each([
    [0.4949, "0.49"],
    [0, "0.00"],
    [1, "1.00"],
    [0.0098, "0.0098"],
    [0.998, "0.9980"],
    [0.00001, "<0.0001"],
    [0.99999, ">0.9999"],
    [-0.3, "-0.30"],
  ])("%d", (value, words) => {
    expect(rewardWords(value)).toBe(words);
  });
});
