// Code that users bring: a task, a reward, a configuration. A mistake in it is named by its file and line, as far as
// the error itself or Node's own check of the file tells.

import { spawnSync } from "node:child_process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { messageOf } from "./expected-error.ts";

const pathOf = (pathOrUrl: string): string =>
  pathOrUrl.startsWith("file:") ? fileURLToPath(pathOrUrl) : pathOrUrl;

/** What went wrong in a module, with the place: `boo (own-task.mjs:3)`. */
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

/** A module that cannot be parsed has no frame in the stack; Node tells the line where it only checks a file. */
function lineOfCheck(path: string): number | undefined {
  const { stderr } = spawnSync(process.execPath, ["--check", path], { encoding: "utf8", timeout: 10_000 });
  const [first = ""] = (stderr ?? "").split("\n");
  const line = /:(\d+)$/.exec(first.trim())?.[1];
  return line !== undefined && first.includes(path) ? Number(line) : undefined;
}
