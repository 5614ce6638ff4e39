// Tasks made of other tasks: a part of one, or several as one.

import { type Conversation, changedTask, type LoadedTask, type Task } from "./task.ts";
import { TaskError } from "./task-error.ts";

export interface Slice {
  start?: number | undefined;
  stop?: number | undefined;
  step?: number | undefined;
}

/** Every step-th problem from start up to, not including, stop. */
export function sliceTask(task: Task, { start = 0, stop, step = 1 }: Slice): Task {
  for (const [name, value, least] of [
    ["start", start, 0],
    ["stop", stop ?? 0, 0],
    ["step", step, 1],
  ] as const)
    if (!Number.isInteger(value) || value < least)
      throw new RangeError(`${name} must be a whole number of at least ${least}, not ${value}`);
  const name = `${task.name}[${start}:${stop ?? ""}${step === 1 ? "" : `:${step}`}]`;
  return changedTask(
    task,
    { name, grade: (conversation, completion) => task.grade(conversation, completion) },
    (all) => all.slice(start, stop).filter((_, i) => i % step === 0),
  );
}

/** Several tasks as one, in the order given. A problem keeps its own task's rule: its id begins with the task's name. */
export function mixTasks(name: string, tasks: readonly Task[]): Task {
  if (tasks.length === 0) throw new TaskError(`the mixture '${name}' has no tasks`);
  if (new Set(tasks.map((task) => task.name)).size < tasks.length)
    throw new TaskError(`the mixture '${name}' holds a task twice`);
  // A name may be the beginning of a different one, so longer names are tried first.
  const byLength = [...tasks].sort((a, b) => b.name.length - a.name.length);
  const mixture: Task = {
    name,
    description: `a mixture of ${tasks.map((task) => task.name).join(", ")}`,
    eval_type: "generative",
    maxNewTokens: tasks.reduce((most, task) => Math.max(most, task.maxNewTokens), 0),
    grade(conversation, completion) {
      const task = byLength.find((each) => conversation.id.startsWith(`${each.name}/`));
      if (!task) throw new TaskError(`the mixture '${name}' has no problem '${conversation.id}'`);
      return task.grade(conversation, completion);
    },
    async load() {
      const loaded: LoadedTask[] = [];
      for (const task of tasks) loaded.push(await task.load());
      return {
        task: mixture,
        source: {
          dataset: loaded.map(({ source }) => source.dataset).join(" + "),
          revision: loaded.map(({ source }) => source.revision ?? "unknown").join(" + "),
          files: loaded.flatMap(({ source }) => source.files.map((file) => `${source.dataset}/${file}`)),
        },
        conversations: loaded.flatMap(({ conversations }, i) =>
          conversations.map((each): Conversation => ({ ...each, id: `${tasks[i]!.name}/${each.id}` })),
        ),
      };
    },
  };
  return mixture;
}
