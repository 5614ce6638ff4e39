// Opens a file that may be a log. Its first bytes show the kind of file, its first record shows the format, and then
// its records are cut into blocks for the threads. Only the first record is parsed here.

import { createReadStream } from "node:fs";
import { type FileHandle, readFile, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { parquetRows } from "../datasets/parquet.ts";
import { ExpectedError } from "../errors/expected-error.ts";
import { arrayRows } from "../jsonl/array-rows.ts";
import { reasonOf } from "../jsonl/errors.ts";
import { openPlainFile } from "../jsonl/plain-file.ts";
import { type InputRow, readBlocks, rowBlocks } from "../jsonl/read-blocks.ts";
import { count } from "../outgoing/counted.ts";
import type { PackedMember, Records } from "./block.ts";
import { formatOf, formats } from "./formats.ts";
import { parsePythonJson } from "./python.ts";
import { type Entry, type Format, type Head, isRecord } from "./row.ts";
import { isZip, largestMember, type Member, packedBytes, zipMembers } from "./zip.ts";

export interface Log {
  path: string;
  format: Format;
  begun: unknown;
  /** The records in order, each block with the number of its first record. */
  blocks(): AsyncIterable<{ first: number; records: Records }>;
}

/** The file cannot be audited, with the reason: the format is unknown, or the file cannot be read. */
export class UnreadLog extends ExpectedError {
  /** @param isOther whether it is not a log at all */
  constructor(
    message: string,
    readonly isOther = false,
  ) {
    super(message);
    this.name = "UnreadLog";
  }
}

const headBytes = 1 << 20;
/** The limit on the length of the first record. */
const longestFirst = 32 << 20;
/** A file with one JSON object is read whole. */
const largestObject = 256 << 20;
const chunkBytes = 1 << 18;

/** @throws {UnreadLog} */
export async function openLog(path: string, hasFields: boolean): Promise<Log> {
  const file = await openPlainFile(path).catch((error: unknown) => {
    throw new UnreadLog(`cannot be read: ${reasonOf(error)}`);
  });
  try {
    const { size } = await file.stat();
    const start = await bytesFrom(file, Math.min(size, headBytes));
    if (start.length === size && start.every(isBlank)) throw new UnreadLog("it is empty", true);
    if (isPickle(start)) throw new UnreadLog(pickleAdvice(path, false));
    if (isZip(start)) return await zipLog(path, file, size, hasFields);
    if (isParquet(start)) return await parquetLog(path, hasFields);
    if (start[0] === 0x1f && start[1] === 0x8b)
      throw new UnreadLog("it is packed with gzip; unpack it first");
    return await textLog(path, file, size, start, hasFields);
  } catch (error) {
    if (error instanceof UnreadLog) throw error;
    throw new UnreadLog(`cannot be read: ${reasonOf(error)}`);
  } finally {
    await file.close();
  }
}

const isParquet = (start: Buffer): boolean => start.subarray(0, 4).toString("latin1") === "PAR1";

async function bytesFrom(file: FileHandle, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, 0);
  return bytes.subarray(0, bytesRead);
}

/** @throws {UnreadLog} with the fields that were looked for */
function recognised(heads: readonly Head[], hasFields: boolean): { format: Format; head: Head } {
  for (const head of heads) {
    const format = formatOf(head, false);
    if (format) return { format, head };
  }
  const rows = heads.find(({ of }) => of === "rows");
  const format = rows && formatOf(rows, hasFields);
  if (rows && format) return { format, head: rows };
  const [found] = heads;
  const has =
    found?.of === "zip" ? [...found.names] : found?.of === "rows" ? [...found.columns] : [...found!.keys];
  const looked = formats.map(({ name, marks }) => `${name}: ${marks}`).join("; ");
  throw new UnreadLog(
    `this log format is not supported. The file has ${has.slice(0, 12).join(", ") || "nothing"}; looked for: ${looked}; ` +
      "or give --field response=COLUMN --field gold=COLUMN --field theirs=COLUMN for any rows",
    true,
  );
}

const logOf = (
  path: string,
  { format, head }: ReturnType<typeof recognised>,
  blocks: Log["blocks"],
): Log => ({
  path,
  format,
  begun: format.begin?.(head) ?? null,
  blocks,
});

