// Merges shards of a run of any kind into one run, from their journals and run.json: without the model and without the
// data.

import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, join, relative } from "node:path";
import { ExpectedError } from "../errors/expected-error.ts";
import { reasonOf, StorageError } from "../jsonl/errors.ts";
import { newDraft, writeWholeFile } from "../jsonl/whole-file.ts";
import { DifferentModelError, seenDifferences, withSeen } from "../seen/seen.ts";
import { readJournal } from "./engine/journal.ts";
import type { UnitRecord } from "./engine/unit.ts";
import { kindNameIn, runFileName, writeRunJson } from "./run-folder.ts";
import type { AnyRun, RunKind } from "./run-kind.ts";
import { keyOf, type ProblemSet, type ReadSet, readSet, type SetMember, writeSet } from "./shard.ts";

/** A shard's folder and the content of its run.json. */
interface ShardRun<Run> {
  folder: string;
  run: Run;
}

const shardsIn = <Run extends AnyRun>(
  kind: RunKind<Run>,
  folders: readonly string[],
): Promise<ShardRun<Run>[]> =>
  Promise.all(folders.map(async (folder) => ({ folder, run: (await kind.read(folder))! })));

export interface MergedRun<Run> {
  /** The path in the draft. */
  folder: string;
  run: Run;
  set: ProblemSet;
}

/**
 * Writes the merged run into the draft; its figures are computed when it is read.
 * @param out the folder that the user names, in the draft
 * @throws {ExpectedError} if the shards do not belong together
 */
export async function mergeShards<Run extends AnyRun>(
  kind: RunKind<Run>,
  folders: readonly string[],
  out: string,
  place: MergedPlace,
  options?: MergeOptions,
): Promise<MergedRun<Run>> {
  const shards = await shardsIn(kind, folders);
  const set = await commonSet(shards, (a, b) => kind.differences(a, b), options);
  const { shard: _, versions, created, seen, ...first } = firstBegun(shards);
  const common = { versions, created, ...(seen ? { seen } : {}) };
  const run = kind.merged(
    { ...first, ...common } as Run,
    shards.map(({ run }) => run),
  );
  const folder = kind.mergedFolder(out, shards[0]!.folder, run);
  await makeMergedFolder(folder, place);
  await mergeJournals({
    from: shards.map(({ folder }) => join(folder, kind.journal)),
    to: join(folder, kind.journal),
    problems: set.members.map(({ task, id }) => keyOf(task, id)),
    problemOf: (record) => kind.problemOf(record),
  });
  writeSet(folder, set);
  writeRunJson(folder, run);
  return { folder, run, set };
}

/**
 * The set that all of them are parts of.
 * @param differences between two run files that should be of the same run
 * @throws {ExpectedError} if they do not belong together
 */
async function commonSet<Run extends AnyRun>(
  runs: readonly ShardRun<Run>[],
  differences: (a: Run, b: Run) => string[],
  { sameModel = false }: MergeOptions = {},
): Promise<ProblemSet> {
  const first = runs[0]!;
  let set: ReadSet | undefined;
  for (const { folder, run } of runs) {
    const own = await readSet(folder);
    if (!own) throw new StorageError(`${folder}: it was not made with --shard, so it cannot be merged`);
    set ??= own;
    if (own.count !== set.count)
      throw new ExpectedError(
        `${folder} is one of ${own.count} shards, and ${first.folder} one of ${set.count}`,
      );
    const changes = differences(first.run, run);
    if (changes.length > 0)
      throw new ExpectedError(
        `${first.folder} and ${folder} are of different runs; what differs: ${changes.join("; ")}`,
      );
    const models = sameModel ? [] : seenDifferences(first.run.seen, run.seen);
    if (models.length > 0)
      throw new DifferentModelError(
        `${first.folder} and ${folder} were answered by different models:\n` +
          `${models.map((each) => `  ${each}`).join("\n")}\n` +
          "use --same-model if you know that it is the same model",
      );
    if (own.digest !== set.digest)
      throw new ExpectedError(`${first.folder} and ${folder} are shards of different problems`);
  }
  return set!;
}

export interface MergeOptions {
  /** Set if the user states that one model answered all of them. */
  sameModel?: boolean | undefined;
}

/**
 * The run of the shard that was started first, in any order of the arguments, with the model identities of all shards.
 */
function firstBegun<Run extends AnyRun>(runs: readonly ShardRun<Run>[]): Run {
  const key = ({ created, ...rest }: Run) => `${created} ${JSON.stringify(rest)}`;
  const first = runs.map(({ run }) => run).reduce((a, b) => (key(b) < key(a) ? b : a));
  const seen = runs.flatMap(({ run }) => run.seen ?? []);
  if (seen.length === 0) return first;
  const inTime = seen.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return { ...first, seen: withSeen([], inTime) };
}

