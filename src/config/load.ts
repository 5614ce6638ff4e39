// Finds and reads the configuration of a folder. Paths in it are relative to it; they are returned as absolute paths,
// so other modules need not know its folder.

import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { z } from "zod";
import { ExpectedError } from "../errors/expected-error.ts";
import { importOwn, mistakeIn } from "../errors/own-code.ts";
import { badField } from "../outgoing/bad-field.ts";
import type { Config } from "./config.ts";

/** The configuration cannot be read or has an invalid field, which the message names. */
export class ConfigError extends ExpectedError {
  constructor(
    readonly path: string,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(`${path}: ${message}`, options);
    this.name = "ConfigError";
  }
}

const configNames = ["assay.config.mjs", "assay.config.js", "assay.config.json", "assay.config.ts"];

/** Files of run folders. Runs may come from any source, so nothing in them is read as a configuration. */
const ofRun =
  /^(?:run\.json|(?:samples|iterations)\.jsonl|search-\d+-(?:\d+|None)|result-\d+-(?:\d+|None)\.json)$/;

/**
 * The configuration in a folder that is not read, because the folder holds a run; `--config` names it.
 * @throws {ConfigError}
 */
export async function ignoredConfig(cwd: string = process.cwd()): Promise<string | undefined> {
  if (process.env.ASSAY_CONFIG || !(await holdsRun(cwd))) return undefined;
  const names = await readdir(cwd);
  const name = configNames.find((each) => names.includes(each));
  return name && resolve(cwd, name);
}

const holdsRun = async (folder: string): Promise<boolean> =>
  (await readdir(folder).catch((): string[] => [])).some((name) => ofRun.test(name));

/**
 * The configuration file of a folder: its `assay.config.*`, unless the folder holds a run, or the file that
 * `ASSAY_CONFIG` names (`none` for no file).
 * @throws {ConfigError}
 */
export async function findConfig(cwd: string = process.cwd()): Promise<string | undefined> {
  const chosen = process.env.ASSAY_CONFIG;
  if (chosen === "none") return undefined;
  if (chosen) {
    const path = resolve(cwd, chosen);
    if (!existsSync(path)) throw new ConfigError(path, "there is no such file");
    return path;
  }
  const [name, other] = configNames.filter((each) => existsSync(join(cwd, each)));
  if (name === undefined || (await holdsRun(cwd))) return undefined;
  const path = resolve(cwd, name);
  if (other !== undefined) throw new ConfigError(path, `${other} exists too; keep one of them`);
  return path;
}

/**
 * Reads the folder's `assay.config.*`, which is executed if it is a module; without one, returns an empty
 * configuration.
 */
export async function loadConfig(cwd: string = process.cwd()): Promise<Config> {
  const path = await findConfig(cwd);
  if (path === undefined) return { path, sources: {}, tasks: {} };
  const given = path.endsWith(".json") ? await readJson(path) : await importFrom(path);
  const { configSchema } = await import("./config.ts"); // It takes long to load, and many folders have no configuration.
  const read = configSchema.safeParse(given);
  if (!read.success)
    throw new ConfigError(path, read.error.issues.map((issue) => inWords(issue, given)).join("; "));
  const { sources, tasks } = read.data;
  const here = dirname(path);
  for (const each of [...Object.values(sources), ...Object.values(tasks)])
    if (each.path !== undefined) each.path = resolve(here, each.path);
  return { path, sources, tasks };
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    throw new ConfigError(path, `it is not JSON: ${(error as Error).message}`);
  }
}

async function importFrom(path: string): Promise<unknown> {
  if (path.endsWith(".ts") && !readsTypeScript())
    throw new ConfigError(
      path,
      `Node ${process.versions.node} cannot read TypeScript; use Node 22.18 or later, or assay.config.mjs`,
    );
  let exported: { default?: unknown };
  try {
    exported = await importOwn(path);
  } catch (error) {
    throw new ConfigError(path, `it cannot be loaded: ${mistakeIn(path, error)}`, { cause: error });
  }
  if (exported.default === undefined) throw new ConfigError(path, "it has no default export");
  return exported.default;
}

/** Newer versions of Node strip types by themselves, and print a warning. */
const readsTypeScript = (): boolean => Boolean((process.features as { typescript?: unknown }).typescript);

/** For example `sources.sft.baseUrl is missing`. */
function inWords(issue: z.core.$ZodIssue, given: unknown): string {
  if (issue.code !== "unrecognized_keys") return badField(issue, given);
  const field = issue.path.map(String).join(".");
  return `${issue.keys.map((key) => (field === "" ? key : `${field}.${key}`)).join(", ")}: there is no such option`;
}
