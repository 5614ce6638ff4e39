// The verdict has the position of the answer in the whole completion, including the reasoning.

import { describe, expect, it } from "vitest";
import { findTask } from "./registry.ts";

const graded = async (task: string, text: string, answer = "25") => {
  const found = await findTask(task, { tasks: {} });
  return found.grade({ id: "1", messages: [], answer, problem: "?" }, { text });
};

describe("the place of an answer", () => {
  it.each([
    ["MATH-500", "So \\boxed{25}.", "25"],
    ["MATH-500", "<think>\\boxed{3}</think> So \\boxed{ 24 }.", "24"],
    ["MATH-500", "The answer is: 25", "25"],
    ["AIME-2024", "<think>so</think>\n\\boxed{025}", "025"],
    ["AIME-2024", "\\boxed{25 or 26}", "25 or 26"],
  ])("in %s: %j", async (task, text, expected) => {
    const { at } = await graded(task, text);
    expect(text.slice(...at!).trim()).toBe(expected);
  });
  it("spans all marks that make one list", async () => {
    const text = "So \\boxed{1} and \\boxed{2}.";
    const { at, extracted } = await graded("MATH-500", text, "1,2");
    expect([extracted, text.slice(...at!)]).toEqual(["1, 2", "\\boxed{1} and \\boxed{2}"]);
  });
  it("is not told where there is no answer, or where a set reads a changed text", async () => {
    expect((await graded("MATH-500", "I do not know.")).at).toBeUndefined();
    expect((await graded("GSM8K", "It costs $5.\nA: 25")).at).toBeUndefined();
  });
});
