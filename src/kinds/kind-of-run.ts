// The kinds of run that there are, and which one a path means. Whoever looks at runs dispatches on this.

import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { reasonOf, StorageError } from "../jsonl/errors.ts";
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
  const runs = await runsIn(path);
  if (runs.length > 0)
    throw new StorageError(
      `${path}: this is not the folder of a run; it holds ${runs.map((run) => run.path).join(", ")}`,
    );
  for (const name of names)
    if (holdsSearches(await readdir(join(path, name)).catch(() => []))) return "search";
  throw new StorageError(`${path}: there is no run in this folder`);
}

/** The runs in a folder that is none itself, by name. */
export async function runsIn(path: string): Promise<{ path: string; kind: string }[]> {
  const names = await readdir(path).catch(() => []);
  const found = await Promise.all(
    names.sort().map(async (name) => {
      const kind = await runKind(join(path, name)).catch(() => "broken");
      return { path: join(path, name), kind };
    }),
  );
  return found.flatMap(({ path, kind }) => (kind === undefined ? [] : [{ path, kind }]));
}

const holdsSearches = (names: readonly string[]): boolean =>
  slicesIn(names).length > 0 || names.some((name) => /^search-\d+-(?:\d+|None)$/.test(name));
