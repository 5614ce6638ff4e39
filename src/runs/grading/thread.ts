// The entry of the grading thread: it opens the tasks of a run, then grades batch by batch.

import type { Grade } from "../../tasks/task.ts";
import { serveJobs } from "../../workers/serve-jobs.ts";
import { endedGrade, type GradingItem, gradeItem } from "./grader.ts";
import { openTasks, type TasksToOpen } from "./open-tasks.ts";

await serveJobs(async (open: TasksToOpen) => {
  const tasks = await openTasks(open);
  return {
    answer: (items: readonly GradingItem[], { failed, at }): Grade[] =>
      items.map((item, place) => {
        at(place);
        const reason = failed[place];
        return reason === undefined ? gradeItem(tasks, item) : endedGrade(reason);
      }),
  };
});
