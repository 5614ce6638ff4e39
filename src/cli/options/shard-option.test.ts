import { expect, it } from "vitest";
import { readShard } from "./shard-option.ts";

it.each([
  ["0/4", {}, 0],
  [" 3/4 ", {}, 3],
  ["0/1", {}, 0],
  // An explicit number takes precedence over the environment.
  ["2/4", { SLURM_ARRAY_TASK_ID: "1" }, 2],
  ["auto/4", { SLURM_ARRAY_TASK_ID: "3" }, 3],
  ["auto/4", { SLURM_ARRAY_TASK_ID: "4", SLURM_ARRAY_TASK_MIN: "1" }, 3],
  [
    "auto/4",
    {
      SLURM_ARRAY_TASK_ID: "30",
      SLURM_ARRAY_TASK_MIN: "10",
      SLURM_ARRAY_TASK_STEP: "10",
      SLURM_ARRAY_TASK_COUNT: "4",
    },
    2,
  ],
  ["auto/8", { JOB_COMPLETION_INDEX: "7" }, 7],
  ["auto/8", { SLURM_ARRAY_TASK_ID: "", JOB_COMPLETION_INDEX: "0" }, 0],
])("%s in %j is part %i", (text, environment, index) => {
  expect(readShard(text, environment)).toEqual({ index, count: Number(text.split("/")[1]) });
});

it.each([
  ["4/4", {}, "the last of 4 is 3/4"],
  ["-1/4", {}, "must be a shard and the number of shards"],
  ["1", {}, "must be a shard and the number of shards"],
  ["1.5/4", {}, "must be a shard and the number of shards"],
  ["0/0", {}, "the number of shards must be from 1"],
  ["auto/4", {}, "needs SLURM_ARRAY_TASK_ID or JOB_COMPLETION_INDEX"],
  ["auto/4", { JOB_COMPLETION_INDEX: "4" }, "this is shard 4 by the environment"],
  ["auto/4", { SLURM_ARRAY_TASK_ID: "4" }, "this is shard 4 by the environment"],
  ["auto/4", { SLURM_ARRAY_TASK_ID: "two" }, "SLURM_ARRAY_TASK_ID is 'two'"],
  [
    "auto/4",
    { SLURM_ARRAY_TASK_ID: "15", SLURM_ARRAY_TASK_MIN: "10", SLURM_ARRAY_TASK_STEP: "10" },
    "not a whole number of steps",
  ],
  // Task 3 of eight, resubmitted alone, would otherwise be taken for the first.
  [
    "auto/8",
    { SLURM_ARRAY_TASK_ID: "3", SLURM_ARRAY_TASK_MIN: "3", SLURM_ARRAY_TASK_COUNT: "1" },
    "the Slurm array has 1 tasks",
  ],
])("%s in %j is refused: %s", (text, environment, sentence) => {
  expect(() => readShard(text, environment)).toThrow(sentence);
});
