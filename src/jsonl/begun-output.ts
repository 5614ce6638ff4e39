// How an unfinished output was begun: until the last line is written, a file beside it records this, so that a
// different command or a different input cannot continue the output. Its first line describes the work; each further
// line is a mark: how much of the input had been read when the lines that are about to be written were answered.

import { createHash } from "node:crypto";
import { closeSync, constants, createReadStream, openSync, rmSync, writeSync } from "node:fs";
import { jsonIn, reasonOf, StorageError } from "./errors.ts";
import { readPlainFileSync } from "./plain-file.ts";
import { writeWholeFile } from "./whole-file.ts";

/** The first bytes of an input. */
export interface Mark {
  bytes: number;
  sha256: string;
}

interface Begun {
  /** What answers the lines, in words. */
  work: string;
  /** The last mark; undefined if the input is a stream, or nothing was written. */
  mark: Mark | undefined;
}

const pathOf = (output: string): string => `${output}.begun.jsonl`;

/** Undefined if the output was finished, or has no such file. */
export function readBegun(output: string): Begun | undefined {
  let lines: unknown[];
  try {
    // A process that was killed may leave half a line.
    lines = readPlainFileSync(pathOf(output)).split("\n").map(jsonIn);
  } catch {
    return undefined;
  }
  const [first, ...marks] = lines.filter((line) => line !== undefined);
  const { work } = (first ?? {}) as { work?: unknown };
  return typeof work === "string" ? { work, mark: marks.findLast(isMark) } : undefined;
}

const isMark = (line: unknown): line is Mark => {
  const { bytes, sha256 } = (line ?? {}) as Partial<Mark>;
  return Number.isSafeInteger(bytes) && bytes! > 0 && typeof sha256 === "string";
};

/** @throws {StorageError} if the output was begun with different settings */
export async function checkBegun(
  { work, mark }: Begun,
  now: { output: string; input: string; work: string; isFile: boolean },
): Promise<void> {
  const { output, input } = now;
  if (work !== now.work)
    throw new StorageError(
      `${output} was begun by ${work}, and this is ${now.work}; give a different output`,
    );
  if (mark === undefined || !now.isFile) return;
  const { sha256 } = await markOf(input, mark.bytes);
  if (sha256 !== mark.sha256)
    throw new StorageError(
      `${output} was begun with a different input than ${input}; give a different output`,
    );
}

/** The hash of the first `bytes` bytes of a file, or of all of it without a number. */
export async function markOf(path: string, bytes = Number.POSITIVE_INFINITY): Promise<Mark> {
  const read = new MarkedInput(createReadStream(path, { end: bytes - 1 }) as AsyncIterable<Buffer>);
  for await (const _ of read);
  return read.mark;
}

/** The note beside an output that is being written. */
export class BegunNote {
  private readonly file: number;
  /** Bytes of the last mark: of what was read at once, several blocks are made. */
  private marked = 0;

  /** Continues with the existing note, if the output is continued. @throws {StorageError} */
  constructor(
    private readonly output: string,
    work: string,
    isGoneOnWith: boolean,
  ) {
    if (!isGoneOnWith) writeWholeFile(pathOf(output), [`${JSON.stringify({ work })}\n`]);
    const { O_WRONLY, O_APPEND, O_NOFOLLOW = 0 } = constants;
    this.file = this.attempt(() => openSync(pathOf(output), O_WRONLY | O_APPEND | O_NOFOLLOW));
  }

  /** Called before the lines are written: a mark may cover too much of the input, but never too little. */
  add(mark: Mark): void {
    if (mark.bytes === this.marked) return;
    this.marked = mark.bytes;
    // The line before it may be incomplete.
    this.attempt(() => writeSync(this.file, `\n${JSON.stringify(mark)}\n`));
  }

  close(isFinished: boolean): void {
    closeSync(this.file);
    if (isFinished) rmSync(pathOf(this.output), { force: true });
  }

  private attempt<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      throw new StorageError(`${pathOf(this.output)}: cannot be written: ${reasonOf(error)}`);
    }
  }
}

/** An input that reports how much of it has been read. */
export class MarkedInput implements AsyncIterable<Buffer> {
  private readonly hash = createHash("sha256");
  private bytes = 0;

  constructor(private readonly chunks: AsyncIterable<Buffer>) {}

  get mark(): Mark {
    return { bytes: this.bytes, sha256: this.hash.copy().digest("hex") };
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for await (const chunk of this.chunks) {
      this.hash.update(chunk);
      this.bytes += chunk.length;
      yield chunk;
    }
  }
}