const headOfRow = (first: Entry): Head => ({
  of: "rows",
  first,
  columns: new Set(Object.keys(first)),
});

async function zipLog(path: string, file: FileHandle, size: number, hasFields: boolean): Promise<Log> {
  const members = await zipMembers(file, size);
  const names = [...members.keys()];
  if (names.some((name) => /(?:^|\/)data\.pkl$/.test(name))) throw new UnreadLog(pickleAdvice(path, true));
  const known = recognised([{ of: "zip", names }], hasFields);
  const wanted = [...members.values()].filter(({ name }) => known.format.isMember?.(name));
  return logOf(path, known, () => memberBlocks(path, wanted));
}

/** Large enough that the cost of handing over a block is small. */
const membersAtOnce = 256;

async function* memberBlocks(path: string, members: readonly Member[]): ReturnType<Log["blocks"]> {
  const file = await openPlainFile(path);
  try {
    let held: PackedMember[] = [];
    let bytes = 0;
    let first = 1;
    const ahead = { start: 0, bytes: Buffer.alloc(0) };
    for (const member of members) {
      let packed: Buffer = Buffer.alloc(0);
      let reason: string | undefined;
      try {
        packed = await packedBytes(file, member, ahead);
      } catch (error) {
        reason = `not readable: ${reasonOf(error)}`;
      }
      const { name, method, size, checksum } = member;
      held.push({ name, method, size, checksum, bytes: packed, reason });
      // The unpacked size counts too: a small member may unpack to a large one.
      bytes += packed.length + Math.min(size, largestMember) / 8;
      if (held.length < membersAtOnce && bytes < chunkBytes) continue;
      yield { first, records: { of: "members", members: inOneBuffer(held) } };
      first += held.length;
      held = [];
      bytes = 0;
    }
    if (held.length > 0) yield { first, records: { of: "members", members: inOneBuffer(held) } };
  } finally {
    await file.close();
  }
}

/** If a view is sent to a thread, its whole buffer is sent, so a block has its own buffer. */
function inOneBuffer(members: readonly PackedMember[]): PackedMember[] {
  const own = Buffer.allocUnsafeSlow(members.reduce((sum, { bytes }) => sum + bytes.length, 0));
  let at = 0;
  return members.map((member) => {
    const from = at;
    at += member.bytes.length;
    own.set(member.bytes, from);
    return { ...member, bytes: own.subarray(from, at) };
  });
}

async function parquetLog(path: string, hasFields: boolean): Promise<Log> {
  let first: Entry | undefined;
  for await (const row of parquetRows(path)) {
    first = row;
    break;
  }
  if (!first) throw new UnreadLog("it has no rows", true);
  return logOf(path, recognised([headOfRow(first)], hasFields), () =>
    lineBlocks(rowBlocks(jsonOf(parquetRows(path)))),
  );
}

async function* jsonOf(rows: AsyncIterable<Entry>): AsyncGenerator<InputRow> {
  for await (const row of rows) yield { json: JSON.stringify(row), end: 0 };
}

type ReadBlocks = ReturnType<typeof readBlocks>;

async function* lineBlocks(blocks: ReadBlocks): ReturnType<Log["blocks"]> {
  for await (const { bytes, lines, first, reason } of blocks)
    yield { first, records: { of: "lines", bytes, lines, reason } };
}

const chunksOf = (path: string): AsyncIterable<Buffer> =>
  createReadStream(path, { highWaterMark: chunkBytes }) as AsyncIterable<Buffer>;

async function textLog(
  path: string,
  file: FileHandle,
  size: number,
  start: Buffer,
  hasFields: boolean,
): Promise<Log> {
  const text = textFrom(start);
  if (text[0] === "[") {
    const first = await firstElement(path);
    if (!first) throw new UnreadLog("it is a list that does not begin with an object", true);
    return logOf(path, recognised([headOfRow(first)], hasFields), () =>
      lineBlocks(rowBlocks(arrayRows(chunksOf(path)))),
    );
  }
  if (text[0] !== "{") throw new UnreadLog("it is neither JSON, JSON Lines, Parquet nor a zip", true);
  const line = await firstLine(file, size, start);
  const first = line && objectOf(line.text);
  const rows = first && [headOfRow(first)];
  const keys = headKeys(text);
  const object: Head = { of: "object", ...keys };
  // A single line may be either format.
  const heads = rows ? (line.isWhole ? [object, ...rows] : rows) : [object];
  const known = recognised(heads, hasFields);
  if (known.head.of === "rows") return logOf(path, known, () => lineBlocks(readBlocks(chunksOf(path))));
  return logOf(path, known, () => objectBlock(path, known.format));
}

