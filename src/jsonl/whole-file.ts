// A file that appears only when it is complete. It is written under a different name, which is random and must be new,
// so neither a link that others have placed nor a full disk can redirect it or leave half of it.

import { createHash, randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, writeSync } from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { withoutSecrets } from "../outgoing/secrets.ts";
import { reasonOf, StorageError } from "./errors.ts";

/** Writes a file from the given texts. @throws {StorageError} */
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

/** A file that is written text by text, and appears at its end; call `drop` if something fails. */
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

/** The system may write less than it is given, without an error. */
function writeAll(file: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
}

// Where a file is written before it is moved to its destination: beside it, under a random name. What killed processes
// of this machine left is removed by the next process that writes to the same place.

/** The path of a new draft of a file or folder. */
export function newDraft(path: string): string {
  removeAbandoned(path);
  return `${path}.${here}-${process.pid}-${randomBytes(8).toString("hex")}.draft`;
}

/** Only those of this machine: on a shared disk it is unknown whether a process of a different machine still runs. */
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
    // These files only take up space; if there is a real problem, the write itself reports it.
  }
}

/** Whether a process of this machine has this id. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
