// Which grader a run gets: code of users runs in a thread from the start, ours is watched in place.

import type { Grader, TasksByName } from "./grader.ts";
import type { TasksToOpen } from "./thread.ts";
import { type GradingLimits, ThreadedGrader } from "./threaded-grader.ts";
import { WatchedGrader } from "./watched-grader.ts";

/** @param tasks the tasks that `open` names, in their template */
export const openGrader = (tasks: TasksByName, open: TasksToOpen, limits: GradingLimits = {}): Grader =>
  [...tasks.values()].some(({ isOwnCode }) => isOwnCode)
    ? new ThreadedGrader(open, limits)
    : new WatchedGrader(tasks, open, limits);
