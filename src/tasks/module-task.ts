// A task of the user's own making: a module that exports one. It is the user's code, and runs as such; only its shape
// is checked, so that a mistake is named before the first request is paid for.

import { pathToFileURL } from "node:url";
import { z } from "zod";
import type { Task } from "./task.ts";
import { TaskError } from "./task-error.ts";

const aFunction = z.custom<unknown>((value) => typeof value === "function", "must be a function");

const shape = z.object({
  name: z.string().min(1),
  description: z.string(),
  eval_type: z.literal("generative"),
  maxNewTokens: z.int().min(1),
  load: aFunction,
  judge: aFunction,
});

/** The task that a module exports as `task` or by default. */
export async function importTask(path: string): Promise<Task> {
  let exported: { task?: unknown; default?: unknown };
  try {
    exported = await import(pathToFileURL(path).href);
  } catch (error) {
    throw new TaskError(`${path}: it cannot be loaded: ${(error as Error).message}`);
  }
  const task = exported.task ?? exported.default;
  const read = shape.safeParse(task);
  if (read.success) return task as Task;
  const [issue] = read.error.issues;
  const field = issue!.path.length === 0 ? "the export 'task'" : `task.${issue!.path.join(".")}`;
  throw new TaskError(`${path}: ${field}: ${issue!.message}`);
}
