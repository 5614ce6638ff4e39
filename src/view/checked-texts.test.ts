import { expect, it } from "vitest";
import type { SamplePage } from "./api.ts";
import { checkedTexts, textsOfSample } from "./checked-texts.ts";
import { partsOf, shownParts } from "./shown-parts.ts";

it("finds false equations in the texts that a page shows, whole and by steps", () => {
  const text = "<think>We get 12 × 7 = 94.</think>So 2 + 2 = 5.\n\nThe answer is 4.";
  const texts = textsOfSample({ completion: { text, finish: "stop" } } as SamplePage);
  const found = checkedTexts(texts).map(([part, equations]) => [part, equations.map(({ truth }) => truth)]);
  expect(found).toContainEqual(["<think>We get 12 × 7 = 94.</think>", ["84"]]);
  expect(found).toContainEqual(["So 2 + 2 = 5.\n\nThe answer is 4.", ["4"]]);
});

it("leaves out texts without any", () => {
  expect(checkedTexts(["2 + 2 = 4", "no equation", ""])).toEqual([]);
});

it("cuts a long text at the end of a line, and loses nothing of it", () => {
  const line = `${"x".repeat(999)}\n`;
  const text = line.repeat(450);
  expect(partsOf(text)).toEqual([
    [0, 200_000],
    [200_000, 400_000],
    [400_000, 450_000],
  ]);
  expect(shownParts(text).join("")).toBe(text);
  expect(shownParts("a</think>b", "r").join("|")).toBe("r|a</think>|b");
});
