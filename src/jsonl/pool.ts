// Worker threads that answer blocks of lines. A thread that dies, or that stays at one line for too long, is replaced, and
// only the line that did it suffers: answering twice is harmless, so the others of its block are answered again.

import { Worker } from "node:worker_threads";
import { ExpectedError } from "../errors/expected-error.ts";
import { type AnsweredBlock, addTo, answerLines, failLines } from "./answer-lines.ts";
import type { LineExecutor } from "./line-executor.ts";
import type { Row } from "./line-module.ts";
import { Pulse, tickMs } from "./pulse.ts";
import { type ReadBlock, splitBlock } from "./read-blocks.ts";

export interface PoolOptions {
  worker: URL;
  data: unknown;
  /** Threads at most; each is started when there is work for it. */
  size: number;
  /** Milliseconds for one line. */
  timeoutMs?: number | undefined;
}

/** What a thread says: that it is ready, that it cannot be, or the answer to the block it has. */
export type ThreadMessage =
  | { kind: "ready"; failed: Row; ended: Row | undefined }
  | { kind: "broken"; reason: string }
  | { kind: "answered"; block: AnsweredBlock };

interface Task {
  block: ReadBlock;
  resolve(answered: AnsweredBlock): void;
  reject(error: Error): void;
}

interface Thread {
  worker: Worker;
  pulse: Pulse;
  ready: boolean;
  task?: Task | undefined;
  timer?: NodeJS.Timeout | undefined;
}

/** Blocks for each thread: one in work, and enough behind it that no thread waits for a slow one. */
const blocksAhead = 4;
/** A module that loads for longer than this is broken. */
const startLimitMs = 30_000;

export class Pool implements LineExecutor {
  private readonly threads = new Set<Thread>();
  private readonly waiting: Task[] = [];
  private readonly asking: { resolve(): void; reject(error: Error): void }[] = [];
  private isKnown = false;
  private failed: Row = {};
  /** Members of a line whose answering was ended, where that is an answer. */
  private endedRow: Row | undefined;
  private ended: Error | undefined;

  constructor(private readonly options: PoolOptions) {}

  get window(): number {
    return this.options.size * blocksAhead;
  }

  async answer(block: ReadBlock): Promise<AnsweredBlock> {
    if (block.reason !== undefined) {
      await this.moduleKnown();
      return failLines(block, block.reason, this.failed);
    }
    return new Promise((resolve, reject) => {
      this.waiting.push({ block, resolve, reject });
      this.assign();
    });
  }

  /** Until a thread has said what a failed line carries, none can be written. */
  private moduleKnown(): Promise<void> {
    if (this.isKnown) return Promise.resolve();
    if (this.threads.size === 0 && !this.ended) this.start();
    return new Promise((resolve, reject) => {
      if (this.ended) reject(this.ended);
      else this.asking.push({ resolve, reject });
    });
  }

  /** Stops all threads; what they had in hand is rejected. */
  async close(reason = new ExpectedError("stopped")): Promise<void> {
    this.ended ??= reason;
    const threads = [...this.threads];
    this.threads.clear();
    for (const { reject } of [...this.waiting.splice(0), ...this.asking.splice(0)]) reject(this.ended);
    for (const thread of threads) {
      clearTimeout(thread.timer);
      thread.task?.reject(this.ended);
    }
    await Promise.all(threads.map(({ worker }) => worker.terminate()));
  }

  /** The line at fault is answered as such, and those around it once more. */
  private async answerAround(block: ReadBlock, place: number, reason: string): Promise<AnsweredBlock> {
    const lines = splitBlock(block);
    const around = [lines.slice(0, place), lines.slice(place + 1)].map(async (some) =>
      some.length === 0 ? [] : [await this.answer(joined(some))],
    );
    const [before, after] = await Promise.all(around);
    const culprit = lines[place];
    const parts = [...before!, ...(culprit ? [await this.answerEnded(culprit, reason)] : []), ...after!];
    const counts: Record<string, number> = {};
    const sums: Record<string, number> = {};
    for (const part of parts) {
      addTo(counts, part.counts);
      addTo(sums, part.sums);
    }
    return {
      bytes: Buffer.concat(parts.map((part) => part.bytes)),
      lines: block.lines,
      problems: parts.flatMap((part) => part.problems),
      counts,
      sums,
    };
  }

