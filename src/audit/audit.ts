// An audit: logs of other tools, graded again row by row over watched threads, in order and in constant memory.
// Differences are counted and written as they are found.

import { readdir, stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { FieldFrom } from "../datasets/row-fields.ts";
import { ExpectedError } from "../errors/expected-error.ts";
import type { Judge } from "../judge/judge.ts";
import { Pool } from "../workers/pool.ts";
import type { AnsweredRow, Block } from "./block.ts";
import type { GoldsByPrompt } from "./golds.ts";
import { isReadWithAnother, type Log, openLog, UnreadLog } from "./open-log.ts";
import { Tally } from "./tally.ts";
import type { AuditThread } from "./thread.ts";

export interface AuditedFile {
  path: string;
  /** Null if the format is not supported. */
  format: string | null;
  tally: Tally;
  /** Why it could not be read, or not completely. */
  error?: string | undefined;
  /** Whether it is not a log at all. */
  isOther?: boolean | undefined;
}

/** The state of an audit in progress. */
export interface Keep {
  /** The file's name in the run. */
  taskOf(path: string): string;
  add(file: string, row: Extract<AnsweredRow, { kind: string }>): Promise<void> | undefined;
}

interface AuditOptions {
  fields: readonly FieldFrom[];
  golds?: GoldsByPrompt | undefined;
  gradingOptions: object;
  /** The time limit for one record, in milliseconds. */
  timeoutMs: number;
  workers?: number | undefined;
  keep?: Keep | undefined;
  /** The judge for rows that the rules cannot decide. */
  judge?: Judge | undefined;
  signal?: AbortSignal | undefined;
  /** Called regularly with the number of rows that are done. */
  onProgress?(rows: number): void;
}

/** Blocks for each thread: one in work, and enough others that no thread waits for a slow one. */
const blocksAhead = 4;
const repeatedRow = "its id occurred before in this file";

export class Audit {
  private readonly pool: Pool<Block, AnsweredRow[]>;
  private readonly window: number;
  private rows = 0;

  constructor(private readonly options: AuditOptions) {
    const {
      fields,
      golds,
      gradingOptions,
      keep,
      judge,
      timeoutMs,
      workers = availableParallelism(),
    } = options;
    const data: AuditThread = {
      gradingOptions,
      fields: [...fields],
      golds,
      isJudged: judge !== undefined,
      isKept: keep !== undefined,
      at: new Date().toISOString(),
    };
    this.window = workers * blocksAhead;
    this.pool = new Pool({
      entry: new URL("./thread.js", import.meta.url),
      name: "the thread that audits",
      data: () => data,
      size: workers,
      itemMs: timeoutMs,
    });
    options.signal?.addEventListener("abort", () => void this.close(), { once: true });
  }

  /** An unreadable file is reported in the result. @throws when the audit is stopped, or its run cannot be written */
  async file(path: string): Promise<AuditedFile> {
    const tally = new Tally();
    let log: Log | undefined;
    try {
      log = await openLog(path, this.hasFields);
      await this.read(log, tally);
      return { path, format: log.format.name, tally };
    } catch (error) {
      if (!(error instanceof UnreadLog)) throw error;
      return { path, format: log?.format.name ?? null, tally, error: error.message, isOther: error.isOther };
    }
  }

  close(): Promise<void> {
    return this.pool.close(new ExpectedError("stopped"));
  }

  /** A block with questions is answered again, with the judge's replies. */
  private async answer(block: Block): Promise<AnsweredRow[]> {
    const { judge, signal } = this.options;
    const rows = await this.pool.run(block);
    const questions = judge ? rows.flatMap((row) => ("kind" in row && row.question) || []) : [];
    if (!judge || questions.length === 0) return rows;
    return this.pool.run({ ...block, told: await judge.judgeAll(questions, signal) });
  }

  /** Whether rows of any format are accepted. */
  private get hasFields(): boolean {
    const named = new Set(this.options.fields.map(({ name }) => name));
    const hasGold = named.has("gold") || this.options.golds !== undefined;
    return named.has("response") && hasGold && named.has("theirs");
  }

  private async read(log: Log, tally: Tally): Promise<void> {
    const { keep } = this.options;
    const task = keep?.taskOf(log.path) ?? "";
    const seen = new SeenIds();
    const underWay: Promise<AnsweredRow[]>[] = [];
    const takeFirst = async (): Promise<void> => {
      for (const row of await underWay.shift()!) {
        const isNew = "left_out" in row || seen.add(row.id);
        tally.add(isNew ? row : { id: row.id, left_out: repeatedRow, isUnread: false }, log.path);
        if (!isNew || "left_out" in row) continue;
        const wait = keep?.add(log.path, row);
        if (wait) await wait;
      }
      this.options.onProgress?.(this.rows + tally.rows);
    };
    for await (const { first, records } of blocksOf(log)) {
      const block: Block = { format: log.format.name, begun: log.begun, task, first, records };
      const answer = this.answer(block);
      answer.catch(() => {}); // Its error is reported when its turn comes.
      underWay.push(answer);
      if (underWay.length >= this.window) await takeFirst();
    }
    while (underWay.length > 0) await takeFirst();
    this.rows += tally.rows;
  }
}

/** An error while a file is read concerns only that file. */
async function* blocksOf(log: Log): ReturnType<Log["blocks"]> {
  try {
    yield* log.blocks();
  } catch (error) {
    throw error instanceof UnreadLog ? error : new UnreadLog((error as Error).message);
  }
}

// Ids that occurred, as numbers of 53 bits in one array: sixteen bytes for each, however long they are in a log. Two
// ids share a number once in some thousand logs of a million rows.

class SeenIds {
  private values = new Float64Array(1 << 10);
  private size = 0;

  /** Whether it is new. */
  add(id: string): boolean {
    if (2 * this.size >= this.values.length) this.grow();
    return this.put(hashOf(id));
  }

  private put(hash: number): boolean {
    const last = this.values.length - 1;
    for (let at = hash % this.values.length; ; at = at === last ? 0 : at + 1) {
      const held = this.values[at];
      if (held === hash) return false;
      if (held !== 0) continue;
      this.values[at] = hash;
      this.size++;
      return true;
    }
  }

  private grow(): void {
    const old = this.values;
    this.values = new Float64Array(2 * old.length);
    this.size = 0;
    for (const hash of old) if (hash !== 0) this.put(hash);
  }
}

/** Two hashes of 32 and 21 bits, by different multipliers; never 0. */
function hashOf(id: string): number {
  let [a, b] = [0x811c9dc5, 0x9e3779b9];
  for (let i = 0; i < id.length; i++) {
    const code = id.charCodeAt(i);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x85ebca6b);
    b ^= b >>> 13;
  }
  a ^= a >>> 15;
  return (a >>> 0) * 2 ** 21 + ((b >>> 11) & 0x1fffff) + 1;
}

// The files of an audit: those that were named, and those in folders that were named. Links in a folder are not
// followed.

interface FoundFile {
  path: string;
  /** Whether the user named the file itself, and not its folder. */
  isNamed: boolean;
}

const mostFiles = 100_000;
const deepest = 12;

/** @throws {ExpectedError} if there are too many */
export async function findLogs(paths: readonly string[]): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  for (const path of paths) {
    // A missing file is reported when it is opened.
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
