// Part of a task: every step-th problem from start up to, not including, stop.

import type { Task } from "./task.ts";

export interface Slice {
  start?: number | undefined;
  stop?: number | undefined;
  step?: number | undefined;
}

export function sliceTask(task: Task, { start = 0, stop, step = 1 }: Slice): Task {
  for (const [name, value, least] of [
    ["start", start, 0],
    ["stop", stop ?? 0, 0],
    ["step", step, 1],
  ] as const)
    if (!Number.isInteger(value) || value < least)
      throw new RangeError(`${name} must be a whole number of at least ${least}, not ${value}`);
  const sliced: Task = {
    ...task,
    name: `${task.name}[${start}:${stop ?? ""}${step === 1 ? "" : `:${step}`}]`,
    grade: (conversation, completion) => task.grade(conversation, completion),
    async load() {
      const { source, conversations } = await task.load();
      return {
        task: sliced,
        source,
        conversations: conversations.slice(start, stop).filter((_, i) => i % step === 0),
      };
    },
  };
  return sliced;
}
