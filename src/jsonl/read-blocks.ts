// Cuts a stream of bytes into blocks of whole lines. A block can then go to a thread or a different machine while the
// next one is read, and a single line typed into a pipe is answered at once. The cuts do not depend on how many lines
// are skipped, so a continued run makes the same blocks.

import { counted } from "../outgoing/counted.ts";
import type { Block } from "./answer-lines.ts";
import { InputError } from "./errors.ts";

/** Large enough that passing them on costs little, and small enough that a lost worker loses little work. */
const mostRows = 1_000;
/** A longer line is answered with an error: one line must not be able to fill the memory. */
const longestLine = 32 << 20;
/** Blank lines that may only be the end of the file are held back up to here. */
const longestBlankEnd = 1 << 16;

const newline = 10;
const lineEnd = Buffer.from("\n");
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

export interface ReadBlock extends Block {
  lines: number;
  /** Bytes of the input up to the block's end. */
  end: number;
  /** Set if the line was too long to be kept. */
  reason?: string;
}

/** Lines that are skipped are counted, so that the others keep their numbers. */
export async function* readBlocks(chunks: AsyncIterable<Buffer>, skip = 0): AsyncGenerator<ReadBlock> {
  let read = 0;
  for await (const whole of wholeLines(chunks)) {
    for (const block of cutLines(whole)) {
      const skipped = Math.min(block.lines, Math.max(0, skip - read));
      if (skipped < block.lines) {
        const bytes = block.bytes.subarray(lineStart(block.bytes, skipped));
        yield { ...block, bytes, lines: block.lines - skipped, first: read + skipped + 1 };
      }
      read += block.lines;
    }
  }
  if (read < skip) {
    throw new InputError(
      `the output has ${counted(skip, "line")}, the input only ${read}: they do not belong together`,
    );
  }
}

/** Each line of a block as a block of its own. */
export function splitBlock(block: ReadBlock): ReadBlock[] {
  const { numbers, ...rest } = block;
  const { bytes, first } = rest;
  const parts: ReadBlock[] = [];
  for (let from = 0; from < bytes.length; ) {
    const at = bytes.indexOf(newline, from);
    const to = at < 0 ? bytes.length : at + 1;
    const number = numbers?.[parts.length] ?? first + parts.length;
    parts.push({ ...rest, bytes: bytes.subarray(from, to), lines: 1, first: number });
    from = to;
  }
  return parts;
}

/** The requested lines of a block, by their numbers; undefined if there are none. */
export function pickLines(block: ReadBlock, isWanted: (number: number) => boolean): ReadBlock | undefined {
  const { bytes } = block;
  const lines: Uint8Array[] = [];
  const numbers: number[] = [];
  for (let from = 0, number = block.first; from < bytes.length; number++) {
    const at = bytes.indexOf(newline, from);
    const to = at < 0 ? bytes.length : at + 1;
    if (isWanted(number)) {
      lines.push(bytes.subarray(from, to));
      numbers.push(number);
    }
    from = to;
  }
  const [first] = numbers;
  if (first === undefined) return undefined;
  return { ...block, bytes: Buffer.concat(lines), lines: lines.length, first, numbers };
}

type WholeLines = Pick<ReadBlock, "end" | "reason"> & { bytes: Buffer };

async function* wholeLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<WholeLines> {
  // The pieces of an incomplete line are joined once, at its end.
  let held: Buffer[] = [];
  let heldBytes = 0;
  let overlong = false;
  let end = 0;
  for await (let chunk of chunks) {
    if (end === 0 && chunk.subarray(0, 3).equals(byteOrderMark)) chunk = chunk.subarray(3);
    end += chunk.length;
    if (overlong) {
      const at = chunk.indexOf(newline);
      if (at < 0) continue;
      overlong = false;
      chunk = chunk.subarray(at + 1);
      yield overlongLine(end - chunk.length);
    }
    held.push(chunk);
    heldBytes += chunk.length;
    if (!chunk.includes(newline)) {
      if (heldBytes <= longestLine) continue;
      overlong = true;
      held = [];
      heldBytes = 0;
      continue;
    }
    const bytes = Buffer.concat(held);
    const cut = blockEnd(bytes);
    if (cut > 0) yield { bytes: bytes.subarray(0, cut), end: end - (bytes.length - cut) };
    held = [bytes.subarray(cut)];
    heldBytes = bytes.length - cut;
  }
  const rest = Buffer.concat(held);
  if (overlong) yield overlongLine(end);
  else if (!isBlank(rest)) yield { bytes: rest, end };
}

