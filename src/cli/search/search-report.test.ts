import { expect, it } from "vitest";
import type { SearchResult } from "../../search/search.ts";
import { withColours } from "../terminal/colour.ts";
import { searchText } from "./search-report.ts";

it("gives no figure and no interval where no search came to its end", () => {
  const usage = { inputTokens: 0, outputTokens: 0 };
  const result = {
    problems: Array(12).fill({}),
    right: 0,
    ended: { "not finished": 12 },
    requests: { policy: 0, reward: 0 },
    usage: { policy: usage, reward: usage },
  } as unknown as SearchResult;
  const text = withColours(searchText({ strategy: "greedy", n: 8 }, result, undefined, undefined), false);
  expect(text).toMatch(/^greedy +– +– +12 +0 +0 +0 +0$/m);
});
