// A task whose grading can be ended, for those who want a verdict at once. Where it takes long, it goes on in a thread, and
// the program waits for that, but not for ever.

import { MessageChannel, type MessagePort, receiveMessageOnPort, type Worker } from "node:worker_threads";
import { ExpectedError } from "../../errors/expected-error.ts";
import { Pulse, tickMs } from "../../jsonl/pulse.ts";
import type { Completion, Conversation, Grade, Task } from "../../tasks/task.ts";
import { TaskError } from "../../tasks/task-error.ts";
import { endedGrade, gradeItem } from "./grader.ts";
import type { Batch, FromThread, TasksToOpen } from "./thread.ts";
import {
  defaultLimitMs,
  type GradingLimits,
  noteFailure,
  startLimitMs,
  startThread,
} from "./threaded-grader.ts";
import { endsWithin, hereMs } from "./within-time.ts";

export function guardTask(task: Task, open: Omit<TasksToOpen, "template">, limits: GradingLimits = {}): Task {
  const thread = new BlockingGrader(open, limits);
  const tasks = new Map([[task.name, task]]);
  let isHere = task.isOwnCode !== true;
  const guarded: Task = {
    ...task,
    grade(conversation, completion) {
      let grade: Grade | undefined;
      const item = { task: task.name, conversation, completion: { ...completion, finish: null } };
      if (isHere)
        isHere = endsWithin(hereMs, () => {
          grade = gradeItem(tasks, item);
        });
      grade ??= thread.grade(task.name, conversation, completion);
      noteFailure(limits, item, grade);
      return grade;
    },
    load: async () => ({ ...(await task.load()), task: guarded }),
  };
  return guarded;
}

class BlockingGrader {
  private thread: { worker: Worker; pulse: Pulse; port: MessagePort } | undefined;
  private batches = 0;

  constructor(
    private readonly open: TasksToOpen,
    private readonly limits: GradingLimits,
  ) {}

  grade(task: string, conversation: Conversation, { text, reasoning }: Completion): Grade {
    const item = { task, conversation, completion: { text, reasoning, finish: null } };
    this.thread ??= this.start();
    const { worker, pulse } = this.thread;
    const batch: Batch = { id: ++this.batches, items: [item] };
    worker.postMessage(batch);
    const limitMs = this.limits.limitMs ?? defaultLimitMs;
    let waited = 0;
    pulse.rest();
    for (let isReady = this.batches > 1; ; ) {
      const before = pulse.answers;
      const message = this.heard();
      if (message?.kind === "graded" && message.id === batch.id) return message.grades[0]!;
      if (message?.kind === "broken") throw new TaskError(message.reason);
      if (message) {
        isReady ||= message.kind === "ready";
        continue;
      }
      pulse.waitFor(before, limitMs);
      if (isReady && pulse.answers === before && pulse.isStuck()) break;
      waited += isReady ? 0 : tickMs(limitMs);
      if (waited > startLimitMs) throw new ExpectedError("the thread that grades was not ready in time");
    }
    const reason = `took longer than ${limitMs / 1000} s`;
    this.end();
    this.limits.onEnded?.(item, reason);
    return endedGrade(reason);
  }

  private heard(): FromThread | undefined {
    return (receiveMessageOnPort(this.thread!.port) as { message: FromThread } | undefined)?.message;
  }

  private start() {
    const pulse = new Pulse();
    const { port1: port, port2 } = new MessageChannel();
    const worker = startThread(this.open, pulse, port2);
    worker.on("error", () => {}); // That it does not answer is noticed in any case.
    worker.unref();
    port.unref();
    return { worker, pulse, port };
  }

  private end(): void {
    void this.thread!.worker.terminate();
    this.thread!.port.close();
    this.thread = undefined;
    this.batches = 0;
  }
}
