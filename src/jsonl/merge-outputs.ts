// Merges the parts of an output of rows, in the order of the input: the number of a row determines its shard, so the
// lines are taken from the parts in that order.

import { renameSync, rmSync, statSync } from "node:fs";
import { markOf } from "./begun-output.ts";
import { reasonOf, StorageError } from "./errors.ts";
import { nothingWritten, openOutput } from "./output.ts";
import { plainFileLines } from "./plain-file.ts";
import { shardName, shardOfRow } from "./shard.ts";
import { readShardNote, type ShardNote } from "./sharded-output.ts";
import { newDraft } from "./whole-file.ts";

interface MergedOutput {
  lines: number;
  /** What answered them, in words. */
  work: string;
  /** Shards for which several parts were given: the part that was used, and a different one. */
  twice: TwiceNamed[];
}

interface TwiceNamed {
  /** As it is written: `0/4`. */
  shard: string;
  taken: string;
  other: string;
  isSame: boolean;
}

/** Bytes that are written together. */
const writtenAtOnce = 1 << 20;

/**
 * The output appears when it is complete.
 * @throws {StorageError} if a part is missing, or the parts do not belong together
 */
export async function mergeOutputs(paths: readonly string[], out: string): Promise<MergedOutput> {
  const { parts, spare } = partsOf(paths);
  const { note } = [...parts.values()][0]!;
  // Streams, pipes and devices are written to, and not replaced.
  const isFile = out !== "-" && (statSync(out, { throwIfNoEntry: false })?.isFile() ?? true);
  if (isFile) await writeAside(out, (draft) => writeRows(parts, note, draft));
  else await writeRows(parts, note, out);
  const twice: TwiceNamed[] = [];
  for (const { path, note } of spare) {
    const taken = parts.get(note.index)!.path;
    const [a, b] = await Promise.all([markOf(taken), markOf(path)]);
    twice.push({ shard: shardName(note), taken, other: path, isSame: a.sha256 === b.sha256 });
  }
  return { lines: note.rows, work: note.work, twice };
}

async function writeAside(out: string, write: (draft: string) => Promise<void>): Promise<void> {
  const draft = newDraft(out);
  try {
    await write(draft);
    renameSync(draft, out);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error instanceof StorageError
      ? new StorageError(error.message.replaceAll(draft, out))
      : new StorageError(`${out}: cannot be written: ${reasonOf(error)}`);
  }
}

async function writeRows(parts: ReadonlyMap<number, Part>, note: ShardNote, to: string): Promise<void> {
  const lines = new Map([...parts].map(([index, { path }]) => [index, plainFileLines(path)]));
  const output = await openOutput(to, nothingWritten);
  let held: Buffer[] = [];
  let bytes = 0;
  try {
    for (let row = 1; row <= note.rows; row++) {
      const index = shardOfRow(row, note.count);
      const next = await lines.get(index)!.next();
      if (next.done) throw torn(parts.get(index)!.path, "fewer");
      held.push(next.value.bytes, newline);
      bytes += next.value.bytes.length + 1;
      if (bytes < writtenAtOnce) continue;
      await output.write(Buffer.concat(held));
      held = [];
      bytes = 0;
    }
    await output.write(Buffer.concat(held));
    for (const [index, rest] of lines)
      if (!(await rest.next()).done) throw torn(parts.get(index)!.path, "more");
  } finally {
    await output.close();
  }
}

const newline = Buffer.from("\n");

interface Part {
  path: string;
  note: ShardNote;
}

/** The missing shards; their number comes from a note. */
const namesShown = 10;

/** By their number. Of two parts of the same shard, the first by its name is used, and the other is spare. */
function partsOf(paths: readonly string[]): { parts: Map<number, Part>; spare: Part[] } {
  const parts = new Map<number, Part>();
  const spare: Part[] = [];
  const [first, ...rest] = [...new Set(paths)]
    .sort()
    .map((path): Part => ({ path, note: readShardNote(path) }));
  for (const part of [first!, ...rest]) {
    const differs = difference(first!.note, part.note);
    if (differs !== undefined)
      throw new StorageError(`${first!.path} and ${part.path} do not belong together: ${differs}`);
    if (parts.has(part.note.index)) spare.push(part);
    else parts.set(part.note.index, part);
  }
  const { count } = first!.note;
  const missing: string[] = [];
  for (let index = 0; index < count && missing.length < namesShown; index++)
    if (!parts.has(index)) missing.push(shardName({ index, count }));
  const more = count - parts.size - missing.length;
  if (missing.length === 1) throw new StorageError(`shard ${missing[0]} is missing; name its output too`);
  if (missing.length > 1)
    throw new StorageError(
      `shards ${missing.join(", ")}${more > 0 ? ` and ${more} more` : ""} are missing; name their outputs too`,
    );
  return { parts, spare };
}

function difference(a: ShardNote, b: ShardNote): string | undefined {
  if (a.count !== b.count) return `one is of ${a.count} shards, the other of ${b.count}`;
  if (a.work !== b.work) return `one was made by ${a.work}, the other by ${b.work}`;
  if (a.rows !== b.rows || a.input.sha256 !== b.input.sha256) return "their inputs differ";
  return undefined;
}

const torn = (path: string, what: "fewer" | "more"): StorageError =>
  new StorageError(`${path}: it has ${what} lines than its shard; was it changed since it was made?`);
