import { expect, it } from "vitest";
import { snakeNames } from "./snake-names.ts";

it("calls members by names of one style, and leaves alone what they hold", () => {
  expect(
    snakeNames({ topP: 0.9, "step limit": 3, avg_at_k: 1, extraBody: { enableThinking: true }, top1: 1 }),
  ).toEqual({ top_p: 0.9, step_limit: 3, avg_at_k: 1, extra_body: { enableThinking: true }, top1: 1 });
});
