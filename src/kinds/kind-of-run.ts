// The kinds of run that there are, and which one a path means. Whoever looks at runs dispatches on this.

import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { reasonOf, StorageError } from "../jsonl/errors.ts";
import { count } from "../outgoing/counted.ts";
import { runKind } from "../runs/run-folder.ts";
import { slicesIn } from "../search/result.ts";

export const runKinds = ["eval", "processbench", "search"] as const;
export type RunKind = (typeof runKinds)[number];

/** What a person calls one. */
export const kindWords: Readonly<Record<RunKind, string>> = {
  eval: "an evaluation",
  processbench: "a ProcessBench run",
  search: "a search",
};

/** What kind of run a path means: a run's folder, a search's result file, or a folder of searches. @throws {StorageError} */
export async function kindAt(path: string): Promise<RunKind> {
  const found = await stat(path).catch((error) => {
    const reason =
      (error as NodeJS.ErrnoException).code === "ENOENT" ? "no such file or folder" : reasonOf(error);
    throw new StorageError(`${path}: ${reason}`);
  });
  if (found.isFile()) {
    if (/\.json$/.test(path)) return "search";
    throw new StorageError(
      `${path}: this is a file, and neither the folder of a run nor the results of a search`,
    );
  }
  const kind = await runKind(path);
  if (kind !== undefined) {
    if ((runKinds as readonly string[]).includes(kind)) return kind as RunKind;
    throw new StorageError(`${path}: this is a run of the kind '${kind}', which this version does not know`);
  }
  const names = await readdir(path);
  if (holdsSearches(names)) return "search";
  // A folder may hold runs of all kinds; folders of searches alone are one data set each.
  const holdsRuns = (runs: readonly string[]) =>
    new StorageError(`${path}: this is not the folder of a run; it holds ${listed(runs)}`);
  const here = await runsIn(path, 1);
  if (here.length > 0) throw holdsRuns(here);
  for (const name of names)
    if (holdsSearches(await readdir(join(path, name)).catch(() => []))) return "search";
  const deeper = await runsIn(path, 2);
  if (deeper.length > 0) throw holdsRuns(deeper);
  throw new StorageError(`${path}: there is no run in this folder`);
}

/** The folders of runs in a folder that is none itself, by name. @param depth how many folders deep they may be */
async function runsIn(path: string, depth: number): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(path, name));
  const found = await Promise.all(
    folders.sort().map(async (folder) => {
      if ((await runKind(folder).catch(() => "broken")) !== undefined) return [folder];
      return depth > 1 ? runsIn(folder, depth - 1) : [];
    }),
  );
  return found.flat();
}

/** Whether a folder that holds these is that of a search's results. */
export const holdsSearches = (names: readonly string[]): boolean =>
  slicesIn(names).length > 0 || names.some((name) => /^search-\d+-(?:\d+|None)$/.test(name));

const mostListed = 5;

function listed(runs: readonly string[]): string {
  const more = runs.length - mostListed;
  return `${runs.slice(0, mostListed).join(", ")}${more > 0 ? ` and ${count(more)} more` : ""}`;
}
