// Values that were taken out of sentences, whose words may say different things about them.

import { describe, expect, it } from "vitest";
import { strictPolicies, verify } from "../math/index.ts";
import { gradeResponse } from "./grade-answer.ts";
import { r1ZeroReward } from "./index.ts";

const isEqual = (gold: string, answer: string): boolean =>
  gradeResponse([gold], answer, "auto", strictPolicies, verify).graded.equal;

const isPaid = (gold: string, answer: string): boolean =>
  r1ZeroReward(`It follows. </think> <answer>${answer}</answer>`, gold).reward === 1;

describe("a sentence against a sentence, or a value", () => {
  it.each([
    ["increase of 5\\%", "5\\%"],
    ["increase of 5\\%", "an increase of 5\\%"],
    ["a loss of \\$20", "\\$20"],
    ["a loss of \\$20", "a loss of \\$20."],
    ["The smallest value is 248.", "The value is 248."],
    ["Tom has \\$5.", "\\$5"],
    ["5", "Tom has 5 apples left."],
    ["5", "a total of 5"],
    ["9", "The sum of 4 and 5 is 9."],
    ["(3,-2)", "The point is (3,-2)."],
    ["50\\%", "Thus, she spends 0.5 x 100% = 50% of her weekend doing soccer."],
  ])("%j accepts %j", (gold, answer) => {
    expect(isEqual(gold, answer)).toBe(true);
  });

  it.each([
    ["increase of 5\\%", "decrease of 5\\%"],
    ["She lost \\$20", "She won \\$20"],
    ["He has $5.", "He owes $5."],
    ["The larger number is 5", "The smaller number is 5"],
    ["local maximum at (2,3)", "local minimum at (2,3)"],
    ["20", "a loss of 20"],
    ["30", "a power of 30"],
    ["30", "The answer is a power of 30."],
    ["30", "the other 30"],
    ["the root of 30", "30"],
    ["defined for x = 3", "3"],
    ["3", "diverges for p = 3"],
    ["slope = 2, y-intercept = 3", "3"],
    ["3", "slope = 2, y-intercept = 3"],
    ["A pen costs \\$2 and a book costs \\$3", "A pen costs \\$7 and a book costs \\$3"],
    ["the circle x^2+y^2 = 9", "9"],
    ["9", "the circle x^2+y^2 = 9"],
    ["the plane 2x + y = 3", "the plane 2x - y = 3"],
    ["7", "the plane a = b = 7"],
    ["5", "solutions of f(0) = 5"],
    ["3", "the line x = 3"],
    ["the line x = 3", "3"],
  ])("%j refuses %j", (gold, answer) => {
    expect(isEqual(gold, answer)).toBe(false);
    expect(isPaid(gold, answer)).not.toBe(true);
  });
});
