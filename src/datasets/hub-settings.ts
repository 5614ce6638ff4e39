// The addresses of the hub and its cache, from the environment variables of Python's huggingface_hub, so that both use
// the same files.

import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { keepSecret } from "../outgoing/secrets.ts";
import { DatasetError } from "./dataset-error.ts";

export interface HubSettings {
  /** Without a trailing slash. */
  endpoint: string;
  /** The folder that holds a folder for each data set. */
  cache: string;
  token: string | undefined;
  offline: boolean;
  /** How often a request is tried. */
  tries: number;
  /** Waits between tries. */
  wait(milliseconds: number): Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;

export async function readHubSettings(env: Environment = process.env): Promise<HubSettings> {
  const home =
    expand(env.HF_HOME) ?? join(expand(env.XDG_CACHE_HOME) ?? join(homedir(), ".cache"), "huggingface");
  const tokenFile = expand(env.HF_TOKEN_PATH) ?? join(home, "token");
  const token = given(env.HF_TOKEN) ?? given(await readFile(tokenFile, "utf8").catch(() => undefined));
  keepSecret(token);
  return {
    endpoint: (given(env.HF_ENDPOINT) ?? "https://huggingface.co").replace(/\/+$/, ""),
    cache: expand(env.HF_HUB_CACHE) ?? join(home, "hub"),
    token,
    offline: /^(1|on|yes|true)$/i.test(env.HF_HUB_OFFLINE?.trim() ?? ""),
    tries: 4,
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  };
}

/** An empty variable counts as unset. */
const given = (text: string | undefined): string | undefined => text?.trim() || undefined;

const expand = (path: string | undefined): string | undefined =>
  given(path)?.replace(/^~(?=$|[/\\])/, homedir());

// Names that come from a hub or a user and become part of a path or an address. Names that could lead outside the cache
// are refused here, before anything is read or written.

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

/** A full commit hash, which identifies the data by itself. */
export const isCommit = (revision: string): boolean => /^[0-9a-f]{40}$/.test(revision);

/** A blob is stored under its etag, if that can be a file's name. */
export const isBlobName = (etag: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]{7,199}$/.test(etag);
