// Finds the runs below some folders by their files, and gives each a name of its own. A page's request is looked up
// among these names and never used as a path.

import { createHash } from "node:crypto";
import type { Dirent } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { kindNameIn, runFileName } from "../../runs/run-folder.ts";
import { kindNames } from "../../runs/run-kind.ts";
import { slicesIn } from "../../search/result.ts";
import type { ViewedKind } from "../api.ts";
import { isRolloutLog } from "./rollouts.ts";

export interface FoundRun {
  /** In addresses. */
  id: string;
  kind: ViewedKind;
  /** Its name for users: its path below the given folder. */
  name: string;
  /** Of a search, the folder of its result files. */
  folder: string;
  /** A result file that was given alone. */
  file?: string | undefined;
  /** Why it cannot be read, in a sentence. */
  problem?: string | undefined;
}

const deepest = 8;
const passedOver = new Set(["node_modules", ".git", "dist"]);

/** @param folders as given by the user; one may also be a run, a result file, or a log of rollouts */
export async function findRuns(folders: readonly string[]): Promise<FoundRun[]> {
  const found = new Map<string, FoundRun>();
  for (const folder of folders) {
    const root = await realpath(resolve(folder)).catch(() => undefined);
    if (root === undefined) continue;
    if ((await stat(root)).isFile()) {
      const kind = (await isRolloutLog(root)) ? "rollouts" : "search";
      const above = kind === "search" ? dirname(dirname(root)) : dirname(root);
      const run = foundRun(kind, root, above, basename(root));
      found.set(run.id, run);
      continue;
    }
    // A run that is given itself is named by its folder.
    for (const run of await runsIn(root, root, 0)) if (!found.has(run.id)) found.set(run.id, run);
  }
  return [...found.values()];
}

async function runsIn(folder: string, root: string, depth: number): Promise<FoundRun[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
  const names = entries.map(({ name }) => name);
  const above = folder === root ? dirname(root) : root;
  if (names.includes(runFileName)) return [await runAt(folder, above)];
  const slices = slicesIn(names);
  const searches = names.filter((name) => /^search-\d+-(?:\d+|None)$/.test(name));
  if (slices.length > 0 || searches.length > 0) return [foundRun("search", folder, above)];
  if (depth >= deepest) return [];
  const inside = entries
    .filter((entry) => entry.isDirectory() && !passedOver.has(entry.name) && !entry.name.startsWith("."))
    .map(({ name }) => runsIn(join(folder, name), root, depth + 1));
  return (await Promise.all(inside)).flat();
}

async function runAt(folder: string, above: string): Promise<FoundRun> {
  try {
    const kind = await kindNameIn(folder);
    const known = kindNames.find((each) => each === kind);
    if (known) {
      // A search's run is listed as the folder of its results.
      return foundRun(known, kind === "search" ? dirname(folder) : folder, above);
    }
    const problem = `${runFileName} says that this is a run of the kind '${kind}', which this version of Assay cannot read; a newer version may be able to`;
    return { ...foundRun("eval", folder, above), problem };
  } catch (error) {
    return { ...foundRun("eval", folder, above), problem: (error as Error).message };
  }
}

function foundRun(kind: ViewedKind, path: string, above: string, file?: string): FoundRun {
  const name = relative(above, path) || basename(path);
  const mark = createHash("sha256").update(path).digest("hex").slice(0, 6);
  const readable = name
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(-60);
  return { id: `${readable}-${mark}`, kind, name, folder: file === undefined ? path : dirname(path), file };
}
