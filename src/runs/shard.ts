// A run in several shards. Each problem belongs to one of them, by the rank of the hash of its content. The sizes of
// shards therefore differ by one problem at most, do not depend on the order of the data, and are the same for every
// process with the same data.

import { createHash } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { reasonOf, StorageError } from "../jsonl/errors.ts";
import { plainFileLines } from "../jsonl/plain-file.ts";
import { type Shard, shardName } from "../jsonl/shard.ts";
import { writeWholeFile } from "../jsonl/whole-file.ts";

export const shardSchema = z
  .object({ index: z.int().min(0), count: z.int().min(1) })
  .refine(({ index, count }) => index < count, "there is no such shard");

/** The content of a problem, independent of its place in the data. */
interface Content {
  text: unknown;
  gold: unknown;
}

/** The shard's entry in run.json, for comparison: a folder belongs to one shard. */
export const shardOf = ({ shard }: { shard?: Shard | undefined }): Record<string, unknown> => ({
  shard: shard && shardName(shard),
});

/** The problems of a task, or of a subset. */
type Group<Item> = readonly [task: string, items: readonly Item[]];

/** Problems divided into shards: the whole set, and for each group the items of the shard. */
export function dealtOut<Item>(
  groups: readonly Group<Item>[],
  shard: Shard,
  contentOf: (item: Item) => Content,
  memberOf: (item: Item) => Pick<SetMember, "id" | "about">,
): { set: ProblemSet; own: Item[][] } {
  const all = groups.flatMap(([task, items]) => items.map((item) => ({ task, item })));
  const shards = dealOut(
    all.map(({ task, item }) => ({ task, ...contentOf(item) })),
    shard.count,
  );
  // The order of the fields is that of set.jsonl.
  const members = all.map(({ task, item }, place) => {
    const { id, ...rest } = memberOf(item);
    return { task, id, shard: shards[place]!, ...rest };
  });
  let place = 0;
  const own = groups.map(([, items]) => items.filter(() => shards[place++] === shard.index));
  return { set: { count: shard.count, members }, own };
}

/** The shard of each problem. */
export function dealOut(problems: readonly (Content & { task: string })[], count: number): number[] {
  const seen = new Map<string, number>();
  const hashes = problems.map(({ task, text, gold }) => {
    const content = hashOf([task, text, gold]);
    // The same problem may be in the data twice.
    const occurrence = seen.get(content) ?? 0;
    seen.set(content, occurrence + 1);
    return hashOf([content, occurrence]);
  });
  const places = hashes.map((_, place) => place);
  places.sort((a, b) => (hashes[a]! < hashes[b]! ? -1 : 1));
  const shards = new Array<number>(problems.length);
  places.forEach((place, rank) => {
    shards[place] = rank % count;
  });
  return shards;
}

const hashOf = (value: unknown): string => createHash("sha256").update(JSON.stringify(value)).digest("hex");

/** A problem of the whole set. */
export interface SetMember {
  task: string;
  id: string;
  shard: number;
  /** The additional data that merging needs. */
  about?: unknown;
}

/** The key of a problem of a task, or of a sample of a subset. */
export const keyOf = (task: string, id: string): string => JSON.stringify([task, id]);

/** The whole set, in its order. */
export interface ProblemSet {
  /** The number of shards. */
  count: number;
  members: SetMember[];
}

/** The file beside a shard's journal with the whole set, so that shards can be merged without the data. */
const setFileName = "set.jsonl";

/** @throws {StorageError} */
export function writeSet(folder: string, { count, members }: ProblemSet): void {
  writeWholeFile(join(folder, setFileName), setLines(count, members));
}

function* setLines(count: number, members: readonly SetMember[]): Generator<string> {
  yield `${JSON.stringify({ v: 1, count })}\n`;
  for (const member of members) yield `${JSON.stringify(member)}\n`;
}

const setHead = z.object({ v: z.literal(1), count: z.int().min(1) });
const setMember = z.object({
  task: z.string(),
  id: z.string(),
  shard: z.int().min(0),
  about: z.unknown().optional(),
});

export interface ReadSet extends ProblemSet {
  /** Equal for equal sets. */
  digest: string;
}

/** Undefined if the folder holds none. @throws {StorageError} */
export async function readSet(folder: string): Promise<ReadSet | undefined> {
  const path = join(folder, setFileName);
  let count: number | undefined;
  const members: SetMember[] = [];
  const digest = createHash("sha256");
  try {
    for await (const { bytes } of plainFileLines(path)) {
      digest.update(bytes).update("\n");
      const value: unknown = JSON.parse(bytes.toString("utf8"));
      if (count === undefined) count = setHead.parse(value).count;
      else members.push(setMember.parse(value));
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    const isContent = error instanceof z.ZodError || error instanceof SyntaxError;
    throw new StorageError(
      isContent ? `${path}: this is not the set of a shard` : `${path}: cannot be read: ${reasonOf(error)}`,
    );
  }
  return count === undefined ? undefined : { count, members, digest: digest.digest("hex") };
}
