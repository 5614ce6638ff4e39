// A configuration that is a module is code, and runs with the user's rights. In a folder from another
// source, a notice says so the first time, and again when the file has changed.

import { createHash } from "node:crypto";
import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import { findConfig, ignoredConfig } from "../config/index.ts";

/** Says that the folder's configuration is executed, where that is so and was not said before. */
export async function tellOfCode(say: (sentence: string) => void): Promise<void> {
  const ignored = await ignoredConfig().catch(() => undefined);
  if (ignored !== undefined)
    say(`${ignored} is not read, since its folder holds a run; --config ${basename(ignored)} reads it`);
  const path = await findConfig().catch(() => undefined); // What is wrong with it is said where it is read.
  if (path === undefined || path.endsWith(".json")) return;
  const line = lineOf(path);
  if (isKnown(line)) return;
  say(
    `${path} is code and will be executed; --config none ignores it. (This message appears once for each file, and again when it has changed.)`,
  );
  remember(line);
}

/** What is remembered of a file: what it holds, and where it is. */
function lineOf(path: string): string {
  try {
    return `${createHash("sha256").update(readFileSync(path)).digest("hex")} ${path}`;
  } catch {
    return path; // It is then refused where it is read.
  }
}

const stateFolder = (): string =>
  join(process.env.XDG_STATE_HOME || join(homedir(), ".local", "state"), "assay");
const listName = "configurations";

function isKnown(line: string): boolean {
  try {
    return readFileSync(join(stateFolder(), listName), "utf8").split("\n").includes(line);
  } catch {
    return false;
  }
}

function remember(line: string): void {
  try {
    mkdirSync(stateFolder(), { recursive: true, mode: 0o700 });
    appendFileSync(join(stateFolder(), listName), `${line}\n`);
  } catch {
    // Then it is said again.
  }
}
