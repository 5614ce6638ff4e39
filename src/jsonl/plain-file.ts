// Files of a folder that may be anybody's. A pipe among them would be waited for without end, and a device read without
// end, so only what is a file is opened.

import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { count } from "../outgoing/counted.ts";
import { type FileLine, fileLines, type LinePlace } from "./file-lines.ts";

/** Opening a pipe for reading waits for its writer, unless it is told not to. */
const { O_RDONLY, O_NONBLOCK = 0 } = constants;

/** More than any file has that is read whole. */
const mostBytes = 256 * 1024 * 1024;

/** @throws what the system says, or that it is no file */
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

/** @throws for a folder as the system does, for pipes and devices with a sentence */
export function checkPlain(found: Stats): void {
  if (found.isFile()) return;
  if (found.isDirectory()) throw Object.assign(new Error("it is a folder"), { code: "EISDIR" });
  throw new Error("it is a pipe or a device, and not a file");
}
