import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { distance, nearest } from "./nearest.ts";

const word = fc.string({ unit: fc.constantFrom(..."abcde"), maxLength: 8 });

describe("the distance between two names", () => {
  it("is zero exactly for the same name, and the same both ways", () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(distance(a, b) === 0).toBe(a === b);
        expect(distance(a, b)).toBe(distance(b, a));
        expect(distance(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length));
      }),
      { numRuns: 500 },
    );
  });
  it("counts letters left out, put in, exchanged and swapped", () => {
    expect(distance("eval", "evl")).toBe(1);
    expect(distance("eval", "evaal")).toBe(1);
    expect(distance("eval", "evil")).toBe(1);
    expect(distance("eval", "eavl")).toBe(1);
    expect(distance("grade", "search")).toBe(5);
  });
});

describe("the nearest name", () => {
  const names = ["grade", "reward", "eval", "processbench", "search", "score", "show"];
  it.each([
    ["gradee", "grade"],
    ["evla", "eval"],
    ["process", "processbench"],
    ["Search", "search"],
    ["proces_bench", "processbench"],
  ])("%s is %s", (given, meant) => expect(nearest(given, names)).toBe(meant));
  it("is the closest one, not the beginning of what was typed", () => {
    expect(nearest("r1_zero_bxd", ["r1_zero", "r1_zero_boxed", "r1_zero_format"])).toBe("r1_zero_boxed");
    expect(nearest("r1_zero_something", ["r1_zero", "r1_zero_boxed"])).toBe("r1_zero");
  });
  it("is not looked for among names of any length", () => {
    expect(nearest(`r1_zero${"_".repeat(200)}`, ["r1_zero"])).toBeUndefined();
  });
  it("is not a letter with which what was typed begins", () => {
    expect(nearest("nope", ["n", "k"])).toBeUndefined();
  });
  it.each(["xyz", "train", "q"])("%s is none", (given) => expect(nearest(given, names)).toBeUndefined());
});
