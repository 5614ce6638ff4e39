// What every reward must keep to, whichever it is.

import { describe, expect, it } from "vitest";
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
  const { row, result } = reward.example;

  it("scores its example as it says", () => {
    expect(reward.score(row)).toEqual({ result });
  });

  it("is described in one line", () => {
    expect(reward.description).toMatch(/^[^\n]{10,100}$/);
  });

  it("describes each field", () => {
    for (const schema of Object.values(reward.fields.shape)) {
      expect((schema as { description?: string }).description).toBeTruthy();
    }
  });

  it("returns the members that it names, and no others", () => {
    expect(Object.keys(reward.score(row).result)).toEqual(reward.keys);
  });

  it("gives the same result again, and leaves the row alone", () => {
    const before = structuredClone(row);
    expect(reward.score(row)).toEqual(reward.score(row));
    expect(row).toEqual(before);
  });

  it("gives a result that is the caller's to change", () => {
    const first = reward.score(row).result;
    for (const key of reward.keys) first[key] = 7;
    expect(reward.score(row).result).toEqual(result);
  });

  it("does not mind further fields", () => {
    expect(reward.score({ ...row, id: 7, note: "x" })).toEqual({ result });
  });

  it("names the field that is missing or of the wrong type", () => {
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
});

const withGold = rewards.filter((reward) => reward.name !== "r1_zero_format");

describe.each(withGold)("$name, with a gold that cannot be graded against", (reward) => {
  const { row } = reward.example;
  const gold = ["ground_truth", "golden_answer", "answer"].find((field) => Object.hasOwn(row, field))!;
  const { [gold]: _, ...without } = row;

  it.each([
    ["missing", without],
    ["null", { ...row, [gold]: null }],
    ["an object", { ...row, [gold]: {} }],
    ["a list with a null in it", { ...row, [gold]: [null] }],
  ])("%s: unscored with a reason, and the same members, all null", (_, bad) => {
    const outcome = reward.score(bad);
    expect(outcome.unscored).toMatch(/gold|ground truth/);
    expect(outcome.result).toEqual(Object.fromEntries(reward.keys.map((key) => [key, null])));
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
