// Golds as they come: the same text as the answer, none at all, or a worked solution that ends in one.

import { describe, expect, it } from "vitest";
import { goldAnswer, verify } from "./index.ts";

describe("a gold equals itself, whatever it means", () => {
  it.each([
    "odd $n$",
    "Solution is: $k=4$",
    "1和3",
    "-1./3",
    "\\mid x \\mid",
    "\\bigcup_{k}",
    "\\breve{x}_0",
    "\\approx 3.5",
    "(1, 2",
    "\\frac{1}{",
    "x^2 + and",
    "Ω∖A",
    "∞",
    "\\varnothing",
    "C",
    "no solution",
    "12 o'clock",
    "f: A \\to B, f(x) = \\overline{x}",
    "$\\begin{cases} x & y \\\\ z$",
    "2 kg 300 g?",
    "π/2 ± 2kπ (k∈Z)",
  ])("%j", (gold) => {
    expect(verify(gold, gold)).toMatchObject({ verdict: "equal", by: "identical", certainty: "proven" });
    expect(verify(gold, `$${gold.replaceAll("$", "")}$`).verdict).not.toBe("different");
  });

  it.each([
    ["odd  $n$", " odd $n$ "],
    ["\\breve{x}_0", "$\\breve{x}_0$"],
    ["\\breve{x}_0", "\\boxed{\\breve{x}_0}"],
    ["**\\breve{x}_0**", "$$\\boxed{ \\breve{x}_0 }$$"],
    ["1和\n3", "1和 \n\n 3"],
  ])("up to white space and wrapping: %j and %j", (gold, answer) => {
    expect(verify(gold, answer)).toMatchObject({ verdict: "equal", by: "identical" });
  });

  it.each([
    ["1※3", "1 ※3"],
    ["1※ 3", "1※\n3"],
    ["\\breve{x}_0", "\\breve{x}_1"],
    ["\\breve{x}_0", "\\boxed{\\breve{x}_0} + \\boxed{1}"],
  ])("but not further: %j and %j", (gold, answer) => {
    expect(verify(gold, answer)).toMatchObject({ verdict: "undecided", unparsed: "gold", certainty: null });
  });
});

describe("what is no gold equals nothing, not even itself", () => {
  it.each([
    "",
    "  ",
    "?",
    "-",
    "...",
    "\\ldots",
    "N/A",
    "n/a",
    "see solution",
    "See the solution.",
    "not provided",
  ])("%j", (gold) => {
    expect(verify(gold, gold)).toMatchObject({
      verdict: "undecided",
      unparsed: "gold",
      certainty: null,
      reason: expect.stringMatching(/^the gold /),
    });
    expect(verify(gold, "5").verdict).toBe("undecided");
  });
});

describe("words are compared as text, and differ for certain", () => {
  it.each([
    ["Therefore jack has 2 apple.", "2"],
    ["Paris", "London"],
    ["even", "odd"],
  ])("%j and %j", (gold, answer) => {
    expect(verify(gold, answer).verdict).toBe("different");
  });
});

describe("a gold in a worked solution", () => {
  it.each([
    ["42", "42"],
    ["\\frac{1}{2}", "\\frac{1}{2}"],
    ["x = \\boxed{5}", "5"],
    ["#### 42", "42"],
    ["He has 2 + 2 = 4 apples.\n#### 4", "4"],
    ["We add.\nThus the sum is $\\boxed{\\frac{3}{4}}$.", "\\frac{3}{4}"],
    ["The answer is 42.", "42"],
    ["First $x=\\boxed{1}$ by luck. Then, in all, $\\boxed{7}$.", "7"],
    ["odd $n$", "odd $n$"],
    ["Therefore jack has 2 apple.", "Therefore jack has 2 apple."],
    ["no solution", "no solution"],
    ["The smallest value is 248.", "248"],
    ["A pen costs \\$2 and a book costs \\$3", "A pen costs \\$2 and a book costs \\$3"],
    ["slope = 2, y-intercept = 3", "slope = 2, y-intercept = 3"],
    ["the circle x^2 + y^2 = 9", "the circle x^2 + y^2 = 9"],
    ["a power of 30", "a power of 30"],
  ])("%j is %j", (gold, answer) => {
    expect(goldAnswer(gold)).toBe(answer);
  });
});

describe("a gold is read once for the answers that follow one another", () => {
  const golds = [
    "\\frac{x^2-1}{x-1}",
    "(1, 2]",
    "\\{1, 2, 3\\}",
    "x = 2 \\text{ or } x = 3",
    "2\\pi\n-1",
    "72^\\circ",
  ];
  const answers = ["x+1", "(1,2]", "3, 2, 1", "2, 3", "72", "\\frac{2\\pi}{5}", "1<x\\leq 2", "x^2"];

  it("what an answer is told, and its steps, do not depend on what was asked before", () => {
    for (const gold of golds) {
      const alone = answers.map((answer) => {
        verify("1", "another gold");
        return verify(gold, answer);
      });
      const inARow = answers.map((answer) => verify(gold, answer));
      expect(inARow).toEqual(alone);
      expect(answers.toReversed().map((answer) => verify(gold, answer))).toEqual(alone.toReversed());
    }
  });
});

describe("a value that got lost on its way into a file is no gold", () => {
  it.each(["NaN", "nan", "$NaN$", "[object Object]", "\\boxed{[object Object]}", "<NA>", "#N/A", "null"])(
    "%s",
    (gold) => {
      expect(verify(gold, gold)).toMatchObject({ verdict: "undecided", unparsed: "gold" });
      expect(verify(gold, "5")).toMatchObject({ verdict: "undecided", unparsed: "gold" });
    },
  );

  it.each(["Nan", "an object", "undefined", "None", "[a, b]"])("but a word may be one: %s", (gold) => {
    if (gold !== "Nan") expect(verify(gold, gold).equal).toBe(true);
  });
});
