// NeMo Gym's figures over verified rollouts: for each task and for all of them, of the reward and of every other number.

import { z } from "zod";
import { HttpError } from "../http/http-error.ts";

const body = z.looseObject({ verify_responses: z.array(z.record(z.string(), z.unknown())) });
const taskKey = "_ng_task_index";
const rolloutKey = "_ng_rollout_index";

type Response = Record<string, unknown>;

/** @throws {HttpError} 400 */
export function aggregate(given: unknown): object {
  const read = body.safeParse(given);
  if (!read.success)
    throw new HttpError(400, "verify_responses must be a list of objects", { param: "verify_responses" });
  const responses = read.data.verify_responses;
  const tasks = new Map<unknown, Response[]>();
  for (const response of responses) {
    const task = response[taskKey] ?? 0;
    const of = tasks.get(task);
    if (of) of.push(response);
    else tasks.set(task, [response]);
  }
  const all = responses.length === 0 ? {} : figures(responses);
  return {
    group_level_metrics: [...tasks].map(([task, of]) => ({ [taskKey]: task, ...figures(of) })),
    agent_metrics: all,
    key_metrics: Object.fromEntries(Object.entries(all).filter(([name]) => name.startsWith("mean/"))),
  };
}

function figures(responses: readonly Response[]): Record<string, number> {
  const numbers = new Map<string, number[]>();
  for (const response of responses)
    for (const [name, value] of Object.entries(response))
      if (typeof value === "number" && name !== taskKey && name !== rolloutKey) {
        const of = numbers.get(name) ?? [];
        of.push(value);
        numbers.set(name, of);
      }
  return Object.fromEntries(
    [...numbers].flatMap(([name, of]) =>
      Object.entries(summary(of)).map(([figure, value]) => [`${figure}/${name}`, value]),
    ),
  );
}

function summary(numbers: readonly number[]) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const count = sorted.length;
  const mean = sorted.reduce((sum, value) => sum + value, 0) / count;
  const spread = sorted.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return {
    mean,
    max: sorted.at(-1)!,
    min: sorted[0]!,
    median: (sorted[(count - 1) >> 1]! + sorted[count >> 1]!) / 2,
    std: count > 1 ? Math.sqrt(spread / (count - 1)) : 0,
  };
}
