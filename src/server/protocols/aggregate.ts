// NeMo Gym's figures over verified rollouts: for each task and for all of them, of the reward and of every other
// number. It is a request without items, but is read and answered like those with items, so that a thread parses a
// large one.

import { z } from "zod";
import { writeFloats } from "../../jsonl/write-floats.ts";
import { type Protocol, readAs } from "./protocol.ts";

const body = z.looseObject({ verify_responses: z.array(z.record(z.string(), z.unknown())) });
const figure = z.number().nullable();
const taskKey = "_ng_task_index";
const rolloutKey = "_ng_rollout_index";

type Response = Record<string, unknown>;
type Figures = Record<string, number>;

export const aggregateMetrics: Protocol = {
  body,
  answer: z.object({
    group_level_metrics: z.array(z.looseObject({ [taskKey]: z.unknown() }).catchall(figure)),
    agent_metrics: z.record(z.string(), figure),
    key_metrics: z.record(z.string(), figure),
  }),
  summary: "NeMo Gym: figures over verified rollouts",
  hasItems: false,
  read(given) {
    const read = readAs(body, given);
    if (!("body" in read)) return read;
    return { items: [], answer: () => ({ text: aggregated(read.body.verify_responses) }) };
  },
};

function aggregated(responses: readonly Response[]): string {
  const tasks = new Map<unknown, Response[]>();
  for (const response of responses) {
    const task = response[taskKey] ?? 0;
    const of = tasks.get(task);
    if (of) of.push(response);
    else tasks.set(task, [response]);
  }
  const all = responses.length === 0 ? {} : figures(responses);
  const means = Object.fromEntries(Object.entries(all).filter(([name]) => name.startsWith("mean/")));
  // The index of a task is a whole number and is returned unchanged; figures are floats.
  const groups = [...tasks].map(([task, of]) =>
    written([`${JSON.stringify(taskKey)}:${JSON.stringify(task)}`, ...members(figures(of))]),
  );
  const [agent, key] = [written(members(all)), written(members(means))];
  return `{"group_level_metrics":[${groups.join(",")}],"agent_metrics":${agent},"key_metrics":${key}}`;
}

const written = (members: readonly string[]): string => `{${members.join(",")}}`;

/** The sum of numbers may overflow, which JSON cannot represent. */
const members = (figures: Figures): string[] =>
  Object.entries(figures).map(
    ([name, value]) => `${JSON.stringify(name)}:${Number.isFinite(value) ? writeFloats(value) : "null"}`,
  );

function figures(responses: readonly Response[]): Figures {
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
