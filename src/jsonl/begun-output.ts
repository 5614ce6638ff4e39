// What an output that is not finished was begun with: beside it stands a file that says so, until the last line is
// written, so that it is not gone on with by another command or over another input.

import { createHash } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { StorageError } from "./errors.ts";
import { writeWholeFile } from "./whole-file.ts";

export interface Begun {
  /** What answers the lines, in words. */
  work: string;
  /** Of the input's first bytes; null where it is a stream. */
  input: { bytes: number; sha256: string } | null;
}

const comparedBytes = 1 << 20;
const pathOf = (output: string): string => `${output}.begun.json`;

export async function describeInput(path: string, bytes = comparedBytes): Promise<Begun["input"]> {
  if (path === "-") return null;
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
    return {
      bytes: bytesRead,
      sha256: createHash("sha256").update(buffer.subarray(0, bytesRead)).digest("hex"),
    };
  } finally {
    await file.close();
  }
}

export const noteBegun = (output: string, begun: Begun): void =>
  writeWholeFile(pathOf(output), [`${JSON.stringify(begun)}\n`]);

export const forgetBegun = (output: string): void => rmSync(pathOf(output), { force: true });

/** @throws {StorageError} when the output was begun with something else */
export async function checkBegun(output: string, input: string, work: string): Promise<void> {
  let begun: Begun;
  try {
    begun = JSON.parse(readFileSync(pathOf(output), "utf8")) as Begun;
  } catch {
    return; // It was finished, or nobody noted it.
  }
  if (begun.work !== work)
    throw new StorageError(`${output} was begun by ${begun.work}, and this is ${work}; give another output`);
  if (!begun.input || input === "-") return;
  const now = await describeInput(input, Math.min(comparedBytes, Math.max(0, begun.input.bytes)));
  if (now!.sha256 !== begun.input.sha256)
    throw new StorageError(`${output} was begun over another input than ${input}; give another output`);
}
