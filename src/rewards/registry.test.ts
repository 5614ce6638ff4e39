// Requirements for all rewards.

import { describe, expect, it } from "vitest";
import { rewardChecks } from "../testing/index.ts";
import { findReward, rewards } from "./registry.ts";
import { FieldError } from "./reward.ts";

it("has each name and alias once", () => {
  const names = rewards.flatMap((reward) => [reward.name, ...reward.aliases]);
  expect(new Set(names).size).toBe(names.length);
});

it("finds a reward by its name and by what the reference calls it", () => {
  expect(findReward("r1_zero_reward_fn")).toBe(findReward("r1_zero"));
  expect(findReward("qa_f1_reward")).toBe(findReward("qa_f1"));
  expect(findReward("qa_f1_reward_format")).toBe(findReward("qa_f1_format"));
  expect(findReward("toString")).toBeUndefined();
});

describe.each(rewards)("$name", (reward) => {
  for (const { name, run } of rewardChecks(reward)) it(name, run);

  const { row } = reward.example;

  it("says in words what is wrong with a field", () => {
    const field = Object.keys(row)[0]!;
    const { [field]: _, ...without } = row;
    expect(() => reward.score(without)).toThrow(new FieldError(`'${field}' is missing`));
    expect(() => reward.score({ ...row, [field]: 5 })).toThrow(
      new FieldError(`'${field}' must be a string; it is a number`),
    );
    expect(() => reward.score({ ...row, [field]: null })).toThrow(
      new FieldError(`'${field}' must be a string; it is null`),
    );
  });

  it("has a gold, unless it looks at the format alone, and speaks of it where the gold is bad", () => {
    expect(reward.gold === undefined).toBe(reward.name === "r1_zero_format");
    if (reward.gold !== undefined)
      expect(reward.score({ ...row, [reward.gold]: null }).unscored).toMatch(/gold|ground truth/);
  });
});

it("says which values a field may have", () => {
  const row = { response: "x", ground_truth: "x", grading: "loose" };
  expect(() => findReward("r1_zero")!.score(row)).toThrow("'grading' must be one of strict, fast, full");
});

it("says which numbers a field may have", () => {
  const row = { response: "x", golden_answer: "x", format_score: 2 };
  expect(() => findReward("search_r1_em")!.score(row)).toThrow(/^format_score must be at most 1$/);
});
