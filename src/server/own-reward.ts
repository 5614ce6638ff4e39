// A user's own reward: a module that exports `score(row)`. Its file, and the files that it imports, are read once: the
// first thread records their texts as it loads them, and every later thread loads these texts, so a reward cannot
// change in the middle of a run. Packages are left to Node: they are many files, and users do not edit them.

import { readFile } from "node:fs/promises";
import { register } from "node:module";
import { basename, dirname, extname, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { ExpectedError } from "../errors/expected-error.ts";
import type { Row } from "../jsonl/line-module.ts";
import { readOutcome, userScore } from "../rewards/own.ts";
import type { OwnReward } from "./operation.ts";
import { openPython } from "./python-reward.ts";

/** What a thread needs to load it; serialisable. */
export interface OwnModule {
  name: string;
  url: string;
  source: string;
  /** A function of a Python file, and its time limit in milliseconds. */
  python?: { file: string; function: string; itemMs: number } | undefined;
  /** What the first thread has loaded. */
  taken?: Taken | undefined;
}

/** The user's own files as they were at the start. */
export interface Taken {
  /** By their addresses. */
  files: Record<string, { format: string; source: string }>;
  /** The addresses that imports lead to; a file that has been removed by now can no longer be found. */
  addresses: Record<string, { url: string; format?: string | null | undefined }>;
}

/** @throws if there is no such file */
export async function readOwnModule(path: string, name: string | undefined): Promise<OwnModule> {
  const file = resolve(path);
  const source = await readFile(file, "utf8").catch(() => {
    throw new ExpectedError(`--module ${path}: there is no such file, or it cannot be read`);
  });
  return { name: name ?? basename(file, extname(file)), url: pathToFileURL(file).href, source };
}

/**
 * Hooks of Node's loader, which run in their own thread. They serve the recorded files, and record the others; the main
 * code gets their records by a special import.
 */
const hooks = `
let own;
let taken;
const wanted = new Set();
const list = "assay:taken";
// The module, and what is imported from there on.
const isOwn = (url, parent) =>
  url === own.url || (parent in taken.files && url.startsWith("file:") && !url.includes("/node_modules/"));
export const initialize = (data) => {
  own = data.own;
  taken = own.taken ?? { files: {}, addresses: {} };
};
export const resolve = async (specifier, context, next) => {
  if (specifier === list) return { url: list, shortCircuit: true };
  const key = specifier + " " + (specifier === own.url ? "" : context.parentURL);
  const known = taken.addresses[key];
  if (known) return { ...known, importAttributes: context.importAttributes, shortCircuit: true };
  const found = await next(specifier, context);
  if (isOwn(found.url, context.parentURL)) {
    taken.addresses[key] = { url: found.url, format: found.format };
    wanted.add(found.url);
  }
  return found;
};
export const load = async (url, context, next) => {
  if (url === list)
    return { format: "module", source: "export default " + JSON.stringify(taken), shortCircuit: true };
  const known = taken.files[url];
  if (known) return { ...known, shortCircuit: true };
  const loaded = await next(url, context);
  if (!wanted.has(url) || loaded.format === "builtin" || loaded.format === "wasm") return loaded;
  const source = url === own.url ? own.source : await textOf(url, loaded.source);
  taken.files[url] = { format: loaded.format, source };
  return { ...loaded, source, shortCircuit: true };
};
// Node leaves the reading of CommonJS to a different loader, which would read the file again.
const textOf = async (url, source) => {
  if (typeof source === "string") return source;
  const { readFile } = await import("node:fs/promises");
  return new TextDecoder().decode(source ?? (await readFile(new URL(url))));
};`;

export interface LoadedReward {
  reward: OwnReward;
  taken: Taken;
}

export async function loadOwnReward(own: OwnModule): Promise<LoadedReward> {
  if (own.python) return { reward: await openPython(own), taken: { files: {}, addresses: {} } };
  register(`data:text/javascript,${encodeURIComponent(hooks)}`, { data: { own } });
  const { name, url } = own;
  const score = await userScore(url, name);
  const { keys } = (await import(url)) as { keys?: unknown };
  const reward = { name, keys: checkedKeys(keys), score: async (row: Row) => readOutcome(await score(row)) };
  const { default: taken } = (await import("assay:taken" as string)) as { default: Taken };
  return { reward, taken };
}

/** A module may name the members of its results; otherwise the first scored item shows them. */
function checkedKeys(keys: unknown): readonly string[] | undefined {
  if (keys === undefined) return undefined;
  const isList = Array.isArray(keys) && keys.length > 0 && keys.every((key) => typeof key === "string");
  if (isList && new Set(keys).size === keys.length) return keys as string[];
  throw new ExpectedError("the module's export 'keys' must be a list of different names");
}

/** All texts that the reward consists of, for a hash: equal texts give the same hash in any folder. */
export function sourceOf({ url, source, taken }: OwnModule): string {
  const others = Object.entries(taken?.files ?? {}).filter(([each]) => each !== url);
  const named = others.map(([each, file]) => [relative(dirname(url), each), file.source]).sort();
  return named.length === 0 ? source : `${source}\n${JSON.stringify(named)}`;
}
