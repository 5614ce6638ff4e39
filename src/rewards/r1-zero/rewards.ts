// The r1-zero family for the registry: names, fields and examples.

import { z } from "zod";
import { readPolicies } from "../../math/index.ts";
import { defineReward, type Observe, type Reward } from "../reward.ts";
import type { GroundTruth } from "./grading.ts";
import { boxedReward, formatReward, lenientTagReward, r1ZeroReward } from "./r1-zero.ts";

const keys = ["format_reward", "answer_reward", "reward"];
const right = { format_reward: 1, answer_reward: 1, reward: 1 };
const response = z.string().describe("the model's output");

const graded = {
  response,
  // Checked by the reward: a gold that cannot be used makes a row unscored, not wrong.
  ground_truth: z.unknown().describe("a number, a string, or a list, of which one match is enough"),
  fast: z.boolean().optional().describe("the reference's flag: true is fast, false is full grading"),
  grading: z.enum(["strict", "fast", "full"]).optional().describe("strict (the default), fast or full"),
  grading_options: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("grading options, such as a preset; see docs/grading.md"),
};

/** What the rewards that grade an answer have in common. */
const family = { fields: graded, gold: "ground_truth", keys } as const;

type Graded = z.output<z.ZodObject<typeof graded>>;

/** @throws {TypeError} that names an unknown grading option */
const scoreBy =
  (reward: typeof r1ZeroReward) =>
  ({ response, ground_truth, fast, grading, grading_options: policies }: Graded, observe?: Observe) => {
    if (policies !== undefined) readPolicies(policies);
    return reward(response, ground_truth as GroundTruth, { fast, grading, observe, policies });
  };

export const r1ZeroRewards: readonly Reward[] = [
  defineReward({
    name: "r1_zero",
    aliases: ["r1_zero_reward_fn"],
    description: "the answer in '</think> <answer>…</answer>' equals the ground truth",
    ...family,
    example: {
      row: { response: "10 + 32 = 42. </think> <answer>\\boxed{42}</answer>", ground_truth: "42" },
      result: right,
    },
    score: scoreBy(r1ZeroReward),
  }),
  defineReward({
    name: "r1_zero_boxed",
    aliases: ["boxed_reward_fn"],
    description: "the last \\boxed{…} of the response equals the ground truth; no tags",
    ...family,
    example: { row: { response: "So it is \\boxed{\\frac{1}{2}}.", ground_truth: 0.5 }, result: right },
    score: scoreBy(boxedReward),
  }),
  defineReward({
    name: "r1_zero_lenient",
    aliases: ["answer_tag_reward_fn"],
    description: "the answer in '<answer>…</answer>' equals the ground truth; '</think> ' is not required",
    ...family,
    example: { row: { response: "<answer>x = 5</answer>", ground_truth: "5" }, result: right },
    score: scoreBy(lenientTagReward),
  }),
  defineReward({
    name: "r1_zero_format",
    description: "the response has the format '</think> <answer>…</answer>', whatever its answer is",
    fields: { response },
    keys: ["format_reward", "reward"],
    example: {
      row: { response: "Hm. </think> <answer>7</answer>" },
      result: { format_reward: 1, reward: 1 },
    },
    score: ({ response }) => formatReward(response),
  }),
];
