// Functions as answers: what each is worth, and what looks like it and is not.

import { describe, expect, it } from "vitest";
import { verify } from "./index.ts";

describe("a function with arguments or a base that it does not have", () => {
  it.each([
    ["\\sin 1", "\\sin(1, 2)"],
    ["e", "\\exp(1, 2)"],
    ["2", "\\floor(2.5, 3)"],
    ["\\log 2", "\\log(2, 8)"],
    ["3", "\\left\\lceil 2.5 \\right\\rceil_3"],
    ["\\ln 8", "\\ln_2 8"],
    ["e^2", "\\exp_2(2)"],
    ["10", "C_1(5, 2)"],
  ])("%s is not %s", (gold, answer) => {
    expect(verify(gold, answer).equal).toBe(false);
    expect(verify(answer, gold).equal).toBe(false);
  });
});
