// Samples dealt out to shards, and read again from what a shard has written down of the whole set.

import { StorageError } from "../jsonl/errors.ts";
import type { Shard } from "../jsonl/shard.ts";
import { dealtOut, type ProblemSet } from "../runs/shard.ts";
import type { BenchFile, OwnSamples } from "./bench-file.ts";
import type { LoadedSample, Subset } from "./samples.ts";

/** The whole set and the part of it that a shard judges; nothing where all are judged. */
export function shardOfBench(
  subsets: readonly Subset[],
  shard: Shard | undefined,
): { set?: ProblemSet; own?: OwnSamples } {
  if (!shard) return {};
  const everything = subsets.flatMap(({ name, samples }) =>
    samples.map((sample) => ({ task: name, sample })),
  );
  const { set, isOwn } = dealtOut(
    everything,
    shard,
    ({ task, sample: { problem, steps, label } }) => ({ task, text: [problem, steps], gold: label }),
    ({ task, sample }) => ({ task, id: sample.id, about: sample.row }),
  );
  let place = 0;
  const own = subsets.map((subset) => ({
    ...subset,
    samples: subset.samples.filter(() => isOwn(place++)),
  }));
  return { set, own: { shard, subsets: own } };
}

/** The subsets as they were loaded. @throws {StorageError} where a row is none of theirs */
export function subsetsOf({ data }: BenchFile, { members }: ProblemSet): Subset[] {
  const subsets = new Map(
    Object.entries(data).map(([name, { source }]) => [name, { name, source, samples: [] as LoadedSample[] }]),
  );
  for (const { task, id, about } of members) {
    const { problem, steps, label } = (about ?? {}) as Partial<LoadedSample>;
    const isSample = typeof problem === "string" && Array.isArray(steps) && typeof label === "number";
    if (!isSample || !subsets.has(task))
      throw new StorageError(`the set of the shard has '${id}', which is not a sample of its subsets`);
    const row = about as LoadedSample["row"];
    subsets.get(task)!.samples.push({ id, problem, steps, label, row });
  }
  return [...subsets.values()];
}
