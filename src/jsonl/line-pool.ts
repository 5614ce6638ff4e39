// Blocks of lines, answered by the threads of this process.

import { ExpectedError } from "../errors/expected-error.ts";
import { Pool } from "../workers/pool.ts";
import type { AnsweredBlock } from "./answer-lines.ts";
import type { LineExecutor } from "./line-executor.ts";
import type { ReadBlock } from "./read-blocks.ts";
import type { LineThreadData } from "./thread.ts";

export interface LinePoolOptions {
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
