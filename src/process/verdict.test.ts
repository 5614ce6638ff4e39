// Which replies hold a verdict, and which one decides.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readVerdict } from "./verdict.ts";

const verdictOf = (text: string) => readVerdict(text)?.verdict ?? null;

describe("a verdict", () => {
  it.each([
    ["[Right]", "right"],
    ["[Wrong]", "wrong"],
    ["The sum is off.\n[wrong]", "wrong"],
    ["All is well: [ RIGHT ].", "right"],
    ["**[Right]**", "right"],
    ["[**Wrong**]", "wrong"],
    ["[+]", "right"],
    ["[-]", "wrong"],
    ["[correct]", "right"],
    ["[Incorrect]", "wrong"],
    ["\\boxed{+}", "right"],
    ["\\boxed{-}", "wrong"],
    ["\\boxed{−}", "wrong"],
    ["so $\\boxed{\\text{Wrong}}$.", "wrong"],
    ["\\boxed{\\textbf{ correct }}", "right"],
    ["+", "right"],
    ["-", "wrong"],
    ["Right", "right"],
    ["Some thoughts.\n\nwrong.", "wrong"],
    ["Some thoughts.\n**Incorrect**", "wrong"],
    ["Some thoughts.\n**Correct.**\n\n", "right"],
    ["Some thoughts.\n`Wrong`", "wrong"],
    ["**Verdict:** Right", "right"],
    ["Thoughts.\nFinal answer: incorrect.", "wrong"],
    ["## Right", "right"],
    ["Some thoughts.\nWrong<|im_end|>", "wrong"],
    ["+</s>\n", "right"],
  ])("is in %j", (text, verdict) => expect(verdictOf(text)).toBe(verdict));

  it.each([
    "",
    "Consider the right triangle.",
    "This is not wrong",
    "The step is correct because 2 + 2 = 4.",
    "The answer is \\boxed{-1}",
    "The answer is \\boxed{12}",
    "right\nbut I must look again",
    "x = 3 -",
    "a list:\n- one",
    "upright",
    "[rightly]",
    "(right)",
  ])("is not in %j", (text) => expect(verdictOf(text)).toBeNull());

  it("is the last one, of whatever form", () => {
    expect(verdictOf("At first [Right], then I saw the sign: [Wrong]")).toBe("wrong");
    expect(verdictOf("[Wrong]? No, it holds.\n\\boxed{+}")).toBe("right");
    expect(verdictOf("\\boxed{+}\nWrong")).toBe("wrong");
    expect(verdictOf("Right\n\nno: [Wrong] it is")).toBe("wrong");
  });

  it("is not looked for in the reasoning", () => {
    expect(verdictOf("<think>[Wrong]</think>\n[Right]")).toBe("right");
    expect(verdictOf("<think>[Wrong]</think>\nI cannot say.")).toBeNull();
    expect(verdictOf("[Wrong]</think> hm")).toBeNull();
    expect(verdictOf("<think>It must be [Right]")).toBeNull();
  });

  it("says where its word stands", () => {
    const text = "<think>[Right]</think>The [Wrong] one";
    expect(readVerdict(text)).toMatchObject({ verdict: "wrong", start: text.indexOf("Wrong") });
    expect(readVerdict("Well.\n **right**.")).toMatchObject({ start: 9 });
    expect(readVerdict("[[ Right ]] and [incorrect.]")).toMatchObject({ verdict: "wrong", start: 17 });
    expect(readVerdict("Judgement: yeſ", [["yes", "no"]])).toBeUndefined();
  });

  it("is not on the last line of a reply that was cut off, unless it is all of the reply", () => {
    const cutOff = (text: string) => readVerdict(text, undefined, true)?.verdict ?? null;
    expect(cutOff("There are two cases:\n-")).toBeNull();
    expect(cutOff("We know that it is a\nright")).toBeNull();
    expect(cutOff("So [Wrong], since\nright")).toBe("wrong");
    expect(cutOff(" Right")).toBe("right");
  });

  it("may be of other words", () => {
    expect(readVerdict("[Yes]", [["yes", "no"]])?.verdict).toBe("right");
    expect(readVerdict("[Right]", [["yes", "no"]])).toBeUndefined();
  });

  it("is found behind any text that holds no bracket and no box", () => {
    const words = fc.stringMatching(/^[a-zA-Z .,\n+-]{0,60}$/);
    fc.assert(
      fc.property(
        words,
        fc.constantFrom("Right", "wrong", "+", "-", "CORRECT", "Incorrect"),
        (before, word) => {
          const verdict = readVerdict(`${before}[${word}]`);
          expect(verdict?.start).toBe(before.length + 1);
          expect(verdict?.verdict).toBe(/^(right|\+|correct)$/i.test(word) ? "right" : "wrong");
        },
      ),
    );
  });

  it("is looked for in time that grows as the text does", () => {
    for (const piece of [" ", "[", "\\boxed{", "* ", "\n", "\\boxed{ ", "[ *"]) {
      expect(verdictOf(piece.repeat(100_000))).toBeNull();
    }
  });
});
