// Where the runs of searches are: each stands beside its result file, and a folder may hold several slices of a data set.

import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { runKind } from "../runs/run-folder.ts";

/** The folders of searches that a path means: itself, the one beside a result file, or those in it. */
export async function searchFoldersAt(given: string): Promise<string[]> {
  const path = given.replace(/result-(\d+-(?:\d+|None))\.json$/, "search-$1");
  if ((await runKind(path)) === "search") return [path];
  const names = await readdir(path).catch(() => []);
  return names
    .filter((name) => /^search-\d+-(?:\d+|None)$/.test(name))
    .sort((a, b) => Number(a.split("-")[1]) - Number(b.split("-")[1]))
    .map((name) => join(path, name));
}

/** Those too that are in the folders of a folder, which is one of many data sets. */
export async function allSearchFoldersAt(path: string): Promise<string[]> {
  const here = await searchFoldersAt(path);
  if (here.length > 0) return here;
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const found = await Promise.all(names.sort().map((name) => searchFoldersAt(join(path, name))));
  return found.flat();
}
