// A static site of runs: the pages of the viewer with every answer that they may request. It works from any web server
// and from a folder. Files are written only in the given folder, and runs are not changed.

import { lstat, mkdir, readdir, readFile, realpath, rm } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { StorageError } from "../../jsonl/errors.ts";
import { cacheFolder } from "../index/cache-folder.ts";
import type { FoundRun } from "../index/find-runs.ts";
import { Library } from "../index/library.ts";
import { NotesFile } from "../notes-file.ts";
import { redacted } from "../redacted.ts";
import { answering } from "../serve.ts";
import { type AskedPath, pathsOfAll, pathsOfRun } from "./asked-paths.ts";
import { ChunkWriter, writeInPlace } from "./chunk-writer.ts";
import type { SiteIndex, SiteRoot } from "./site-index.ts";
import { questionKey } from "./site-index.ts";

interface SiteRequest {
  folders: readonly string[];
  /** The output folder. */
  target: string;
  /** Whether the output folder may contain other files. */
  force: boolean;
  /** The file of notes to include. */
  notes?: string | undefined;
  /** The folder of indexes; default: the user's cache folder. */
  cache?: string | undefined;
}

interface WrittenSite {
  runs: number;
  files: number;
  bytes: number;
}

/** @throws {StorageError} */
export async function writeSite({
  folders,
  target,
  force,
  notes,
  cache = cacheFolder(),
}: SiteRequest): Promise<WrittenSite> {
  const library = new Library(folders, cache);
  try {
    const runs = await library.all();
    if (runs.length === 0) throw new StorageError(`there is no run below ${folders.join(", ")}`);
    const folder = await siteFolder(target, force, runs);
    const page = await copyPage(folder);
    const writer = new ChunkWriter(folder);
    const answer = answering(library, new NotesFile(notes));
    const root: SiteRoot = { written: new Date().toISOString(), runs: {} };
    const write = async (name: string, paths: AsyncIterable<AskedPath>) => {
      const index: SiteIndex = {};
      for await (const { path, row } of paths) {
        const place = await writer.add(redacted(JSON.stringify(await answer(path))));
        if (row !== undefined) place.push(row);
        index[questionKey(path)] = place;
      }
      root.runs[name] = await writer.add(JSON.stringify(index));
      await writer.end();
    };
    for (const run of runs) await write(encodeURIComponent(run.id), pathsOfRun(run, library));
    await write("", pathsOfAll(runs, library));
    await writer.writeRoot(JSON.stringify(root));
    // The page is written last, so that an incomplete site cannot be opened.
    await writeInPlace(join(folder, "index.html"), page);
    return { runs: runs.length, files: writer.files, bytes: writer.bytes };
  } finally {
    await library.close();
  }
}

/** The folder, created if necessary. */
async function siteFolder(target: string, force: boolean, runs: readonly FoundRun[]): Promise<string> {
  const folder = await realPlace(resolve(target));
  for (const run of runs) {
    // A log of rollouts is one file, and may be in any folder.
    if (run.kind === "rollouts" || !isInside(folder, run.folder)) continue;
    throw new StorageError(
      `${target} is inside the run ${run.name}; assay does not write into runs, so name a different folder`,
    );
  }
  const known = await lstat(folder).catch(() => undefined);
  if (known && !known.isDirectory()) throw new StorageError(`${target} is a file; name a folder`);
  const names = known ? await readdir(folder) : [];
  if (names.length > 0 && !force)
    throw new StorageError(
      `${target} is not empty; name a different folder, or add --force to write into it`,
    );
  const data = join(folder, "data");
  const knownData = await lstat(data).catch(() => undefined);
  if (knownData && !knownData.isDirectory())
    throw new StorageError(`${data} is not a plain folder; remove it first`);
  await mkdir(data, { recursive: true });
  // Files of an earlier export, which would never be requested.
  await rm(join(folder, "index.html"), { force: true });
  for (const name of await readdir(data)) if (/^\d+\.js$/.test(name)) await rm(join(data, name));
  return folder;
}

/** A path with the links in its existing part resolved. */
async function realPlace(path: string): Promise<string> {
  const real = await realpath(path).catch(() => undefined);
  if (real !== undefined || dirname(path) === path) return real ?? path;
  return join(await realPlace(dirname(path)), basename(path));
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === "" || (!way.startsWith("..") && resolve(folder, way) === path);
}

/** Copies the files that were built for static sites, and returns the page itself. */
async function copyPage(folder: string): Promise<Buffer> {
  const built = new URL("../../web-site/", import.meta.url);
  const names = (await readdir(built)).filter((name) => name !== "index.html");
  for (const name of names) await writeInPlace(join(folder, name), await readFile(new URL(name, built)));
  return readFile(new URL("index.html", built));
}
