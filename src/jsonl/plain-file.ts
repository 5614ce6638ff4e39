// Files in a folder of unknown origin. Reading a pipe or a device among them might never end, so only regular files are
// opened.

import { constants as bufferConstants } from "node:buffer";
import {
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  openSync,
  readFileSync,
  type Stats,
} from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { count } from "../outgoing/counted.ts";
import { InputError } from "./errors.ts";

/** Opening a pipe for reading would wait for its writer without this flag. */
const { O_RDONLY, O_NONBLOCK = 0 } = constants;

/** More than any file that is read whole. */
const mostBytes = 256 * 1024 * 1024;

/** @throws the system's error, or an error that it is not a file */
export async function openPlainFile(path: string): Promise<FileHandle> {
  const file = await open(path, O_RDONLY | O_NONBLOCK);
  try {
    checkPlain(await file.stat());
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

export async function readPlainFile(path: string, most = mostBytes): Promise<string> {
  const file = await openPlainFile(path);
  try {
    checkSize(await file.stat(), most);
    return await file.readFile("utf8");
  } finally {
    await file.close();
  }
}

export function readPlainFileSync(path: string, most = mostBytes): string {
  const file = openSync(path, O_RDONLY | O_NONBLOCK);
  try {
    const found = fstatSync(file);
    checkPlain(found);
    checkSize(found, most);
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
}

export async function* plainFileLines(path: string, from?: LinePlace): AsyncGenerator<FileLine> {
  yield* fileLines(path, from, await openPlainFile(path));
}

function checkSize({ size }: Stats, most: number): void {
  if (size > most) throw new Error(`it has ${count(size)} bytes, and may have ${count(most)}`);
}

/** @throws the system's error for a folder, and a sentence for pipes and devices */
export function checkPlain(found: Stats): void {
  if (found.isFile()) return;
  if (found.isDirectory()) throw Object.assign(new Error("it is a folder"), { code: "EISDIR" });
  throw new Error("it is a pipe or a device, and not a file");
}

// The lines of a file with their positions, one at a time, so that a long record can be indexed, and read piece by
// piece later, without being held in memory.

export interface FileLine {
  /** Without its newline. */
  bytes: Buffer;
  /** Counted from 1. */
  number: number;
  /** The byte at which it begins. */
  start: number;
  /** Whether a newline follows; only the last line of a file may have none. */
  ended: boolean;
}

export const newline = 10;

/** A position in a file at which a line begins. */
export interface LinePlace {
  start: number;
  number: number;
}

/** A longer line could not become a string, and must not fill the memory before this is noticed. */
const longestLine = bufferConstants.MAX_STRING_LENGTH;

/** `file` is the file at `path`, if it is open already; it is closed at the end. @throws {InputError} */
export async function* fileLines(
  path: string,
  from: LinePlace = { start: 0, number: 1 },
  file?: FileHandle,
): AsyncGenerator<FileLine> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let { start, number } = from;
  const line = (bytes: Buffer, ended: boolean): FileLine => {
    const next = { bytes, number, start, ended };
    number++;
    start += bytes.length + (ended ? 1 : 0);
    return next;
  };
  for await (const chunk of createReadStream(path, {
    start,
    highWaterMark: 1 << 18,
    ...(file && { fd: file }),
  }) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      const piece = chunk.subarray(from, at);
      yield line(held.length > 0 ? Buffer.concat([...held, piece]) : piece, true);
      held = [];
      heldBytes = 0;
      from = at + 1;
    }
    if (from === chunk.length) continue;
    held.push(chunk.subarray(from));
    heldBytes += chunk.length - from;
    if (heldBytes > longestLine) throw new InputError(`${path}, line ${number}: longer than any text can be`);
  }
  if (held.length > 0) yield line(Buffer.concat(held), false);
}
