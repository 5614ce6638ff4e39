// A user's task: a module that exports one. It is executed as the user's code; only the form of its results is checked,
// so that a mistake is reported with its place.

import { z } from "zod";
import { ExpectedError } from "../errors/expected-error.ts";
import { importOwn, mistakeIn } from "../errors/own-code.ts";
import { badField } from "../outgoing/bad-field.ts";
import type { Conversation, Source, Task } from "./task.ts";
import { TaskError } from "./task-error.ts";

const aFunction = z.custom<unknown>((value) => typeof value === "function", "must be a function");

/** The possible names of the grading function; the second is an earlier name. */
type Member = "grade" | "judge";

const shapeWith = (member: Member) =>
  z.object({
    name: z.string().min(1),
    description: z.string(),
    eval_type: z.literal("generative"),
    maxNewTokens: z.int().min(1),
    load: aFunction,
    [member]: aFunction,
  });

const conversation: z.ZodType<Conversation> = z.object({
  id: z.string(),
  messages: z.array(z.object({ role: z.enum(["system", "user", "assistant"]), content: z.string() })).min(1),
  answer: z.union([z.string(), z.array(z.string())]),
  problem: z.string(),
  columns: z.record(z.string(), z.unknown()).optional(),
});

export const sourceShape: z.ZodType<Source> = z.object({
  dataset: z.string(),
  config: z.string().optional(),
  split: z.string().optional(),
  revision: z.string().optional(),
  files: z.array(z.string()),
});

const loadedShape = z.object({ source: sourceShape, conversations: z.array(conversation) });

/** The required fields of a grade. */
export const gradeShape = z.object({
  right: z.boolean().nullable(),
  extracted: z.string().nullable(),
  by: z.string(),
  reason: z.string().optional(),
});

/** The task that a module exports as `task` or by default. */
export async function importTask(path: string): Promise<Task> {
  let exported: { task?: unknown; default?: unknown };
  try {
    exported = await importOwn(path);
  } catch (error) {
    throw new TaskError(`${path}: it cannot be loaded: ${mistakeIn(path, error)}`, { cause: error });
  }
  const own = (exported.task ?? exported.default) as Omit<Task, "grade"> & Record<Member, Task["grade"]>;
  const member: Member = own?.grade === undefined && own?.judge !== undefined ? "judge" : "grade";
  check(shapeWith(member), own, `${path}: the export 'task'`);
  const { name, description, eval_type, maxNewTokens } = own;
  const task: Task = {
    name,
    description,
    eval_type,
    maxNewTokens,
    isOwnCode: true,
    async load() {
      const loaded = await promisedBy(path, "load()", () => own.load());
      check(loadedShape, loaded, `${path}: what load() returns`);
      return { ...loaded, task };
    },
    grade(conversation, { text, reasoning }) {
      const grade = gradedBy(path, () => own[member](conversation, { text, reasoning }));
      check(gradeShape, grade, `${path}: what ${member}() returns`);
      return grade;
    },
  };
  return task;
}

function check(wanted: z.ZodType, value: unknown, what: string): void {
  const read = wanted.safeParse(value);
  if (read.success) return;
  throw new TaskError(`${what}: ${badField(read.error.issues[0]!, value)}`);
}

/** The result of a function of the module; errors are reported with their place. */
async function promisedBy<T>(path: string, what: string, call: () => Promise<T> | T): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ExpectedError) throw error;
    throw new TaskError(`${path}: ${what} failed: ${mistakeIn(path, error)}`, { cause: error });
  }
}

/** If the module fails on one answer, the answer is unscored; this does not end a run. */
function gradedBy<T>(path: string, grade: () => T): T {
  try {
    return grade();
  } catch (error) {
    throw new Error(mistakeIn(path, error), { cause: error });
  }
}
