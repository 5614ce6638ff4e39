// Rows with their source, which is sufficient to get the same rows again.

import { createHash } from "node:crypto";
import { harmless } from "../outgoing/secrets.ts";
import { DatasetFolder } from "./cache.ts";
import { findDataFiles } from "./data-files.ts";
import { DatasetError } from "./dataset-error.ts";
import { parseRows, readBytes } from "./file-rows.ts";
import {
  checkDatasetId,
  checkPath,
  checkRevision,
  type HubSettings,
  isCommit,
  readHubSettings,
} from "./hub-settings.ts";
import type { Row } from "./row.ts";

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

// Resolves a data set's id, configuration, split and revision to files on this machine. A pinned and cached commit
// needs no request to the hub; a branch is resolved each time, because it may have moved.

/** Rows of the hub. */
export interface HubData {
  /** `organisation/name`. */
  dataset: string;
  config?: string | undefined;
  split?: string | undefined;
  /** A branch, a tag or a commit; `main` by default. */
  revision?: string | undefined;
  /** The files to read, in this order, if their names do not show the configuration and the split. */
  files?: readonly string[] | undefined;
}

interface Snapshot {
  commit: string;
  /** Paths within the data set, in reading order. */
  files: string[];
  /** The same files on this machine. */
  paths: string[];
}

/**
 * Finds the files in the cache, or downloads them.
 * @param fetchCommand the command that fetches them, for the error message when offline
 */
async function findSnapshot(
  data: HubData,
  settings: HubSettings,
  fetchCommand: string | undefined,
): Promise<Snapshot> {
  const { dataset, revision = "main" } = data;
  checkDatasetId(dataset);
  checkRevision(dataset, revision);
  for (const file of data.files ?? []) checkPath(dataset, file);
  const folder = new DatasetFolder(settings.cache, dataset);
  const known = isCommit(revision) ? revision : await folder.commitOf(revision);
  const cached = known === undefined ? undefined : await cachedSnapshot(folder, known, data);
  if (cached && (settings.offline || isCommit(revision))) return cached;
  if (settings.offline) throw notCached(data, folder, fetchCommand);
  try {
    return await fetchSnapshot(folder, data, settings);
  } catch (error) {
    if (!cached || !(error instanceof DatasetError) || error.kind !== "unreachable") throw error;
    process.emitWarning(
      harmless(`${error.message}; the copy of ${cached.commit} in the cache is used`),
      "DatasetWarning",
    );
    return cached;
  }
}

async function cachedSnapshot(
  folder: DatasetFolder,
  commit: string,
  data: HubData,
): Promise<Snapshot | undefined> {
  const there = await folder.filesAt(commit);
  const files = [...(data.files ?? findDataFiles(there, data.config, data.split))];
  if (files.length === 0 || !files.every((file) => there.includes(file))) return undefined;
  return { commit, files, paths: files.map((file) => folder.fileAt(commit, file)) };
}

async function fetchSnapshot(folder: DatasetFolder, data: HubData, settings: HubSettings): Promise<Snapshot> {
  const { dataset, revision = "main" } = data;
  // Loaded only now, because most commands never contact the hub.
  const { askRevision, fetchFile } = await import("./hub.ts");
  const { commit, files: listed } =
    isCommit(revision) && data.files !== undefined
      ? { commit: revision, files: undefined }
      : await askRevision(settings, dataset, revision, data.files?.[0]);
  const files = [...(data.files ?? findDataFiles(listed ?? [], data.config, data.split))];
  if (files.length === 0) throw noDataFiles(data, commit);
  const there = new Set(await folder.filesAt(commit));
  for (const file of files) if (!there.has(file)) await fetchFile(settings, folder, commit, file);
  if (!isCommit(revision)) await folder.rememberCommit(revision, commit);
  return { commit, files, paths: files.map((file) => folder.fileAt(commit, file)) };
}

function notCached(data: HubData, folder: DatasetFolder, fetchCommand: string | undefined): DatasetError {
  const { dataset, revision = "main" } = data;
  const command = fetchCommand === undefined ? "fetch it" : `run '${fetchCommand}'`;
  return new DatasetError(
    "offline",
    dataset,
    `${describeData(data)} at revision ${revision} is not in the cache (looked in ${folder.path}), and HF_HUB_OFFLINE forbids requests to the hub; unset it and ${command}`,
  );
}

function noDataFiles(data: HubData, commit: string): DatasetError {
  return new DatasetError(
    "missing",
    data.dataset,
    `${describeData(data)} has no files of rows at ${commit} that can be recognised by name; name them ('files'), or use the ` +
      "hub's own conversion (revision 'refs/convert/parquet')",
  );
}

/** For example `openai/gsm8k (main, test)`. */
function describeData({ dataset, config, split }: HubData): string {
  const parts = [config, split].filter((part) => part !== undefined);
  return parts.length === 0 ? dataset : `${dataset} (${parts.join(", ")})`;
}
