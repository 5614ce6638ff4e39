// AIME's rule: the last box outside the reasoning has one unsigned integer, which equals the gold.

import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Completion, type Conversation, evaluate, findTask, reward, type Task } from "./index.ts";

const task: Task = await findTask("AIME-2024");

const problem = (answer: string | string[], prompt = "How many?"): Conversation => ({
  id: "1",
  messages: [
    { role: "user", content: prompt },
    { role: "assistant", content: "The answer." },
  ],
  answer,
  problem: "How many?",
});

const grade = (gold: string, completion: string | Completion, prompt?: string) =>
  task.grade(problem(gold, prompt), typeof completion === "string" ? { text: completion } : completion);

describe("a box is right when it holds the gold's integer", () => {
  const cases: [box: string, why: string][] = [
    ["25", "as it is"],
    [" 25 ", "spaces"],
    ["025", "leading zeros"],
    ["25.", "a full stop"],
    ["25,", "a comma"],
    ["25^\\circ", "a degree mark"],
    ["25^{\\circ}", "a degree mark in braces"],
    ["25°", "a degree sign"],
    ["\\text{Answer: } 25", "words before it"],
    ["25 \\text{ cm}", "words after it"],
    ["the answer is 25", "bare words"],
    ["25 degrees", "a bare unit"],
    ["x = 25", "the name of what was found"],
    ["m+n = 25", "the name of a sum"],
    ["\\textbf{(A)}\\ 25", "the letter of a choice"],
    ["\\mathbf{25}", "bold"],
    ["\\text{25}", "set as text"],
    ["(25)", "brackets"],
    ["\\,25\\!", "thin spaces"],
    ["$25$", "dollars"],
    ["答案是25", "words of another script"],
  ];
  it.each(cases)("%s (%s)", (box) => {
    expect(grade("025", `So \\boxed{${box}}.`)).toMatchObject({
      right: true,
      extracted: "25",
      by: "integer",
    });
  });

  it("1,234 in well-formed groups is one integer", () => {
    for (const box of ["1,234", "1{,}234", "1\\,234"])
      expect(grade("1234", `\\boxed{${box}}`).right).toBe(true);
  });

  it("zero keeps a digit", () => expect(grade("000", "\\boxed{0}").right).toBe(true));

  it("a gold with a degree mark is cleaned the same way", () => {
    expect(grade("336^\\circ", "\\boxed{336}").right).toBe(true);
  });
});

describe("a box is wrong when it holds anything else", () => {
  const cases: [box: string, why: string][] = [
    ["-25", "a sign"],
    ["+25", "a sign"],
    ["2 or 5", "two guesses"],
    ["2,5", "two integers, not groups of three"],
    ["2 5", "two integers"],
    ["25 \\text{ or } 26", "a hedge"],
    ["not 25", "a denial"],
    ["\\text{minus } 25", "a sign in words"],
    ["25.0", "a decimal"],
    [".25", "a decimal"],
    ["\\frac{25}{1}", "a fraction"],
    ["5^2", "a power"],
    ["\\sqrt{25}", "a root"],
    ["25!", "a factorial"],
    ["25x", "a product"],
    ["25i", "an imaginary number"],
    ["25\\%", "a percentage"],
    ["2+23=25", "an equation with more integers"],
    ["x \\neq 25", "an inequality"],
    ["25 thousand", "a number word"],
    ["25 \\pmod{1000}", "a residue"],
    ["", "nothing"],
    ["26", "another integer"],
  ];
  it.each(cases)("%s (%s)", (box) => {
    expect(grade("025", `So \\boxed{${box}}.`)).toMatchObject({ right: false });
  });
});

