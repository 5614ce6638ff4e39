// A journal that grows, read from where reading stopped: complete lines with their positions. A broken line is
// reported, and its content is not shown.

import type { Stats } from "node:fs";
import { stat } from "node:fs/promises";
import { reasonOf, StorageError } from "../../jsonl/errors.ts";
import { checkPlain, openPlainFile, plainFileLines } from "../../jsonl/plain-file.ts";
import { counted } from "../../outgoing/counted.ts";

/** A problem with a run's files, which the user can repair. */
export interface Note {
  message: string;
  /** If it is about several broken lines, their number. */
  lines?: number;
}

/** The number of lines that are reported one by one; in a file that is not a journal, every line is broken. */
const mostNamed = 5;

/** A run can be continued from its journal; a log is only written. */
type FileKind = "journal" | "log";

function noteBroken(notes: Note[], line: number, kind: FileKind): void {
  if (notes.length < mostNamed) {
    const remedy = kind === "journal" ? "; if you remove the line, its work is done again" : "";
    notes.push({ message: `line ${line} of the ${kind} is broken, and its content is not shown${remedy}` });
    return;
  }
  const lines = (notes[mostNamed]?.lines ?? 0) + 1;
  notes[mostNamed] = {
    message: `${counted(lines, "more line")} of the ${kind}, broken in the same way`,
    lines,
  };
}

/** Undefined if there is none. @throws {StorageError} if it is something else, a pipe for example */
export async function journalAt(path: string): Promise<Stats | undefined> {
  const found = await stat(path).catch(() => undefined);
  try {
    if (found) checkPlain(found);
  } catch (error) {
    throw new StorageError(`${path}: the journal cannot be read: ${reasonOf(error)}`);
  }
  return found;
}

/** The position up to which a journal was read. */
export interface ReadSoFar {
  bytes: number;
  lines: number;
  notes: Note[];
}

const openBrace = 0x7b;

/** The position of a line. */
export interface LinePlace {
  start: number;
  length: number;
}

/** Reads new complete lines; a line that is still being written waits. Returns whether there were any. */
export async function readLinesOn(
  so: ReadSoFar,
  path: string,
  take: (value: unknown, place: LinePlace) => void,
  kind: FileKind = "journal",
): Promise<boolean> {
  const before = so.bytes;
  for await (const line of plainFileLines(path, { start: so.bytes, number: so.lines + 1 })) {
    if (!line.ended) break;
    const { length } = line.bytes;
    try {
      // An error for each line would take long where none is a record.
      if (line.bytes[0] !== openBrace) noteBroken(so.notes, line.number, kind);
      else take(JSON.parse(line.bytes.toString("utf8")), { start: line.start, length });
    } catch {
      noteBroken(so.notes, line.number, kind);
    }
    so.bytes = line.start + length + 1;
    so.lines = line.number;
  }
  return so.bytes > before;
}

/** Reads lines again. @throws if the journal has changed */
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

/** An index of files that grow; each reading waits for the one before. */
export abstract class Following {
  private reading: Promise<void> = Promise.resolve();

  /** Reads what is new. @throws {StorageError} if it no longer exists */
  refresh(): Promise<void> {
    this.reading = this.reading.catch(() => {}).then(() => this.readNew());
    return this.reading;
  }

  protected abstract readNew(): Promise<void>;
}

/** An index of one file. */
export abstract class FollowingFile extends Following {
  private so: ReadSoFar = { bytes: 0, lines: 0, notes: [] };
  private stamp = "";

  get notes(): string[] {
    return this.so.notes.map(({ message }) => message);
  }

  /** Forgets everything, because the file was replaced. */
  protected abstract restart(): void;
  protected abstract take(value: unknown, place: LinePlace): void;

  /** Takes the new lines. Returns whether there were any, and when the file was last changed. */
  protected async readOn(path: string, kind?: FileKind): Promise<{ isNew: boolean; changed: number }> {
    const file = await journalAt(path);
    const stamp = file ? `${file.dev}:${file.ino}` : "";
    if (stamp !== this.stamp || (file && file.size < this.so.bytes)) {
      this.stamp = stamp;
      this.so = { bytes: 0, lines: 0, notes: [] };
      this.restart();
    }
    const hasMore = file !== undefined && file.size !== this.so.bytes;
    const isNew =
      hasMore && (await readLinesOn(this.so, path, (value, place) => this.take(value, place), kind));
    return { isNew, changed: file?.mtimeMs ?? 0 };
  }
}
