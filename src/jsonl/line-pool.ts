// Blocks of lines, answered by the threads of this process.

import { ExpectedError } from "../errors/expected-error.ts";
import { Pool } from "../workers/pool.ts";
import type { AnsweredBlock } from "./answer-lines.ts";
import type { ReadBlock } from "./read-blocks.ts";
import type { LineThreadData } from "./thread.ts";

interface LinePoolOptions {
  /** The built module that the threads open; see `LineModule`. */
  worker: URL;
  data: unknown;
  /** Threads at most. */
  size: number;
  /** Milliseconds for one line. */
  timeoutMs?: number | undefined;
}

/** Blocks for each thread: one in work, and enough waiting ones that no thread is idle. */
const blocksAhead = 4;

export class LinePool implements LineExecutor {
  private readonly pool: Pool<ReadBlock, AnsweredBlock>;
  readonly window: number;

  constructor({ worker, data, size, timeoutMs }: LinePoolOptions) {
    const opened: LineThreadData = { module: worker.href, data };
    this.window = size * blocksAhead;
    this.pool = new Pool({
      entry: new URL("./thread.js", import.meta.url),
      name: "the module",
      data: () => opened,
      size,
      itemMs: timeoutMs,
    });
  }

  answer(block: ReadBlock): Promise<AnsweredBlock> {
    return this.pool.run(block);
  }

  close(): Promise<void> {
    return this.pool.close(new ExpectedError("stopped"));
  }
}

// Where blocks of lines are processed: in threads of this process, or elsewhere through an executor. The run needs to
// know no more; it keeps the order, writes, and continues outputs.

export interface LineExecutor {
  /** The number of blocks that may be in progress at once; it may change. */
  readonly window: number;
  /** `listener` is called whenever that has changed. */
  onChange?(listener: () => void): void;
  /** Where blocks are processed, in a few words, if not in this process. */
  readonly where?: string | undefined;
  answer(block: ReadBlock): Promise<AnsweredBlock>;
  /** The answer of a block is in the output. */
  written?(block: ReadBlock): void;
  /** Work in progress is abandoned. */
  close(): Promise<void>;
}
