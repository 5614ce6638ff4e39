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
  const file = new WholeFile(path);
  try {
    for (const text of texts) file.write(text);
    file.end();
  } catch (error) {
    file.drop();
    throw error instanceof StorageError ? error : cannotWrite(path, error);
  }
}

/** A file that is written text by text, and appears at its end; `drop` it where something fails. */
export class WholeFile {
  private readonly draft: string;
  private readonly file: number;

  /** @throws {StorageError} */
  constructor(private readonly path: string) {
    this.draft = newDraft(path);
    this.file = this.tried(() => openSync(this.draft, "wx", 0o666));
  }

  /** @throws {StorageError} */
  write(text: string): void {
    this.tried(() => writeAll(this.file, Buffer.from(withoutSecrets(text))));
  }

  /** @throws {StorageError} */
  end(): void {
    this.tried(() => {
      fsyncSync(this.file);
      renameSync(this.draft, this.path);
      closeSync(this.file);
    });
  }

  /** Leaves nothing of it. */
  drop(): void {
    closeSync(this.file);
    rmSync(this.draft, { force: true });
  }

  private tried<T>(act: () => T): T {
    try {
      return act();
    } catch (error) {
      throw cannotWrite(this.path, error);
    }
  }
}

const cannotWrite = (path: string, error: unknown): StorageError =>
  new StorageError(`${path}: cannot be written: ${reasonOf(error)}`);

/** The system may take less than it is given, without an error. */
function writeAll(file: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
}

// Where something is written before it is moved into its place: beside it, under a random name. What
// processes of this machine left when they were killed is removed by the next one that writes to the same place.

/** The path of a new draft of a file or folder. */
export function newDraft(path: string): string {
  removeAbandoned(path);
  return `${path}.${here}-${process.pid}-${randomBytes(8).toString("hex")}.draft`;
}

/** Of this machine: on a disk that several share, whether another's process still lives cannot be known. */
const here = createHash("sha256").update(hostname()).digest("hex").slice(0, 8);

function removeAbandoned(path: string): void {
  const folder = dirname(path);
  const start = `${basename(path)}.${here}-`;
  try {
    for (const name of readdirSync(folder)) {
      if (!name.startsWith(start)) continue;
      const [, pid] = /^(\d+)-[0-9a-f]{16}\.draft$/.exec(name.slice(start.length)) ?? [];
      if (pid !== undefined && !isRunning(Number(pid)))
        rmSync(join(folder, name), { force: true, recursive: true });
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
