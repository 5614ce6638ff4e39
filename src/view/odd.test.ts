import { describe, expect, it } from "vitest";
import { isOdd, oddities, signsOf } from "./odd.ts";
import { factsOf, type RolloutColumns, rewardByLength, windowsOf } from "./rollout-windows.ts";
import { ends, SampleTable } from "./sample-table.ts";

const long = "We look at the problem and work it out step by step, slowly. ";

describe("what is odd about a completion", () => {
  it.each<[text: string, gold: string, right: boolean, odd: string[]]>([
    [`${long} \\boxed{3}`, "3", true, []],
    [`${long} \\boxed{3} or \\boxed{4}`, "3", false, ["boxes"]],
    [`<think>${long}\\boxed{3}</think> Done with it.`, "3", false, ["thinking"]],
    [`<think>${long}\\boxed{3}</think> So \\boxed{3}, and that is what we wanted.`, "3", true, ["boxes"]],
    [`${long} The answer is 3.`, "3", false, ["unmarked"]],
    [`${long} The answer is 3.`, "3", true, []],
    [`${long} The answer is 13, 3.5, 30 or x3`, "3", false, []],
    [`${long} zero\u200bwidth \\boxed{3}`, "3", true, ["invisible"]],
    [`${long}${"and again and again, it goes on and on; ".repeat(12)}`, "3", false, ["loop"]],
    [`${long}${"- ".repeat(400)}`, "3", false, []],
    ["\\boxed{3}", "3", true, ["short"]],
    ["\\boxed{3}", "4", false, []],
  ])("%j against %s", (text, gold, right, odd) => {
    const table = new SampleTable();
    const problem = table.problemPlace({ task: "t", problem: "1", gold: [gold], statement: "" });
    const row = table.addRow(problem, 0, {
      ...{ characters: text.length, end: ends.indexOf("ended"), tokens: 0, ms: 0 },
      ...signsOf(text, undefined, [gold]),
    });
    table.setVerdict(row, { right, answer: null, by: "rational" });
    expect(oddities.filter((oddity) => isOdd(table, row, oddity))).toEqual(odd);
  });
  it("sees a box in the server's field of reasoning", () => {
    expect(signsOf("Done.", "so \\boxed{3}", ["3"]).signs).not.toBe(signsOf("Done.", "so 3", ["3"]).signs);
  });
});

describe("rollouts in windows", () => {
  const columns: RolloutColumns = {
    time: [0, 10, 20, 30, 100, 110],
    // Right, wrong, no format, hedge, undecided.
    outcome: [0, 0, 1, 1, 3, 0],
    reward: [1, 1, 0, 0, 0, 1],
    characters: [10, 20, 30, 40, 50, 60],
    group: [0, 0, 1, 1, 2, 2],
  };
  it("has equally many items in each, or equally long ones", () => {
    expect(windowsOf(columns, "items", 3)).toEqual([
      { from: 0, to: 2 },
      { from: 2, to: 4 },
      { from: 4, to: 6 },
    ]);
    const windows = windowsOf(columns, "time", 4);
    expect(windows[0]!.from).toBe(0);
    expect(windows.at(-1)!.to).toBe(6);
    for (const [i, { from }] of windows.entries()) expect(from).toBe(windows[i - 1]?.to ?? 0);
  });
  it("counts shares, means, and groups that are all right or all wrong", () => {
    expect(factsOf(columns, { from: 0, to: 6 })).toEqual({
      from: 0,
      to: 6,
      items: 6,
      shares: [3 / 6, 2 / 6, 0, 1 / 6, 0],
      reward: 0.5,
      characters: 35,
      groups: { all: 3, right: 1, wrong: 1 },
    });
    expect(rewardByLength(columns, 2)).toEqual([
      { least: 10, most: 30, items: 3, reward: 2 / 3 },
      { least: 40, most: 60, items: 3, reward: 1 / 3 },
    ]);
    expect(windowsOf({ time: [], outcome: [], reward: [], characters: [], group: [] }, "time")).toEqual([]);
  });
});
