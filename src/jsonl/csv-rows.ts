// Rows of a CSV file (RFC 4180) from a stream of bytes: quoted fields may contain separators, line breaks and doubled
// quotes. The first record names the columns and shows which separator the file has.

import { isUtf8 } from "node:buffer";
import { InputError } from "./errors.ts";
import { type InputRow, longestRow } from "./read-blocks.ts";

const [quote, newline, carriageReturn] = [0x22, 0x0a, 0x0d];
const separators = [",", ";", "\t", "|"];
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** @throws {InputError} if the file cannot be read further; the rows before that position have been delivered */
export async function* csvRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<InputRow> {
  let header: Header | undefined;
  // Until the header shows which one it is, each of them separates fields.
  const parting = new Set(separators.map(codeOf));
  for await (const record of records(chunks, parting)) {
    if (header) {
      if (!isBlank(record, header)) yield rowOf(record, header);
      continue;
    }
    header = headerOf(record);
    parting.clear();
    parting.add(codeOf(header.separator));
  }
}

const codeOf = (separator: string): number => separator.charCodeAt(0);

interface Header {
  separator: string;
  names: string[];
}

/** An empty line is not a row, unless rows have one column, which may be empty. */
const isBlank = ({ bytes }: CsvRecord, { names }: Header): boolean => bytes.length === 0 && names.length > 1;

function headerOf({ bytes }: CsvRecord): Header {
  if (!isUtf8(bytes)) throw new InputError("the header is not UTF-8; convert the file");
  const text = bytes.toString("utf8");
  const counted = separators.map((separator) => fieldsOf(text, separator).fields.length);
  const separator = separators[counted.indexOf(Math.max(...counted))]!;
  const names = fieldsOf(text, separator).fields;
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new InputError(`two columns of the header are called '${twice}'`);
  return { separator, names };
}

function rowOf({ bytes, line, end, isOpen }: CsvRecord, { separator, names }: Header): InputRow {
  const failed = (reason: string, json = "{}"): InputRow => ({
    json,
    end,
    reason: `(line ${line}) ${reason}`,
  });
  if (!isUtf8(bytes)) return failed("not UTF-8");
  const { fields, mistake } = fieldsOf(bytes.toString("utf8"), separator);
  const json = JSON.stringify(Object.fromEntries(names.map((name, i) => [name, fields[i]])));
  if (isOpen) return failed("a quote is opened and never closed", json);
  if (mistake !== undefined) return failed(mistake, json);
  if (fields.length !== names.length)
    return failed(`it has ${fields.length} fields, and the header has ${names.length}`, json);
  return { json, end };
}

/** The fields of one record; text around misplaced quotes is kept. */
function fieldsOf(text: string, separator: string): { fields: string[]; mistake?: string } {
  const fields: string[] = [];
  let mistake: string | undefined;
  for (let at = 0; ; ) {
    if (text[at] !== '"') {
      const next = text.indexOf(separator, at);
      fields.push(text.slice(at, next < 0 ? undefined : next));
      if (next < 0) break;
      at = next + 1;
      continue;
    }
    const closing = closingQuote(text, at + 1);
    let field = text.slice(at + 1, closing).replaceAll('""', '"');
    const next = text.indexOf(separator, closing);
    const after = text.slice(closing + 1, next < 0 ? undefined : next);
    if (after !== "") {
      mistake = `there is text after the closing quote of field ${fields.length + 1}`;
      field += after;
    }
    fields.push(field);
    if (next < 0) break;
    at = next + 1;
  }
  return { fields, ...(mistake === undefined ? {} : { mistake }) };
}

function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') return at;
  return text.length;
}

interface CsvRecord {
  /** Without its line break. */
  bytes: Buffer;
  /** The line at which it begins, counted from 1. */
  line: number;
  end: number;
  /** Whether the file ends within quotes. */
  isOpen: boolean;
}

/** The records of a file. A quote opens only at the beginning of a field, so `5" pipe` is text. */
async function* records(
  chunks: AsyncIterable<Buffer>,
  parting: ReadonlySet<number>,
): AsyncGenerator<CsvRecord> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let [line, begun, read] = [1, 1, 0];
  let state: "start" | "plain" | "quoted" | "quote" = "start";
  const hold = (bytes: Buffer): void => {
    held.push(bytes);
    heldBytes += bytes.length;
    if (heldBytes > longestRow)
      throw new InputError(
        `the row that begins in line ${begun} is longer than ${longestRow >> 20} MiB; is a quote not closed there?`,
      );
  };
  const record = (end: number): CsvRecord => {
    let bytes = held.length === 1 ? held[0]! : Buffer.concat(held);
    if (bytes.at(-1) === carriageReturn) bytes = bytes.subarray(0, -1);
    const made = { bytes, line: begun, end, isOpen: state === "quoted" };
    [held, heldBytes, begun, state] = [[], 0, line, "start"];
    return made;
  };
  for await (let chunk of chunks) {
    if (read === 0 && chunk.subarray(0, 3).equals(byteOrderMark)) chunk = chunk.subarray(3);
    let from = 0;
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i]!;
      if (byte === newline) line++;
      if (state === "quoted") {
        if (byte === quote) state = "quote";
      } else if (byte === newline) {
        hold(chunk.subarray(from, i));
        yield record(read + i + 1);
        from = i + 1;
      } else if (byte === quote && (state === "start" || state === "quote")) state = "quoted";
      else if (parting.has(byte)) state = "start";
      else if (byte !== carriageReturn) state = "plain";
    }
    read += chunk.length;
    hold(chunk.subarray(from));
  }
  if (heldBytes > 0) yield record(read);
}
