// The file of the item log: whole lines are appended, it is rotated when it is large, and if the disk was full, the
// written part of a line is removed again.

import { constants } from "node:fs";
import { type FileHandle, open, rename, stat } from "node:fs/promises";

/** The outcome of writing lines: the bytes of those that are in the file whole, and why the others are not. */
export interface Appended {
  whole: number;
  error?: unknown;
}

/** Rotated files: FILE.1 is the latest. */
const kept = 5;
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
  for (let number = kept - 1; number >= 1; number--) {
    const exists = await stat(`${file}.${number}`).catch(() => undefined);
    if (exists) await rename(`${file}.${number}`, `${file}.${number + 1}`);
  }
  await rename(file, `${file}.1`);
}
