// The entry of the thread that grades completions: opens the tasks of a run, then grades batch by batch.

import type { TaskConfig } from "../../config/index.ts";
import { findTask } from "../../tasks/registry.ts";
import type { Grade } from "../../tasks/task.ts";
import { serveJobs } from "../../workers/serve-jobs.ts";
import type { TemplateName } from "../eval-settings.ts";
import { asRun } from "../template.ts";
import { endedGrade, type GradingItem, gradeItem } from "./grader.ts";

/** Which tasks are graded by, as plain data that a thread can be given. */
export interface TasksToOpen {
  /** As they were given: names or paths. */
  given: readonly string[];
  /** The configuration's. */
  tasks?: Readonly<Record<string, TaskConfig>> | undefined;
  /** See `FindOptions`. */
  modules?: readonly string[] | undefined;
  template?: TemplateName | undefined;
  gradingOptions?: object | undefined;
}

await serveJobs(async (open: TasksToOpen) => {
  const { given, tasks: configured, modules } = open;
  const found = await Promise.all(given.map((name) => findTask(name, { tasks: configured, modules })));
  const tasks = new Map(found.map((task) => [task.name, asRun(task, open)]));
  return {
    answer: (items: readonly GradingItem[], { failed, at }): Grade[] =>
      items.map((item, place) => {
        at(place);
        const reason = failed[place];
        return reason === undefined ? gradeItem(tasks, item) : endedGrade(reason);
      }),
  };
});
