// The journal of a run: what was sent and what was returned, one JSON line for each unit, only ever appended. A process
// that is killed leaves complete lines and at most one incomplete one, which is repaired when the journal is opened
// again.

import { constants, ftruncateSync, writeSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { z } from "zod";
import { InputError, reasonOf, StorageError } from "../../jsonl/errors.ts";
import { type Lock, takeLock } from "../../jsonl/lock.ts";
import { checkPlain, type FileLine, newline, plainFileLines } from "../../jsonl/plain-file.ts";
import { badField } from "../../outgoing/bad-field.ts";
import { count } from "../../outgoing/counted.ts";
import { withoutSecrets } from "../../outgoing/secrets.ts";
import type { Unit, UnitRecord } from "./unit.ts";

const unit = z.object({ id: z.string(), kind: z.string(), input: z.unknown() });
const record = unit.extend({
  v: z.literal(1),
  outcome: z.unknown().optional(),
  error: z.object({ reason: z.string(), message: z.string() }).optional(),
  next: z.array(unit).optional(),
  time: z.object({ at: z.string(), ms: z.number() }),
});

/** In one turn of the event loop: work that does not wait for anything must not block it. */
const earlyAtMost = 256;

/** If it returns a promise, the next record is read when that resolves. */
export type OnRecord = (record: UnitRecord, line: FileLine) => unknown;

/** A record that is being written. */
interface Appended {
  /** The bytes of its line. */
  characters: number;
  /** Resolves when the system has the whole line, and otherwise rejects with a `StorageError`. */
  written: Promise<void>;
}

/** Lines that are written together. */
interface Batch {
  written: Promise<void>;
  resolve(): void;
  reject(error: Error): void;
}

export class Journal {
  private batch: Batch | undefined;
  /** The lines of the batch. */
  private readonly buffer = new LineBuffer();
  private isScheduled = false;
  /** Bytes since the last turn of the event loop. */
  private earlyWrites = 0;
  private broken: StorageError | undefined;

  private constructor(
    readonly path: string,
    private readonly file: FileHandle,
    private readonly lock: Lock,
    private position: number,
    /** Units that are done. */
    readonly done: IdSet,
    /** Successors that are not done. */
    readonly open: Map<string, Unit>,
  ) {}

  /** Opens for writing; `onRecord` gets the existing records. @throws {StorageError} */
  static async open(path: string, onRecord: OnRecord = () => {}): Promise<Journal> {
    const lock = takeLock(`${path}.lock`);
    let file: FileHandle | undefined;
    try {
      // With a link, any other file could become the journal.
      const { O_RDWR, O_CREAT, O_NOFOLLOW = 0 } = constants;
      file = await open(path, O_RDWR | O_CREAT | O_NOFOLLOW, 0o666);
      const done = new IdSet();
      const successors = new Map<string, Unit>();
      const found = await file.stat();
      checkPlain(found);
      const { size } = found;
      const end =
        size === 0
          ? emptyEnd
          : await readJournal(path, (read, line) => {
              if (read.error === undefined) {
                done.add(read.id);
                successors.delete(read.id);
                for (const next of read.next ?? []) if (!done.has(next.id)) successors.set(next.id, next);
              }
              return onRecord(read, line);
            });
      if (end.bytes < size) await file.truncate(end.bytes);
      if (end.lacksNewline) await file.write("\n", end.bytes);
      process.on("SIGXFSZ", ignore);
      const position = end.bytes + (end.lacksNewline ? 1 : 0);
      return new Journal(path, file, lock, position, done, successors);
    } catch (error) {
      await file?.close();
      lock.release();
      throw error instanceof StorageError
        ? error
        : new StorageError(`${path}: cannot be opened: ${reasonOf(error)}`);
    }
  }

  /** @throws {TypeError} if the record cannot be serialised @throws {RangeError} if it is too long */
  append(record: UnitRecord): Appended {
    if (this.broken) return { characters: 0, written: Promise.reject(this.broken) };
    const line = withoutSecrets(JSON.stringify(record));
    if (line.length > longestRecord)
      throw new RangeError(
        `it has ${count(line.length)} characters, and the limit is ${count(longestRecord)}`,
      );
    this.buffer.add(line);
    this.batch ??= newBatch();
    const { written } = this.batch;
    if (!this.isScheduled) {
      this.isScheduled = true;
      setImmediate(() => this.endTurn());
    }
    // If a unit follows from the record, it is written at once and not with others at the end of the turn.
    if (record.next !== undefined && this.earlyWrites++ < earlyAtMost) this.write();
    return { characters: line.length, written };
  }

  async close(): Promise<void> {
    this.write();
    process.off("SIGXFSZ", ignore);
    await this.file.datasync().catch(() => {});
    await this.file.close();
    this.lock.release();
  }

  private endTurn(): void {
    this.isScheduled = false;
    this.earlyWrites = 0;
    this.write();
  }

  /**
   * The records of one turn of the event loop. The calls do not use the thread pool, which costs more than the system
   * takes to copy the bytes.
   */
  private write(): void {
    const { batch } = this;
    if (!batch) return;
    this.batch = undefined;
    const { bytes } = this.buffer;
    if (!this.writeAtOnce(bytes)) this.writeWhatFits(bytes);
    this.buffer.clear();
    if (this.broken) batch.reject(this.broken);
    else batch.resolve();
  }

  /** All lines in one call; false if not all were written, and then the file is as before. */
  private writeAtOnce(bytes: Buffer): boolean {
    try {
      if (writeSync(this.file.fd, bytes, 0, bytes.length, this.position) !== bytes.length) return false;
      this.position += bytes.length;
      return true;
    } catch {
      return false;
    }
  }

  /** Writes line by line, so that lines that still fit are kept, and reports the error. */
  private writeWhatFits(bytes: Buffer): void {
    let start = 0;
    while (start < bytes.length) {
      const end = bytes.indexOf(newline, start) + 1;
      try {
        for (let from = start; from < end; ) {
          from += writeSync(this.file.fd, bytes, from, end - from, this.position + from - start);
        }
      } catch (error) {
        this.keepWholeLines();
        this.broken = new StorageError(`${this.path}: cannot be written: ${reasonOf(error)}`);
        return;
      }
      this.position += end - start;
      start = end;
    }
  }

  /** If even this fails, the next opening repairs the end. */
  private keepWholeLines(): void {
    try {
      ftruncateSync(this.file.fd, this.position);
    } catch {
      // No line is lost: an incomplete line is recognised.
    }
  }
}

/** Lines as bytes, one after the other, in a reused buffer. */
class LineBuffer {
  private memory = Buffer.allocUnsafe(65_536);
  private length = 0;

  get bytes(): Buffer {
    return this.memory.subarray(0, this.length);
  }

  add(line: string): void {
    const bytes = line.length > longLine ? Buffer.byteLength(line) : 3 * line.length;
    const most = this.length + bytes + 1;
    if (most > this.memory.length) {
      const larger = Buffer.allocUnsafe(Math.max(most, 2 * this.memory.length));
      this.memory.copy(larger, 0, 0, this.length);
      this.memory = larger;
    }
    this.length += this.memory.write(line, this.length);
    this.memory[this.length++] = newline;
  }

  clear(): void {
    this.length = 0;
    if (this.memory.length > keptBytes) this.memory = Buffer.allocUnsafe(keptBytes);
  }
}

/** A longer record could not be read again. */
const longestRecord = 128 * 1024 * 1024;
/** Longer lines are measured before memory is allocated for them. */
const longLine = 65_536;
/** A larger buffer is freed after it is written. */
const keptBytes = 4 * 1024 * 1024;

function newBatch(): Batch {
  let resolve = () => {};
  let reject = (_: Error) => {};
  const written = new Promise<void>((onWritten, onFailure) => {
    resolve = onWritten;
    reject = onFailure;
  });
  return { written, resolve, reject };
}

/** If a file exceeds its size limit, the system sends a signal that would end the process before the error arrives. */
const ignore = () => {};

/** The end of the last complete line of a journal. */
export interface End {
  bytes: number;
  lacksNewline: boolean;
}

const emptyEnd: End = { bytes: 0, lacksNewline: false };

/** Reads a journal without opening it for writing; an incomplete last line is skipped. @throws {StorageError} */
export async function readJournal(path: string, onRecord: OnRecord): Promise<End> {
  let bytes = 0;
  for await (const line of journalLines(path)) {
    const read = readLine(line);
    if (!read) {
      if (!line.ended) return { bytes, lacksNewline: false };
      throw new StorageError(
        `${path}, line ${line.number}: this is not a line of a journal; remove it, and its work will be done again`,
      );
    }
    const wait = onRecord(read, line);
    if (wait instanceof Promise) await wait;
    bytes = line.start + line.bytes.length + (line.ended ? 1 : 0);
    if (!line.ended) return { bytes, lacksNewline: true };
  }
  return { bytes, lacksNewline: false };
}

async function* journalLines(path: string): AsyncGenerator<FileLine> {
  try {
    yield* plainFileLines(path);
  } catch (error) {
    throw new StorageError(
      error instanceof InputError ? error.message : `${path}: cannot be read: ${reasonOf(error)}`,
    );
  }
}

function readLine({ bytes }: FileLine): UnitRecord | undefined {
  try {
    return record.safeParse(JSON.parse(bytes.toString("utf8"))).data;
  } catch {
    return undefined;
  }
}

// Ids of units that occurred. A Set of JavaScript holds at most 2^24 members, and a run may have more units than that.

const mostInOne = 2 ** 23;

export class IdSet {
  private readonly sets: Set<string>[] = [new Set()];

  /** @param most the size of one part; less than the maximum size of a Set */
  constructor(private readonly most: number = mostInOne) {}

  get size(): number {
    return this.sets.reduce((sum, { size }) => sum + size, 0);
  }

  *[Symbol.iterator](): Generator<string> {
    for (const set of this.sets) yield* set;
  }

  has(id: string): boolean {
    for (const set of this.sets) if (set.has(id)) return true;
    return false;
  }

  add(id: string): void {
    if (this.has(id)) return;
    let last = this.sets.at(-1)!;
    if (last.size >= this.most) {
      last = new Set();
      this.sets.push(last);
    }
    last.add(id);
  }
}

// A journal's record in the form of its kind. Records are read as untrusted.

export interface ReadRecord<Input, Value> {
  input: Input;
  /** Undefined if the unit failed. */
  outcome: Value | undefined;
}

/** Undefined for records of other kinds. @throws {StorageError} */
export function readRecord<Input, Value>(
  record: UnitRecord,
  kind: string,
  inputSchema: z.ZodType<Input>,
  outcomeSchema: z.ZodType<Value>,
): ReadRecord<Input, Value> | undefined {
  if (record.kind !== kind) return undefined;
  const input = inputSchema.safeParse(record.input);
  const outcome = record.error === undefined ? outcomeSchema.safeParse(record.outcome) : undefined;
  const wrong = input.error
    ? badField(input.error.issues[0]!, record.input)
    : outcome?.error && badField(outcome.error.issues[0]!, record.outcome);
  if (wrong) throw new StorageError(`the record '${record.id}': ${wrong}`);
  return { input: input.data!, outcome: outcome?.data };
}
