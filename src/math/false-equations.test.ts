// Equations that must be marked, and the many that look false and are not: a false alarm is worse than a miss.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { falseEquations } from "./index.ts";

const marked = (text: string): string[] =>
  falseEquations(text).map(({ start, end, truth }) => `${text.slice(start, end)} → ${truth}`);

describe("false equations are found", () => {
  it.each<[string, string]>([
    ["So there are 12 × 7 = 94 seats.", "12 × 7 = 94 → 84"],
    ["$3+4\\cdot 2 = 14$", "3+4\\cdot 2 = 14 → 11"],
    ["2+3=5=6", "5=6 → 5"],
    ["12 x 7 = 94", "12 x 7 = 94 → 84"],
    ["The total is $10 + $24 = $35.", "10 + $24 = $35 → 34"],
    ["\\[ \\text{Total} = \\$10 + \\$24 = \\$35 \\]", "10 + \\$24 = \\$35 → 34"],
    ["x = 4(2) - 2 = 8", "4(2) - 2 = 8 → 6"],
    ["f(2) = 3 + 4 = 8", "3 + 4 = 8 → 7"],
    ["\\(\\frac{1}{2} + \\frac{1}{3} = \\frac{2}{5}\\)", "\\frac{1}{2} + \\frac{1}{3} = \\frac{2}{5} → 5/6"],
    ["5! = 130", "5! = 130 → 120"],
    ["2^{10} = 1000.", "2^{10} = 1000 → 1024"],
    ["we find $\\binom{5}{2} = 12$", "\\binom{5}{2} = 12 → 10"],
    ["\\sqrt{16} + 1 = 6", "\\sqrt{16} + 1 = 6 → 5"],
    ["194 = 11 × 17 + 8", "194 = 11 × 17 + 8 → 195"],
    ["- 3 + 4 = 8", "3 + 4 = 8 → 7"],
    ["-3 + 4 = 7", "-3 + 4 = 7 → 1"],
    ["1,200 + 34 = 1,244", "1,200 + 34 = 1,244 → 1234"],
    ["2.5 × 4 = 12.5", "2.5 × 4 = 12.5 → 10"],
    ["\\begin{align} y &= 3 + 4 \\\\ &= 8 \\end{align}", "3 + 4 \\\\ &= 8 → 7"],
    ["\\left(1 + 2\\right)^2 = 8", "\\left(1 + 2\\right)^2 = 8 → 9"],
    ["2 + 2 = 4, 3 + 3 = 7", "3 + 3 = 7 → 6"],
    ["\\boxed{3 + 4 = 8}", "3 + 4 = 8 → 7"],
    ["**3 + 4 = 8**", "3 + 4 = 8 → 7"],
    ["which is (3 + 4 = 8)", "3 + 4 = 8 → 7"],
    ["84 ÷ 7 = 14", "84 ÷ 7 = 14 → 12"],
    ["In this model, going clockwise, 3 + 4 = 8.", "3 + 4 = 8 → 7"],
  ])("%s", (text, found) => expect(marked(text)).toEqual([found]));

  it("says both sides as they are written, and where", () => {
    const text = "First, 12 × 7 = 94.";
    expect(falseEquations(text)).toEqual([{ start: 7, end: 18, left: "12 × 7", right: "94", truth: "84" }]);
  });

  it("finds every false link of a chain", () =>
    expect(marked("2 + 3 = 6 = 2 · 4")).toEqual(["2 + 3 = 6 → 5", "6 = 2 · 4 → 8"]));

  it("says a very long value by its leading digits", () =>
    expect(falseEquations("60! = 1")[0]!.truth).toBe("about 8.320 × 10^81"));
});

