import { describe, expect, it } from "vitest";
import type { AuditedCandidate } from "../../search/audit.ts";
import { searchRow } from "./search-row.ts";

const candidate = (place: number, steps: string[], path = 0): AuditedCandidate => ({
  place,
  path,
  steps,
  rewards: steps.map(() => 0.5),
  value: 0.5,
  rank: null,
  fate: "passed",
  count: 1,
  margin: null,
  ends: null,
  answer: null,
  isCut: false,
  judged: [],
});

describe("a problem of a search in one row", () => {
  const problem = { id: "1", statement: "What is 1 + 1?", gold: "2" };
  const distinct = (...candidates: AuditedCandidate[]) =>
    searchRow(
      { problem, answer: null, ended: undefined },
      { draws: "solutions", iterations: [{ iteration: 1, candidates, choices: [] }] },
      () => false,
    ).distinct;

  it("counts equal solutions once, also if each was scored", () => {
    expect(distinct(candidate(0, ["a", "b"]), candidate(1, ["a", "b"]), candidate(2, ["ab"]))).toBe(2);
  });

  it("counts the same step after two different solutions twice", () => {
    expect(distinct(candidate(0, ["a"], 0), candidate(1, ["a"], 1))).toBe(2);
  });
});
