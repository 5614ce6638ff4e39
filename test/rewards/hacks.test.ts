// Reward hacking: responses that the reference's rules reward, and strict grading must not.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { r1ZeroReward } from "../../src/rewards/index.ts";
import { attempts, hacks } from "./hacks.ts";

const shown = (response: string) => (response.length > 80 ? `${response.slice(0, 80)}…` : response);

it("knows forty hacks or more", () => {
  expect(Object.values(hacks).flat().length).toBeGreaterThanOrEqual(40);
});

describe.each(Object.entries(hacks))("%s", (_, cases) => {
  it.each(cases.map((hack) => ({ ...hack, shown: shown(hack.response) })))(
    "$shown for $gold",
    ({ response, gold, mode }) => {
      expect(r1ZeroReward(response, gold, { grading: mode }).reward, `${mode} pays`).toBe(1);
      expect(r1ZeroReward(response, gold).reward, "strict does not").toBe(0);
    },
  );
});

describe("attempts that no mode pays", () => {
  it.each(attempts.map((hack) => ({ ...hack, shown: shown(hack.response) })))(
    "$shown for $gold",
    ({ response, gold }) => {
      for (const grading of ["strict", "fast", "full"] as const) {
        expect(r1ZeroReward(response, gold, { grading }).reward, grading).toBe(0);
      }
    },
  );
});

describe("honest answers that look like hacks", () => {
  it.each([
    ["\\boxed{3}, \\boxed{5}", "3, 5"],
    ["\\boxed{3} and \\boxed{5}", "5, 3"],
    ["The answer is \\boxed{42}.", 42],
    ["x = \\boxed{5}", "x=5"],
    ["$\\boxed{5}$", 5],
    ["3 or 5", "3, 5"],
    ["\\frac{1}{2}", "0.5"],
    ["2^{10}", 1024],
    ["12 \\text{ ways}", 12],
  ])("%s for %s is paid", (text, gold) => {
    expect(r1ZeroReward(`Hm. </think> <answer>${text}</answer>`, gold).reward).toBe(1);
  });

  it("pays the last attempt, when an earlier one was taken back", () => {
    const response = "Hm. </think> <answer>5</answer> No. </think> <answer>6</answer>";
    expect(r1ZeroReward(response, 6).reward).toBe(1);
    expect(r1ZeroReward(response, 5).reward).toBe(0);
  });

  it("does not mind that the reasoning talks about the tags", () => {
    expect(r1ZeroReward("It goes into <answer> tags. </think> <answer>6</answer>", 6).reward).toBe(1);
  });
});

describe("docs/reward-hacking.md", () => {
  const page = readFileSync(new URL("../../docs/reward-hacking.md", import.meta.url), "utf8");
  const rows = [...page.matchAll(/^\| `(.+?)` \| `(.+?)` \| (fast|full) \|/gm)];

  it("has an example for each way to cheat", () => {
    expect(rows.length).toBeGreaterThanOrEqual(Object.keys(hacks).length);
  });

  it.each(rows.map(([, text, gold, mode]) => ({ text: text!, gold: gold!, mode: mode as "fast" | "full" })))(
    "$text for $gold is paid in $mode mode and not in strict",
    ({ text, gold, mode }) => {
      const response = text.includes("</think>") ? text : `Hm. </think> <answer>${text}</answer>`;
      expect(r1ZeroReward(response, gold, { grading: mode }).reward).toBe(1);
      expect(r1ZeroReward(response, gold).reward).toBe(0);
    },
  );
});
