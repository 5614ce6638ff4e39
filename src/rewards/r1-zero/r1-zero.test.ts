import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "../../../test/random-text.ts";
import { explained, type Seen } from "../reward.ts";
import type { Grading, GroundTruth, R1ZeroOptions } from "./grading.ts";
import { boxedReward, formatReward, lenientTagReward, r1ZeroReward } from "./r1-zero.ts";

const modes: Grading[] = ["strict", "fast", "full"];
const tagged = (answer: string) => `Let me think. </think> <answer>${answer}</answer>`;

/** As `1 1 1`: format, answer, total. */
const figures = (response: string, gold: GroundTruth, grading?: Grading) =>
  Object.values(r1ZeroReward(response, gold, { grading })).join(" ");

describe.each(modes)("the task description's examples, %s", (grading) => {
  it.each<[string, GroundTruth, string, string]>([
    [
      "I need to calculate the sum of 10 and 32. 10 + 32 = 42. So the final answer is 42. </think> <answer>\\boxed{42}</answer>",
      42,
      "1 1 1",
      "keeps to the template",
    ],
    ["The answer is 42.", 42, "0 0 0", "has no tags"],
    ["</think> The answer is \\boxed{42}", 42, "0 0 0", "has no <answer>"],
    ["<answer>\\boxed{42}</answer>", 42, "0 0 0", "has no </think>"],
    ["hm </think><answer>42</answer>", 42, "0 0 0", "has no space between the tags"],
    ["hm </think>\n<answer>42</answer>", 42, "0 0 0", "has a newline between the tags"],
    ["hm </think> <answer>42", 42, "0 0 0", "does not close its answer"],
    [tagged("\\boxed{123"), 123, "0 0 0", "has a box that does not close, which is a format error"],
    [tagged("\\boxed 5"), 5, "0 0 0", "has a box without braces, which is a format error too"],
    [tagged("\\boxed{\\frac{1}{2}}"), "\\frac{1}{2}", "1 1 1", "boxes a fraction"],
    [tagged("x=5"), "x=5", "1 1 1", "answers with an assignment"],
    [tagged("0.5"), 0.5, "1 1 1", "has a float for a gold"],
    [tagged("41"), 42, "1 0 0", "is wrong, but keeps its consolation"],
    [tagged("\\frac{1}{2}"), ["0.5", "\\frac{1}{2}"], "1 1 1", "matches one gold of a list"],
    [tagged("[4, 5]"), ["(4, 5)", "[4, 5]"], "1 1 1", "matches an interval written in one of two ways"],
    [tagged("3"), ["0.5", "\\frac{1}{2}"], "1 0 0", "matches no gold of a list"],
    [tagged("42"), "\\boxed{42}", "1 1 1", "has a gold in a box"],
    ["xxx</think> <answer> 2 </answer>", "Therefore jack has 2 apple.", "1 0 0", "has a sentence for a gold"],
    [tagged("5 meters"), "5", "1 1 1", "has a common unit"],
  ])("%s for %j is %s: it %s", (response, gold, expected) => {
    expect(figures(response, gold, grading)).toBe(expected);
  });
});

it("grades strictly unless told otherwise, and takes the reference's flag", () => {
  const hedge = tagged("748 \\text{ or } 750");
  expect(r1ZeroReward(hedge, 748).reward).toBe(0);
  expect(r1ZeroReward(hedge, 748, { fast: true }).reward).toBe(1);
  expect(r1ZeroReward(tagged("1+1"), 2, { fast: true }).reward).toBe(0);
  expect(r1ZeroReward(tagged("1+1"), 2, { fast: false }).reward).toBe(1);
});

it("does not guess when flag and grading contradict each other", () => {
  expect(() => r1ZeroReward(tagged("1"), 1, { fast: true, grading: "full" })).toThrow(/give one of them/);
  expect(r1ZeroReward(tagged("1"), 1, { fast: false, grading: "full" }).reward).toBe(1);
});

describe("what the reference gets wrong and strict grading does not", () => {
  it.each([
    ["748", "748 \\text{ or } 750", 0],
    ["29, 32", "29, 32 \\text{ and } 35", 0],
    ["0.5", "0.\\overline{5}", 0],
    ["675", "675?676", 0],
    ["305", "305=", 0],
    ["(-\\infty,-17]", "x \\leq -17", 1],
    ["9\\,465\\,686", "9465686", 1],
    ["-37/4", "-9 1/4", 1],
    ["\\frac{5}{9}", "0.\\overline{5}", 1],
    ["\\frac{1}{i}", "-i", 1],
    ["(B)", "B.", 1],
  ])("%s and %s", (gold, answer, reward) => {
    expect(r1ZeroReward(tagged(answer), gold).reward).toBe(reward);
  });
});

