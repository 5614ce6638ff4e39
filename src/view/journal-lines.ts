// A journal that grows, read on from where it was left: whole lines with their places. A line that is broken is named, and
// what it held is not shown.

import { openPlainFile, plainFileLines } from "../jsonl/plain-file.ts";

/** What is wrong with a run, for a person to mend. */
export interface Note {
  message: string;
}

/** How far a journal is read. */
export interface ReadSoFar {
  bytes: number;
  lines: number;
  notes: Note[];
}

/** Where a line stands. */
export interface LinePlace {
  start: number;
  length: number;
}

/** Reads whole lines that are new; a line that is still being written waits. Tells whether there were any. */
export async function readLinesOn(
  so: ReadSoFar,
  path: string,
  take: (value: unknown, place: LinePlace) => void,
): Promise<boolean> {
  const before = so.bytes;
  for await (const line of plainFileLines(path, { start: so.bytes, number: so.lines + 1 })) {
    if (!line.ended) break;
    const { length } = line.bytes;
    try {
      take(JSON.parse(line.bytes.toString("utf8")), { start: line.start, length });
    } catch {
      so.notes.push({
        message: `line ${line.number} of the journal is broken, and what it held is not shown; remove the line, and its work is done again`,
      });
    }
    so.bytes = line.start + length + 1;
    so.lines = line.number;
  }
  return so.bytes > before;
}

/** Lines that were read before, once more. @throws when the journal is not what it was */
export async function linesAt(path: string, places: readonly LinePlace[]): Promise<unknown[]> {
  const file = await openPlainFile(path);
  try {
    const values: unknown[] = [];
    for (const { start, length } of places) {
      const bytes = Buffer.alloc(length);
      await file.read(bytes, 0, length, start);
      values.push(JSON.parse(bytes.toString("utf8")));
    }
    return values;
  } finally {
    await file.close();
  }
}
