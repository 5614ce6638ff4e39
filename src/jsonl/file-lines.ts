// The lines of a file with the places where they stand, one at a time, so that a long record can be indexed and later
// read piece by piece instead of being held.

import { createReadStream } from "node:fs";

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

export async function* fileLines(
  path: string,
  from: LinePlace = { start: 0, number: 1 },
): AsyncGenerator<FileLine> {
  let held: Buffer[] = [];
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
  }) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      const piece = chunk.subarray(from, at);
      yield line(held.length > 0 ? Buffer.concat([...held, piece]) : piece, true);
      held = [];
      from = at + 1;
    }
    if (from < chunk.length) held.push(chunk.subarray(from));
  }
  if (held.length > 0) yield line(Buffer.concat(held), false);
}
