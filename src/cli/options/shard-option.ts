// --shard: the part of the work that this process does. Slurm and Kubernetes give each process of an array its number.

import type { Shard } from "../../jsonl/shard.ts";
import { textAs } from "../../options/option.ts";

/** Beyond what any cluster has. */
const mostShards = 1_000_000;

/** @param what the work that is divided, in the plural */
export const shardOption = (what: string) =>
  textAs((text) => readShard(text, process.env), {
    value: "I/N",
    help:
      `Run only shard I, counted from 0, of N shards of the ${what}; auto/N takes I from a Slurm array or an ` +
      "indexed Kubernetes job. 'assay merge' merges the shards.",
  });

/** @throws {Error} with a sentence */
export function readShard(text: string, environment: NodeJS.ProcessEnv): Shard {
  const [, place, of] = /^(auto|\d+)\/(\d+)$/.exec(text.trim()) ?? [];
  if (place === undefined || of === undefined)
    throw new Error(`'${text}' must be a shard and the number of shards, as in 0/4 or auto/4`);
  const count = Number(of);
  if (count < 1 || count > mostShards)
    throw new Error(`'${text}': the number of shards must be from 1 to ${mostShards}`);
  const index = place === "auto" ? ownIndex(environment, count) : Number(place);
  if (index >= count)
    throw new Error(
      place === "auto"
        ? `this is shard ${index} by the environment, and ${count} shards are numbered from 0 to ${count - 1}`
        : `'${text}': shards are counted from 0, so the last of ${count} is ${count - 1}/${count}`,
    );
  return { index, count };
}

function ownIndex(environment: NodeJS.ProcessEnv, count: number): number {
  if (given(environment, "SLURM_ARRAY_TASK_ID")) return slurmIndex(environment, count);
  if (given(environment, "JOB_COMPLETION_INDEX")) return wholeNumber(environment, "JOB_COMPLETION_INDEX");
  throw new Error(
    `auto/${count} needs SLURM_ARRAY_TASK_ID or JOB_COMPLETION_INDEX in the environment; give the number itself, ` +
      `as in 0/${count}`,
  );
}

/** An array may start anywhere and have steps: `--array=10-40:10` has four tasks. */
function slurmIndex(environment: NodeJS.ProcessEnv, count: number): number {
  const read = (name: string, otherwise: number) =>
    given(environment, name) ? wholeNumber(environment, name) : otherwise;
  const id = wholeNumber(environment, "SLURM_ARRAY_TASK_ID");
  const step = read("SLURM_ARRAY_TASK_STEP", 1);
  const index = (id - read("SLURM_ARRAY_TASK_MIN", 0)) / step;
  // A part of an array that is resubmitted starts elsewhere, and would take the shards of others.
  const tasks = read("SLURM_ARRAY_TASK_COUNT", count);
  if (tasks !== count)
    throw new Error(
      `the Slurm array has ${tasks} tasks, and auto/${count} needs ${count}; to run single shards again, give each ` +
        `by its number, as in 0/${count}`,
    );
  if (!Number.isInteger(index) || index < 0)
    throw new Error(`SLURM_ARRAY_TASK_ID ${id} is not a whole number of steps after the array's first task`);
  return index;
}

const given = (environment: NodeJS.ProcessEnv, name: string): boolean => (environment[name] ?? "") !== "";

function wholeNumber(environment: NodeJS.ProcessEnv, name: string): number {
  const text = environment[name]!;
  if (!/^\d+$/.test(text)) throw new Error(`${name} is '${text}', which is not a whole number`);
  return Number(text);
}
