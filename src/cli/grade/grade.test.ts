import { afterEach, describe, expect, it } from "vitest";
import { explain, readPolicies } from "../../math/index.ts";
import { gradeResponse } from "../../rewards/grade-answer.ts";
import { UsageError } from "../command.ts";
import { withColours } from "../terminal/colour.ts";
import { explanationText } from "./explanation.ts";
import { command } from "./grade.ts";

const { isTTY } = process.stdin;
afterEach(() => {
  process.stdin.isTTY = isTTY;
});

it("says on a terminal what it wants, instead of waiting for rows", async () => {
  process.stdin.isTTY = true;
  const run = command.run([]);
  await expect(run).rejects.toThrow(UsageError);
  await expect(run).rejects.toThrow("give --gold and --answer, or rows: --input FILE, or through a pipe");
});

it("refuses a field that it does not have, with the nearest name", async () => {
  const run = command.run(["--input", "-", "--field", "anwser=response"]);
  await expect(run).rejects.toThrow(
    "--field: there is no field 'anwser'; the fields are gold, answer. Did you mean 'answer'?",
  );
});

it.each([
  ["1/2", "0.5", "32"],
  ["1/2", "0.6", "31"],
  ["\\infty", "x^2+1", "33"],
])("colours the verdict on %s and %s", (gold, answer, code) => {
  const text = explanationText({ ...explain(gold, answer, {}), found_by: null });
  expect(withColours(text, true)).toMatch(new RegExp(`^\\u001b\\[${code}m\\w+\\u001b\\[0m \\(by`));
  expect(withColours(text, false)).toMatch(/^\w+ \(by/);
});

describe("an explanation does not contradict itself", () => {
  const explained = (gold: string, answer: string) =>
    withColours(
      explanationText(gradeResponse([gold], answer, "auto", readPolicies({}), explain).graded),
      false,
    );
  it("where nothing is decided", () => {
    const text = explained("1", "1-e^{-10000}");
    expect(text).toMatch(
      /^undecided \(by numeric\)\n {2}A term may be too small to be seen within the limits\.\n\n/,
    );
    expect(text).not.toContain("no term can hide");
  });
  it("on the gold of an answer that was taken back", () => {
    expect(explained("3", "\\boxed{3}. Wait, I made a mistake.")).toMatch(
      /^gold {5}3\n {9}read as one value\nanswer {3}.*\n {9}it gives no answer$/m,
    );
  });
  it("on what an interval is", () => {
    const text = explained("(-\\infty,-17]", "\\{1, 2\\}");
    expect(text).toContain("read as an interval");
    expect(text).toContain("an interval against a set");
    expect(text).not.toContain("a tuple against");
  });
});
