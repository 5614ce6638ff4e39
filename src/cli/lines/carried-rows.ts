// Blocks of rows as units of work, so that whatever carries units to other machines carries rows as well: one unit for
// each block, and what it comes to is the block's answer.

import { failLines } from "../../jsonl/answer-lines.ts";
import type { LineExecutor } from "../../jsonl/line-executor.ts";
import type { Row } from "../../jsonl/line-module.ts";
import { asPlainBlock, type PlainBlock, readPlainAnswer } from "../../jsonl/plain-block.ts";
import type { ReadBlock } from "../../jsonl/read-blocks.ts";
import type { Executor } from "../../runs/engine/executor.ts";
import { givenUp, type Unit, UnitFailure } from "../../runs/engine/unit.ts";

export const rowsKind = "rows";

export interface CarriedRows {
  executor: Executor;
  /** Blocks that may be under way at once. */
  window(): number;
  /** Members of a row that could not be answered, beside its error. */
  failed: Row;
  /** When aborted, nothing new is to begin, and what nobody has begun is given back. */
  drain: AbortSignal;
  /** Called when nothing more is wanted. */
  close(): Promise<void>;
}

/** The rows that a block has in the input name it: whoever goes on with a run makes the same units again. */
const rowsUnit = (block: ReadBlock): Unit<PlainBlock> => ({
  id: `${rowsKind}#${block.first}+${block.lines}`,
  kind: rowsKind,
  input: asPlainBlock(block),
});

export function carriedRows({ executor, window, failed, drain, close }: CarriedRows): LineExecutor {
  const stop = new AbortController();
  return {
    get window() {
      return window();
    },
    async answer(block) {
      try {
        const { value } = await executor.do(rowsUnit(block), { signal: stop.signal, drain });
        return readPlainAnswer(value);
      } catch (error) {
        // A block that was lost is an error of its rows, and the others go on.
        if (!(error instanceof UnitFailure) || error.stopsRun || error.reason === givenUp) throw error;
        return failLines(block, error.message, failed);
      }
    },
    async close() {
      stop.abort();
      await close();
    },
  };
}
