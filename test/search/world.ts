// A small search problem: sums that are solved in a few steps. Each step contains its quality, between 0 and 99, and
// the answer is right if the last step is good enough; a judge that reads the quality makes the policy better.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { seededRandom } from "../../src/runs/seed.ts";
import type { TestServer } from "../models/server.ts";
import type { Writer } from "../servers/policy-server.ts";
import type { Judge } from "../servers/prm-server.ts";

export const stepsOf = (problem: string): number => 2 + (numberIn(problem) % 3);

const numberIn = (problem: string): number => Number(/What is (\d+)/.exec(problem)![1]);

/** About half of the answers are right. */
const isGood = (quality: number): boolean => quality >= 50;

/** Depends only on the request and the seed, as a server's output should. */
export const writeSteps: Writer = ({ problem, steps, seed, choice }) => {
  const quality = Math.floor(seededRandom(`${problem}\n${steps.length}\n${seed}\n${choice}`)() * 100);
  const isLast = steps.length + 1 >= stepsOf(problem);
  const right = 3 * numberIn(problem);
  const step = isLast
    ? `With quality ${quality}, the answer is \\boxed{${isGood(quality) ? right : right + 1}}.`
    : `Step ${steps.length + 1} with quality ${quality}.`;
  return { step, isLast };
};

/** Neither never nor always, because no server sends the logarithm of 0. */
export const chanceOf = (quality: number): number => (quality + 1) / 102;

/** A step that a faulty server truncated has no quality. */
export const qualityOf = (step: string): number => Number(/quality (\d+)/.exec(step)?.[1] ?? 0);

export const judgeSums: Judge = ({ newest }) => chanceOf(qualityOf(newest));

export const searchArgs = (
  rows: string,
  policy: Pick<TestServer, "url">,
  reward: Pick<TestServer, "url">,
  out: string,
  ...more: string[]
): string[] => [
  "search",
  "--policy_api_base",
  policy.url,
  "--reward_api_base",
  reward.url,
  "--policy_model_name",
  "policy-model",
  "--reward_model_name",
  "reward-model",
  "--data",
  rows,
  "--output_dir",
  out,
  "--json",
  ...more,
];

export interface WrittenResult {
  id: string;
  question: string;
  iteration_history: {
    iteration_index: number;
    candidates_info: { candidate_step: string; reward: number | null }[];
    chosen_step_index: number;
    chosen_step: string;
  }[];
  iterations: {
    iteration_index: number;
    candidates: { candidate_step: string; reward: number | null; dropped?: string; note?: string }[];
    chosen: number | null;
  }[];
  final_steps: string[];
  gt_answer: string | string[];
  pred_answer: string | null;
  ended: string;
  error?: string;
}

export const resultsIn = async (out: string, name = "result-0-None.json"): Promise<WrittenResult[]> =>
  JSON.parse(await readFile(join(out, name), "utf8")) as WrittenResult[];
