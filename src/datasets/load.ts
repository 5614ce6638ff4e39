// Rows with their source, which is sufficient to get the same rows again.

import { createHash } from "node:crypto";
import { DatasetFolder } from "./cache.ts";
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
  /** The command that fetches the set, for the error message when offline. */
  fetchCommand?: string | undefined;
  /** Read from the environment by default. */
  settings?: HubSettings | undefined;
}

/** The rows of a data set of the hub. */
export async function loadHubRows(data: HubData, options: LoadOptions = {}): Promise<LoadedRows> {
  const settings = options.settings ?? (await readHubSettings());
  const { rows, commit, files } = await rowsOf(data, settings, options.fetchCommand);
  if (rows.length === 0) throw new DatasetError("content", data.dataset, `${describeData(data)} has no rows`);
  const { dataset, config, split } = data;
  return { rows, dataset, config, split, revision: commit, files };
}

/** A download that could not be checked and cannot be read was damaged: it is removed, and tried once more. */
async function rowsOf(
  data: HubData,
  settings: HubSettings,
  fetchCommand: string | undefined,
  isAgain = false,
): Promise<{ rows: Row[]; commit: string; files: string[] }> {
  const { commit, files, paths } = await findSnapshot(data, settings, fetchCommand);
  const rows: Row[] = [];
  for (const [i, path] of paths.entries()) {
    const name = files.length === 1 ? describeData(data) : `${describeData(data)}, ${files[i]}`;
    try {
      for (const row of await parseRows(await readBytes(path, name), path, name)) rows.push(row);
    } catch (error) {
      const folder = new DatasetFolder(settings.cache, data.dataset);
      const wasUnchecked = !settings.offline && (await folder.forgetUnchecked(commit, files[i]!));
      if (!wasUnchecked || isAgain) throw error;
      return rowsOf(data, settings, fetchCommand, true);
    }
  }
  return { rows, commit, files };
}

/** The rows of a file. */
export async function loadFileRows(path: string): Promise<LoadedRows> {
  const bytes = await readBytes(path, path);
  const rows = await parseRows(bytes, path, path);
  if (rows.length === 0) throw new DatasetError("content", path, `${path} has no rows`);
  const revision = `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
  return { rows, dataset: path, revision, files: [path] };
}
