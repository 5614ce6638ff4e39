// Which grader a run gets: code of users runs in a thread from the start, ours is watched in place.

import type { Grader, Judges } from "./grader.ts";
import type { TasksToOpen } from "./thread.ts";
import { type GradingLimits, ThreadedGrader } from "./threaded-grader.ts";
import { WatchedGrader } from "./watched-grader.ts";

/** @param judges the tasks that `open` names, in their template */
export const openGrader = (judges: Judges, open: TasksToOpen, limits: GradingLimits = {}): Grader =>
  [...judges.values()].some(({ isOwnCode }) => isOwnCode)
    ? new ThreadedGrader(open, limits)
    : new WatchedGrader(judges, open, limits);
