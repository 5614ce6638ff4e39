// The name of a run at its queue, kept beside what the run writes while units may be under way: so that whoever starts
// the run again finds what workers have sent meanwhile. It is not the path, which differs between machines, nor what the
// run is asked for, which two runs may share.

import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { z } from "zod";
import { readPlainFile } from "../jsonl/plain-file.ts";
import { writeWhole } from "../runs/run-folder.ts";

const ticket = z.object({
  v: z.literal(1),
  run: z.string().regex(/^[0-9a-f]{16}$/),
  /** Of the coordinator that started last. */
  epoch: z.int().min(0),
});

export type RunTicket = z.output<typeof ticket>;

/** The one that is there, or a new one. */
export async function readTicket(path: string): Promise<RunTicket> {
  try {
    return ticket.parse(JSON.parse(await readPlainFile(path)));
  } catch {
    return { v: 1, run: randomBytes(8).toString("hex"), epoch: 0 };
  }
}

/** @throws {StorageError} */
export const writeTicket = (path: string, value: RunTicket): void =>
  writeWhole(path, `${JSON.stringify(value)}\n`);

export const removeTicket = (path: string): void => rmSync(path, { force: true });
