// The tasks that a run names. A run may come from another person, so only built-in or configured tasks, or rows, are
// loaded by name; a module is loaded only if the user has named it. Their grading runs in a thread that can be stopped.

import type { TaskConfig } from "../../config/index.ts";
import { repeated, text } from "../../options/option.ts";
import type { Grader } from "../../runs/grading/grader.ts";
import { type GradingLimits, guardTask, ThreadedGrader } from "../../runs/grading/threaded-grader.ts";
import type { RunConfig, RunFile } from "../../runs/run-file.ts";
import { findTask } from "../../tasks/registry.ts";
import type { Task } from "../../tasks/task.ts";
import { UsageError } from "../command.ts";
import { gradingOptions } from "../options/shared-options.ts";

export const taskOfRunOptions = {
  taskName: repeated(
    text({
      name: "task",
      aliases: ["task-name"],
      short: "a",
      value: "PATH",
      completes: "file",
      group: "Grading",
      help:
        "Load this task module, which the run was made with; Assay does not execute a module that " +
        "only the run names.",
    }),
  ),
  ...gradingOptions,
};

export interface TasksOfRun {
  find(name: string): Promise<Task>;
  graderOf(run: RunFile): Grader;
}

export function tasksOfRun(
  tasks: Readonly<Record<string, TaskConfig>>,
  named: readonly string[] | undefined,
  limits: GradingLimits,
): TasksOfRun {
  const options = { tasks, modules: named ?? [] };
  return {
    find: async (name) => guardTask(await findTask(name, options), { given: [name], ...options }, limits),
    graderOf: ({ config }) =>
      new ThreadedGrader(
        { given: config.tasks, template: config.template, gradingOptions: config.gradingOptions, ...options },
        { ...limits, mayBeginHere: true },
      ),
  };
}

/** Refuses grading options that have no effect on a task. @throws {UsageError} */
export function refuseUnused(
  { gradingOptions, template }: Pick<RunConfig, "gradingOptions" | "template">,
  tasks: readonly Task[],
): void {
  if (gradingOptions === undefined || template !== undefined) return;
  const without = tasks.filter(({ withOptions }) => !withOptions);
  if (without.length === 0) return;
  const names = without.map(({ name }) => name).join(", ");
  throw new UsageError(`grading options have no effect on ${names}, because its rule has none`);
}
