// A file that appears when it is whole. It is written aside, under a name that nobody can guess and that must be new, so
// that neither a link that somebody has laid nor a full disk makes it another file or half of one.

import { createHash, randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, writeSync } from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { withoutSecrets } from "../outgoing/secrets.ts";
import { reasonOf, StorageError } from "./errors.ts";

/** Writes a file from the texts that it is given. @throws {StorageError} */
export function writeWholeFile(path: string, texts: Iterable<string>): void {
  const draft = `${path}.${here}-${process.pid}-${randomBytes(8).toString("hex")}.draft`;
  removeAbandoned(path);
  try {
    const file = openSync(draft, "wx", 0o666);
    try {
      for (const text of texts) writeAll(file, Buffer.from(withoutSecrets(text)));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw new StorageError(`${path}: cannot be written: ${reasonOf(error)}`);
  }
}

/** Of this machine: on a disk that several share, whether another's process still lives cannot be known. */
const here = createHash("sha256").update(hostname()).digest("hex").slice(0, 8);

/** Drafts of the file that processes of this machine left when they were killed. */
function removeAbandoned(path: string): void {
  const folder = dirname(path);
  const start = `${basename(path)}.${here}-`;
  try {
    for (const name of readdirSync(folder)) {
      if (!name.startsWith(start)) continue;
      const [, pid] = /^(\d+)-[0-9a-f]{16}\.draft$/.exec(name.slice(start.length)) ?? [];
      if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(folder, name), { force: true });
    }
  } catch {
    // They are only in the way; what matters is told by the writing itself.
  }
}

/** Whether a process of this machine has the number. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

/** The system may take less than it is given, without an error. */
function writeAll(file: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
}
