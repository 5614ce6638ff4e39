import { describe, expect, it } from "vitest";
import { symbolicEqual } from "./symbolic.ts";

describe("the reference's symbolic equality", () => {
  it.each([
    ["5\\sqrt 6", "5*\\sqrt{6}", "a product, written or not"],
    ["25\\frac{1}{3}", "\\tfrac{76}{3}", "a mixed number and its fraction"],
    ["(z-8)(z+8)", "z^2-64", "a polynomial and its factors"],
    ["\\frac{40}{\\sqrt{10}}", "4\\sqrt{10}", "a root in the denominator"],
    ["\\frac{6}{25} \\pi", "\\frac{6\\pi}{25}", "a multiple of pi"],
    ["n(n+5)", "5n+n^2", "a letter in front of a bracket is a factor"],
    ["xy", "y x", "letters side by side are factors"],
    ["2^x 3", "3 \\cdot 2^x", "a power ends before the next factor"],
    ["0.5x", "x/2", "a decimal and a fraction"],
    ["(1, 2.50)", "(1, 5/2)", "tuples, element by element"],
    ["(7)", "[7]", "a single element has no kind of bracket"],
    ["ln(4)", "2ln(2)", "logarithms"],
    ["-2-3i", "-3i-2", "i is a letter like any other"],
    ["x^-2", "1/x^2", "a negative exponent"],
  ])("%s and %s are equal: %s", (gold, answer) => {
    expect(symbolicEqual(answer, gold)).toBe(true);
  });

  it.each([
    ["3/4", "6/8", "a fraction must be reduced"],
    ["4", "8/2", "an integer must be written as one"],
    ["(1, 2)", "[1, 2]", "brackets must be the same"],
    ["(1, 2)", "(1, 2, 3)", "and as many elements"],
    ["abc", "cba", "three letters are words, not variables"],
    ["2^{10}x", "1024x", "an exponent of two digits is refused"],
    ["x^(2)", "x \\cdot x", "so is one in brackets"],
    ["x=5", "x=10/2", "an equation is no expression"],
    ["x\\sqrt{3}", "\\sqrt{3}x", "a letter before a root makes a word of it"],
    ["5", "", "an empty answer"],
    ["", "5", "an empty gold"],
    ["1/0", "2/0", "nothing by zero"],
    ["(x", "x", "brackets that do not close"],
    ["007x", "7x", "zeros in front"],
    ["x".repeat(3000), `${"x".repeat(2999)}y`, "more than an answer has"],
    [`${"(".repeat(300)}x${")".repeat(300)}`, "x", "deeper than an answer is"],
  ])("%s and %s are not: %s", (gold, answer) => {
    expect(symbolicEqual(answer, gold)).toBe(false);
  });
});
