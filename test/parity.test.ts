// Cases of docs/parity.md about rewards, process reward models and AIME: Assay's results.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { goldAnswer } from "../src/math/index.ts";
import { readVerdict } from "../src/prm/verdict.ts";
import { qaF1Reward } from "../src/rewards/qa/f1.ts";
import { r1ZeroReward } from "../src/rewards/r1-zero/r1-zero.ts";
import { readStep, stepEnd } from "../src/search/candidate.ts";
import { answerOf } from "../src/search/paths.ts";
import { policyPrompt, stepwiseInstruction } from "../src/search/prompt.ts";
import { evaluate, findTask } from "../src/tasks/index.ts";

const page = readFileSync(new URL("../docs/parity.md", import.meta.url), "utf8");

/** The case is on the page, and is true. */
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

describe("golds that are solutions", async () => {
  const minerva = await findTask("minerva_math");
  const right = (gold: string, answer: string) =>
    evaluate(minerva, { id: "1", messages: [], answer: gold, problem: "?" }, `\\boxed{${answer}}`);

  it("have the answer of their last box", () => {
    const gold = "… \\boxed{1} … so \\boxed{2}";
    stands(gold);
    expect(goldAnswer(gold)).toBe("2");
    expect([right(gold, "2"), right(gold, "1")]).toEqual([1, 0]);
  });
  it("equal nothing where they mark no answer", () => {
    const gold = "The mass of the star is found to be large.";
    stands(gold);
    expect([right(gold, "5"), right(gold, "large")]).toEqual([0, 0]);
  });
});

describe("tags", () => {
  it.each([
    ["Hm. </think> <answer>7</answer> <answer>42", "7"],
    ["Hm. </think> <answer>4</answer>2", "4"],
  ])("%j: 42 by the reference, nothing by strict grading", (response, closed) => {
    stands(response);
    expect(r1ZeroReward(response, "42", { grading: "fast" }).reward).toBe(1);
    expect(r1ZeroReward(response, "42").reward).toBe(0);
    expect(r1ZeroReward(response, closed).reward).toBe(0);
  });
});

describe("QA", () => {
  const nothing = { reward: 0, f1: 0, em: 0, precision: 0, recall: 0 };
  it.each([
    ["A", "A"],
    ["?!", "!?"],
  ])("%j against %j matches exactly and shares no token", (prediction, gold) => {
    stands(`\`${prediction}\` against \`${gold}\``);
    expect(qaF1Reward(prediction, gold)).toEqual({ ...nothing, em: 1 });
    expect(qaF1Reward(prediction, "Lisbon")).toEqual(nothing);
  });
  it.each(["", " \n"])("an empty prediction has no exact match: %j", (prediction) => {
    for (const gold of [prediction, "the", "Lisbon"]) expect(qaF1Reward(prediction, gold)).toEqual(nothing);
  });
});

describe("the answer of a search", () => {
  it("is the last box of the solution", () => {
    stands("the last box, if its formula and sentence give it");
    const path = (steps: string[]) => ({ steps, rewards: steps.map(() => null), ends: null });
    expect(answerOf(path(["\\boxed{1}", "\\boxed{2}, so \\boxed{3}"]), {})).toBe("3");
    expect(answerOf(path(["So \\boxed{1}.", "We are done."]), {})).toBe("1");
  });
  it("is asked for with an instruction of our own and a blank line as the only stop", () => {
    stands("an instruction in our own words as the system message");
    const messages = policyPrompt({ instruction: stepwiseInstruction, api: "chat" }, "2+2?", ["So 4."]);
    expect(messages).toEqual([
      { role: "system", content: stepwiseInstruction },
      { role: "user", content: "2+2?" },
      { role: "assistant", content: "So 4.\n\n" },
    ]);
    expect(stepEnd).toBe("\n\n");
  });
});

describe("AIME", async () => {
  const task = await findTask("AIME-2024");
  const conversation = { id: "1", messages: [], answer: "025", problem: "?" };

  it.each([
    ["$m = \\boxed{7}$ … Therefore the answer is \\boxed{25}", 1],
    ["\\boxed{+25}", 0],
    ["\\boxed{\\mathbf{{25}}}", 1],
    ["\\boxed{25^\\circ}", 1],
    ["\\boxed{m+n = 25}", 1],
  ])("%j", (text, right) => {
    stands(text);
    expect(evaluate(task, conversation, text)).toBe(right);
  });

  it("has its golds from their field, whatever a solution boxes", () => {
    stands("\\boxed{\\textbf{(699)}}");
    const solved = { role: "assistant" as const, content: "\\boxed{\\textbf{(699)}}\n\n\\boxed{699}" };
    const asked = {
      ...conversation,
      answer: "699",
      messages: [{ role: "user" as const, content: "?" }, solved],
    };
    expect(evaluate(task, asked, "\\boxed{699}")).toBe(1);
  });
});
