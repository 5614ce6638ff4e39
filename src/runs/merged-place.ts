// Where a merged run is written: aside at first, and moved into its place when it is whole, so that a merge that fails
// leaves nothing, and the corrected command finds the place free.

import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { newDraft } from "../jsonl/draft.ts";
import { reasonOf, StorageError } from "../jsonl/errors.ts";
import { runFileName } from "./run-folder.ts";

export interface MergedPlace {
  /** Where it is written at first. */
  draft: string;
  /** Where something that is in the draft will be. */
  final(path: string): string;
}

/** @param make writes into the draft. @throws {StorageError} and what `make` throws; then there is nothing */
export async function intoPlace<T>(out: string, make: (place: MergedPlace) => Promise<T>): Promise<T> {
  // A folder that is there already may be all that its owner may write to.
  const draft = newDraft(existsSync(out) ? join(out, basename(out)) : out);
  try {
    attempt(out, () => mkdirSync(draft, { recursive: true }));
    const made = await make({ draft, final: (path) => join(out, relative(draft, path)) });
    attempt(out, () => (existsSync(out) ? moveInto(draft, out) : renameSync(draft, out)));
    return made;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function attempt(out: string, action: () => void): void {
  try {
    action();
  } catch (error) {
    throw new StorageError(`${out}: the folder cannot be made: ${reasonOf(error)}`);
  }
}

/** Among what is there already. What says that there is a run comes last. */
function moveInto(from: string, to: string): void {
  const names = readdirSync(from).sort((a, b) => Number(a === runFileName) - Number(b === runFileName));
  for (const name of names) {
    const [source, target] = [join(from, name), join(to, name)];
    const isThere = statSync(target, { throwIfNoEntry: false })?.isDirectory() === true;
    if (isThere && statSync(source).isDirectory()) moveInto(source, target);
    else renameSync(source, target);
  }
}
