// Blocks of rows as units of work, so that whatever carries units to other machines carries rows as well: one unit for
// each block, and what it comes to is the block's answer.

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
  /** Members of a row that could not be answered, beside its error. */
  failed: Row;
}

/** For each unit that may be in progress: answers that wait for an earlier one to be written take no place of theirs. */
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
        // A block that was lost is an error of its rows, and the others go on.
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
 * A unit is named by its rows and by what answers them: whoever continues with a run makes the same units again, and an
 * answer to other rows, or by another work, is never taken for this one.
 */
function rowsUnit(block: ReadBlock, { hash }: RunContext): Unit<PlainBlock> {
  const { first, lines, bytes } = block;
  const told = block.told === undefined ? "" : JSON.stringify(block.told);
  const content = createHash("sha256").update(hash).update(bytes).update(told).digest("hex").slice(0, 32);
  return { id: `${rowsKind}#${first}+${lines}:${content}`, kind: rowsKind, input: asPlainBlock(block) };
}
