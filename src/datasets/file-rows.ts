// Rows of one file on this machine: Parquet, JSON Lines, one JSON array, or CSV.

import { isUtf8 } from "node:buffer";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { formatOf } from "./data-files.ts";
import { DatasetError } from "./dataset-error.ts";
import { isTooDeep, Row } from "./row.ts";

/** The file cannot be used as it is. */
const unusable = (name: string, why: string): DatasetError =>
  new DatasetError("content", name, `${name}: ${why}`);

/** The bytes of a file; errors call it by `name`. */
export async function readBytes(path: string, name: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") throw new DatasetError("missing", name, `${name}: there is no such file`);
    if (code === "EISDIR") throw new DatasetError("missing", name, `${name}: it is a folder`);
    throw unusable(name, `it cannot be read: ${message}`);
  }
}

/** The rows in the bytes of a file, whose format follows from its path. */
export async function parseRows(bytes: Uint8Array, path: string, name: string): Promise<Row[]> {
  const format = formatOf(path);
  if (format === undefined) throw unusable(name, "rows are read from .jsonl, .json, .parquet or .csv files");
  if (format === "parquet") return rowsOfParquet(bytes, name);
  if (format === "csv" || format === "tsv") return rowsOfCsv(bytes, name);
  const text = decodeUtf8(bytes, name);
  return format === "json" ? rowsOfArray(text, name) : rowsOfLines(text, name);
}

/** A byte that is not valid UTF-8 must not be silently replaced. */
function decodeUtf8(bytes: Uint8Array, name: string): string {
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes);
  let line = 1;
  for (let from = 0; from < bytes.length; line++) {
    const at = bytes.indexOf(10, from);
    const to = at < 0 ? bytes.length : at;
    if (!isUtf8(bytes.subarray(from, to))) break;
    from = to + 1;
  }
  throw unusable(name, `line ${line} is not UTF-8; convert the file`);
}

async function rowsOfParquet(bytes: Uint8Array, name: string): Promise<Row[]> {
  const { readParquet } = await import("./parquet.ts");
  try {
    return (await readParquet(bytes)).map((values, i) => new Row(values, i + 1, name));
  } catch (error) {
    throw unusable(name, `it is not a Parquet file: ${(error as Error).message}`);
  }
}

async function rowsOfCsv(bytes: Uint8Array, name: string): Promise<Row[]> {
  const { csvRows } = await import("../jsonl/csv-rows.ts");
  const rows: Row[] = [];
  try {
    for await (const { json, reason } of csvRows(Readable.from([Buffer.from(bytes)]))) {
      if (reason !== undefined) throw unusable(name, `row ${rows.length + 1} ${reason}`);
      rows.push(new Row(JSON.parse(json.toString()), rows.length + 1, name));
    }
  } catch (error) {
    throw error instanceof DatasetError ? error : unusable(name, (error as Error).message);
  }
  return rows;
}

function rowsOfLines(text: string, name: string): Row[] {
  const rows: Row[] = [];
  text.split("\n").forEach((line, i) => {
    if (line.trim() !== "") rows.push(rowOf(parse(line, name, `line ${i + 1} `), i + 1, name));
  });
  return rows;
}

function rowsOfArray(text: string, name: string): Row[] {
  const read = parse(text, name, "");
  const value = isOfLists(read) ? Object.values(read).flat() : read;
  if (!Array.isArray(value)) throw unusable(name, "it holds one value instead of a list of rows");
  return value.map((row, i) => rowOf(row, i + 1, name));
}

/** An object of lists, such as Mr-Ben's lists for each subject, is read as one list after the other. */
const isOfLists = (value: unknown): value is Record<string, unknown[]> =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).length > 0 &&
  Object.values(value).every((list) => Array.isArray(list) && list.every((row) => typeof row === "object"));

function parse(text: string, name: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unusable(name, `${where}is not JSON: ${(error as Error).message}`);
  }
}

function rowOf(value: unknown, number: number, name: string): Row {
  if (isTooDeep(value)) throw unusable(name, `row ${number} is nested too deeply to be a row`);
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return new Row(value as Record<string, unknown>, number, name);
  throw unusable(name, `row ${number} is not an object`);
}
