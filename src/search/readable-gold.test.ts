// Which golds are whole solutions, and what their answer is.

import { describe, expect, it } from "vitest";
import { readableGold } from "./readable-gold.ts";

describe("a gold", () => {
  it.each([
    ["The wavelength is therefore \\boxed{6.7e-7} m.", "6.7e-7"],
    ["First \\boxed{1}, which is too much.\n\nSo it is \\boxed{\\frac{1}{2}}.", "\\frac{1}{2}"],
    ["2 and 3 are 5.\n#### 5", "5"],
    ["We add. The answer is 5.", "5"],
    ["We add. So the answer is $\\frac12$.", "\\frac12"],
    ["<answer>7</answer>", "7"],
    ["\\boxed{5}", "5"],
  ])("%j is a solution whose answer is %j", (gold, answer) => expect(readableGold(gold)).toBe(answer));

  it.each([
    "5",
    "025",
    "x^2 + 1",
    "Evelyn",
    "(B)",
    "no answer is possible",
    "It follows that x = 3, as $x = 3$ shows",
    "(-\\infty, 2]",
    "",
  ])("%j stays as it is", (gold) => expect(readableGold(gold)).toBe(gold));
});
