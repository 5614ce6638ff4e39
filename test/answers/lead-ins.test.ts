// The words before a box or a value must be known to introduce it: an instruction, a format, a quotation or a question
// is never rewarded, whatever its verbs and nouns.

import { describe, expect, it } from "vitest";
import { boxedReward, r1ZeroReward } from "../../src/rewards/index.ts";
import { asking, attributing, inOtherLanguages, instructing, questions, stating } from "./lead-ins.ts";

const inTag = (response: string): string => `Hm. </think> <answer>${response}</answer>`;
const isPaid = (response: string, gold: string): boolean =>
  boxedReward(response, gold).reward === 1 || r1ZeroReward(inTag(response), gold).reward === 1;

const written = (lead: string, end: string): string[] =>
  ["\\boxed{42}", "$\\boxed{42}$", "**\\boxed{42}**", "\\[\\boxed{42}\\]", "42"].map(
    (mark) => `${lead} ${mark}${end}`,
  );

describe("not the answer", () => {
  it.each([...instructing, ...attributing, ...asking, ...inOtherLanguages])("%s", (lead) => {
    const all = [".", "", "!", ", please."].flatMap((end) => written(lead, end));
    expect(all.filter((response) => isPaid(response, "42"))).toEqual([]);
  });
  it.each(questions)("%s", (lead) => {
    expect(written(lead, "?").filter((response) => isPaid(response, "42"))).toEqual([]);
  });
});

it("a day is not the day after it", () => {
  const gives = (lead: string) => boxedReward(`${lead} $\\boxed{\\text{Monday}}$.`, "Monday").reward;
  expect(["The day is", "It falls on", "The party is on"].map(gives)).toEqual([1, 1, 1]);
  expect(["The day is the day after", "It is the day before", "It is two days after"].map(gives)).toEqual([
    0, 0, 0,
  ]);
});

it.each(stating)("%s gives the answer", (lead) => {
  for (const mark of ["\\boxed{42}", "$\\boxed{42}$", "**\\boxed{42}**"]) {
    expect(boxedReward(`${lead} ${mark}.`, "42").reward, mark).toBe(1);
    expect(isPaid(`${lead} ${mark}.`, "41"), mark).toBe(false);
  }
});
