// The truth of a run: what was asked and what came back, one JSON line for each unit, only ever appended, so that a
// process that is killed leaves whole lines and at most one torn end, and the end is repaired when the journal is opened
// again.

import { constants, ftruncateSync, writeSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { z } from "zod";
import { reasonOf, StorageError } from "../../jsonl/errors.ts";
import { type FileLine, fileLines } from "../../jsonl/file-lines.ts";
import { type Lock, takeLock } from "./lock.ts";
import type { Unit, UnitRecord } from "./unit.ts";

const unit = z.object({ id: z.string(), kind: z.string(), input: z.unknown() });
const record = unit.extend({
  v: z.literal(1),
  outcome: z.unknown().optional(),
  error: z.object({ reason: z.string(), message: z.string() }).optional(),
  next: z.array(unit).optional(),
  time: z.object({ at: z.string(), ms: z.number() }),
});

type OnRecord = (record: UnitRecord) => void;

interface Pending {
  line: string;
  resolve(): void;
  reject(error: Error): void;
}

export class Journal {
  private pending: Pending[] = [];
  private broken: StorageError | undefined;

  private constructor(
    readonly path: string,
    private readonly file: FileHandle,
    private readonly lock: Lock,
    private position: number,
    /** Units that are done. */
    readonly done: Set<string>,
    /** Successors that are not. */
    readonly open: Map<string, Unit>,
  ) {}

  /** Opens for writing; `onRecord` is told what is there. @throws {StorageError} */
  static async open(path: string, onRecord: OnRecord = () => {}): Promise<Journal> {
    const lock = await takeLock(`${path}.lock`);
    let file: FileHandle | undefined;
    try {
      file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o666);
      const done = new Set<string>();
      const successors = new Map<string, Unit>();
      const end = await readJournal(path, (read) => {
        if (read.error === undefined) {
          done.add(read.id);
          successors.delete(read.id);
          for (const next of read.next ?? []) if (!done.has(next.id)) successors.set(next.id, next);
        }
        onRecord(read);
      });
      await file.truncate(end.bytes);
      if (end.lacksNewline) await file.write("\n", end.bytes);
      process.on("SIGXFSZ", ignore);
      const position = end.bytes + (end.lacksNewline ? 1 : 0);
      return new Journal(path, file, lock, position, done, successors);
    } catch (error) {
      await file?.close();
      await lock.release();
      throw error instanceof StorageError
        ? error
        : new StorageError(`${path}: cannot be opened: ${reasonOf(error)}`);
    }
  }

  /** Resolves when the system has the whole line. @throws {StorageError} */
  append(record: UnitRecord): Promise<void> {
    if (this.broken) return Promise.reject(this.broken);
    return new Promise((resolve, reject) => {
      if (this.pending.length === 0) setImmediate(() => this.write());
      this.pending.push({ line: `${JSON.stringify(record)}\n`, resolve, reject });
    });
  }

  async close(): Promise<void> {
    this.write();
    process.off("SIGXFSZ", ignore);
    await this.file.datasync().catch(() => {});
    await this.file.close();
    await this.lock.release();
  }

  /**
   * What came in one turn of the event loop. The calls do not go through the thread pool: handing them there costs more
   * than the system takes to copy the bytes.
   */
  private write(): void {
    const taken = this.pending;
    this.pending = [];
    if (taken.length === 0) return;
    if (!this.broken && this.writeAtOnce(taken)) {
      for (const { resolve } of taken) resolve();
      return;
    }
    for (const { line, resolve, reject } of taken) {
      if (!this.broken) this.writeLine(line);
      if (this.broken) reject(this.broken);
      else resolve();
    }
  }

  /** All lines in one call; false where it did not take them all, and then it is as if it had not been made. */
  private writeAtOnce(taken: readonly Pending[]): boolean {
    const bytes = Buffer.from(taken.map(({ line }) => line).join(""));
    try {
      if (writeSync(this.file.fd, bytes, 0, bytes.length, this.position) === bytes.length) {
        this.position += bytes.length;
        return true;
      }
    } catch {
      // One by one, what still fits is kept, and the reason comes out.
    }
    return false;
  }

  private writeLine(line: string): void {
    const bytes = Buffer.from(line);
    try {
      let written = 0;
      while (written < bytes.length) {
        written += writeSync(this.file.fd, bytes, written, bytes.length - written, this.position + written);
      }
      this.position += bytes.length;
    } catch (error) {
      this.keepWholeLines();
      this.broken = new StorageError(`${this.path}: cannot be written: ${writeReason(error)}`);
    }
  }

  /** Should even this fail, the next opening repairs the end. */
  private keepWholeLines(): void {
    try {
      ftruncateSync(this.file.fd, this.position);
    } catch {
      // Nothing is lost by it: a torn end is told from whole lines.
    }
  }
}

/** Where a file may not grow, the system sends a signal that would end the process before the error arrives. */
const ignore = () => {};

const writeReason = (error: unknown): string =>
  (error as NodeJS.ErrnoException).code === "EFBIG"
    ? "the file has reached the size that the system allows"
    : reasonOf(error);

/** Reads a journal without opening it for writing; a torn end is passed over. @throws {StorageError} */
export async function readJournal(
  path: string,
  onRecord: OnRecord,
): Promise<{ bytes: number; lacksNewline: boolean }> {
  let bytes = 0;
  for await (const line of fileLines(path)) {
    const read = readLine(line);
    if (!read) {
      if (!line.ended) return { bytes, lacksNewline: false };
      throw new StorageError(
        `${path}, line ${line.number}: this is no line of a journal; remove it, and its work is done again`,
      );
    }
    onRecord(read);
    bytes = line.start + line.bytes.length + (line.ended ? 1 : 0);
    if (!line.ended) return { bytes, lacksNewline: true };
  }
  return { bytes, lacksNewline: false };
}

function readLine({ bytes }: FileLine): UnitRecord | undefined {
  try {
    return record.safeParse(JSON.parse(bytes.toString("utf8"))).data;
  } catch {
    return undefined;
  }
}
