// What critiques of whole solutions say, and how they vote.

import { describe, expect, it } from "vitest";
import { majorityOf, readCritique } from "./critique-vote.ts";

describe("a critique", () => {
  it.each([
    ["The first mistake is in paragraph 2. \\boxed{2}", 2],
    ["All right: \\boxed{-1}.", -1],
    ["All right: \\boxed{−1}", -1],
    ["\\boxed{0}, no: \\boxed{3}", 3],
    ["\\boxed{\\text{paragraph }4}", 4],
    ["\\boxed{<paragraph_5>}", 5],
    ["<think>\\boxed{1}</think> \\boxed{ 2 }", 2],
    ["<think>\\boxed{1}", null],
    ["paragraph 2", null],
    ["\\boxed{none}", null],
    ["\\boxed{1, 2}", null],
    ["\\boxed{1.5}", null],
    ["", null],
  ])("%j names %j", (text, index) => expect(readCritique(text)).toBe(index));
});

describe("a vote", () => {
  it("goes to what most say", () => expect(majorityOf([1, 2, 2, -1])).toBe(2));
  it("goes to the first seen where several are equal", () => expect(majorityOf([null, 3, 1, 1, 3])).toBe(3));
  it("leaves out who says nothing", () => expect(majorityOf([null, null, -1])).toBe(-1));
  it("has no outcome where nobody says anything", () => expect(majorityOf([null, null])).toBeNull());
});