  private answerEnded(line: ReadBlock, reason: string): Promise<AnsweredBlock> {
    const { endedRow } = this;
    if (!endedRow) return failLines(line, reason, this.failed);
    const add = { ...endedRow, reason: `the grading ${reason}` };
    return answerLines(line, () => ({ add, count: "ended" }), this.failed);
  }

  private assign(): void {
    if (this.ended) {
      for (const task of this.waiting.splice(0)) task.reject(this.ended);
      return;
    }
    for (const thread of this.threads) {
      if (this.waiting.length === 0) return;
      if (thread.ready && !thread.task) this.give(thread, this.waiting.shift()!);
    }
    const starting = [...this.threads].filter((thread) => !thread.ready).length;
    if (this.waiting.length > starting && this.threads.size < this.options.size) this.start();
  }

  private give(thread: Thread, task: Task): void {
    thread.task = task;
    const { bytes, first, numbers, unit } = task.block;
    // The bytes are copied, not handed over: should the thread die, they are needed again.
    thread.worker.postMessage({ bytes, first, numbers, unit });
    const { timeoutMs } = this.options;
    if (timeoutMs === undefined) return;
    thread.pulse.rest();
    thread.timer = setInterval(() => {
      if (thread.pulse.isStuck()) this.lose(thread, `took longer than ${timeoutMs / 1000} s`);
    }, tickMs(timeoutMs));
  }

  private start(): void {
    const { worker: module, data } = this.options;
    const pulse = new Pulse();
    const worker = new Worker(new URL("./thread.js", import.meta.url), {
      workerData: { module: module.href, data, shared: pulse.shared },
      // What a user's module prints must not stand between the answers.
      stdout: true,
    });
    worker.stdout.pipe(process.stderr, { end: false });
    const thread: Thread = { worker, pulse, ready: false };
    this.threads.add(thread);
    worker.on("message", (message: ThreadMessage) => this.hear(thread, message));
    worker.on("error", (error: Error) => this.lose(thread, `ended its thread: ${error.message}`));
    worker.on("exit", (code) => this.lose(thread, `ended its thread with exit code ${code}`));
    this.limit(thread, startLimitMs, `was not ready after ${startLimitMs / 1000} s`);
  }

  private hear(thread: Thread, message: ThreadMessage): void {
    if (!this.threads.has(thread)) return;
    clearTimeout(thread.timer);
    if (message.kind === "broken") {
      void this.close(new ExpectedError(message.reason));
      return;
    }
    if (message.kind === "ready") {
      thread.ready = true;
      this.failed = message.failed;
      this.endedRow = message.ended;
      this.isKnown = true;
      for (const { resolve } of this.asking.splice(0)) resolve();
    } else {
      const { task } = thread;
      thread.task = undefined;
      task!.resolve(message.block);
    }
    this.assign();
  }

  private limit(thread: Thread, ms: number, reason: string): void {
    clearTimeout(thread.timer);
    thread.timer = setTimeout(() => this.lose(thread, reason), ms);
  }

  /** The thread is gone or about to be. */
  private lose(thread: Thread, reason: string): void {
    if (!this.threads.delete(thread)) return;
    clearTimeout(thread.timer);
    void thread.worker.terminate();
    const { task } = thread;
    if (!thread.ready) {
      void this.close(new ExpectedError(`the module ${reason}`));
    } else if (task)
      this.answerAround(task.block, thread.pulse.at.place, reason).then(task.resolve, task.reject);
    this.assign();
  }
}

/** Lines that follow one another as one block. */
const joined = (lines: readonly ReadBlock[]): ReadBlock => ({
  ...lines[0]!,
  numbers: lines.map(({ first }) => first),
  bytes: Buffer.concat(lines.map(({ bytes }) => bytes)),
  lines: lines.length,
  end: lines.at(-1)!.end,
});
