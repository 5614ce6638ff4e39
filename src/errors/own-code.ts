// Users' code: a task, a reward, a configuration. It is loaded here, and a mistake in it is reported with its file and
// line, as far as the error itself or Node's own check of the file gives them.

import { spawnSync } from "node:child_process";
import { register } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { messageOf } from "./expected-error.ts";

const pathOf = (pathOrUrl: string): string =>
  pathOrUrl.startsWith("file:") ? fileURLToPath(pathOrUrl) : pathOrUrl;

/**
 * The packages that users' modules import from Assay; they are resolved from here if the module's own folders do not
 * have them.
 */
const resolver = `
let own;
export const initialize = (data) => { own = data; };
export const resolve = (specifier, context, next) =>
  next(specifier, context).catch((error) => {
    if (error.code !== "ERR_MODULE_NOT_FOUND" || !/^(?:assay|zod)(?:\\/|$)/.test(specifier)) throw error;
    return next(specifier, { ...context, parentURL: own });
  });
`;
let isRegistered = false;

/**
 * Loads a user's module. It may import `assay` and `zod` from any folder: with a global installation, for example, no
 * node_modules above the module has them.
 */
export function importOwn(pathOrUrl: string): Promise<Record<string, unknown>> {
  if (!isRegistered) {
    isRegistered = true;
    register(`data:text/javascript,${encodeURIComponent(resolver)}`, { data: import.meta.url });
  }
  return import(pathToFileURL(pathOf(pathOrUrl)).href);
}

/** The error message of a module, with the place: `boo (own-task.mjs:3)`. */
export function mistakeIn(pathOrUrl: string, error: unknown): string {
  const path = pathOf(pathOrUrl);
  const line = lineIn(path, error);
  const message = messageOf(error);
  return line === undefined ? message : `${message} (${path}:${line})`;
}

function lineIn(path: string, error: unknown): number | undefined {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  for (const name of [pathToFileURL(path).href, path]) {
    const at = stack.indexOf(`${name}:`);
    const line = at < 0 ? undefined : /^\d+/.exec(stack.slice(at + name.length + 1))?.[0];
    if (line !== undefined) return Number(line);
  }
  return error instanceof SyntaxError ? lineOfCheck(path) : undefined;
}

/** A module that cannot be parsed has no frame in the stack; Node gives the line only with --check. */
function lineOfCheck(path: string): number | undefined {
  const { stderr } = spawnSync(process.execPath, ["--check", path], { encoding: "utf8", timeout: 10_000 });
  const [first = ""] = (stderr ?? "").split("\n");
  const line = /:(\d+)$/.exec(first.trim())?.[1];
  return line !== undefined && first.includes(path) ? Number(line) : undefined;
}
