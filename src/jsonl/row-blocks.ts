// Rows of other formats as blocks of JSON Lines, so that all formats share one implementation of answering, resuming
// and errors.

import { counted } from "../outgoing/counted.ts";
import { InputError } from "./errors.ts";
import { mostRows, type ReadBlock } from "./read-blocks.ts";

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
const newline = Buffer.from("\n");

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
      held.push(line, newline);
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