/** @param folder in the draft. @throws {ExpectedError} if there is a run already at its destination */
async function makeMergedFolder(folder: string, { final }: MergedPlace): Promise<void> {
  if ((await kindNameIn(final(folder))) !== undefined)
    throw new ExpectedError(`${final(folder)} holds a run already; name a different folder with --out`);
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new StorageError(`${folder}: the folder cannot be made: ${reasonOf(error)}`);
  }
}

/** The missing parts, in sentences: whole shards by number, single problems by name. */
export function missingText(
  { count, members }: ProblemSet,
  isMissing: (member: SetMember) => boolean,
): string[] {
  const missing = new Map<number, SetMember[]>();
  const sizes = new Map<number, number>();
  for (const member of members) {
    const { shard } = member;
    sizes.set(shard, (sizes.get(shard) ?? 0) + 1);
    if (!isMissing(member)) continue;
    const own = missing.get(shard);
    if (own) own.push(member);
    else missing.set(shard, [member]);
  }
  const inOrder = [...missing].sort(([a], [b]) => a - b);
  return inOrder.map(([shard, own]) => {
    if (own.length > 1 && own.length === sizes.get(shard))
      return `shard ${shard}/${count}: all ${own.length} are missing`;
    const names = own.slice(0, namesShown).map(({ task, id }) => `${task} ${id}`);
    const more = own.length > namesShown ? ` and ${own.length - namesShown} more` : "";
    return `shard ${shard}/${count}: missing ${names.join(", ")}${more}`;
  });
}

const namesShown = 10;

// The place of a merged run: a draft first, which is moved to its destination when it is complete. A merge that fails
// leaves no files, so the corrected command can use the same destination.

export interface MergedPlace {
  /** The path of the draft. */
  draft: string;
  /** The destination of a path in the draft. */
  final(path: string): string;
}

/** @param make writes into the draft. @throws {StorageError} and errors of `make`; no files are left then */
export async function intoPlace<T>(out: string, make: (place: MergedPlace) => Promise<T>): Promise<T> {
  // An existing folder may be the only place that the user may write to.
  const draft = newDraft(existsSync(out) ? join(out, basename(out)) : out);
  try {
    attempt(out, () => mkdirSync(draft, { recursive: true }));
    const made = await make({ draft, final: (path) => join(out, relative(draft, path)) });
    attempt(out, () => (existsSync(out) ? moveInto(draft, out) : renameSync(draft, out)));
    return made;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function attempt(out: string, action: () => void): void {
  try {
    action();
  } catch (error) {
    throw new StorageError(`${out}: the folder cannot be made: ${reasonOf(error)}`);
  }
}

/** Moved into the existing folder. The file that identifies a run comes last. */
function moveInto(from: string, to: string): void {
  const names = readdirSync(from).sort((a, b) => Number(a === runFileName) - Number(b === runFileName));
  for (const name of names) {
    const [source, target] = [join(from, name), join(to, name)];
    const isThere = statSync(target, { throwIfNoEntry: false })?.isDirectory() === true;
    if (isThere && statSync(source).isDirectory()) moveInto(source, target);
    else renameSync(source, target);
  }
}

// The journals of several shards as one, with the problems in their own order. If a problem was done more than once,
// every record is kept, because it was paid for, and the records that count come last; which ones these are does not
// depend on the order of the shards.

interface JournalMerge {
  /** The journals of the shards. */
  from: readonly string[];
  /** The output journal. */
  to: string;
  /** The problems in their order. */
  problems: readonly string[];
  /** The problem of a record. */
  problemOf(record: UnitRecord): string | undefined;
}

/** The position of a record, and what is known about it. */
interface Entry {
  journal: number;
  start: number;
  length: number;
  /** The hash of its bytes: the same record from two folders counts once. */
  hash: string;
  id: string;
  isDone: boolean;
  next: string[];
}

/** @throws {StorageError} */
async function mergeJournals(merge: JournalMerge): Promise<void> {
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

/** The records of each problem: for every journal that has it, in order. */
async function attemptsIn({ from, problems, problemOf }: JournalMerge): Promise<Map<string, Entry[][]>> {
  const attempts = new Map<string, Entry[][]>(problems.map((problem) => [problem, []]));
  for (const [journal, path] of from.entries()) {
    const own = new Map<string, Entry[]>();
    await readJournal(path, (record, { start, bytes }) => {
      const problem = problemOf(record);
      if (problem === undefined || !attempts.has(problem))
        throw new StorageError(`${path}: the record '${record.id}' does not belong to a problem of the set`);
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
    const [best, ...others] = [...attempts.get(problem)!].sort(byCompleteness);
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

/** Finished records first, then those with more answers, then by hash. */
function byCompleteness(a: readonly Entry[], b: readonly Entry[]): number {
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
    if (read === 0) throw new StorageError(`${paths[journal]}: it was truncated while it was being read`);
    done += read;
  }
  return bytes.toString("utf8");
}

/** Its successors will not be done. */
function withoutNext(line: string): string {
  const { next: _, ...rest } = JSON.parse(line) as Record<string, unknown>;
  return JSON.stringify(rest);
}
