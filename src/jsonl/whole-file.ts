// A file that appears when it is whole. It is written aside, under a name that nobody can guess and that must be new, so
// that neither a link that somebody has laid nor a full disk makes it another file or half of one.

import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { withoutSecrets } from "../outgoing/secrets.ts";
import { newDraft } from "./draft.ts";
import { reasonOf, StorageError } from "./errors.ts";

/** Writes a file from the texts that it is given. @throws {StorageError} */
export function writeWholeFile(path: string, texts: Iterable<string>): void {
  const draft = newDraft(path);
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

/** The system may take less than it is given, without an error. */
function writeAll(file: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
}
