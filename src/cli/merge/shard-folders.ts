// The folders of shards among those that were named: a run's own folder, or the --output-dir that it lies in.

import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { ExpectedError } from "../../errors/expected-error.ts";
import { type RunKind, runKinds } from "../../kinds/kind-of-run.ts";
import { runKind } from "../../runs/run-folder.ts";
import { baselineName } from "../search/search-report.ts";

export interface ShardFolders {
  kind: RunKind;
  folders: string[];
}

/** In an --output-dir, a run lies at most so deep: FOLDER/shard-I-of-N/MODEL/run_PREFIX. */
const deepest = 3;

/** @throws {ExpectedError} when there is none, or they are of several kinds */
export async function shardFolders(named: readonly string[]): Promise<ShardFolders> {
  const found: { folder: string; kind: string }[] = [];
  for (const folder of named) {
    const runs = await runsIn(folder, deepest);
    if (runs.length === 0) throw new ExpectedError(`${folder}: there is no run in this folder`);
    for (const run of runs) found.push(run);
  }
  const kinds = [...new Set(found.map(({ kind }) => kind))];
  const [kind] = kinds;
  if (kinds.length > 1)
    throw new ExpectedError(`the folders hold different kinds of run: ${kinds.join(", ")}`);
  if (!(runKinds as readonly string[]).includes(kind!))
    throw new ExpectedError(`runs of the kind '${kind}' are not known to this version`);
  return { kind: kind as RunKind, folders: [...new Set(found.map(({ folder }) => folder))] };
}

async function runsIn(folder: string, depth: number): Promise<{ folder: string; kind: string }[]> {
  const kind = await runKind(folder);
  if (kind !== undefined) return [{ folder, kind }];
  if (depth === 0) return [];
  const inside = await readdir(folder, { withFileTypes: true });
  const runs: { folder: string; kind: string }[] = [];
  // A search without a reward model is merged with the search that it belongs to.
  for (const each of inside)
    if (each.isDirectory() && each.name !== baselineName)
      for (const run of await runsIn(join(folder, each.name), depth - 1)) runs.push(run);
  return runs;
}
