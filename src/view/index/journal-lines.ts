// A journal that grows, read on from where it was left: whole lines with their places. A line that is broken is named, and
// what it held is not shown.

import type { Stats } from "node:fs";
import { stat } from "node:fs/promises";
import { reasonOf, StorageError } from "../../jsonl/errors.ts";
import { checkPlain, openPlainFile, plainFileLines } from "../../jsonl/plain-file.ts";
import { counted } from "../../outgoing/counted.ts";

/** What is wrong with a run, for a person to mend. */
export interface Note {
  message: string;
  /** Where it stands for several broken lines, how many. */
  lines?: number;
}

/** Lines that are named one by one; of a file that is no journal at all, every line is broken. */
const mostNamed = 5;

function noteBroken(notes: Note[], line: number): void {
  if (notes.length < mostNamed) {
    const message = `line ${line} of the journal is broken, and its content is not shown; if you remove the line, its work is done again`;
    notes.push({ message });
    return;
  }
  const lines = (notes[mostNamed]?.lines ?? 0) + 1;
  notes[mostNamed] = {
    message: `${counted(lines, "more line")} of the journal, broken in the same way`,
    lines,
  };
}

/** Undefined if there is none. @throws {StorageError} if there is something else, a pipe for example */
export async function journalAt(path: string): Promise<Stats | undefined> {
  const found = await stat(path).catch(() => undefined);
  try {
    if (found) checkPlain(found);
  } catch (error) {
    throw new StorageError(`${path}: the journal cannot be read: ${reasonOf(error)}`);
  }
  return found;
}

/** How far a journal is read. */
export interface ReadSoFar {
  bytes: number;
  lines: number;
  notes: Note[];
}

const openBrace = 0x7b;

/** Where a line is. */
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
      // An error for each line would take long where none is a record.
      if (line.bytes[0] !== openBrace) noteBroken(so.notes, line.number);
      else take(JSON.parse(line.bytes.toString("utf8")), { start: line.start, length });
    } catch {
      noteBroken(so.notes, line.number);
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
