// The entry point of a worker thread: loads its module, then answers blocks of lines.

import { serveJobs } from "../workers/serve-jobs.ts";
import { answerLines, failLines } from "./answer-lines.ts";
import type { Handle, LineModule } from "./line-module.ts";
import type { ReadBlock } from "./read-blocks.ts";

export interface LineThreadData {
  module: string;
  data: unknown;
}

await serveJobs(async ({ module, data }: LineThreadData) => {
  const { open, failed, endedOf } = (await import(module)) as LineModule;
  const handle: Handle = await open(data);
  const ended = endedOf?.(data);
  return {
    answer(block: ReadBlock, { failed: reasons, at }) {
      if (block.reason !== undefined) return failLines(block, block.reason, failed);
      let place = 0;
      const answer: Handle = (row, told) => {
        const reason = reasons[place];
        if (reason === undefined) return handle(row, told);
        if (!ended) throw new Error(reason);
        return { add: { ...ended, reason: `the grading ${reason}` }, count: "ended" };
      };
      return answerLines(block, answer, failed, (next) => {
        place = next;
        at(next);
      });
    },
    buffersOf: ({ bytes }) => [bytes.buffer],
  };
});
