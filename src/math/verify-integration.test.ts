// Constants of integration: which golds are families of functions, and which answers are the same family.

import { describe, expect, it } from "vitest";
import { different, equal, table } from "../../test/grading-table.ts";
import { type VerifyOptions, verify } from "./verify.ts";

const verdict = (gold: string, answer: string, options?: VerifyOptions): string =>
  verify(gold, answer, options).verdict;

describe("an antiderivative with its constant", () => {
  it.each([
    ["x^2 + C", "x^2 + c"],
    ["x^2 + C", "x^2 + 7 - 2K"],
    ["x^2 + C", "(x-1)(x+1) + C_1"],
    ["\\frac12\\sin^2 x + C", "-\\frac14\\cos 2x + C"],
    ["\\arcsin x + C", "C - \\arccos x"],
    ["y = \\ln|t| + C", "y = \\ln|3t| + c"],
    ["F(x) = e^x + C", "e^x + K"],
  ])("%s is %s", (gold, answer) => expect(verdict(gold, answer)).toBe("equal"));

  it.each([
    ["x^2 + C", "x^2", "no constant"],
    ["x^2 + C", "x^2 + 0C", "a constant that is nothing"],
    ["x^2 + C", "x^2 + Cx", "a constant before a function"],
    ["x^2 + C", "x^2 + x + C", "another function"],
    ["x^2 + C", "x^2 + C + D", "two constants"],
    ["x^2 + C", "t^2 + C", "another variable"],
    ["x^2 + C", "C^2 + x", "the constant and the variable exchanged"],
    ["x^2 + C", "x^2 + n", "no name of a constant"],
    ["x^2", "x^2 + C", "a gold without a constant"],
    ["mx + C", "mx + K", "a gold with two variables"],
    ["\\frac{x^2 + C}{2}", "\\frac{x^2 + K}{2}", "no summand of its own"],
    ["x + y + C", "x + y + K", "two variables"],
    ["n^2 + c", "n^2 + k", "a letter that nobody integrates over"],
    ["\\arctan x + C", "-\\arctan\\frac1x + C", "a difference that jumps at zero"],
  ])("%s is not %s: %s", (gold, answer) => expect(verdict(gold, answer)).not.toBe("equal"));

  it("leaves undecided what does not enter linearly", () => {
    expect(verdict("x^2 + C", "x^2 + C^2")).toBe("undecided");
    expect(verdict("x^2 + C", "x^2 + e^C")).toBe("undecided");
  });
});

describe("the general solution of an equation", () => {
  it.each([
    ["C_1e^x + C_2e^{-x}", "C_2e^x + C_1e^{-x}"],
    ["C_1e^x + C_2e^{-x}", "A\\cosh x + B\\sinh x"],
    ["C_1\\cos x + C_2\\sin x", "A\\sin x - B\\cos(x) + 0"],
    ["(C_1 + C_2x)e^{2x}", "Axe^{2x} + Be^{2x}"],
    ["C_1e^x + C_2e^{2x} + x", "c_1e^{2x} + c_2e^x + x + 3e^x"],
    ["C_1 + C_2e^{3x}", "C_1e^{3x} + C_2"],
    ["C_1 \\cdot 2^n + C_2 \\cdot 3^n", "A \\cdot 3^n + B \\cdot 2^n"],
    ["C_1e^x + C_2e^{2x} + x", "Ae^{2x} + Be^x + x"],
  ])("%s is %s", (gold, answer) => expect(verdict(gold, answer)).toBe("equal"));

  it.each([
    ["C_1e^x + C_2e^{-x}", "C_1(e^x + e^{-x})", "one constant"],
    ["C_1e^x + C_2e^{-x}", "C_1e^x + C_2e^x", "the same function twice"],
    ["C_1e^x + C_2e^{-x}", "C_1e^x + C_2e^{-2x}", "another function"],
    ["C_1e^x + C_2e^{2x} + x", "C_1e^x + C_2e^{2x}", "the particular solution is lost"],
    ["C_1e^x + C_2e^{2x} + x", "C_1e^x + C_2e^{2x} + 2x", "another particular solution"],
    ["Ax + B", "Bx + A", "one of the letters stands before no function"],
    ["C_1x + C_2y", "C_2x + C_1y", "two variables"],
    ["C_1V", "C_2V", "charges: a letter that no solution is a function of"],
    ["\\frac12 c_1v^2", "c_1v^2", "a letter that no solution is a function of"],
    ["Ce^x", "Ke^x", "a single factor is a free variable"],
  ])("%s is not %s: %s", (gold, answer) => expect(verdict(gold, answer)).not.toBe("equal"));
});

describe("the option", () => {
  it("switches the rule off", () => {
    expect(verdict("x^2 + C", "x^2 + K", { constants: false })).toBe("different");
  });

  it("forces names", () => {
    expect(verdict("Ce^x", "Ke^x", { constants: ["C"] })).toBe("equal");
    expect(verdict("Ce^x", "Ke^x + 1", { constants: ["C"] })).not.toBe("equal");
    expect(verdict("Ce^x", "e^x", { constants: ["C"] })).toBe("different");
  });

  it("is checked", () => {
    expect(() => verify("1", "1", { constants: "C" as never })).toThrow(
      /'constants' is true, false or a list/,
    );
  });
});

describe("logarithms without bars", () => {
  equal(table`
    \ln|x|+C                     | \ln x+C                      | the custom of textbooks
    \ln|x-1|+C                   | \ln(x-1)+C                   | the same argument
    -\ln|\cos x|+C               | \ln(\sec x)+C                | its reciprocal has the same sign
    \ln|x^2-1|+C                 | \ln(x-1)+\ln(x+1)+C          | positive for large x
    \ln|x|-\ln|1-x|+C            | \ln x-\ln(1-x)+C             | both as the gold has them
    x\ln x-x+C                   | x\ln|x|-x+C                  | bars more than needed
  `);
  different(table`
    \ln|x|+C                     | \ln(-x)+C                    | negative x alone
    \ln|x-1|+C                   | \ln(1-x)+C                   | below 1 alone
    \ln|\sin x|+C                | \ln(-\sin x)+C               | where the sine is negative
    \ln|x|-\ln|x-1|+C            | \ln(-x)-\ln(x-1)+C           | defined nowhere
    x^2+C                        | x^2+C+\ln(-x^2)-\ln(x^2)     | defined nowhere
    \ln|x^2-1|+C                 | \ln(1-x)+\ln(-1-x)+C         | below -1 alone
    C_1\ln|x|+C_2                | C_1\ln(-x)+C_2               | negative x alone
  `);
});