describe("a gold that cannot be graded against", () => {
  it.each([
    ["", "the ground truth is empty"],
    ["  ", "the ground truth is empty"],
    ["\\boxed{}", "the ground truth is empty"],
    [null, "the ground truth must be a string or a number; it is null"],
    [undefined, "the ground truth must be a string or a number; it is missing"],
    [true, "the ground truth must be a string or a number; it is a boolean"],
    [{}, "the ground truth must be a string or a number; it is an object"],
    [[], "the ground truth is an empty list"],
    [["1", null], "number 2 of the ground truths must be a string or a number; it is null"],
    [Number.NaN, "the ground truth is not a finite number"],
    [2 ** 60, "the ground truth has more digits than a JSON number keeps; write it as a string"],
  ])("%j is unscored, with the reason", (gold, unscored) => {
    const none = { format_reward: null, answer_reward: null, reward: null, unscored };
    expect(r1ZeroReward(tagged("5"), gold as GroundTruth)).toEqual(none);
    expect(r1ZeroReward("no format", gold as GroundTruth), "whatever the response is").toEqual(none);
  });

  it.each(["fast", "full"] as const)(
    "is never unscored in %s mode: graded, or refused in a sentence",
    (grading) => {
      expect(r1ZeroReward(tagged("5"), "", { grading }).reward).toBe(0);
      expect(() => r1ZeroReward(tagged("5"), null as unknown as GroundTruth, { grading })).toThrow(TypeError);
    },
  );
});

describe("a gold that cannot be read", () => {
  it("is right for its own text, unscored for others, and no way out of the format", () => {
    expect(r1ZeroReward(tagged("1※3"), "1※3").reward).toBe(1);
    expect(r1ZeroReward(tagged("5"), "1※3")).toMatchObject({
      reward: null,
      unscored: expect.stringMatching(/^the gold cannot be read/),
    });
    expect(r1ZeroReward("5", "1※3").reward).toBe(0);
    expect(boxedReward("\\boxed{5}", ["1※3", "5"]).reward).toBe(1);
    expect(boxedReward("\\boxed{6}", ["1※3", "5"]).reward).toBeNull();
    expect(lenientTagReward("<answer>5</answer>", "see solution").reward).toBeNull();
  });
});

it("takes the answer out of a worked solution that is the gold", () => {
  expect(r1ZeroReward(tagged("4"), "He has 2 + 2 = 4 apples.\n#### 4").reward).toBe(1);
  expect(r1ZeroReward(tagged("2"), "He has 2 + 2 = 4 apples.\n#### 4").reward).toBe(0);
  expect(boxedReward("\\boxed{\\frac12}", "So we get $\\boxed{\\frac{1}{2}}$.").reward).toBe(1);
});

it("ends at the end of the turn", () => {
  const twice = `${tagged("7")}<|im_end|> hm ${tagged("8")}`;
  expect([7, 8].map((gold) => r1ZeroReward(twice, gold).reward)).toEqual([1, 0]);
});

it("reads a small float as the decimal it is", () => {
  expect(r1ZeroReward(tagged("0.0000001"), 1e-7).reward).toBe(1);
});

describe("the boxed-only reward", () => {
  it.each<[string, GroundTruth, string, string]>([
    ["So \\boxed{3}, hence \\boxed{5}.", 5, "1 1 1", "the last box counts"],
    ["So \\boxed{3}, hence \\boxed{5}.", 3, "1 0 0", "an earlier one does not"],
    ["So \\boxed{3} or \\boxed{5}.", 5, "1 0 0", "two in a row are a list"],
    ["So \\boxed{3} and \\boxed{5}.", "3, 5", "1 1 1", "which equals that list"],
    ["So \\boxed{5", 5, "0 0 0", "one that does not close is a format error"],
    ["So 5.", 5, "0 0 0", "and so is none"],
    ["First \\boxed{4, then \\boxed{5}", 5, "1 1 1", "an earlier one that does not close does not matter"],
  ])("%s for %s is %s: %s", (response, gold, expected) => {
    expect(Object.values(boxedReward(response, gold)).join(" ")).toBe(expected);
  });

  it("takes the last box of a row in the reference's modes", () => {
    expect(boxedReward("So \\boxed{3} or \\boxed{5}.", 5, { fast: true }).reward).toBe(1);
  });
});

