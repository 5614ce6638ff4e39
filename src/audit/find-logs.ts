// The files that an audit is asked for: those that were named, and those in folders that were. Links in a folder are not
// followed.

import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { ExpectedError } from "../errors/expected-error.ts";
import { isReadWithAnother } from "./open-log.ts";

export interface FoundFile {
  path: string;
  /** Whether a person named it, and not its folder. */
  isNamed: boolean;
}

const mostFiles = 100_000;
const deepest = 12;

/** @throws {ExpectedError} where there are too many */
export async function findLogs(paths: readonly string[]): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  for (const path of paths) {
    // What is not there is said when it is opened.
    const entry = await stat(path).catch(() => undefined);
    if (!entry?.isDirectory()) found.push({ path, isNamed: true });
    else for await (const file of filesIn(path, 0)) found.push({ path: file, isNamed: false });
    if (found.length > mostFiles) throw new ExpectedError(`${path}: it holds more than ${mostFiles} files`);
  }
  const known = new Set<string>();
  return found.filter(({ path }) => !known.has(path) && known.add(path));
}

async function* filesIn(folder: string, depth: number): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries.sort((a, b) => natural.compare(a.name, b.name))) {
    if (entry.name.startsWith(".")) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth < deepest) yield* filesIn(path, depth + 1);
    else if (entry.isFile() && !(await isReadWithAnother(path))) yield path;
  }
}

const natural = new Intl.Collator("en", { numeric: true });
