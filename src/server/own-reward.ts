// A reward of the user's own: a module that exports `score(row)`. Its file is read once, when the service starts, and
// every thread loads that text, so that a reward cannot change in the middle of a run.

import { readFile } from "node:fs/promises";
import { register } from "node:module";
import { basename, extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { ExpectedError } from "../errors/expected-error.ts";
import { readOutcome, userScore } from "../rewards/own.ts";
import type { OwnReward } from "./operation.ts";

/** What a thread needs to load it; can be sent there. */
export interface OwnModule {
  name: string;
  url: string;
  source: string;
}

/** @throws when there is no such file */
export async function readOwnModule(path: string, name: string | undefined): Promise<OwnModule> {
  const file = resolve(path);
  const source = await readFile(file, "utf8").catch(() => {
    throw new ExpectedError(`--module ${path}: there is no such file, or it cannot be read`);
  });
  return { name: name ?? basename(file, extname(file)), url: pathToFileURL(file).href, source };
}

/** In a hook of Node's loader, which gives the text that was read at the start whatever the file holds by now. */
const hook = `
let fixed;
export const initialize = (data) => { fixed = data; };
export const load = async (url, context, next) => {
  const loaded = await next(url, context);
  return url === fixed.url ? { ...loaded, source: fixed.source, shortCircuit: true } : loaded;
};`;

export async function loadOwnReward({ name, url, source }: OwnModule): Promise<OwnReward> {
  register(`data:text/javascript,${encodeURIComponent(hook)}`, { data: { url, source } });
  const score = await userScore(url, name);
  return { name, score: async (row) => readOutcome(await score(row)) };
}
