import { expect, it } from "vitest";
import type { SearchResult } from "../../search/search.ts";
import { withColours } from "../terminal/colour.ts";
import { searchJson, searchText } from "./search-report.ts";

const usage = { inputTokens: 0, outputTokens: 0 };
const noneEmpty = { of: 0, completions: 0, with_reasoning: 0, with_tool_calls: 0 };

const resultOf = (
  problems: number,
  ended: SearchResult["ended"],
  counts: Partial<Pick<SearchResult, "answered" | "right" | "ungradable" | "ungraded">> = {},
): SearchResult => ({
  results: "result-0-None.json",
  problems: Array(problems).fill({}),
  answered: ended.answer ?? 0,
  right: 0,
  ungradable: 0,
  ungraded: 0,
  ...counts,
  ended,
  requests: { policy: 3, reward: 3 },
  usage: { policy: usage, reward: usage },
  said: { policy: noneEmpty, reward: noneEmpty },
  seconds: 1,
});

const textOf = (result: SearchResult): string =>
  withColours(searchText({ strategy: "greedy", n: 8 }, result, undefined, undefined), false);

it("gives no figure and no interval where no search came to its end", () => {
  expect(textOf(resultOf(12, { "not finished": 12 }))).toMatch(/^greedy +– +– +0\/12 +3 +0 +3 +0$/m);
});

it.each([
  ["every grading failed", resultOf(3, { answer: 3 }, { ungraded: 3 }), "nothing measured: 3 not graded"],
  ["servers failed in all", resultOf(3, { provider: 3 }), "nothing measured: 3 failed"],
  ["no gold is of use", resultOf(3, { answer: 3 }, { ungradable: 3 }), ""],
])("gives no figure where %s", (_, result, words) => {
  const text = textOf(result);
  expect(text).toMatch(/^greedy +– +– +(0\/)?3 /m);
  expect(text).toContain(words);
  expect(text).not.toContain("0.0%");
  expect(searchJson(result, undefined, undefined)).toMatchObject({
    headline: { metric: "accuracy", value: null, interval: null },
    interval: null,
  });
});

it("is over all searches once each has come to its end or failed, with the finished ones beside", () => {
  const result = resultOf(10, { answer: 6, provider: 4 }, { right: 3 });
  const text = textOf(result);
  expect(text).toMatch(/^greedy +30\.0% .* 10 /m);
  expect(text).toContain("greedy: 30.0% (4 failed count as wrong; 50.0% of 6 finished)");
  expect(searchJson(result, undefined, undefined)).toMatchObject({
    headline: { value: 0.3, failed: 4, of_answered: { value: 0.5, of: 6 } },
  });
});

it("is over the searches that finished and were graded while others have not come to their end", () => {
  const text = textOf(resultOf(12, { answer: 6, provider: 4, "not finished": 2 }, { right: 3 }));
  expect(text).toMatch(/^greedy +50\.0% .* 6\/12 /m);
  expect(text).toContain("greedy: partial: 50.0% of 6 finished; 4 failed, 2 not finished");
});