describe("the lenient tag reward", () => {
  it("does not ask for the end of the reasoning", () => {
    expect(lenientTagReward("<answer>5</answer>", 5).reward).toBe(1);
    expect(lenientTagReward("hm </think>\n<answer>5</answer>", 5).reward).toBe(1);
    expect(lenientTagReward("5", 5).format_reward).toBe(0);
    expect(lenientTagReward("<answer>5</answer>", "").reward).toBeNull();
  });
});

describe("the format-only reward", () => {
  it.each([
    ["hm </think> <answer>whatever</answer>", 1],
    ["hm </think> <answer></answer>", 0],
    ["hm </think> <answer>  </answer>", 0],
    ["<answer>5</answer>", 0],
    ["</think> <answer> is the tag </think> and </answer>", 0],
  ])("%s: %s", (response, reward) => {
    expect(formatReward(response)).toEqual({ format_reward: reward, reward });
  });
});

const piece = fc.constantFrom(
  ..."</think> |<answer>|</answer>|\\boxed{|}|{|42|\\frac12|\\text{ or }|x=|, |\\sqrt|^|_|(|)|[|$|\\|π|\u200b| |\n|-|1/2".split(
    "|",
  ),
);

it.each(modes)("never throws and never pays anything but 0 or 1, whatever a model writes (%s)", (grading) => {
  const text = fc
    .array(fc.oneof(piece, fc.string({ unit: anyCharacter })), { maxLength: 12 })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, fc.oneof(text, fc.double(), fc.array(text, { minLength: 1 })), (response, gold) => {
      for (const answer of [response, tagged(response)]) {
        const { reward } = r1ZeroReward(answer, gold, { grading });
        expect([0, 1, ...(grading === "strict" ? [null] : [])]).toContain(reward);
      }
    }),
    { numRuns: 300 },
  );
});

it("pays every usable gold when it is repeated, in all modes that read it the same way", () => {
  const gold = fc.oneof(
    fc.integer().map(String),
    fc.tuple(fc.integer(), fc.integer({ min: 1 })).map(([a, b]) => `${a}/${b}`),
  );
  fc.assert(
    fc.property(gold, fc.constantFrom(...modes), (text, grading) => {
      expect(r1ZeroReward(tagged(`\\boxed{${text}}`), text, { grading }).reward).toBe(1);
    }),
  );
});

describe.each(["fast", "full"] as const)("answers that grow as they are read, %s", (grading) => {
  const nested = (wrap: (inner: string) => string, core: string, times: number): string =>
    times === 0 ? core : nested(wrap, wrap(core), times - 1);
  it.each([
    ["accents", nested((s) => `\\hat{${s}}`, "x", 60)],
    ["arrows", nested((s) => `\\vec{${s}}`, "x", 60)],
    ["matrices", nested((s) => `\\begin{pmatrix}${s}&1\\\\2&3\\end{pmatrix}`, "1", 60)],
    [
      "a matrix with one long cell",
      `\\begin{pmatrix}${"a".repeat(30_000)}${"&1".repeat(15_000)}\\end{pmatrix}`,
    ],
    ["powers of powers", nested((s) => `(${s})^9`, "9", 30)],
  ])("%s are wrong, and right where the gold is the same", (_, text) => {
    expect(figures(tagged(text), "5", grading)).toBe("1 0 0");
    expect(figures(tagged(text), text, grading)).toBe("1 1 1");
  });
});

describe("why a reward is what it is", () => {
  const why = (response: string, options: R1ZeroOptions = {}) => {
    let seen: Seen | undefined;
    const observe = (each: Seen) => {
      seen = each;
    };
    boxedReward(response, "4", { ...options, observe });
    return explained(seen);
  };
  it.each<[response: string, by: string, reason: string]>([
    [
      "\\boxed{4}. Wait, is that right? Yes.",
      "no answer",
      "taken back: 'Wait' after the answer, and no other one is marked",
    ],
    ["It is at least \\boxed{4}.", "no answer", "hedge: 'at least' before a mark"],
    ["\\boxed{4} is a trap.", "no answer", "unknown: 'is' after a mark"],
    ["3 or \\boxed{4}", "one answer", "several answers: '4' and '3'"],
    ["<think>\\boxed{4}", "no answer", "unfinished reasoning: the reasoning never ends"],
    ["4", "format", "no box is closed"],
  ])("%j: %s, %s", (response, by, reason) => {
    expect(why(response)).toEqual({ extracted: null, mark: null, by, reason });
  });
  it("has the answer and its mark", () => {
    expect(why("$-\\boxed{4}$")).toMatchObject({ extracted: "-\\boxed{4}", mark: "box", by: "rational" });
    expect(why("\\boxed{4}", { fast: true })).toEqual({
      extracted: "4",
      mark: null,
      by: "fast",
      reason: null,
    });
  });
});