const overlongLine = (end: number): WholeLines => ({
  bytes: Buffer.from("{}\n"),
  end,
  reason: `longer than ${longestLine >> 20} MiB`,
});

/** Where the last line with content ends; blank lines after it may be the end of the file. */
function blockEnd(bytes: Buffer): number {
  let last = bytes.length - 1;
  while (last >= 0 && isSpace(bytes[last]!)) last--;
  if (bytes.length - last > longestBlankEnd) return bytes.lastIndexOf(newline) + 1;
  if (last < 0) return 0;
  const end = bytes.indexOf(newline, last);
  return end >= 0 ? end + 1 : bytes.lastIndexOf(newline, last) + 1;
}

const isSpace = (byte: number): boolean => byte === 32 || (byte >= 9 && byte <= 13);

const isBlank = (bytes: Buffer): boolean => bytes.every(isSpace);

/** Consecutive lines, in parts of at most this many. */
function* cutLines(whole: WholeLines): Generator<WholeLines & { lines: number }> {
  const { bytes } = whole;
  let from = 0;
  let lines = 0;
  for (let to = 0; to < bytes.length; ) {
    const at = bytes.indexOf(newline, to);
    to = at < 0 ? bytes.length : at + 1;
    lines++;
    if (lines < mostRows && to < bytes.length) continue;
    yield { ...whole, bytes: bytes.subarray(from, to), lines, end: whole.end - (bytes.length - to) };
    from = to;
    lines = 0;
  }
}

function lineStart(bytes: Uint8Array, line: number): number {
  let from = 0;
  for (let i = 0; i < line; i++) from = bytes.indexOf(newline, from) + 1;
  return from;
}

// Rows of other formats as blocks of JSON Lines, so that all formats share one implementation of answering, resuming
// and errors.

/** A row of the input. */
export interface InputRow {
  /** A JSON object on one line. */
  json: string | Buffer;
  /** Bytes of the input up to the row's end. */
  end: number;
  /** Why it cannot be answered, if its format already shows this. */
  reason?: string;
}

/** A longer row is answered with an error: one row must not be able to fill the memory. */
export const longestRow = 32 << 20;

const blockBytes = 1 << 18;

/** Blocks of consecutive rows; skipped rows are counted, so that the others keep their numbers. */
export async function* rowBlocks(
  rows: AsyncIterable<InputRow> | Iterable<InputRow>,
  skip = 0,
): AsyncGenerator<ReadBlock> {
  let read = 0;
  let held: Buffer[] = [];
  /**
   * Rows since the last block, and their bytes, including skipped rows, so that the blocks begin at the same places.
   */
  let rowsHeld = 0;
  let bytes = 0;
  let end = 0;
  const block = (): ReadBlock => {
    const lines = held.length / 2;
    const made = { bytes: Buffer.concat(held), lines, first: read - lines + 1, end, unit: "row" as const };
    held = [];
    return made;
  };
  let failure: { error: unknown } | undefined;
  try {
    for await (const { json, end: rowEnd, reason } of rows) {
      if (reason !== undefined || bytes > blockBytes || rowsHeld === mostRows) {
        if (held.length > 0) yield block();
        rowsHeld = 0;
        bytes = 0;
      }
      read++;
      end = rowEnd;
      rowsHeld++;
      const line = typeof json === "string" ? Buffer.from(json) : json;
      bytes += line.length;
      if (read <= skip) continue;
      held.push(line, lineEnd);
      if (reason !== undefined) yield { ...block(), reason };
    }
  } catch (error) {
    failure = { error };
  }
  // The rows that were read before a failure are answered.
  if (held.length > 0) yield block();
  if (failure) throw failure.error;
  if (read < skip)
    throw new InputError(
      `the output has ${counted(skip, "line")}, the input only ${counted(read, "row")}: they do not belong together`,
    );
}