describe("the examples of docs/tasks.md", () => {
  const document = readFileSync(new URL("../../docs/tasks.md", import.meta.url), "utf8");
  const table = document
    .slice(document.indexOf("| boxed text | accepted for the gold 25 |"))
    .split("\n\n")[0]!
    .split("\n")
    .slice(2);
  const examples = table.flatMap((row) => {
    const [, boxes, verdict] = row.split("|").map((cell) => cell.trim());
    return [...boxes!.matchAll(/`([^`]+)`/g)].map(([, box]) => [box!, verdict!] as const);
  });
  it("are there", () => expect(examples.length).toBeGreaterThan(10));
  it.each(examples)("%s: %s", (box, verdict) => {
    expect(grade("025", `\\boxed{${box}}`).right).toBe(verdict === "yes");
  });
});

describe("which box", () => {
  it("the last one", () => {
    expect(grade("25", "First \\boxed{24}; no, \\boxed{25}.").right).toBe(true);
    expect(grade("25", "First \\boxed{25}; no, \\boxed{24}.").right).toBe(false);
  });

  it("the innermost of nested ones", () => expect(grade("25", "\\boxed{\\boxed{25}}").right).toBe(true));

  it("with braces in it", () => expect(grade("25", "\\boxed{{\\text{so } 25}}").right).toBe(true));

  it("the last that closes, when the completion was cut off", () => {
    expect(grade("25", "\\boxed{25}. Let me check: \\boxed{2").right).toBe(true);
  });

  it("none is wrong, whatever number stands there", () => {
    expect(grade("25", "The answer is 25.")).toMatchObject({ right: false, extracted: null, by: "no box" });
    expect(grade("25", "")).toMatchObject({ right: false, by: "no box" });
  });
});

describe("reasoning is no answer", () => {
  it("all before the last </think>, opened in the text or in the prompt", () => {
    expect(grade("25", "<think>\\boxed{25}</think> \\boxed{24}").right).toBe(false);
    expect(grade("25", "\\boxed{25}</think> I do not know").right).toBe(false);
    expect(grade("25", "a</think> b</think> \\boxed{25}").right).toBe(true);
  });

  it("an unclosed <think> is all reasoning", () => {
    expect(grade("25", "<think> it must be \\boxed{25}")).toMatchObject({
      right: false,
      extracted: null,
      by: "unfinished reasoning",
    });
    expect(grade("25", "it must be \\boxed{25}", "How many? <think>\n").right).toBe(false);
  });

  it("the server's own field of reasoning", () => {
    expect(grade("25", { text: "", reasoning: "\\boxed{25}" }).right).toBe(false);
    expect(grade("25", { text: "\\boxed{25}", reasoning: "\\boxed{24}" }).right).toBe(true);
  });
});

describe("a gold that cannot be graded against", () => {
  it.each([
    ["", "the gold is missing"],
    ["\\frac{1}{2}", "the gold '\\frac{1}{2}' is not an unsigned integer"],
  ])("%j leaves everything unscored", (gold, reason) => {
    for (const text of ["\\boxed{25}", "nothing", "<think>"])
      expect(grade(gold, text)).toEqual({ right: null, extracted: null, by: "gold", reason });
  });
});

describe("evaluation and reward", () => {
  it("are the same function", () => {
    for (const text of ["\\boxed{25}", "\\boxed{24}", "25"]) {
      const value = evaluate(task, problem("25"), text);
      expect(value).toBe(text === "\\boxed{25}" ? 1 : 0);
      expect(reward(task, problem("25"), text)).toBe(value);
    }
  });

  it("every integer is itself and no other, with zeros before it or not", () => {
    fc.assert(
      fc.property(fc.nat(999), fc.nat(999), fc.nat(3), (gold, answer, zeros) => {
        const box = `\\boxed{${"0".repeat(zeros)}${answer}}`;
        expect(grade(String(gold).padStart(3, "0"), box).right).toBe(gold === answer);
      }),
    );
  });

  it("any text gets a verdict, never an exception", () => {
    const text = fc.string({
      unit: fc.constantFrom(
        "\\boxed{",
        "{",
        "}",
        "\\",
        "2",
        "5",
        " ",
        "<think>",
        "</think>",
        ",",
        "\\text{",
        "=",
      ),
    });
    fc.assert(
      fc.property(text, (completion) => {
        expect(grade("25", completion).right).not.toBeNull();
      }),
    );
  });

  it("a hostile completion takes no longer than its length", () => {
    for (const text of [
      "\\boxed{".repeat(100_000),
      `\\boxed{${"(a".repeat(100_000)}}`,
      `\\boxed{${"1,".repeat(100_000)}}`,
    ])
      expect(grade("25", text).right).toBe(false);
  });
});
