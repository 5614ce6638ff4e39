// Probes a model before a run: its entry in the server's list, its answer to a fixed prompt at temperature 0, and the
// hash of files. If a server cannot answer, its identity is unknown, which does not stop the run.

import { createHash } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { ModelSource } from "../config/config.ts";
import { modelFolderOf } from "../embedded/find-model.ts";
import { reasonOf } from "../jsonl/errors.ts";
import { openPlainFile } from "../jsonl/plain-file.ts";
import { formatOf } from "../models/formats.ts";
import { serverWords } from "../models/provider-error.ts";
import { exchange, headersFor, type ServerFound } from "../models/reach.ts";
import { withoutSecrets } from "../outgoing/secrets.ts";
import { keptOfEntry, type SeenModel } from "./seen.ts";

export interface ModelToSee {
  /** See `SeenModel`. */
  role: string;
  source: ModelSource;
  /** The servers that were found at the source's addresses; undefined if they could not be reached. */
  servers?: readonly ServerFound[] | undefined;
  /** How the run uses it: with messages, with one text, or not for text. */
  asks: "messages" | "text" | "rewards";
  environment?: NodeJS.ProcessEnv | undefined;
}

/** Any prompt would do if different models continue it in different words. */
export const fixedPrompt =
  "Explain in your own words, to somebody who has never heard of it, why the square root of 2 is not a fraction.";

const fixedTokens = 32;

/** The time limit for the answer of a server, in milliseconds. */
const waitMs = 15_000;

/** The identity of a model now: of each of its servers, or of its files. */
export async function lookAt(model: ModelToSee): Promise<SeenModel[]> {
  const { role, source, servers } = model;
  const now = { at: new Date().toISOString(), role };
  if (source.kind !== "openai") return [{ ...now, ...(await filesOf(source)) }];
  return Promise.all(
    (servers ?? []).map(async (server) => ({
      ...now,
      url: server.url,
      ...(await lookAtServer(model, server)),
    })),
  );
}

type Facts = Omit<SeenModel, "at" | "role">;

async function filesOf({ kind, path = "" }: ModelSource): Promise<Facts> {
  try {
    if (kind === "embedded") return { sha256: await hashOfModel(modelFolderOf(path)) };
    const record = await recordAt(path);
    return { sha256: await hashOf([record]), bytes: (await stat(record)).size };
  } catch (error) {
    return { notKnown: `the files cannot be read: ${reasonOf(error)}` };
  }
}

/** A recorded file, or the samples of a run. */
const recordAt = async (path: string): Promise<string> =>
  (await stat(path)).isDirectory() ? join(path, "samples.jsonl") : path;

/** Whether a recorded file begins with its earlier content, so that the completions in use are still there. */
export async function isExtended(
  { kind, path = "" }: ModelSource,
  { sha256, bytes }: Pick<SeenModel, "sha256" | "bytes">,
): Promise<boolean> {
  if (kind !== "replay" || sha256 === undefined || !bytes) return false;
  const file = await openPlainFile(await recordAt(path));
  const hash = createHash("sha256");
  for await (const chunk of file.createReadStream({ end: bytes - 1 })) hash.update(chunk as Buffer);
  return hash.digest("hex") === sha256;
}

/** The hash of all files of the model, with their names, independent of the order of the listing. */
async function hashOfModel(path: string): Promise<string> {
  if (!(await stat(path)).isDirectory()) return hashOf([path]);
  const files = await readdir(path, { recursive: true, withFileTypes: true });
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
  return hashOf(paths.sort(), path.length);
}

async function hashOf(paths: readonly string[], from?: number): Promise<string> {
  const hash = createHash("sha256");
  for (const path of paths) {
    if (from !== undefined) hash.update(`${path.slice(from)}\n${(await stat(path)).size}\n`);
    const file = await openPlainFile(path);
    for await (const chunk of file.createReadStream()) hash.update(chunk as Buffer);
  }
  return hash.digest("hex");
}

async function lookAtServer(model: ModelToSee, server: ServerFound): Promise<Facts> {
  const listed = listedIn(server, model.source.model);
  return { ...(listed ? { listed } : {}), ...(await answerOf(model, server.url)) };
}

