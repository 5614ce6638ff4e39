// The parts of an output of rows as one, in the order of the input: the shard of a row follows from its number, so the
// lines are taken from the parts one after another, each when its turn has come.

import { StorageError } from "./errors.ts";
import { nothingWritten, openOutput } from "./output.ts";
import { plainFileLines } from "./plain-file.ts";
import { shardName, shardOfRow } from "./shard.ts";
import { readShardNote, type ShardNote } from "./sharded-output.ts";

export interface MergedOutput {
  lines: number;
  /** What answered them, in words. */
  work: string;
  /** Shards of which two finished parts were named; they hold the same. */
  twice: number;
}

/** Bytes that are written together. */
const writtenAtOnce = 1 << 20;

/** @throws {StorageError} when a part is missing, or they do not belong together */
export async function mergeOutputs(paths: readonly string[], out: string): Promise<MergedOutput> {
  const parts = partsOf(paths);
  const { note } = [...parts.values()][0]!;
  const lines = new Map([...parts].map(([index, { path }]) => [index, plainFileLines(path)]));
  const output = await openOutput(out, nothingWritten);
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
  return { lines: note.rows, work: note.work, twice: paths.length - parts.size };
}

const newline = Buffer.from("\n");

interface Part {
  path: string;
  note: ShardNote;
}

/** By their number. Where two are of the same shard they hold the same rows; the first by its name is taken. */
function partsOf(paths: readonly string[]): Map<number, Part> {
  const parts = new Map<number, Part>();
  const [first, ...rest] = [...paths].sort().map((path): Part => ({ path, note: readShardNote(path) }));
  for (const part of [first!, ...rest]) {
    const differs = difference(first!.note, part.note);
    if (differs !== undefined)
      throw new StorageError(`${first!.path} and ${part.path} do not belong together: ${differs}`);
    if (!parts.has(part.note.index)) parts.set(part.note.index, part);
  }
  const { count } = first!.note;
  const missing = Array.from({ length: count }, (_, index) => index).filter((index) => !parts.has(index));
  if (missing.length > 0) {
    const names = missing.map((index) => shardName({ index, count })).join(", ");
    throw new StorageError(`shards are missing: ${names}; name their outputs too`);
  }
  return parts;
}

function difference(a: ShardNote, b: ShardNote): string | undefined {
  if (a.count !== b.count) return `one is of ${a.count} shards, the other of ${b.count}`;
  if (a.work !== b.work) return `one was made by ${a.work}, the other by ${b.work}`;
  if (a.rows !== b.rows || a.input.sha256 !== b.input.sha256) return "their inputs differ";
  return undefined;
}

const torn = (path: string, what: "fewer" | "more"): StorageError =>
  new StorageError(`${path}: it has ${what} lines than its shard; was it changed since it was made?`);
