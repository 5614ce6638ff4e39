// What the merging of shards has in common, whatever they are shards of: they must belong together, the merged folder
// must be new, and it says which shards and problems are missing.

import { mkdirSync } from "node:fs";
import { ExpectedError } from "../errors/expected-error.ts";
import { reasonOf, StorageError } from "../jsonl/errors.ts";
import { DifferentModelError, type SeenModel, seenDifferences, withSeen } from "../seen/seen.ts";
import type { MergedPlace } from "./merged-place.ts";
import { runKind } from "./run-folder.ts";
import { type ProblemSet, type ReadSet, readSet, type SetMember } from "./shard.ts";

/** A shard's folder and what its run.json holds. */
export interface ShardRun<Run> {
  folder: string;
  run: Run;
}

/** What every kind of run says of the models that answered. */
interface SeenRun {
  seen?: SeenModel[] | undefined;
}

/**
 * The set that all of them were dealt out of.
 * @param differences between two run files that should be of the same run
 * @throws {ExpectedError} when they do not belong together
 */
export async function commonSet<Run extends SeenRun>(
  runs: readonly ShardRun<Run>[],
  differences: (a: Run, b: Run) => string[],
  { sameModel = false }: MergeOptions = {},
): Promise<ProblemSet> {
  const first = runs[0]!;
  let set: ReadSet | undefined;
  for (const { folder, run } of runs) {
    const own = await readSet(folder);
    if (!own) throw new StorageError(`${folder}: it was not made with --shard, so it cannot be merged`);
    set ??= own;
    if (own.count !== set.count)
      throw new ExpectedError(
        `${folder} is one of ${own.count} shards, and ${first.folder} one of ${set.count}`,
      );
    const changes = differences(first.run, run);
    if (changes.length > 0)
      throw new ExpectedError(
        `${first.folder} and ${folder} are of different runs; what differs: ${changes.join("; ")}`,
      );
    const models = sameModel ? [] : seenDifferences(first.run.seen, run.seen);
    if (models.length > 0)
      throw new DifferentModelError(
        `${first.folder} and ${folder} were answered by different models:\n` +
          `${models.map((each) => `  ${each}`).join("\n")}\n` +
          "--same-model merges them on your word that it is the same model",
      );
    if (own.digest !== set.digest)
      throw new ExpectedError(`${first.folder} and ${folder} were dealt out from different problems`);
  }
  return set!;
}

export interface MergeOptions {
  /** The user's word that all were answered by one model. */
  sameModel?: boolean | undefined;
}

/** The one that was begun first speaks for all, in whatever order they are named; what was seen is that of all. */
export function firstBegun<Run extends SeenRun & { created: string }>(runs: readonly ShardRun<Run>[]): Run {
  const key = ({ created, ...rest }: Run) => `${created} ${JSON.stringify(rest)}`;
  const first = runs.map(({ run }) => run).reduce((a, b) => (key(b) < key(a) ? b : a));
  const seen = runs.flatMap(({ run }) => run.seen ?? []);
  if (seen.length === 0) return first;
  const inTime = seen.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return { ...first, seen: withSeen([], inTime) };
}

/** @param folder in the draft. @throws {ExpectedError} when there is a run already where it will be */
export async function makeMergedFolder(folder: string, { final }: MergedPlace): Promise<void> {
  if ((await runKind(final(folder))) !== undefined)
    throw new ExpectedError(`${final(folder)} holds a run already; name another folder with --out`);
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new StorageError(`${folder}: the folder cannot be made: ${reasonOf(error)}`);
  }
}

/** What is missing, in sentences: whole shards by their number, single problems by name. */
export function missingText(
  { count, members }: ProblemSet,
  isMissing: (member: SetMember) => boolean,
): string[] {
  const missing = members.filter(isMissing);
  const sizes = new Map<number, number>();
  for (const { shard } of members) sizes.set(shard, (sizes.get(shard) ?? 0) + 1);
  const shards = [...new Set(missing.map(({ shard }) => shard))].sort((a, b) => a - b);
  return shards.map((shard) => {
    const own = missing.filter((member) => member.shard === shard);
    if (own.length > 1 && own.length === sizes.get(shard))
      return `shard ${shard}/${count}: all ${own.length} are missing`;
    const names = own.slice(0, namesShown).map(({ task, id }) => `${task} ${id}`);
    const more = own.length > namesShown ? ` and ${own.length - namesShown} more` : "";
    return `shard ${shard}/${count}: missing ${names.join(", ")}${more}`;
  });
}

const namesShown = 10;
