// The cache on disk, in the layout of Python's huggingface_hub: `blobs` named by etag, `snapshots/COMMIT` of links to
// them, `refs` with the commit of each branch. Every file appears by a rename from a temporary name, so several
// processes may load the same set at once, and none ever sees half a file.

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

  /** The commit of a branch or tag when it was last fetched. */
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

  /** The files of a snapshot that exist, by their paths in the data set. */
  async filesAt(commit: string): Promise<string[]> {
    const root = join(this.path, "snapshots", commit);
    const names = await readdir(root, { recursive: true }).catch(() => [] as string[]);
    const present = await Promise.all(names.map((name) => isFile(join(root, name))));
    return names.filter((_, i) => present[i]).map((name) => name.split(sep).join("/"));
  }

  /** Stores a blob that `write` makes in a temporary file; a failure leaves no file behind. */
  async keepBlob(name: string, write: (temporary: string) => Promise<unknown>): Promise<void> {
    const path = this.blobAt(name);
    await this.appear(path, write, `${path}.${randomUUID()}.incomplete`);
  }

  /**
   * Removes a file whose content could not be checked, because the hub gave no hash for it; returns whether it did. A
   * file that was checked when it was downloaded is kept.
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

  /** Adds a blob to a snapshot by a link, or by a copy if the system has no links. */
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
        // If a file in use cannot be replaced, the file of the other process is as good as ours.
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
