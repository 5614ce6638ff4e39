// The cache on disk, in the layout of Python's huggingface_hub: `blobs` named by etag, `snapshots/COMMIT` of links to
// them, `refs` that say which commit a branch was. Everything appears by a rename of a file with a name of its own,
// so that processes may load the same set at once and none ever sees half a file.

import { createHash, randomUUID } from "node:crypto";
import { constants } from "node:fs";
import {
  copyFile,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import { DatasetError } from "./dataset-error.ts";
import { isCommit } from "./hub-settings.ts";

/** One data set's folder in the cache. */
export class DatasetFolder {
  readonly path: string;

  constructor(
    cache: string,
    readonly dataset: string,
  ) {
    this.path = join(cache, `datasets--${dataset.replaceAll("/", "--")}`);
  }

  /** The commit that a branch or tag was when it was last fetched. */
  async commitOf(revision: string): Promise<string | undefined> {
    const text = await readFile(join(this.path, "refs", ...revision.split("/")), "utf8").catch(() => "");
    return isCommit(text.trim()) ? text.trim() : undefined;
  }

  async rememberCommit(revision: string, commit: string): Promise<void> {
    if ((await this.commitOf(revision)) === commit) return;
    const path = join(this.path, "refs", ...revision.split("/"));
    await this.appear(path, (temporary) => writeFile(temporary, commit));
  }

  fileAt(commit: string, path: string): string {
    return join(this.path, "snapshots", commit, ...path.split("/"));
  }

  blobAt(name: string): string {
    return join(this.path, "blobs", name);
  }

  /** The files of a snapshot that are really there, by their paths in the data set. */
  async filesAt(commit: string): Promise<string[]> {
    const root = join(this.path, "snapshots", commit);
    const names = await readdir(root, { recursive: true }).catch(() => [] as string[]);
    const present = await Promise.all(names.map((name) => isFile(join(root, name))));
    return names.filter((_, i) => present[i]).map((name) => name.split(sep).join("/"));
  }

  /** Keeps a blob that `write` makes in a file of its own; what fails leaves nothing behind. */
  async keepBlob(name: string, write: (temporary: string) => Promise<unknown>): Promise<void> {
    const path = this.blobAt(name);
    await this.appear(path, write, `${path}.${randomUUID()}.incomplete`);
  }

  /**
   * Takes a file back whose content nobody could check, since the hub named it by no hash; true if that is so. What
   * was checked when it came is kept, whatever it holds.
   */
  async forgetUnchecked(commit: string, path: string): Promise<boolean> {
    const shown = this.fileAt(commit, path);
    const target = await readlink(shown).catch(() => undefined);
    const blob = target === undefined ? undefined : basename(target);
    if (blob !== uncheckedName(commit, path)) return false;
    await rm(shown, { force: true });
    await rm(this.blobAt(blob), { force: true });
    return true;
  }

  /** Lets a snapshot show a blob; by a copy where the system has no links. */
  async show(commit: string, path: string, blob: string): Promise<void> {
    const shown = this.fileAt(commit, path);
    const target = this.blobAt(blob);
    if (await isFile(shown)) return;
    await this.appear(shown, async (temporary) => {
      try {
        await symlink(relative(dirname(shown), target), temporary);
      } catch (error) {
        if (!["EPERM", "ENOSYS", "ENOTSUP", "EACCES"].includes((error as NodeJS.ErrnoException).code ?? ""))
          throw error;
        await copyFile(target, temporary, constants.COPYFILE_FICLONE);
      }
    });
  }

  private async appear(
    path: string,
    write: (temporary: string) => Promise<unknown>,
    temporary = `${path}.${randomUUID()}.incomplete`,
  ): Promise<void> {
    try {
      await mkdir(dirname(path), { recursive: true });
      await write(temporary);
      await rename(temporary, path).catch(async (error: Error) => {
        // Where a file in use cannot be replaced, another process's is as good as ours.
        if (!(await isFile(path))) throw error;
      });
    } catch (error) {
      if (error instanceof DatasetError || (error as NodeJS.ErrnoException).syscall === undefined)
        throw error;
      throw new DatasetError(
        "storage",
        this.dataset,
        `${this.dataset}: the cache cannot be written: ${(error as Error).message}; set HF_HUB_CACHE to a different folder`,
      );
    } finally {
      await rm(temporary, { force: true }).catch(() => {});
    }
  }
}

/** The name of a blob for which the hub has none. */
export const uncheckedName = (commit: string, path: string): string =>
  `${commit}-${createHash("sha256").update(path).digest("hex").slice(0, 24)}`;

export const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
