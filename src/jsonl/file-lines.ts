// The lines of a file with the places where they stand, one at a time, so that a long record can be indexed and later
// read piece by piece instead of being held.

import { constants } from "node:buffer";
import { createReadStream } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { InputError } from "./errors.ts";

export interface FileLine {
  /** Without its newline. */
  bytes: Buffer;
  /** Counted from 1. */
  number: number;
  /** The byte at which it begins. */
  start: number;
  /** Whether a newline follows; only the last line of a file may lack it. */
  ended: boolean;
}

export const newline = 10;

/** A place in a file at which a line begins. */
export interface LinePlace {
  start: number;
  number: number;
}

/** A longer line could not become a text, and must not fill the memory before that is found out. */
const longestLine = constants.MAX_STRING_LENGTH;

/** `file` is the file at `path`, where it is open already; it is closed at the end. @throws {InputError} */
export async function* fileLines(
  path: string,
  from: LinePlace = { start: 0, number: 1 },
  file?: FileHandle,
): AsyncGenerator<FileLine> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let { start, number } = from;
  const line = (bytes: Buffer, ended: boolean): FileLine => {
    const next = { bytes, number, start, ended };
    number++;
    start += bytes.length + (ended ? 1 : 0);
    return next;
  };
  for await (const chunk of createReadStream(path, {
    start,
    highWaterMark: 1 << 18,
    ...(file && { fd: file }),
  }) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      const piece = chunk.subarray(from, at);
      yield line(held.length > 0 ? Buffer.concat([...held, piece]) : piece, true);
      held = [];
      heldBytes = 0;
      from = at + 1;
    }
    if (from === chunk.length) continue;
    held.push(chunk.subarray(from));
    heldBytes += chunk.length - from;
    if (heldBytes > longestLine) throw new InputError(`${path}, line ${number}: longer than any text can be`);
  }
  if (held.length > 0) yield line(Buffer.concat(held), false);
}
