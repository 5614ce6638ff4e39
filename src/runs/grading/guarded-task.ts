// A task whose grading can be ended, for callers that want a verdict at once. An answer is graded in this thread for a
// moment; where it takes longer, it is graded in a worker, and this thread waits for that, but not for ever.

import { messageOf } from "../../errors/expected-error.ts";
import type { Grade, Task } from "../../tasks/task.ts";
import { TaskError } from "../../tasks/task-error.ts";
import { BlockingWorker } from "../../workers/blocking.ts";
import { endsWithin, hereMs } from "../../workers/within-time.ts";
import { endedGrade, type GradingItem, gradeItem } from "./grader.ts";
import type { TasksToOpen } from "./thread.ts";
import { type GradingLimits, gradingWorker, noteFailure } from "./threaded-grader.ts";

export function guardTask(task: Task, open: Omit<TasksToOpen, "template">, limits: GradingLimits = {}): Task {
  const worker = new BlockingWorker<GradingItem[], Grade[]>(gradingWorker(open, limits));
  const tasks = new Map([[task.name, task]]);
  let isHere = task.isOwnCode !== true;
  const gradeThere = (item: GradingItem): Grade => {
    try {
      const run = worker.run([item]);
      if ("answer" in run) return run.answer[0]!;
      limits.onEnded?.(item, run.ended);
      return endedGrade(run.ended);
    } catch (error) {
      throw new TaskError(messageOf(error));
    }
  };
  const guarded: Task = {
    ...task,
    grade(conversation, completion) {
      let grade: Grade | undefined;
      const item = { task: task.name, conversation, completion: { ...completion, finish: null } };
      if (isHere)
        isHere = endsWithin(hereMs, () => {
          grade = gradeItem(tasks, item);
        });
      grade ??= gradeThere(item);
      noteFailure(limits, item, grade);
      return grade;
    },
    load: async () => ({ ...(await task.load()), task: guarded }),
  };
  return guarded;
}
