// Resolves a data set's id, configuration, split and revision to files on this machine. A pinned and cached commit
// needs no request to the hub; a branch is resolved each time, because it may have moved.

import { harmless } from "../outgoing/secrets.ts";
import { DatasetFolder } from "./cache.ts";
import { findDataFiles } from "./data-files.ts";
import { DatasetError } from "./dataset-error.ts";
import { checkDatasetId, checkPath, checkRevision, type HubSettings, isCommit } from "./hub-settings.ts";

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
export async function findSnapshot(
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
export function describeData({ dataset, config, split }: HubData): string {
  const parts = [config, split].filter((part) => part !== undefined);
  return parts.length === 0 ? dataset : `${dataset} (${parts.join(", ")})`;
}
