// Replies with a verdict, and the one that decides.

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
  ])("is not in %j", (text) => expect(verdictOf(text)).toBeNull());

  it.each([
    // Brackets and tags of other kinds.
    ["<Right>", "right"],
    ["【Right】", "right"],
    ["「wrong」", "wrong"],
    ["《Right》", "right"],
    ["(Right)", "right"],
    ["The sign is off. (Wrong)", "wrong"],
    ["\\fbox{Right}", "right"],
    ["\\boxed{(Right)}", "right"],
    ["<output>Right</output>", "right"],
    ["<verdict>**Wrong**</verdict>", "wrong"],
    ["<label>+</label>", "right"],
    [
      "<output>\nAccording to the conclusion of the judgement, the label is: \\boxed{Right}\n</output>",
      "right",
    ],
    // Headings and fields.
    ["The label is: Right", "right"],
    ["<output>\nAccording to the conclusion of the judgement, the label is: Right\n</output>", "right"],
    ["The label is Right.", "right"],
    ['the label is "Wrong".', "wrong"],
    ["Label: Wrong", "wrong"],
    ["**Label:** Right", "right"],
    ["Label:\nRight", "right"],
    ["Label: Right (the sum holds)", "right"],
    ["Verdict: Wrong — the sign is off", "wrong"],
    ["Verdict: Right. The sum holds.", "right"],
    ["Verdict: Wrong, the sign is off.", "wrong"],
    ["The sum holds.\n(Right)\nThat is all.", "right"],
    ["Final Judgement: correct\nThat is all.", "right"],
    ["The verdict for step 3 is: Wrong", "wrong"],
    ["Overall conclusion: right", "right"],
    ["In conclusion: Wrong", "wrong"],
    ["Therefore, the answer is: Right", "right"],
    ["Therefore, the label for this step is Wrong.", "wrong"],
    ["Verdict - Right", "right"],
    ["This does not hold, so the label is: Wrong", "wrong"],
    ["It does not follow and the label is: Wrong", "wrong"],
    ["If we put x = 2 we get 5, so the label is: Wrong", "wrong"],
    ["It may look odd, but the label is: Right", "right"],
    ["| step | verdict |\n| --- | --- |\n| 1 | [Wrong] |", "wrong"],
    ["So it is\n$\\text{Right}$", "right"],
    ["Correct (Yes/No): No", "wrong"],
    ["[Label: Right]", "right"],
    ["标签：Right", "right"],
    ["This step is: +", "right"],
    ["This step is: -", "wrong"],
    ["This step is judged as: Wrong", "wrong"],
    ["label = Right", "right"],
    ["Final label → Right", "right"],
    ['"label": "Right"', "right"],
    ["{'verdict': 'incorrect', 'reason': 'the sign'}", "wrong"],
    ['{"final_judgement": "Wrong"}', "wrong"],
    ["✅ Right", "right"],
    ["Wrong ❌", "wrong"],
    // Whether the step is correct.
    ["Is the step correct (Yes/No)? No", "wrong"],
    ["Verification: Is the step correct (Yes/No)? **Yes**", "right"],
    ["Is the step correct (Yes/No)? No, the sign is off.", "wrong"],
    ["Is the step correct (Yes/No)? Yes — it holds", "right"],
    ["Is this step correct?\nNo", "wrong"],
    ["Correct: Yes", "right"],
    ['{"is_correct": false, "why": "the sign"}', "wrong"],
    ['{"step_correct": "yes"}', "right"],
    ["<correct>no</correct>", "wrong"],
  ])("is in %j as well", (text, verdict) => expect(verdictOf(text)).toBe(verdict));

  it.each([
    // Options, and the question restated.
    "Right/Wrong",
    "Label: Right/Wrong",
    "Label: Right or Wrong",
    "[Right] or [Wrong]",
    "[Right]/[Wrong]",
    "Either (Right) or (Wrong)",
    "I answer [Right] if it holds, [Wrong] otherwise.",
    '{"label": "Right|Wrong"}',
    '{"label": "Right" or "Wrong"}',
    "<option>Right</option>",
    "- Right\n- Wrong",
    "Is the step correct (Yes/No)?",
    "Is the step correct? (Yes/No)",
    "Is the step correct (Yes/No)? Yes or No",
    "Is the step correct (Yes/No)? [Yes/No]",
    "Use the format: Label: Right",
    // Denials, conditions and doubts.
    "It is not [Wrong]",
    "This isn't <Right>",
    "The label is not: Right",
    "I do not think the label is: Right",
    "If it fails, the label is: Wrong",
    "The label would be: Wrong",
    "Label: probably Right",
    "Label: Right?",
    "Label: Right (maybe)",
    "If it fails, then the label is: Wrong",
    "I doubt whether the label is: Right",
    "Label: Right, but I am not sure.",
    "Label: Right, Wrong",
    "First check: 2 + 2 = 4. (Correct)\nWhat follows is another matter.",
    "Is it correct (Yes/No)? Unclear",
    // Questions about other things, and answers to unknown questions.
    "Is this a right triangle? Yes",
    "Is the formula correct? Yes",
    "Is there an error? No",
    "Is the step incorrect? No",
    "Does the step contain a mistake (Yes/No)? No",
    '"is_incorrect": true',
    "has_error: false",
    "Yes",
    "No",
    "True",
    // Mathematics and running text.
    "a <-> b",
    "This step is: -3",
    "The label is: +5",
    "a (right) triangle",
    "(right)",
    "The answer is wrong.",
    "The step is correct.",
    "Thus the step is right",
    "<right>x</right>",
    "<correct>no idea</correct>",
    '"reason": "Right"',
    "the label is right-hand",
  ])("is not in %j either", (text) => expect(verdictOf(text)).toBeNull());

  it("is the last one, of whatever form", () => {
    expect(verdictOf("At first [Right], then I saw the sign: [Wrong]")).toBe("wrong");
    expect(verdictOf("[Wrong]? No, it holds.\n\\boxed{+}")).toBe("right");
    expect(verdictOf("\\boxed{+}\nWrong")).toBe("wrong");
    expect(verdictOf("Right\n\nno: [Wrong] it is")).toBe("wrong");
    expect(verdictOf("I weighed [Wrong]. In the end: <Right>")).toBe("right");
    expect(verdictOf("Label: Right\n(Wrong)")).toBe("wrong");
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
    expect(cutOff("I see. This step is: -")).toBeNull();
    expect(cutOff("I see. The label is: Right")).toBeNull();
    expect(cutOff("Label: Right.\nNow the next")).toBe("right");
  });

  it("may be of other words", () => {
    expect(readVerdict("[Yes]", [["yes", "no"]])?.verdict).toBe("right");
    expect(readVerdict("[Right]", [["yes", "no"]])).toBeUndefined();
    expect(readVerdict("The label is: no", [["yes", "no"]])?.verdict).toBe("wrong");
    expect(readVerdict("Is there an error?\nNo", [["no", "yes"]])?.verdict).toBe("right");
    expect(readVerdict("Is the step correct (Yes/No)? No, since …", [["yes", "no"]])?.verdict).toBe("wrong");
    expect(readVerdict("Is there an error (Yes/No)? No.", [["no", "yes"]])?.verdict).toBe("right");
    expect(readVerdict("Is the step correct? Yes or no", [["yes", "no"]])).toBeUndefined();
  });

  it("is found behind any text that holds no bracket and no box", () => {
    // A last word such as "or" or "not" would change the verdict.
    const words = fc.stringMatching(/^([a-zA-Z .,\n+-]{0,60}[b-z]{3}: )?$/);
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
    const pieces = [
      "<output>",
      "label ",
      "label of ",
      "correct ",
      "is the step correct ",
      '"label": "',
      "( ",
    ];
    for (const piece of [" ", "[", "\\boxed{", "* ", "\n", "\\boxed{ ", "[ *", ...pieces]) {
      expect(verdictOf(piece.repeat(100_000))).toBeNull();
    }
  });
});
