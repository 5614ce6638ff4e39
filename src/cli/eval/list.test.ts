import { describe, expect, it } from "vitest";
import { widthOf, withColours } from "../terminal/colour.ts";
import { listText } from "./eval-kind.ts";

const answer = (text: string, count = 1) => ({ text, count, right: false });
const line = (problem: string, gold: string, answers: ReturnType<typeof answer>[]) => ({
  task: "t",
  problem,
  right: 0,
  measured: 4,
  samples: 4,
  answers,
  gold,
});

describe("the list of an evaluation", () => {
  it("counts what is right among what was answered, and says of how many", () => {
    const half = { ...line("p1", "7", [answer("8")]), measured: 2 };
    const none = { ...line("p2", "7", []), measured: 0 };
    const shown = withColours(listText([half, none], 80), false);
    expect(shown).toMatch(/^p1 +0\/2 of 4 +7 +8$/m);
    expect(shown).toMatch(/^p2 +– +7$/m);
  });
  const long = (end: number) => `a-very-long-id-of-some-data-set-in-a-folder/${end}`;
  const gold = "\\frac{x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x}{y}";
  const lines = [1, 2].map((end) =>
    line(long(end), gold, [answer(gold, 2), answer(`-${gold}`), answer("题".repeat(40))]),
  );
  it.each([40, 60, 80, 120])("is not wider than %i columns, whatever the ids, golds and answers", (width) => {
    for (const shown of listText(lines, width).split("\n")) expect(widthOf(shown)).toBeLessThanOrEqual(width);
  });
  it("keeps the ends of ids, which tell them apart, and says how many answers are left out", () => {
    const [, first, second] = withColours(listText(lines, 80), false).split("\n");
    expect(first).toMatch(/^a-very-\S+…\S+\/1 +0\/4 .* ×2, … 2 more$/);
    expect(second).toMatch(/^a-very-\S+…\S+\/2 /);
  });
  it("cuts nothing that fits", () => {
    const text = withColours(listText([line("p1", "7", [answer("8", 3), answer("9")])], 80), false);
    expect(text).toBe("problem  right  gold  answers\np1         0/4  7     8 ×3, 9");
  });
});
