// Items with their results, as JSON Lines in a file that is rotated by size. Scoring never waits for it: lines that the
// disk does not take, or not in time, are dropped and counted.

import { reasonOf } from "../jsonl/errors.ts";
import type { Log } from "./log.ts";
import { type Appended, LogFile } from "./log-file.ts";

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
