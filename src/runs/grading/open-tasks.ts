// Opens the tasks that grade answers from plain data, which can be sent to a thread.

import type { TaskConfig } from "../../config/index.ts";
import { findTask } from "../../tasks/registry.ts";
import type { TemplateName } from "../eval-settings.ts";
import { asRun } from "../plan.ts";
import type { TasksByName } from "./grader.ts";

export interface TasksToOpen {
  /** As given: names or paths. */
  given: readonly string[];
  /** The configuration's. */
  tasks?: Readonly<Record<string, TaskConfig>> | undefined;
  /** See `FindOptions`. */
  modules?: readonly string[] | undefined;
  template?: TemplateName | undefined;
  gradingOptions?: object | undefined;
}

export async function openTasks(open: TasksToOpen): Promise<TasksByName> {
  const { given, tasks: configured, modules } = open;
  const found = await Promise.all(given.map((name) => findTask(name, { tasks: configured, modules })));
  return new Map(found.map((task) => [task.name, asRun(task, open)]));
}
