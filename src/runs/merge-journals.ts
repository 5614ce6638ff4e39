// The journals of several shards as one. The problems stand in their own order. Where a problem was done more than once,
// every record is kept, since it was paid for, and those that count come last; which ones these are does not depend on
// the order in which the shards are named.

import { createHash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";
import { reasonOf, StorageError } from "../jsonl/errors.ts";
import { writeWholeFile } from "../jsonl/whole-file.ts";
import { readJournal } from "./engine/journal.ts";
import type { UnitRecord } from "./engine/unit.ts";

export interface JournalMerge {
  /** The journals of the shards. */
  from: readonly string[];
  /** The journal that is written. */
  to: string;
  /** The problems in their order. */
  problems: readonly string[];
  /** The problem that a record is about. */
  problemOf(record: UnitRecord): string | undefined;
}

/** Where a record stands, and what is to be known of it. */
interface Entry {
  journal: number;
  start: number;
  length: number;
  /** Of its bytes: a record that came here by two ways is one. */
  hash: string;
  id: string;
  isDone: boolean;
  next: string[];
}

/** @throws {StorageError} */
export async function mergeJournals(merge: JournalMerge): Promise<void> {
  const attempts = await attemptsIn(merge);
  const files = merge.from.map((path) => openSync(path, "r"));
  try {
    writeWholeFile(merge.to, mergedLines(merge, attempts, files));
  } catch (error) {
    throw error instanceof StorageError ? error : new StorageError(`${merge.to}: ${reasonOf(error)}`);
  } finally {
    for (const file of files) closeSync(file);
  }
}

/** What was done of each problem: for every journal that has it, its records in their order. */
async function attemptsIn({ from, problems, problemOf }: JournalMerge): Promise<Map<string, Entry[][]>> {
  const attempts = new Map<string, Entry[][]>(problems.map((problem) => [problem, []]));
  for (const [journal, path] of from.entries()) {
    const own = new Map<string, Entry[]>();
    await readJournal(path, (record, { start, bytes }) => {
      const problem = problemOf(record);
      if (problem === undefined || !attempts.has(problem))
        throw new StorageError(`${path}: the record '${record.id}' is about no problem of the set`);
      const entry: Entry = {
        journal,
        start,
        length: bytes.length,
        hash: createHash("sha256").update(bytes).digest("hex"),
        id: record.id,
        isDone: record.error === undefined,
        next: (record.next ?? []).map(({ id }) => id),
      };
      const known = own.get(problem);
      if (known) known.push(entry);
      else own.set(problem, [entry]);
    });
    for (const [problem, entries] of own) attempts.get(problem)!.push(entries);
  }
  return attempts;
}

function* mergedLines(
  { problems, from }: JournalMerge,
  attempts: ReadonlyMap<string, Entry[][]>,
  files: readonly number[],
): Generator<string> {
  for (const problem of problems) {
    const [best, ...others] = [...attempts.get(problem)!].sort(byWorth);
    if (!best) continue;
    const written = new Set(best.map(({ hash }) => hash));
    for (const entry of others.reverse().flat()) {
      if (written.has(entry.hash)) continue;
      written.add(entry.hash);
      yield `${withoutNext(lineAt(entry, files, from))}\n`;
    }
    for (const entry of best) yield `${lineAt(entry, files, from)}\n`;
  }
}

/** What came to its end first, then what has more; the rest is decided by what was written. */
function byWorth(a: readonly Entry[], b: readonly Entry[]): number {
  return (
    Number(isFinished(b)) - Number(isFinished(a)) ||
    doneIn(b) - doneIn(a) ||
    b.length - a.length ||
    (hashOf(a) < hashOf(b) ? -1 : 1)
  );
}

const doneIn = (entries: readonly Entry[]): number => entries.filter(({ isDone }) => isDone).length;

const hashOf = (entries: readonly Entry[]): string => entries.map(({ hash }) => hash).join();

function isFinished(entries: readonly Entry[]): boolean {
  const done = new Set(entries.filter(({ isDone }) => isDone).map(({ id }) => id));
  return done.size > 0 && entries.every(({ next }) => next.every((id) => done.has(id)));
}

function lineAt(
  { journal, start, length }: Entry,
  files: readonly number[],
  paths: readonly string[],
): string {
  const bytes = Buffer.alloc(length);
  for (let done = 0; done < length; ) {
    const read = readSync(files[journal]!, bytes, done, length - done, start + done);
    if (read === 0) throw new StorageError(`${paths[journal]}: it was cut while it was read`);
    done += read;
  }
  return bytes.toString("utf8");
}

/** What would have followed from it is not done any more. */
function withoutNext(line: string): string {
  const { next: _, ...rest } = JSON.parse(line) as Record<string, unknown>;
  return JSON.stringify(rest);
}
