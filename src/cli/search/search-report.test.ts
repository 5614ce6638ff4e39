import { expect, it } from "vitest";
import type { SearchResult } from "../../search/search.ts";
import { withColours } from "../terminal/colour.ts";
import { searchJson, searchText } from "./search-report.ts";

it("gives no figure and no interval where no search came to its end", () => {
  const usage = { inputTokens: 0, outputTokens: 0 };
  const result = {
    problems: Array(12).fill({}),
    right: 0,
    ungradable: 0,
    ungraded: 0,
    ended: { "not finished": 12 },
    requests: { policy: 0, reward: 0 },
    usage: { policy: usage, reward: usage },
  } as unknown as SearchResult;
  const text = withColours(searchText({ strategy: "greedy", n: 8 }, result, undefined, undefined), false);
  expect(text).toMatch(/^greedy +– +– +0\/12 +0 +0 +0 +0$/m);
});

it.each([
  ["every grading failed", { answered: 3, ungraded: 3 }, "nothing measured: 3 not graded"],
  ["servers failed in all", { answered: 0, ended: { provider: 3 } }, "nothing measured: 3 failed"],
  ["no gold is of use", { answered: 3, ungradable: 3 }, ""],
])("gives no figure where %s", (_, more, words) => {
  const usage = { inputTokens: 0, outputTokens: 0 };
  const result = {
    problems: Array(3).fill({}),
    right: 0,
    ungradable: 0,
    ungraded: 0,
    ended: { answer: 3 },
    requests: { policy: 3, reward: 3 },
    usage: { policy: usage, reward: usage },
    ...more,
  } as unknown as SearchResult;
  const text = withColours(searchText({ strategy: "greedy", n: 8 }, result, undefined, undefined), false);
  expect(text).toMatch(/^greedy +– +– /m);
  expect(text).toContain(words);
  expect(text).not.toContain("0.0%");
  expect(searchJson(result, undefined, undefined)).toMatchObject({
    headline: { metric: "accuracy", value: null, interval: null },
    interval: null,
  });
});

it("is over the searches that finished and were graded, with what failed counted as wrong beside", () => {
  const usage = { inputTokens: 0, outputTokens: 0 };
  const result = {
    problems: Array(10).fill({}),
    right: 3,
    answered: 6,
    ungradable: 0,
    ungraded: 0,
    ended: { answer: 6, provider: 4 },
    requests: { policy: 6, reward: 12 },
    usage: { policy: usage, reward: usage },
  } as unknown as SearchResult;
  const text = withColours(searchText({ strategy: "greedy", n: 8 }, result, undefined, undefined), false);
  expect(text).toMatch(/^greedy +50\.0% .* 6\/10 /m);
  expect(text).toContain("greedy: partial: 50.0% of 6 finished; 4 failed (30.0% if they count as wrong)");
});
