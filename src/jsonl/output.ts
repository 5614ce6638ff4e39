// Where answered lines are written: a file or standard output. A file always ends with a complete line, even if the
// disk is full or the program is stopped, so that a run can be resumed.

import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { ReaderGoneError, reasonOf, StorageError } from "./errors.ts";
import { readBlocks, splitBlock } from "./read-blocks.ts";
import { rowsOfShard, type Shard } from "./shard.ts";

interface Output {
  /** Takes whole lines; resolves when they are passed on. */
  write(bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

/** The output of an earlier run: its whole lines, their bytes, and how many of them are errors. */
export interface Written {
  lines: number;
  bytes: number;
  failed: number;
}

export const nothingWritten: Written = { lines: 0, bytes: 0, failed: 0 };

/** Opens the output after the part that is kept; the rest (half a line) is cut off. */
export async function openOutput(path: string, written: Written): Promise<Output> {
  if (path === "-") return standardOutput();
  try {
    const file = await open(path, written.bytes > 0 ? "r+" : "w");
    await file.truncate(written.bytes);
    return fileOutput(path, file, written.bytes);
  } catch (error) {
    throw new StorageError(`${path}: cannot be written: ${reasonOf(error)}`);
  }
}

/** Measures the output of an earlier run in a file; zero if there is none. */
export async function measureOutput(path: string, shard?: Shard): Promise<Written> {
  const written = { ...nothingWritten };
  const numbers = rowsOfShard(shard ?? { index: 0, count: 1 });
  try {
    for await (const block of readBlocks(createReadStream(path, { highWaterMark: 1 << 20 }))) {
      const whole = block.bytes.lastIndexOf(10) + 1;
      if (whole === 0) break;
      for (const line of splitBlock({ ...block, bytes: block.bytes.subarray(0, whole) })) {
        if (isFailure(line.bytes, numbers.next().value)) written.failed++;
        written.lines++;
      }
      written.bytes = block.end - (block.bytes.length - whole);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return nothingWritten;
    throw new StorageError(`${path}: cannot be resumed: ${reasonOf(error)}`);
  }
  return written;
}

const errorMembers = ['"error":"line ', '"error":"row '].map((text) => Buffer.from(text));

/** Most lines are decided by their bytes; only those with such a member are parsed. */
function isFailure(line: Uint8Array, number: number): boolean {
  const bytes = Buffer.from(line.buffer, line.byteOffset, line.byteLength);
  if (!errorMembers.some((member) => bytes.includes(member))) return false;
  try {
    const { error } = JSON.parse(bytes.toString("utf8")) as { error?: unknown };
    return (
      typeof error === "string" &&
      (error.startsWith(`line ${number}: `) || error.startsWith(`row ${number}: `))
    );
  } catch {
    return false;
  }
}

function fileOutput(path: string, file: FileHandle, start: number): Output {
  let position = start;
  return {
    async write(bytes) {
      try {
        let done = 0;
        while (done < bytes.length) {
          done += (await file.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
        }
      } catch (error) {
        // The file keeps only whole lines. If even this fails, resuming removes the incomplete line.
        await file.truncate(position).catch(() => {});
        throw new StorageError(`${path}: cannot be written: ${reasonOf(error)}`);
      }
      position += bytes.length;
    },
    close: () => file.close(),
  };
}

const notWritten = (error: Error): StorageError =>
  (error as NodeJS.ErrnoException).code === "EPIPE"
    ? new ReaderGoneError({ cause: error })
    : new StorageError(`standard output cannot be written: ${reasonOf(error)}`);

function standardOutput(): Output {
  // The write's own callback reports the error; without a listener it would end the process as well.
  const ignore = () => {};
  process.stdout.on("error", ignore);
  return {
    write: (bytes) =>
      new Promise((resolve, reject) => {
        process.stdout.write(bytes, (error) => {
          if (error) reject(notWritten(error));
          else resolve();
        });
      }),
    async close() {
      process.stdout.off("error", ignore);
    },
  };
}
