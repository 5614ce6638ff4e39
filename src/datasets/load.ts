// Rows, with where they came from: exactly enough to get the same rows again.

import { createHash } from "node:crypto";
import { DatasetError } from "./dataset-error.ts";
import { parseRows, readBytes } from "./file-rows.ts";
import { type HubSettings, readHubSettings } from "./hub-settings.ts";
import type { Row } from "./row.ts";
import { describeData, findSnapshot, type HubData } from "./snapshot.ts";

export interface LoadedRows {
  rows: Row[];
  dataset: string;
  config?: string | undefined;
  split?: string | undefined;
  /** The commit; of a file, the SHA-256 of its content. */
  revision: string;
  files: string[];
}

export interface LoadOptions {
  /** What a user runs to fetch the set, for the error of someone who is offline. */
  fetchCommand?: string | undefined;
  /** Read from the environment unless given. */
  settings?: HubSettings | undefined;
}

/** The rows of a data set of the hub. */
export async function loadHubRows(data: HubData, options: LoadOptions = {}): Promise<LoadedRows> {
  const settings = options.settings ?? (await readHubSettings());
  const { commit, files, paths } = await findSnapshot(data, settings, options.fetchCommand);
  const rows: Row[] = [];
  for (const [i, path] of paths.entries()) {
    const name = files.length === 1 ? describeData(data) : `${describeData(data)}, ${files[i]}`;
    for (const row of await parseRows(await readBytes(path, name), path, name)) rows.push(row);
  }
  if (rows.length === 0) throw new DatasetError("content", data.dataset, `${describeData(data)} has no rows`);
  const { dataset, config, split } = data;
  return { rows, dataset, config, split, revision: commit, files };
}

/** The rows of a file. */
export async function loadFileRows(path: string): Promise<LoadedRows> {
  const bytes = await readBytes(path, path);
  const rows = await parseRows(bytes, path, path);
  if (rows.length === 0) throw new DatasetError("content", path, `${path} has no rows`);
  const revision = `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
  return { rows, dataset: path, revision, files: [path] };
}