describe("nothing is marked", () => {
  const unmarked: Record<string, string[]> = {
    "that is true": [
      "12 × 7 = 84",
      "1/2 + 1/3 = 5/6",
      "0.1 + 0.2 = 0.3",
      "2^10 = 1024 = 4^5",
      "1,200 + 34 = 1234",
    ],
    "that has a name in it": [
      "2x = 6",
      "x + 3 = 5",
      "3 + 4 = 7y",
      "3 + 4 = 8 x",
      "x 3 + 4 = 9",
      "a_3 + 4 = 8",
      "$n$ - 3 + 4 = 5",
      "\\(n\\) - 3 + 4 = 5",
      "3\\pi + 4 = 8\\pi",
    ],
    "that is a value of a function": [
      "f(2) = 7",
      "f(2 + 1) = 7",
      "\\log_2(8) = 3",
      "\\log 100 + 3 = 5",
      "C(5, 2) = 10",
      "\\sin(30 + 60) = 1",
      "|3 - 5| = 2",
      "\\lfloor 7/2 \\rfloor + 1 = 4",
      "10 choose (3 - 1) = 45",
    ],
    "that assigns or equates bare numbers": ["n = 5", "0 = 1", "18 = 9", "half of 18 = 9", "we get 5 = 7"],
    "that is rounded": [
      "22/7 = 3.14",
      "50/3 = 16.67",
      "50/3 = 17",
      "17 / 5 = 3",
      "3.14 × 25 = 78.54",
      "0.33 × 300 = 100",
      "\\sqrt{2} = 1.41",
      "2/7 = 0.2857...",
      "2.5 × 3 = 8",
    ],
    "that leaves a remainder": [
      "17 ÷ 5 = 3 remainder 2",
      "17 ÷ 5 = 3 R 2",
      "194 ÷ 11 = 17 with a remainder of 7",
      "100 ÷ 7 = 13 (remainder 9)",
    ],
    "of another arithmetic": [
      "7 + 8 = 3 (mod 12)",
      "7 + 8 = 3 \\pmod{12}",
      "Modulo 12 we have 7 + 8 = 3.",
      "In base 2, 101 + 11 = 1000.",
      "101_2 + 11_2 = 1000_2",
      "Let the operation be as given. Then 3 * 4 = 19.",
      "9 + 5 = 2 pm",
    ],
    "that converts a unit": [
      "90 + 90 = 3 hours",
      "3 × 20 = 1 hour",
      "25 × 4 = 1 dollar",
      "6 × 6 = 3 feet",
      "12 × 500 = 6 kilograms",
      "3 × 4 = 1 dozen",
      "500 × 4 = 2 thousand",
      "2 hours + 30 minutes = 150 minutes",
      "150 / 60 = 2 hours 30 minutes",
    ],
    "with a percent mark or an angle": [
      "3/4 = 75%",
      "20% × 50 = 10",
      "20% of 50 + 5 = 15",
      "30° + 60° = 90°",
    ],
    "of times and ratios": ["3:30 + 45 = 4:15", "2:3 = 4:6", "10 + 5 = 3:2"],
    "of lists, points and sets": [
      "1 + 2, 3 + 4 = 3, 7",
      "(1, 2) + (3, 4) = (4, 6)",
      "1, 2, 3 + 4 = 10",
      "{1, 2 + 3} = {1, 5}",
      "1,5 + 2 = 3,5",
      "(x, y) = (1 + 2, 5)",
    ],
    "in a chain of inequalities": [
      "3 < 2 + 2 = 5",
      "2 + 3 = 6 > 4",
      "2 + 3 ≤ 6 = 7",
      "2 + 3 \\le 6 + 1 = 8 \\ne 9",
    ],
    "that is no equation": [
      "2 + 3 ≠ 6",
      "2 + 3 == 6",
      "2 + 3 => 6",
      "2 + 3 >= 6",
      "2 + 3 != 6",
      "2 + 3 ≈ 6",
      "2 + 3 := 6",
    ],
    "that is asked, supposed or denied": [
      "2 + 3 = 6?",
      "2 + 3 = ?",
      "If 2 + 3 = 10, then 7 + 2 = 63.",
      "Suppose 2 + 3 = 6.",
      "2 + 3 = 6 is false.",
      "We would get 2 + 3 = 6, a contradiction.",
      "2 + 3 = 6, which is not possible",
      "Substituting, we get 2^2 + 3 = 9, so x = 2 fails",
    ],
    "that goes on with the result": ["3 + 4 = 7 × 2 = 14 + 1 = 15", "8 - 3 = 5 - 2 = 3"],
    "that can be read otherwise": [
      "12 / 3 * 4 = 1",
      "6 / 2(1 + 2) = 1",
      "-3^2 = 9",
      "2 1/2 = 2.5",
      "2\\frac{1}{2} = 1",
    ],
    "with a share of something": ["1/3 = 6 flamingos", "2/5 = 40 students"],
    "with an ellipsis": ["1 + 2 + ... + 10 = 55", "1 + 2 + \\cdots + 10 = 55", "0.\\overline{3} + 1 = 4/3"],
    "with an open end": [
      "2 + 3 = 6 + x",
      "2 + 3 = 4 or 6",
      "2 + 3 = ±5",
      "2 + 3 = 4 times the sum",
      "4 = 2 + \\frac{x}{2}",
    ],
    "that operates from outside": [
      "$10\\%$ of $1.50 = 0.10 \\times 1.50$",
      "9 × \\( \\frac{1}{3} = 3 \\)",
      "three times 2 + 3 = 9",
    ],
    "with a factor after a blank": ["\\[ 720 = \\frac{6}{2} [2a + 5d] \\]", "720 = 6/2 (2a + 5d)"],
  };
  for (const [what, texts] of Object.entries(unmarked))
    it.each(texts.map((text) => [text]))(`${what}: %s`, (text) => expect(marked(text)).toEqual([]));
});

describe("laws", () => {
  const number = fc.integer({ min: 2, max: 9_999 });
  it("a true sum or product is never marked, and one that is off by more than one always is", () => {
    const sign = fc.constantFrom(
      ["+", (a: number, b: number) => a + b] as const,
      ["×", (a: number, b: number) => a * b] as const,
    );
    fc.assert(
      fc.property(number, number, sign, fc.integer({ min: 0, max: 50 }), (a, b, [op, work], off) => {
        const right = work(a, b) + off;
        const found = falseEquations(`Then ${a} ${op} ${b} = ${right}.`);
        expect(found.map(({ truth }) => truth)).toEqual(off === 0 ? [] : [String(work(a, b))]);
      }),
    );
  });

  it("a marked place reads as its sides, for any text", () => {
    const piece = fc.constantFrom(
      ..."12 3 + = - × / ( ) { } [ ] $ \\ \\frac \\\\ & , . : x mod if \n 5! ^ _ % of".split(" "),
      " ",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join(" ");
        for (const { start, end, left, right } of falseEquations(text)) {
          expect(text.slice(start, end).startsWith(left)).toBe(true);
          expect(text.slice(start, end).endsWith(right)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ["blanks", `2 +${" ".repeat(200_000)}3`],
    ["brackets", `${"(".repeat(100_000)}1 = 2`],
    ["sides", "1+1=".repeat(50_000)],
    ["line ends", `1 = ${"\n&\\\\".repeat(60_000)}`],
    ["powers", "9^9^9^9^9 = 1, 99999! = 3"],
    ["a long sum", `${"1+".repeat(100_000)}1 = 2`],
  ])("a text of many %s ends", (_, text) => expect(Array.isArray(falseEquations(text))).toBe(true));
});
