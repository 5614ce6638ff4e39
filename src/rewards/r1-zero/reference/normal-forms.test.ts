// The two normal forms of the reference, including the oddities, which affect rewards and are documented.

import { describe, expect, it } from "vitest";
import { mostlyRepeats } from "./grade.ts";
import { latexToText } from "./latex-text.ts";
import { mathdForm } from "./mathd.ts";
import { isFraction, isInteger, symbolicForm, withoutThousandsCommas } from "./symbolic.ts";

describe("mathd", () => {
  it.each([
    [" 7 ", "7", "ends are trimmed"],
    ["\\text{seven}", "seven", "a text that is the whole is unwrapped"],
    [
      "\\begin{array}{ll}7&8\\\\9&1\\end{array}",
      "\\begin{pmatrix}7&8\\9&1\\end{pmatrix}",
      "arrays are matrices",
    ],
    ["\\dfrac{7}{8}", "\\frac{7}{8}", "fractions have one size"],
    ["x \\neq y \\leq z", "x\\ney\\lez", "relations have one name"],
    ["\\left(7\\right)", "(7)", "brackets have one size"],
    ["7 \\text{ things} + \\text{more}", "7", "from the first text on, if the end can close it"],
    ["7 km 8 kms", "78", "units go, also in the plural"],
    ["apple", "apple", "but never the whole"],
    ["70^{\\circ}", "70", "degrees go"],
    ["\\$70\\%", "70", "currency and percent go"],
    ["7 \\text{ or } 8", "7", "what follows a text with a space goes"],
    [
      "7 \\text{ or } 8 \\text{ or } 9",
      "7 \\text{ or } 8 \\text{ or } 9",
      "two of them are a failure: as of before",
    ],
    [".7 and {.8}", "0.7and{0.8}", "decimals get their zero"],
    ["k = 7", "7", "a short left side goes"],
    ["key = 7", "key=7", "a long one stays"],
    ["\\sqrt7+\\sqrt{8}", "\\sqrt{7}+\\sqrt{8}", "roots get braces"],
    ["\\sqrt 7", "\\sqrt{}7", "from the character behind them, whatever it is"],
    ["7\\sqrt", "7\\sqrt", "a root of nothing is a failure"],
    ["\\frac78 \\frac7{88} \\frac7x", "\\frac{7}{8}\\frac{7}{88}\\frac{7}{x}", "fractions get braces"],
    ["\\frac7", "\\frac7", "not where half is missing"],
    ["0.5", "\\frac{1}{2}", "a half is a fraction"],
    ["-7/8", "\\frac{-7}{8}", "so are two integers"],
    ["07/8", "07/8", "written as one would print them"],
    ["5 ½m", "5½m", "word characters are Unicode's, so a unit behind ½ stays"],
  ])("%s → %s: %s", (input, form) => {
    expect(mathdForm(input)).toBe(form);
  });
});

describe("symbolic", () => {
  it.each([
    ["\\text{Seven}", "seven", "unwrapped, in lower case"],
    ["\\$7,000", "7000", "currency and thousands"],
    ["7 or 8 and 9", "7,8,9", "connectives are commas"],
    ["7 million", "7*10^6", "large numbers"],
    ["7 feet^2", "7", "units with their powers"],
    ["Sunday", "sun", "units inside words"],
    ["7^\\circ", "7", "degrees"],
    ["{7}", "7", "one pair of braces"],
    ["1,\\!000", "1000", "spaced thousands"],
    ["7.00000001", "7", "floats that are nearly integers"],
    ["\\frac{7}{88}", "7/88", "fractions"],
    ["\\frac{x+1}{2}", "x+1/2", "without brackets, so that another value may come out"],
    ["90^{\\circ}", "90^∘", "a degree in braces stays"],
    ["5\\mathrm{~km}", "5\u00a0km", "a tie is no plain space, and stays"],
    ["7\\sqrt", "7\\sqrt", "a root of nothing leaves the text as it is"],
    ["7\\frac12", "7+1/2", "mixed numbers"],
    ["- 7", "-7", "a sign and its space"],
    ["\\sqrt{7}\\cdot\\pi", "sqrt(7)*pi", "roots and constants"],
    ["(7,\\infty)\\cup\\{8\\}", "(7,inf)u8", "sets"],
    ["9007199254740993", "9007199254740992", "integers go through a double"],
    ["1,234,567,890", "1,234,567,890", "a fourth group is one too many"],
    ["7e2", "700", "exponents"],
  ])("%s → %s: %s", (input, form) => {
    expect(symbolicForm(input)).toBe(form);
  });

  it("keeps LaTeX that is nested too deep", () => {
    const deep = `\\x${"{".repeat(500)}7${"}".repeat(500)}`;
    expect(symbolicForm(deep)).toBe("\\x7");
  });
});

