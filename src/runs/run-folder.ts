// The folder of a run of any kind: run.json has the settings, and a journal the outcomes. The kind defines the rest of
// run.json.

import { existsSync, mkdirSync } from "node:fs";
import { mkdir, rename, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { isTooDeep } from "../datasets/row.ts";
import { ExpectedError } from "../errors/expected-error.ts";
import { reasonOf, StorageError } from "../jsonl/errors.ts";
import { takeLock } from "../jsonl/lock.ts";
import { plainFileLines, readPlainFile } from "../jsonl/plain-file.ts";
import { writeWholeFile } from "../jsonl/whole-file.ts";
import { badField } from "../outgoing/bad-field.ts";
import { Journal, type OnRecord } from "./engine/journal.ts";

export const runFileName = "run.json";
/** Of run.json, as its field `v` has it. */
const formatVersion = 1;
/** The prompts and settings of a run are far shorter. */
const mostBytes = 16 * 1024 * 1024;

/** The folder holds a different run: name a different folder, or undo the change. */
export class DifferentRunError extends ExpectedError {
  constructor(folder: string, changes: readonly string[], flag = "--out") {
    super(
      `${folder} holds a different run; what differs: ${changes.join("; ")}. Name a different folder with ${flag}`,
    );
    this.name = "DifferentRunError";
  }
}

/** The content of a folder's run.json; undefined if there is none. @throws {StorageError} */
export async function readRunJson<T>(folder: string, schema: z.ZodType<T>): Promise<T | undefined> {
  const path = join(folder, runFileName);
  let text: string;
  try {
    text = await readPlainFile(path, mostBytes);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code!)) return undefined;
    throw new StorageError(`${path}: cannot be read: ${reasonOf(error)}`);
  }
  const noRun = (reason: string) => new StorageError(`${path}: this is not the file of a run: ${reason}`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw noRun("it is not JSON");
  }
  if (isTooDeep(value)) throw noRun("it is nested too deeply");
  const read = schema.safeParse(value);
  if (!read.success && isRecord(value) && typeof value.v === "number" && value.v > formatVersion)
    throw new StorageError(`${path}: a newer version of Assay wrote this run; update Assay to read it`);
  if (!read.success) throw noRun(badField(read.error.issues[0]!, value));
  return inOrderOf(value, read.data) as T;
}

/** Fields in the order in which they were written, because a schema returns them in its own order. */
function inOrderOf(written: unknown, read: unknown): unknown {
  if (!isRecord(written) || !isRecord(read)) return read;
  const names = [...Object.keys(written), ...Object.keys(read)].filter((name) => Object.hasOwn(read, name));
  return Object.fromEntries([...new Set(names)].map((name) => [name, inOrderOf(written[name], read[name])]));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const ofAnyKind = z.object({ kind: z.string().default("eval") });

/** The kind of run in a folder; undefined if there is none. @throws {StorageError} */
export async function kindNameIn(folder: string): Promise<string | undefined> {
  return (await readRunJson(folder, ofAnyKind))?.kind;
}

export const writeRunJson = (folder: string, run: object): void =>
  writeWhole(join(folder, runFileName), `${JSON.stringify(run, null, 2)}\n`);

/** The figures of a run, as its command prints them with --json. */
export const writeResults = (folder: string, results: object): void =>
  writeWhole(join(folder, "results.json"), `${JSON.stringify(results, null, 2)}\n`);

/** Written to a temporary file and renamed, so that the file is always complete. @throws {StorageError} */
export function writeWhole(path: string, text: string): void {
  writeWholeFile(path, [text]);
}

/** Whether a run's journal has any answer; run.json of a run without one may still be rewritten. */
export async function hasAnswers(folder: string, journal: string): Promise<boolean> {
  const path = join(folder, journal);
  if (!(await stat(path).catch(() => undefined))?.size) return false;
  try {
    for await (const { bytes } of plainFileLines(path)) if (isAnswer(bytes)) return true;
    return false;
  } catch {
    return true; // The reader of the whole journal reports errors in it.
  }
}

/** An incomplete line does not count. */
function isAnswer(line: Buffer): boolean {
  try {
    return (JSON.parse(line.toString("utf8")) as { outcome?: unknown } | null)?.outcome !== undefined;
  } catch {
    return false;
  }
}

/** A run and the files that were made from it, moved to a different place. */
interface MovedRun {
  folder: string;
  /** The journal's name in the folder. */
  journal: string;
  /** The new place of each file and folder. */
  to: readonly { from: string; to: string }[];
}

/**
 * Moves an old run away to make place for a new one; returns whether there was one.
 * @throws {StorageError} if it is being written to
 */
export async function moveRun({ folder, journal, to }: MovedRun): Promise<boolean> {
  if (!existsSync(join(folder, runFileName))) return false;
  takeLock(join(folder, `${journal}.lock`)).release();
  for (const each of to) {
    if (!existsSync(each.from)) continue;
    try {
      await mkdir(dirname(each.to), { recursive: true });
      await rename(each.from, each.to);
    } catch (error) {
      throw new StorageError(`${each.from}: it cannot be moved to ${each.to}: ${reasonOf(error)}`);
    }
  }
  return true;
}

interface RunFolder {
  folder: string;
  /** The journal's name in the folder. */
  journal: string;
  /** The content of run.json. */
  run: object;
  onRecord: OnRecord;
}

/** Opens the journal of a run. The lock is taken before anything is written. @throws {StorageError} */
export async function openRunFolder({ folder, run, ...rest }: RunFolder): Promise<Journal> {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new StorageError(`${folder}: the folder of the run cannot be made: ${reasonOf(error)}`);
  }
  let records = 0;
  const journal = await Journal.open(join(folder, rest.journal), (record, line) => {
    records++;
    return rest.onRecord(record, line);
  });
  try {
    const kind = await kindNameIn(folder);
    const own = ofAnyKind.parse(run).kind;
    if (kind === undefined && records > 0)
      throw new StorageError(`${folder} holds a journal, but no ${runFileName}`);
    if (kind !== undefined && kind !== own)
      throw new StorageError(
        `${folder} holds a run of the kind '${kind}', and this is one of the kind '${own}'`,
      );
    writeRunJson(folder, run);
    return journal;
  } catch (error) {
    await journal.close();
    throw error;
  }
}
