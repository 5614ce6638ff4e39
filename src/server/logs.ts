// The two logs of the service: its own, and that of items with their results. The item log is JSON Lines in a file that
// is rotated by size. Scoring never waits for it: lines that the disk does not take, or not in time, are dropped and
// counted.

import { constants } from "node:fs";
import { type FileHandle, open, rename, stat } from "node:fs/promises";
import { reasonOf } from "../jsonl/errors.ts";

/** The service's own log: one JSON object per line on standard error. */
export const logLevels = ["error", "warn", "info", "debug"] as const;
export type LogLevel = (typeof logLevels)[number];

export interface Log {
  (level: LogLevel, message: string, more?: Record<string, unknown>): void;
  /** Whether lines of this level are written at all. */
  writes(level: LogLevel): boolean;
}

export function openLog(most: LogLevel, write: (line: string) => void): Log {
  const writes = (level: LogLevel) => logLevels.indexOf(level) <= logLevels.indexOf(most);
  const log = (level: LogLevel, message: string, more: Record<string, unknown> = {}) => {
    if (writes(level))
      write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...more })}\n`);
  };
  return Object.assign(log, { writes });
}

export interface ItemLogOptions {
  file: string;
  /** One of this many items is written. */
  every: number;
  log: Log;
  /** Bytes after which the file is rotated. */
  rotateBytes?: number;
  /** The destination of lines; default: the file. */
  target?: Pick<LogFile, "append" | "stop">;
}

const defaultRotateBytes = 100 * 1024 * 1024;
/** More than a batch adds at once, and little compared with what the service needs for one. */
const mostWaitingBytes = 64 * 1024 * 1024;
/** The size of one write: few large writes keep up where small ones would not. */
const pieceBytes = 4 * 1024 * 1024;
/** How long nothing is tried after the disk has failed. */
const pauseMs = 5_000;
/** How long the shutdown waits for lines that are not written yet. */
const lastMs = 2_000;

export class ItemLog {
  readonly every: number;
  /** Lines that were not written. */
  dropped = 0;
  /** Items seen so far, for the sampling. */
  private seen = 0;
  private waiting: Uint8Array[] = [];
  /** Bytes of the lines that wait, and of those that are being written. */
  private waitingBytes = 0;
  private writing: Promise<void> | undefined;
  private pausedUntil = 0;
  private readonly target: Pick<LogFile, "append" | "stop">;

  constructor(private readonly options: ItemLogOptions) {
    const { every, file, rotateBytes = defaultRotateBytes, target } = options;
    this.every = every;
    this.target = target ?? new LogFile(file, rotateBytes);
  }

  /** The place of the next items in the sampling. */
  place(items: number): number {
    const place = this.seen;
    this.seen += items;
    return place;
  }

  /** Takes whole lines. */
  add(lines: string | Uint8Array): void {
    if (lines.length === 0) return;
    const bytes = typeof lines === "string" ? Buffer.from(lines) : lines;
    if (this.waitingBytes + bytes.length > mostWaitingBytes || Date.now() < this.pausedUntil) {
      this.dropped += countLines(bytes);
      return;
    }
    this.waiting.push(bytes);
    this.waitingBytes += bytes.length;
    this.writing ??= this.drain();
  }

  /** Waits a moment for lines that are not written yet; false if the file system does not respond even then. */
  async close(): Promise<boolean> {
    if (!(await within(this.writing, lastMs)))
      this.options.log(
        "warn",
        `${this.options.file}: the last items are not logged: it takes them too slowly`,
      );
    return within(Promise.all([this.target.stop(), this.writing]), lastMs);
  }

  private async drain(): Promise<void> {
    while (this.waiting.length > 0) {
      const piece = this.nextPiece();
      const { whole, error } = await this.target.append(piece);
      this.waitingBytes -= piece.length;
      if (error !== undefined) this.fail(piece.subarray(whole), error);
    }
    this.writing = undefined;
  }

  private nextPiece(): Uint8Array {
    let [count, bytes] = [0, 0];
    while (count < this.waiting.length && bytes < pieceBytes) bytes += this.waiting[count++]!.length;
    const pieces = this.waiting.splice(0, count);
    return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
  }

  /** The waiting lines would fail for the same reason as those just tried. */
  private fail(unwritten: Uint8Array, error: Appended["error"]): void {
    for (const lines of [unwritten, ...this.waiting.splice(0)]) this.dropped += countLines(lines);
    this.waitingBytes = 0;
    this.pausedUntil = Date.now() + pauseMs;
    const isPipe = (error as NodeJS.ErrnoException).code === "ENXIO";
    const reason = isPipe ? "it is a pipe that no program reads" : reasonOf(error);
    this.options.log("warn", `${this.options.file}: items are not logged: ${reason}`);
  }
}

/** Whether it is done in time. */
function within(done: Promise<unknown> | undefined, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms, false);
    void Promise.resolve(done).then(() => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}

function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines++;
  return lines;
}

// The file of the item log: whole lines are appended, it is rotated when it is large, and if the disk was full, the
// written part of a line is removed again.

/** The outcome of writing lines: the bytes of those that are in the file whole, and why the others are not. */
export interface Appended {
  whole: number;
  error?: unknown;
}

/** Rotated files: FILE.1 is the latest. */
const keptFiles = 5;
const newline = 10;
/** A pipe without a reader is reported at once: a thread that waited for it would delay even the shutdown. */
const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0);
/** How long nothing is written to a full pipe. */
const fullPipeMs = 10;

export class LogFile {
  private handle: FileHandle | undefined;
  /** Pipes and devices are not rotated, and nothing can be removed from them. */
  private isPlain = true;
  private size = 0;
  /** Whether the end is an incomplete line. */
  private isTorn = false;
  private isClosed = false;

  constructor(
    private readonly path: string,
    /** Bytes after which the file is rotated. */
    private readonly rotateBytes: number,
  ) {}

  /** Takes whole lines. */
  async append(lines: Uint8Array): Promise<Appended> {
    let done = 0;
    try {
      const handle = await this.opened(lines.length);
      while (done < lines.length) done += await this.write(handle, lines, done);
      this.size += done;
      return { whole: done };
    } catch (error) {
      const whole = done === 0 ? 0 : lines.lastIndexOf(newline, done - 1) + 1;
      await this.takeBack(done, whole).catch(() => {});
      await this.close();
      return { whole, error };
    }
  }

  /** Nothing more is written, including lines that wait for a pipe. */
  async stop(): Promise<void> {
    this.isClosed = true;
    await this.close();
  }

  private async close(): Promise<void> {
    const { handle } = this;
    this.handle = undefined;
    await handle?.close().catch(() => {});
  }

  private async opened(more: number): Promise<FileHandle> {
    this.handle ??= await this.open();
    if (this.isPlain && this.size > 0 && this.size + more > this.rotateBytes) {
      await this.close();
      await rotate(this.path);
      this.handle = await this.open();
    }
    if (this.isTorn) {
      await this.handle.write("\n");
      this.size++;
      this.isTorn = false;
    }
    return this.handle;
  }

  private async open(): Promise<FileHandle> {
    const handle = await open(this.path, flags, 0o666);
    const status = await handle.stat();
    this.isPlain = status.isFile();
    this.size = this.isPlain ? status.size : 0;
    if (this.isPlain) this.isTorn = this.size > 0 && (await lastByte(this.path, this.size)) !== newline;
    return handle;
  }

  private async write(handle: FileHandle, lines: Uint8Array, from: number): Promise<number> {
    if (this.isClosed) throw new Error("the service is ending");
    try {
      return (await handle.write(lines, from)).bytesWritten;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
      await new Promise((resolve) => setTimeout(resolve, fullPipeMs).unref());
      return 0;
    }
  }

  /** Ends the file with the last whole line, unless another process has written to it since. */
  private async takeBack(done: number, whole: number): Promise<void> {
    if (done === whole) return;
    this.isTorn = true;
    const { handle, isPlain, size } = this;
    if (!handle || !isPlain || (await handle.stat()).size !== size + done) return;
    await handle.truncate(size + whole);
    this.isTorn = false;
  }
}

async function lastByte(path: string, size: number): Promise<number | undefined> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
    return bytesRead === 1 ? buffer[0] : undefined;
  } finally {
    await file.close();
  }
}

async function rotate(file: string): Promise<void> {
  for (let number = keptFiles - 1; number >= 1; number--) {
    const exists = await stat(`${file}.${number}`).catch(() => undefined);
    if (exists) await rename(`${file}.${number}`, `${file}.${number + 1}`);
  }
  await rename(file, `${file}.1`);
}