/** The model's own entry; or the only one, if the server now has a different model. */
function listedIn({ entries = [] }: ServerFound, name = ""): SeenModel["listed"] {
  const own =
    entries.find(({ id }) => id === name) ??
    entries.find(({ id }) => String(id).endsWith(`/${name}`)) ??
    (entries.length === 1 ? entries[0] : undefined);
  if (!own) return undefined;
  const kept = keptOfEntry.flatMap((field) => {
    const value = own[field];
    const isKept = field === "max_model_len" ? Number.isFinite(value) : typeof value === "string";
    return isKept ? [[field, typeof value === "string" ? short(value) : value]] : [];
  });
  return Object.fromEntries(kept) as SeenModel["listed"];
}

/** Truncated to what is compared, because a server may send anything. */
const short = (text: string): string => withoutSecrets(text).slice(0, 1000);

async function answerOf(model: ModelToSee, url: string): Promise<Facts> {
  if (model.asks === "rewards") return { notKnown: "it gives rewards and no text" };
  const until = performance.now() + waitMs;
  const first = await ask(model, url, true, waitMs);
  // A server without log-probabilities refuses a request for them.
  const isRefused = "status" in first && (first.status === 400 || first.status === 422);
  const leftMs = until - performance.now();
  const got = isRefused && leftMs > 0 ? await ask(model, url, false, leftMs) : first;
  return "notKnown" in got ? { notKnown: got.notKnown } : got;
}

const lateWords = `no answer to a fixed prompt within ${waitMs / 1000} s`;

type Asked = Facts | { notKnown: string; status?: number };

async function ask(model: ModelToSee, url: string, withLogprobs: boolean, limitMs: number): Promise<Asked> {
  const { source, environment } = model;
  const post = bodyOf(model, withLogprobs);
  if (!post) return { notKnown: "the configuration takes the temperature out of requests" };
  const address = url.replace(/\/+$/, "") + post.path;
  const got = await exchange(
    address,
    { headers: headersFor(source, { environment }), waitMs: limitMs },
    post.body,
  );
  if ("failed" in got) return { notKnown: `no answer to a fixed prompt: ${got.failed}` };
  if ("busy" in got) return { notKnown: lateWords };
  const { status, text } = got;
  if (status !== 200) return { notKnown: `status ${status}: ${serverWords(text, [])}`, status };
  try {
    return factsIn(JSON.parse(text), source);
  } catch (error) {
    return { notKnown: short((error as Error).message) };
  }
}

/** The run's request format at temperature 0; undefined if that is not possible. */
function bodyOf({ source, asks }: ModelToSee, withLogprobs: boolean) {
  const { model = "", extraBody = {} } = source;
  if (extraBody.temperature === null) return undefined;
  const post = formatOf(source.api).post(
    model,
    {
      prompt: asks === "text" ? fixedPrompt : [{ role: "user", content: fixedPrompt }],
      sampling: { maxTokens: fixedTokens, temperature: 0, ...(withLogprobs ? { topLogprobs: 1 } : {}) },
      draws: [{ key: "fixed prompt", seed: 0 }],
    },
    extraBody,
  );
  const { body } = post;
  // Fields that the configuration sets for every request are removed if they would make it sampled, long or of several
  // choices.
  Object.assign(body, { temperature: 0, n: undefined, top_p: undefined, top_k: undefined, min_p: undefined });
  for (const name of ["max_tokens", "max_completion_tokens", "max_output_tokens"]) {
    if (body[name] !== undefined) body[name] = fixedTokens;
  }
  return post;
}

function factsIn(body: unknown, { api }: ModelSource): Facts {
  const { completions, servedModel } = formatOf(api).read(body);
  const { text, reasoning = "", logprobs = [] } = completions[0]!;
  const { system_fingerprint: fingerprint } = body as { system_fingerprint?: unknown };
  const chances = logprobs.map(({ logprob }) => Number(Math.max(logprob, -1e4).toFixed(4)));
  return {
    greedy: { text: short(reasoning + text), ...(chances.length > 0 ? { logprobs: chances } : {}) },
    ...(typeof fingerprint === "string" ? { system_fingerprint: short(fingerprint) } : {}),
    ...(servedModel === undefined ? {} : { answeredAs: short(servedModel) }),
  };
}
