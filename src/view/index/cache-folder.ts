// Indexes are in the user's cache folder, never in a run's. An index that cannot be read is made again, and one that
// cannot be written is kept only in memory.

import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";

/** Raised whenever the format changes. */
const version = 5;

export const cacheFolder = (env: Readonly<Record<string, string | undefined>> = process.env): string =>
  join(env.XDG_CACHE_HOME?.trim() || join(homedir(), ".cache"), "assay", "view");

/** One part of one run's index. */
export class CachedPart<Value> {
  private readonly path: string;

  constructor(
    private readonly folder: string,
    run: string,
    part: "facts" | "verdicts" | "summary",
  ) {
    const name = createHash("sha256").update(run).digest("hex").slice(0, 24);
    this.path = join(folder, `${name}.${part}`);
  }

  /** The stored index for a source in exactly this state. */
  async read(stamp: string): Promise<Value | undefined> {
    try {
      const kept = deserialize(await readFile(this.path)) as { version: number; stamp: string; value: Value };
      return kept.version === version && kept.stamp === stamp ? kept.value : undefined;
    } catch {
      return undefined;
    }
  }

  async write(stamp: string, value: Value): Promise<void> {
    const draft = `${this.path}.${randomUUID()}`;
    try {
      await mkdir(this.folder, { recursive: true });
      await writeFile(draft, serialize({ version, stamp, value }), { mode: 0o600 });
      await rename(draft, this.path);
    } catch {
      await rm(draft, { force: true }).catch(() => {});
    }
  }
}