describe("LaTeX as text", () => {
  it.each([
    ["\\begin{pmatrix}1 & 2\\\\3 & 4\\end{pmatrix}", "[ 1 2; 3 4 ]"],
    ["\\sqrt[3]{8}", "√(8)"],
    ["\\frac\\pi2", "π/2"],
    ["\\unknown{7}", "7"],
    ["7\\,8~9\\quad x", "7 8\u00a09  x"],
    ["\\textbf{Az9}", "Az9"],
    ["\\mathbf{Az9}", "𝐀𝐳9"],
    ["\\mathit{hx}", "ℎ𝑥"],
    ["\\mathbb{RN1}", "ℝℕ1"],
    ["\\mbox{no} \\texttt{text} \\cot x", "  x"],
    ["\\frac", "%s/%s"],
    ["\\frac{1}", "%s/%s1"],
    ["\\frac\\frac123", "%s/%s/123"],
    ["\\frac{a}{b", "a/b"],
    ["\\overline{5}\\overline", "5%s"],
    ["\\hat{\\i}\\not=\\bar x", "î≠x\u0305"],
    ["a--b''", "a–b”"],
    ["\\( 1 \\pi x {a} {b} \\)\\)", "1 π x ab"],
    ["\\pi x", "πx"],
    ["\\[x\\]", "\n    x\n"],
    ["\\begin{matrix}1&2\\\\3&4\\end{matrix}", "1   2\n3   4"],
    ["\\begin{array}{cc}1&&23\\\\[2mm] 4\\end{array}", "[  1 23;  4 ]"],
    ["\\begin{array}[t]{c}\\frac12\\end{array}", "[ 1/2 ]"],
    ["\\begin {x}\\end{y}", ""],
    ["\\left\\{1\\right\\}\\|", "{1}"],
    ["}{7", "7"],
    ["\\", ""],
    ["\\begin{pmatrix}1", "[ 1 ]"],
    ["\\begin{cases}1\\end{cases}", "1"],
  ])("%s → %s", (latex, text) => {
    expect(latexToText(latex)).toBe(text);
  });
});

it("gives up on what would be read again and again", () => {
  expect(() => latexToText("\\frac{".repeat(150))).toThrow(RangeError);
  expect(() => latexToText("\\begin{pmatrix}\\end{pmatrix}")).toThrow(RangeError);
});

describe("numbers as they are written", () => {
  it("are integers up to thousands commas and a ten-millionth", () => {
    expect(["7", "-7.0", "1,000", "7e2", "6.99999999"].map(isInteger)).toEqual([
      true,
      true,
      true,
      true,
      true,
    ]);
    expect(["7.5", "1,00", "x", "", "inf", "1e999"].map(isInteger)).toEqual([
      false,
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  it("are fractions of two integers", () => {
    expect(["7/8", "-7/08", "7./8"].map(isFraction)).toEqual([true, true, true]);
    expect(["7/0", "(7)/8", "x/8", "7+1/8"].map(isFraction)).toEqual([false, false, false, false]);
  });

  it("lose well-placed commas only", () => {
    expect(withoutThousandsCommas("1,234,567")).toBe("1234567");
    expect(withoutThousandsCommas("12,34")).toBe("12,34");
  });
});

describe("a text that mostly repeats itself", () => {
  it("does, when a fifth of its substrings are not new", () => {
    expect(mostlyRepeats("ab".repeat(100))).toBe(true);
    expect(mostlyRepeats("x".repeat(1 << 20))).toBe(true);
  });

  it("does not, when it is an ordinary long answer", () => {
    expect(mostlyRepeats(Array.from({ length: 60 }, (_, i) => i * i * 7919).join(", "))).toBe(false);
  });
});
