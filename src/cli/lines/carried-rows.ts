// Blocks of rows as units of work, so that an executor for other machines can process rows as well: one unit for each
// block; its outcome is the answer of the block.

import { createHash } from "node:crypto";
import { failLines } from "../../jsonl/answer-lines.ts";
import type { Row } from "../../jsonl/line-module.ts";
import type { LineExecutor } from "../../jsonl/line-pool.ts";
import { asPlainBlock, type PlainBlock, readPlainAnswer } from "../../jsonl/plain-block.ts";
import type { ReadBlock } from "../../jsonl/read-blocks.ts";
import type { Executor, RunContext } from "../../runs/engine/executor.ts";
import { givenUp, type Unit, UnitFailure } from "../../runs/engine/unit.ts";

export const rowsKind = "rows";

interface CarriedRows {
  executor: Executor;
  context: RunContext;
  /** Fields of a row that could not be answered, in addition to its error. */
  failed: Row;
}

/**
 * Blocks read ahead for each slot, so that results that wait for an earlier block to be written leave no slot empty.
 */
const blocksAhead = 2;

export function carriedRows({ executor, context, failed }: CarriedRows): LineExecutor {
  const stop = new AbortController();
  const control = { signal: stop.signal, drain: new AbortController().signal };
  /** The names of the blocks that are not written yet. */
  const names = new Map<ReadBlock, string>();
  return {
    get window() {
      return blocksAhead * (executor.places ?? 1);
    },
    onChange: (listener) => executor.onChange?.(listener),
    get where() {
      return executor.where;
    },
    async answer(block) {
      const unit = rowsUnit(block, context);
      names.set(block, unit.id);
      try {
        const { value } = await executor.do(unit, control);
        return readPlainAnswer(value);
      } catch (error) {
        // If a block is lost, its rows get an error, and the others continue.
        if (!(error instanceof UnitFailure) || error.stopsRun || error.reason === givenUp) throw error;
        return failLines(block, error.message, failed);
      }
    },
    written(block) {
      const id = names.get(block);
      names.delete(block);
      if (id !== undefined) executor.written?.(id);
    },
    async close() {
      stop.abort();
      await executor.close?.();
    },
  };
}

/**
 * The name of a unit is a hash of its rows and of the work on them. A restarted run therefore creates the same units,
 * and the result of one block cannot be mistaken for that of a different one.
 */
function rowsUnit(block: ReadBlock, { hash }: RunContext): Unit<PlainBlock> {
  const { first, lines, bytes } = block;
  const told = block.told === undefined ? "" : JSON.stringify(block.told);
  const content = createHash("sha256").update(hash).update(bytes).update(told).digest("hex").slice(0, 32);
  return { id: `${rowsKind}#${first}+${lines}:${content}`, kind: rowsKind, input: asPlainBlock(block) };
}
