// Where blocks of lines are answered: by threads of this process, or wherever an executor carries them. The run knows
// nothing else of it; it keeps the order, writes, and goes on.

import type { AnsweredBlock } from "./answer-lines.ts";
import type { ReadBlock } from "./read-blocks.ts";

export interface LineExecutor {
  /** Blocks that may be under way at once; it may change while they are. */
  readonly window: number;
  answer(block: ReadBlock): Promise<AnsweredBlock>;
  /** What is under way is given up. */
  close(): Promise<void>;
}
