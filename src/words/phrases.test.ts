// The table of phrases: each row's role is found in its example, and not in its counterexample.

import { expect, it } from "vitest";
import { phrases } from "./phrases.ts";
import { roles } from "./roles.ts";
import { spansIn } from "./spans.ts";

const rolesIn = (text: string) => spansIn(text).map(({ role }) => role);

it.each(phrases)("$role in $language: $example", ({ role, example, counterexample }) => {
  expect(rolesIn(example)).toContain(role);
  expect(rolesIn(counterexample)).not.toContain(role);
});

it("has a row for each role that words can have", () => {
  const withRow = new Set(phrases.map(({ role }) => role));
  const bySign = ["value", "operator", "question", "hidden", "unknown"];
  expect(roles.filter((role) => !withRow.has(role))).toEqual(bySign);
});

it.each(["so $x=5$ is (at least) 5, right?", "答案不是42。", "n'est pas — \\frac12 ✓ #1"])(
  "leaves nothing over: %j",
  (text) => {
    let at = 0;
    for (const { start, end } of spansIn(text)) {
      expect(text.slice(at, start).trim()).toBe("");
      expect(end).toBeGreaterThan(start);
      at = end;
    }
    expect(text.slice(at).trim()).toBe("");
  },
);
