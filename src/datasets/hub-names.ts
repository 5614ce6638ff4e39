// Names that come from a hub or a user and become part of a path or an address. What could lead outside the cache
// is refused here, before anything is read or written.

import { DatasetError } from "./dataset-error.ts";

const id = /^[A-Za-z0-9][\w.-]*(?:\/[A-Za-z0-9][\w.-]*)?$/;

/** `organisation/name`, or an old name without an organisation. */
export function checkDatasetId(dataset: string): void {
  if (!id.test(dataset) || dataset.includes("..") || dataset.includes("--") || dataset.length > 200)
    throw new DatasetError(
      "missing",
      dataset,
      `'${dataset}' is not the id of a data set; an id has the form organisation/name`,
    );
}

/** A relative path with ordinary segments only, on every system. */
export const isSafePath = (path: string): boolean =>
  path.length < 1000 && path.split("/").every((part) => isSafeName(part));

const isSafeName = (part: string): boolean =>
  part !== "" && part !== "." && part !== ".." && ![...part].some((c) => c < " " || '\\:*?"<>|'.includes(c));

export function checkPath(dataset: string, path: string): void {
  if (!isSafePath(path))
    throw new DatasetError(
      "missing",
      dataset,
      `${dataset}: the file name ${JSON.stringify(path)} is not safe to use`,
    );
}

export function checkRevision(dataset: string, revision: string): void {
  if (!isSafePath(revision))
    throw new DatasetError("missing", dataset, `${dataset}: ${JSON.stringify(revision)} is not a revision`);
}

/** A commit's full name; it says by itself which data are meant. */
export const isCommit = (revision: string): boolean => /^[0-9a-f]{40}$/.test(revision);

/** A blob is stored under its etag, if that can be a file's name. */
export const isBlobName = (etag: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]{7,199}$/.test(etag);
