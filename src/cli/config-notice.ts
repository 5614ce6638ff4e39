// A configuration that is a module is code, and runs with the user's rights. Whoever works in a folder that came from
// somebody else is told so the first time.

import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { findConfig } from "../config/index.ts";

/** Says that the folder's configuration is executed, where that is so and was not said before. */
export async function tellOfCode(say: (sentence: string) => void): Promise<void> {
  const path = await findConfig().catch(() => undefined); // What is wrong with it is said where it is read.
  if (path === undefined || path.endsWith(".json") || isKnown(path)) return;
  say(
    `${path} is code and will be executed; --config none ignores it. (This message appears once for each file.)`,
  );
  remember(path);
}

const stateFolder = (): string =>
  join(process.env.XDG_STATE_HOME || join(homedir(), ".local", "state"), "assay");
const listName = "configurations";

function isKnown(path: string): boolean {
  try {
    return readFileSync(join(stateFolder(), listName), "utf8").split("\n").includes(path);
  } catch {
    return false;
  }
}

function remember(path: string): void {
  try {
    mkdirSync(stateFolder(), { recursive: true, mode: 0o700 });
    appendFileSync(join(stateFolder(), listName), `${path}\n`);
  } catch {
    // Then it is said again.
  }
}
