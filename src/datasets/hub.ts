// Requests to the hub: the commit and the files of a revision, and the bytes of a file, checked against the hub's
// metadata.

import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Transform } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { jsonIn } from "../jsonl/errors.ts";
import { counted } from "../outgoing/counted.ts";
import { type DatasetFolder, isFile, uncheckedName } from "./cache.ts";
import { DatasetError } from "./dataset-error.ts";
import { type Answer, ask, persist, unreachable } from "./http.ts";
import { type HubSettings, isBlobName, isCommit, isSafePath } from "./hub-settings.ts";

interface Revision {
  commit: string;
  /** Undefined if the hub only named the commit. */
  files: string[] | undefined;
}

const described = z.object({
  sha: z.string(),
  siblings: z.array(z.object({ rfilename: z.string() })).optional(),
});

/** Resolves a revision. A mirror that serves files but has no metadata can still name the commit of a known one. */
export async function askRevision(
  settings: HubSettings,
  dataset: string,
  revision: string,
  knownFile: string | undefined,
): Promise<Revision> {
  try {
    return await persist(settings, () => describe(settings, dataset, revision));
  } catch (error) {
    if (!(error instanceof DatasetError) || error.kind !== "missing" || knownFile === undefined) throw error;
    const { header } = await persist(settings, () =>
      ask(settings, dataset, filePath(dataset, revision, knownFile), "HEAD"),
    );
    const commit = header("x-repo-commit");
    if (commit === undefined || !isCommit(commit)) throw error;
    return { commit, files: undefined };
  }
}

async function describe(settings: HubSettings, dataset: string, revision: string): Promise<Revision> {
  const path = `/api/datasets/${dataset}/revision/${encodeURIComponent(revision)}`;
  const { body } = await ask(settings, dataset, path);
  const answer = await text(body).catch((error: Error) => {
    throw unreachable(dataset, settings.endpoint + path, error);
  });
  const read = described.safeParse(jsonIn(answer));
  if (!read.success || !isCommit(read.data.sha))
    throw new DatasetError(
      "missing",
      dataset,
      `${dataset}: ${settings.endpoint} does not describe data sets as a hub does; is HF_ENDPOINT right?`,
    );
  const files = read.data.siblings?.map(({ rfilename }) => rfilename).filter(isSafePath);
  return { commit: read.data.sha, files };
}

const filePath = (dataset: string, revision: string, file: string): string =>
  `/datasets/${dataset}/resolve/${encodeURIComponent(revision)}/${file.split("/").map(encodeURIComponent).join("/")}`;

/** Downloads a file of a commit into the cache; an existing blob is not downloaded again. */
export async function fetchFile(
  settings: HubSettings,
  folder: DatasetFolder,
  commit: string,
  file: string,
): Promise<void> {
  const { dataset } = folder;
  await persist(settings, async () => {
    const answer = await ask(settings, dataset, filePath(dataset, commit, file));
    const announced = announcement(answer);
    const blob = announced.etag ?? uncheckedName(commit, file);
    if (announced.etag !== undefined && (await holds(folder.blobAt(blob), announced.size))) answer.discard();
    else
      await folder.keepBlob(blob, (temporary) =>
        download(answer, announced, temporary, `${dataset}: ${file}`, dataset),
      );
    await folder.show(commit, file, blob);
  });
}

interface Announced {
  /** The hash of the content, if the hub gives one that can be a file name. */
  etag: string | undefined;
  size: number | undefined;
}

function announcement({ header, contentLength }: Answer): Announced {
  const etag = (header("x-linked-etag") ?? header("etag"))?.replace(/^W\//, "").replace(/^"(.*)"$/, "$1");
  const linked = header("x-linked-size");
  return {
    etag: etag !== undefined && isBlobName(etag) ? etag : undefined,
    size: linked !== undefined && /^\d+$/.test(linked) ? Number(linked) : contentLength,
  };
}

const holds = async (path: string, size: number | undefined): Promise<boolean> =>
  (await isFile(path)) && (size === undefined || (await stat(path)).size === size);

async function download(
  answer: Answer,
  announced: Announced,
  temporary: string,
  what: string,
  dataset: string,
): Promise<void> {
  const damaged = (text: string) =>
    new DatasetError("damaged", dataset, `${what} ${text}; the download was discarded`);
  const hash = contentHash(announced);
  let size = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      hash?.update(chunk);
      done(null, chunk);
    },
  });
  const file = createWriteStream(temporary, { flags: "wx", flush: true });
  try {
    await pipeline(answer.body, count, file);
  } catch (error) {
    // The file may not be open yet, and would otherwise appear after it was removed.
    if (!file.closed) await new Promise<void>((resolve) => file.once("close", () => resolve()));
    // The cache reports failures of the disk.
    if (["open", "write", "fsync", "close"].includes((error as NodeJS.ErrnoException).syscall ?? ""))
      throw error;
    throw damaged(`was interrupted after ${counted(size, "byte")} (${(error as Error).message})`);
  }
  if (announced.size !== undefined && size !== announced.size)
    throw damaged(`has ${counted(size, "byte")} where the hub announced ${announced.size}`);
  if (hash !== undefined && hash.digest("hex") !== announced.etag)
    throw damaged("is not the content that the hub announced");
}

/** Large files are named by their SHA-256, small ones by the SHA-1 of a git blob; other etags cannot be checked. */
function contentHash({ etag, size }: Announced): ReturnType<typeof createHash> | undefined {
  if (etag !== undefined && /^[0-9a-f]{64}$/.test(etag)) return createHash("sha256");
  if (etag !== undefined && size !== undefined && /^[0-9a-f]{40}$/.test(etag))
    return createHash("sha1").update(`blob ${size}\0`);
  return undefined;
}
