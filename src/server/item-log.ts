// Items with their results, as JSON Lines in a file that is rotated by size. Scoring never waits for it: what the disk
// does not take in time, or at all, is dropped and counted.

import { type FileHandle, open, rename, stat } from "node:fs/promises";
import { reasonOf } from "../jsonl/errors.ts";
import type { Log } from "./log.ts";

export interface ItemLogOptions {
  file: string;
  /** One of so many items is written. */
  every: number;
  log: Log;
  /** Bytes after which the file is put aside. */
  rotateBytes?: number;
}

const defaultRotateBytes = 100 * 1024 * 1024;
/** Files that were put aside: FILE.1 is the latest. */
const kept = 5;
const mostWaitingBytes = 16 * 1024 * 1024;
/** How long nothing is tried after the disk has failed. */
const pauseMs = 5_000;

export class ItemLog {
  readonly every: number;
  /** Lines that were not written. */
  dropped = 0;
  /** Items seen so far, for the sampling. */
  private seen = 0;
  private waiting: string[] = [];
  private waitingBytes = 0;
  private handle: FileHandle | undefined;
  private written = 0;
  private writing: Promise<void> | undefined;
  private pausedUntil = 0;

  constructor(private readonly options: ItemLogOptions) {
    this.every = options.every;
  }

  /** The place of the next items in the sampling. */
  place(items: number): number {
    const place = this.seen;
    this.seen += items;
    return place;
  }

  /** Takes whole lines. */
  add(lines: string): void {
    if (lines === "") return;
    if (this.waitingBytes + lines.length > mostWaitingBytes || Date.now() < this.pausedUntil) {
      this.dropped += countLines(lines);
      return;
    }
    this.waiting.push(lines);
    this.waitingBytes += lines.length;
    this.writing ??= this.drain();
  }

  /** Waits a moment for what is still to be written. */
  async close(): Promise<void> {
    await Promise.race([this.writing, new Promise((resolve) => setTimeout(resolve, 1_000).unref())]);
    await this.handle?.close().catch(() => {});
  }

  private async drain(): Promise<void> {
    while (this.waiting.length > 0) {
      const lines = this.waiting.splice(0).join("");
      this.waitingBytes = 0;
      try {
        await this.write(Buffer.from(lines));
      } catch (error) {
        this.dropped += countLines(lines);
        this.pausedUntil = Date.now() + pauseMs;
        await this.handle?.close().catch(() => {});
        this.handle = undefined;
        this.options.log("warn", `${this.options.file}: items are not logged: ${reasonOf(error)}`);
      }
    }
    this.writing = undefined;
  }

  private async write(bytes: Buffer): Promise<void> {
    const { file, rotateBytes = defaultRotateBytes } = this.options;
    if (this.handle === undefined) {
      this.handle = await open(file, "a");
      this.written = (await this.handle.stat()).size;
    }
    if (this.written > 0 && this.written + bytes.length > rotateBytes) {
      await this.handle.close();
      this.handle = undefined;
      await rotate(file);
      this.handle = await open(file, "a");
      this.written = 0;
    }
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await this.handle.write(bytes, done);
      done += bytesWritten;
      this.written += bytesWritten;
    }
  }
}

async function rotate(file: string): Promise<void> {
  for (let number = kept - 1; number >= 1; number--) {
    const exists = await stat(`${file}.${number}`).catch(() => undefined);
    if (exists) await rename(`${file}.${number}`, `${file}.${number + 1}`);
  }
  await rename(file, `${file}.1`);
}

function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}
