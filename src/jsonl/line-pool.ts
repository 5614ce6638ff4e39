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

/** Blocks for each thread: one in work, and enough after it that no thread waits for a slow one. */
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

// Where blocks of lines are answered: by threads of this process, or wherever an executor carries them. The run knows
// nothing else of it; it keeps the order, writes, and goes on.

export interface LineExecutor {
  /** Blocks that may be under way at once; it may change while they are. */
  readonly window: number;
  /** `listener` is called whenever that has changed. */
  onChange?(listener: () => void): void;
  /** Where blocks are answered, in a few words, where that is not here. */
  readonly where?: string | undefined;
  answer(block: ReadBlock): Promise<AnsweredBlock>;
  /** The answer of a block is in the output. */
  written?(block: ReadBlock): void;
  /** What is under way is given up. */
  close(): Promise<void>;
}