/** Without a byte order mark. */
const textFrom = (start: Buffer): string =>
  start
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .trimStart();

async function firstElement(path: string): Promise<Entry | undefined> {
  for await (const { json } of arrayRows(chunksOf(path))) return objectOf(json.toString());
  return undefined;
}

function objectOf(text: string): Entry | undefined {
  try {
    const value = parsePythonJson(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The first line with content, and whether it is the whole file; undefined if it is too long. */
async function firstLine(
  file: FileHandle,
  size: number,
  start: Buffer,
): Promise<{ text: string; isWhole: boolean } | undefined> {
  let bytes = start;
  for (;;) {
    const from = bytes.findIndex((byte) => !isBlank(byte));
    const end = from < 0 ? -1 : bytes.indexOf(10, from);
    if (end >= 0) {
      const isLast = bytes.length === size && bytes.subarray(end).every(isBlank);
      return { text: bytes.toString("utf8", from, end), isWhole: isLast };
    }
    if (bytes.length >= size) return { text: bytes.toString("utf8"), isWhole: true };
    if (bytes.length >= longestFirst) return undefined;
    bytes = await bytesFrom(file, Math.min(size, longestFirst, 4 * bytes.length));
  }
}

const isBlank = (byte: number): boolean =>
  byte === 32 || (byte >= 9 && byte <= 13) || byte === 0xef || byte === 0xbb || byte === 0xbf;

async function* objectBlock(path: string, format: Format): ReturnType<Log["blocks"]> {
  const paths = await partsOf(path);
  const results = format.name === "OpenCompass" ? resultsOf(path) : undefined;
  const isBeside = results !== undefined && (await isFile(results));
  const all = isBeside ? [...paths, results] : paths;
  const sizes = await Promise.all(all.map((each) => stat(each).then(({ size }) => size)));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total > largestObject)
    throw new UnreadLog(
      `it is one JSON object of ${count(total)} bytes, and ${count(largestObject)} can be read` +
        (format.name.startsWith("Inspect")
          ? "; 'inspect log convert --to eval' makes it a zip of samples"
          : ""),
    );
  const [parts, beside] = [
    await Promise.all(paths.map((each) => readFile(each))),
    isBeside ? await readFile(results) : undefined,
  ];
  yield { first: 1, records: { of: "object", parts, beside } };
}

/** OpenCompass: SET_0.json is followed by SET_1.json. */
async function partsOf(path: string): Promise<string[]> {
  const stem = /^(.*)_0\.json$/.exec(path)?.[1];
  const parts = [path];
  for (let part = 1; stem !== undefined && (await isFile(`${stem}_${part}.json`)); part++)
    parts.push(`${stem}_${part}.json`);
  return parts;
}

/** WORK/predictions/MODEL/SET.json has its verdicts in WORK/results/MODEL/SET.json. */
function resultsOf(path: string): string | undefined {
  const model = dirname(path);
  const folder = dirname(model);
  if (basename(folder) !== "predictions") return undefined;
  return join(dirname(folder), "results", basename(model), basename(path).replace(/_0\.json$/, ".json"));
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

/**
 * Whether a file is read together with a different one, or repeats it: results next to predictions, a later part, or,
 * of prime-rl, effective/traces.jsonl next to all/traces.jsonl.
 */
export async function isReadWithAnother(path: string): Promise<boolean> {
  if (path.endsWith(join("effective", "traces.jsonl")))
    return isFile(join(dirname(dirname(path)), "all", "traces.jsonl"));
  const part = /^(.*)_([1-9]\d*)\.json$/.exec(path);
  if (part && basename(dirname(dirname(path))) === "predictions") return isFile(`${part[1]}_0.json`);
  const model = dirname(path);
  if (basename(dirname(model)) !== "results") return false;
  const predictions = join(dirname(dirname(model)), "predictions", basename(model), basename(path));
  return (await isFile(predictions)) || isFile(predictions.replace(/\.json$/, "_0.json"));
}

/** Protocol 2 and later; older protocols write text. */
const isPickle = (bytes: Buffer): boolean => bytes[0] === 0x80 && bytes[1]! >= 2 && bytes[1]! <= 5;

/** A pickle is a program, and is not executed here. */
function pickleAdvice(path: string, isTorch: boolean): string {
  const name = JSON.stringify(path);
  const load = isTorch
    ? `import json, torch; data = torch.load(${name}, weights_only=False)`
    : `import json, pickle; data = pickle.load(open(${name}, "rb"))`;
  return (
    "it is a pickle, which can run any code, so it is not opened here. If you trust it, convert it in Python, and audit what that writes:\n" +
    `  ${load}\n` +
    '  rows = data["samples"] if isinstance(data, dict) and "samples" in data else data\n' +
    `  with open(${JSON.stringify(`${path}.jsonl`)}, "w") as out:\n` +
    '      for row in rows: out.write(json.dumps(row if isinstance(row, dict) else vars(row), default=str) + "\\n")\n' +
    `  # then: assay audit ${path}.jsonl --field prompt=prompt --field response=response --field gold=label --field theirs=reward`
  );
}

/** All rows of the file of `--golds`. */
export async function* goldRows(path: string): AsyncGenerator<Entry> {
  const file = await openPlainFile(path).catch((error: unknown) => {
    throw new ExpectedError(`${path}: cannot be read: ${reasonOf(error)}`);
  });
  const bytes = await bytesFrom(file, 4096).finally(() => file.close());
  if (isParquet(bytes)) {
    yield* parquetRows(path);
    return;
  }
  const blocks =
    textFrom(bytes)[0] === "[" ? rowBlocks(arrayRows(chunksOf(path))) : readBlocks(chunksOf(path));
  for await (const { bytes: lines, first, reason } of blocks) {
    let number = first;
    for (const line of Buffer.from(lines).toString("utf8").split("\n")) {
      if (line.trim() === "") continue;
      const row = reason === undefined ? objectOf(line) : undefined;
      if (!row) throw new ExpectedError(`${path}: row ${number} is not a JSON object`);
      number++;
      yield row;
    }
  }
}

// The keys at the beginning of a JSON object that may be too large to parse: its own keys, and for each of them the keys
// of the object that is its value, or of the first object in the list that is its value.

type HeadKeys = Omit<Extract<Head, { of: "object" }>, "of">;

/** @param text the beginning of an object; it may break off anywhere */
function headKeys(text: string): HeadKeys {
  const keys = new Set<string>();
  const inner = new Map<string, Set<string>>();
  let depth = 0;
  /** For each open bracket, whether it is an object. */
  const objects: boolean[] = [];
  let isKey = false;
  /** The keys of the object that is being read, if they are wanted. */
  let within: Set<string> | undefined;
  let last = "";
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!;
    if (letter === '"') {
      const end = endOfString(text, at);
      if (end < 0) break;
      if (isKey) {
        const key = text.slice(at + 1, end);
        if (depth === 1) {
          keys.add(key);
          last = key;
        } else if (depth === 2 || (depth === 3 && !objects[1])) within?.add(key);
      }
      at = end;
      isKey = false;
    } else if (letter === "{" || letter === "[") {
      objects[depth++] = letter === "{";
      isKey = letter === "{";
      if (isKey && (depth === 2 || (depth === 3 && !objects[1])) && !inner.has(last)) {
        within = new Set();
        inner.set(last, within);
      }
    } else if (letter === "}" || letter === "]") {
      depth--;
      if (depth === 0) break;
      if (depth === 1 || (depth === 2 && !objects[1])) within = undefined;
      isKey = false;
    } else if (letter === ",") isKey = objects[depth - 1] === true;
  }
  return { keys, inner };
}

function endOfString(text: string, quote: number): number {
  for (let at = quote + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at;
  }
  return -1;
}
