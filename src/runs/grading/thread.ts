// The entry of the thread that grades: opens the tasks by the names that the run gives them, then grades batches.

import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import type { TaskConfig } from "../../config/index.ts";
import { Pulse } from "../../jsonl/pulse.ts";
import { findTask } from "../../tasks/registry.ts";
import type { Grade, Task } from "../../tasks/task.ts";
import { TaskError } from "../../tasks/task-error.ts";
import { asRun } from "../template.ts";
import type { TemplateName } from "../template-names.ts";
import { type GradingItem, gradeItem } from "./grader.ts";

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

export interface ThreadData {
  open: TasksToOpen;
  pulse: SharedArrayBuffer;
  /** Where one who blocks listens. */
  port: MessagePort | undefined;
}

export interface Batch {
  id: number;
  items: readonly GradingItem[];
}

export type FromThread =
  | { kind: "ready" }
  | { kind: "broken"; reason: string }
  | { kind: "graded"; id: number; grades: Grade[] };

// What a user's task prints must not stand in our output.
process.stdout.write = process.stderr.write.bind(process.stderr);

const { open, pulse: shared, port } = workerData as ThreadData;
const pulse = new Pulse(shared);
const speaker = port ?? parentPort!;

function say(message: FromThread): void {
  speaker.postMessage(message);
  pulse.wake();
}

const broken = (error: unknown) =>
  say({ kind: "broken", reason: error instanceof Error ? error.message : String(error) });

function gradeBatch(tasks: ReadonlyMap<string, Task>, { id, items }: Batch): void {
  try {
    const grades = items.map((item, place) => {
      pulse.beat(id, place);
      return gradeItem(tasks, item);
    });
    say({ kind: "graded", id, grades });
  } catch (error) {
    if (!(error instanceof TaskError)) throw error;
    broken(error);
  }
}

try {
  const found = await Promise.all(
    open.given.map((name) => findTask(name, { tasks: open.tasks, modules: open.modules })),
  );
  const tasks = new Map(found.map((task) => [task.name, asRun(task, open)]));
  parentPort!.on("message", (batch: Batch) => gradeBatch(tasks, batch));
  say({ kind: "ready" });
} catch (error) {
  broken(error);
}
