// The input of a run over lines, in any format, as blocks of lines. JSON, JSON Lines and CSV are streams of bytes;
// other formats have their own reader.

import { createReadStream } from "node:fs";
import { arrayRows } from "./array-rows.ts";
import { type Mark, MarkedInput, markOf } from "./begun-output.ts";
import { csvRows } from "./csv-rows.ts";
import { InputError } from "./errors.ts";
import { type InputRow, type ReadBlock, readBlocks, rowBlocks } from "./read-blocks.ts";
import type { LineRun } from "./run-lines.ts";

export interface Input {
  /** @param skip rows that are not needed again */
  blocks(skip: number): AsyncIterable<ReadBlock>;
  /** How much of the input has been read; all of it, if the format is not read from beginning to end. */
  mark(): Mark | Promise<Mark>;
  /** Ends the reading, with the error if there is one. */
  destroy(error?: Error): void;
}

const chunkBytes = 1 << 18;

export function openInput({ input, format = "jsonl" }: Pick<LineRun, "input" | "format">): Input {
  if (typeof format === "object") return ofReader(format.rows(input), input);
  const stream = input === "-" ? process.stdin : createReadStream(input, { highWaterMark: chunkBytes });
  const chunks = new MarkedInput(stream as AsyncIterable<Buffer>);
  const blocks: Record<typeof format, Input["blocks"]> = {
    jsonl: (skip) => readBlocks(chunks, skip),
    json: (skip) => arrayOrLines(chunks, skip),
    csv: (skip) => rowBlocks(csvRows(chunks), skip),
  };
  return {
    blocks: (skip) => named(blocks[format](skip), input),
    mark: () => chunks.mark,
    destroy: (error) => stream.destroy(error),
  };
}

/** A `.json` file holds a list of rows or, as some programs write it, one row per line. */
async function* arrayOrLines(chunks: AsyncIterable<Buffer>, skip: number): AsyncGenerator<ReadBlock> {
  const iterator = chunks[Symbol.asyncIterator]();
  const looked: Buffer[] = [];
  let first: string | undefined;
  while (first === undefined) {
    const { value, done } = await iterator.next();
    if (done) break;
    looked.push(value);
    first = /[^\s\uFEFF]/.exec(value.toString("utf8"))?.[0];
  }
  async function* all(): AsyncGenerator<Buffer> {
    yield* looked;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  }
  yield* first === "{" ? readBlocks(all(), skip) : rowBlocks(arrayRows(all()), skip);
}

function ofReader(rows: AsyncIterable<object>, input: string): Input {
  let failure: Error | undefined;
  let mark: Promise<Mark> | undefined;
  async function* asLines(): AsyncGenerator<InputRow> {
    for await (const row of rows) {
      if (failure) throw failure;
      yield { json: JSON.stringify(row), end: 0 };
    }
  }
  return {
    blocks: (skip) => named(rowBlocks(asLines(), skip), input),
    mark: () => (mark ??= markOf(input)),
    destroy(error) {
      failure ??= error;
    },
  };
}

/** Errors of the input are reported with its name. */
async function* named(blocks: AsyncIterable<ReadBlock>, input: string): AsyncGenerator<ReadBlock> {
  try {
    yield* blocks;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(`${input === "-" ? "standard input" : input}: ${error.message}`);
  }
}
