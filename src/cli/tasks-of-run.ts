// The tasks that a run names. A run may be anybody's: what it names is a built-in or configured task, or rows; a module
// is loaded only where the user has named it.

import type { TaskConfig } from "../config/index.ts";
import { findTask } from "../tasks/registry.ts";
import type { Task } from "../tasks/task.ts";

export const taskOfRunFlag = { "task-name": { type: "string", short: "a", multiple: true } } as const;

export const taskOfRunHelp = `  -a, --task-name PATH      the module of a task that the run names: code is executed only where you name it`;

export const taskOfRunFinder =
  (tasks: Readonly<Record<string, TaskConfig>>, named: readonly string[] | undefined) =>
  (name: string): Promise<Task> =>
    findTask(name, { tasks, modules: named ?? [] });
