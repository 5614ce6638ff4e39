// An output that holds a part of the rows. When it is finished, a note beside it says which part, of which input and by
// which work, so that the parts can be merged in the order of the input, and only if they belong together.

import { rmSync } from "node:fs";
import { z } from "zod";
import { counted } from "../outgoing/counted.ts";
import { InputError, StorageError } from "./errors.ts";
import type { Input } from "./open-input.ts";
import { readPlainFileSync } from "./plain-file.ts";
import { pickLines, type ReadBlock } from "./read-blocks.ts";
import { type Shard, shardName, shardOfRow } from "./shard.ts";
import { writeWholeFile } from "./whole-file.ts";

const pathOf = (output: string): string => `${output}.shard.json`;

const shardNote = z.object({
  index: z.int().min(0),
  count: z.int().min(1),
  /** Of the whole input. */
  rows: z.int().min(0),
  /** What answered them, in words. */
  work: z.string(),
  input: z.object({ bytes: z.int(), sha256: z.string() }),
});
export type ShardNote = z.output<typeof shardNote>;

export const writeShardNote = (output: string, note: ShardNote): void =>
  writeWholeFile(pathOf(output), [`${JSON.stringify(note)}\n`]);

/** For an output that is begun or continued: until it is finished, it is not a part that can be merged. */
export const removeShardNote = (output: string): void => rmSync(pathOf(output), { force: true });

/** @throws {StorageError} if the output to continue is a finished part, and a different one */
export function checkShardNote(output: string, shard: Shard | undefined): void {
  let note: ShardNote;
  try {
    note = readShardNote(output);
  } catch {
    return;
  }
  if (note.index === shard?.index && note.count === shard.count) return;
  const now = shard ? `shard ${shardName(shard)}` : "all rows";
  throw new StorageError(
    `${output} holds shard ${shardName(note)}, and this is ${now}; give a different output`,
  );
}

/** @throws {StorageError} if the output is not a finished part */
export function readShardNote(output: string): ShardNote {
  try {
    return shardNote.parse(JSON.parse(readPlainFileSync(pathOf(output))));
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code !== "ENOENT";
    throw new StorageError(
      isThere
        ? `${pathOf(output)}: it cannot be read as the note of a part of an output`
        : `${output}: it is not a finished part of an output: there is no ${pathOf(output)}; the command with ` +
            "--shard and --resume finishes it",
    );
  }
}

/** The rows of a part, and how many rows the whole input has. */
interface OwnRows {
  shard: Shard;
  blocks(): AsyncGenerator<ReadBlock>;
  /** Known when all blocks have been read. */
  rows(): number;
}

/** @param skip rows of this part that were answered before */
export function ownRows(input: Pick<Input, "blocks">, shard: Shard, skip: number): OwnRows {
  let rows = 0;
  async function* blocks(): AsyncGenerator<ReadBlock> {
    let own = 0;
    for await (const block of input.blocks(0)) {
      rows += block.lines;
      const wanted = pickLines(
        block,
        (number) => shardOfRow(number, shard.count) === shard.index && ++own > skip,
      );
      if (wanted) yield wanted;
    }
    if (own < skip)
      throw new InputError(
        `the output has ${counted(skip, "line")}, and shard ${shardName(shard)} only ${own}: they do not belong together`,
      );
  }
  return { shard, blocks, rows: () => rows };
}
