// Cases of docs/parity.md that concern process reward models and AIME: what Assay says of each.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { goldAnswer } from "../src/math/index.ts";
import { readVerdict } from "../src/prm/verdict.ts";
import { readStep } from "../src/search/candidate.ts";
import { evaluate, findTask } from "../src/tasks/index.ts";

const page = readFileSync(new URL("../docs/parity.md", import.meta.url), "utf8");

/** The case stands in the page, and holds. */
const stands = (text: string) => expect(page).toContain(text.replaceAll("|", "\\|"));

describe("verdicts", () => {
  it.each([
    ["[right]", "right"],
    ["\\boxed{Right}", "right"],
    ["<output>Right</output>", "right"],
    ["The label is: Right", "right"],
    ['"label": "Right"', "right"],
    ["This step is: +", "right"],
    ["the step is correct", undefined],
    ["[Right] or [Wrong]", undefined],
    ["not [Wrong]", undefined],
    ["this is Wrong because …", undefined],
    ["Hm.", undefined],
  ])("%j", (text, verdict) => {
    stands(text);
    expect(readVerdict(text)?.verdict).toBe(verdict);
  });
});

describe("candidates", () => {
  it.each(["x ≤ 3", "∠ABC", "因此 x = 3"])("%j is one", (text) => {
    stands(text);
    expect(readStep({ text, finish: "stop" })).toMatchObject({ steps: [text] });
  });

  it("lose the mark of a turn's end", () => {
    stands("<|im_end|>");
    expect(readStep({ text: "So 3.<|im_end|>", finish: "stop" }).steps).toEqual(["So 3."]);
  });
});

describe("golds that are solutions", () => {
  it("have the answer of their last box", () => {
    stands("… \\boxed{1} … so \\boxed{2}");
    expect(goldAnswer("… \\boxed{1} … so \\boxed{2}")).toBe("2");
  });
});

describe("AIME", async () => {
  const task = await findTask("AIME-2024");
  const conversation = { id: "1", messages: [], answer: "025", problem: "?" };

  it.each([
    ["\\boxed{7} … \\boxed{25}", 1],
    ["\\boxed{+25}", 0],
    ["\\boxed{\\mathbf{{25}}}", 1],
    ["\\boxed{25^\\circ}", 1],
    ["\\boxed{m+n = 25}", 1],
  ])("%j", (text, right) => {
    stands(text);
    expect(evaluate(task, conversation, text)).toBe(right);
  });
});
