// Several tasks as one, in the order given. A problem keeps its own task's rule: its id begins with the task's name.

import type { Conversation, LoadedTask, Task } from "./task.ts";
import { TaskError } from "./task-error.ts";

export function mixTasks(name: string, tasks: readonly Task[]): Task {
  if (tasks.length === 0) throw new TaskError(`the mixture '${name}' has no tasks`);
  if (new Set(tasks.map((task) => task.name)).size < tasks.length)
    throw new TaskError(`the mixture '${name}' holds a task twice`);
  // A name may begin with another one, so longer names are looked for first.
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
