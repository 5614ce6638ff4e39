// Where blocks of lines are answered: by threads of this process, or wherever an executor carries them. The run knows
// nothing else of it; it keeps the order, writes, and goes on.

import type { AnsweredBlock } from "./answer-lines.ts";
import type { ReadBlock } from "./read-blocks.ts";

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
