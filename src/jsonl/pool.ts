// Worker threads that answer blocks of lines. A thread that dies or takes too long is replaced, and only the
// line that did it fails: answering twice is harmless, so a block of many lines is tried again line by line.

import { Worker } from "node:worker_threads";
import { type AnsweredBlock, failLines } from "./answer-lines.ts";
import type { Row } from "./line-module.ts";
import { type ReadBlock, splitBlock } from "./read-blocks.ts";

export interface PoolOptions {
  worker: URL;
  data: unknown;
  /** Threads at most; each is started when there is work for it. */
  size: number;
  /** Milliseconds for one line; blocks are then cut into lines. */
  timeoutMs?: number | undefined;
}

/** What a thread says: that it is ready, that it cannot be, or the answer to the block it has. */
export type ThreadMessage =
  | { kind: "ready"; failed: Row }
  | { kind: "broken"; reason: string }
  | { kind: "answered"; block: AnsweredBlock };

interface Task {
  block: ReadBlock;
  resolve(answered: AnsweredBlock): void;
  reject(error: Error): void;
}

interface Thread {
  worker: Worker;
  ready: boolean;
  task?: Task | undefined;
  timer?: NodeJS.Timeout | undefined;
}

/** A module that loads for longer than this is broken. */
const startLimitMs = 30_000;

export class Pool {
  private readonly threads = new Set<Thread>();
  private readonly waiting: Task[] = [];
  private failed: Row = {};
  private ended: Error | undefined;

  constructor(private readonly options: PoolOptions) {}

  async run(block: ReadBlock): Promise<AnsweredBlock> {
    if (block.reason !== undefined) return failLines(block, block.reason, this.failed);
    if (this.options.timeoutMs !== undefined && block.lines > 1) return this.runEach(block);
    return new Promise((resolve, reject) => {
      this.waiting.push({ block, resolve, reject });
      this.assign();
    });
  }

  /** Stops all threads; what they had in hand is rejected. */
  async close(reason = new Error("stopped")): Promise<void> {
    this.ended ??= reason;
    const threads = [...this.threads];
    this.threads.clear();
    for (const task of this.waiting.splice(0)) task.reject(this.ended);
    for (const thread of threads) {
      clearTimeout(thread.timer);
      thread.task?.reject(this.ended);
    }
    await Promise.all(threads.map(({ worker }) => worker.terminate()));
  }

  private async runEach(block: ReadBlock): Promise<AnsweredBlock> {
    const parts = await Promise.all(splitBlock(block).map((line) => this.run(line)));
    const counts: Record<string, number> = {};
    for (const part of parts) {
      for (const [name, count] of Object.entries(part.counts)) counts[name] = (counts[name] ?? 0) + count;
    }
    return {
      bytes: Buffer.concat(parts.map((part) => part.bytes)),
      lines: block.lines,
      problems: parts.flatMap((part) => part.problems),
      counts,
    };
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
    const { bytes, first } = task.block;
    // The bytes are copied, not handed over: should the thread die, they are needed again.
    thread.worker.postMessage({ bytes, first });
    const { timeoutMs } = this.options;
    if (timeoutMs !== undefined) this.limit(thread, timeoutMs, `took longer than ${timeoutMs / 1000} s`);
  }

  private start(): void {
    const { worker: module, data } = this.options;
    const worker = new Worker(new URL("./thread.js", import.meta.url), {
      workerData: { module: module.href, data },
      // What a user's module prints must not stand between the answers.
      stdout: true,
    });
    worker.stdout.pipe(process.stderr, { end: false });
    const thread: Thread = { worker, ready: false };
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
      void this.close(new Error(message.reason));
      return;
    }
    if (message.kind === "ready") {
      thread.ready = true;
      this.failed = message.failed;
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
      void this.close(new Error(`the module ${reason}`));
    } else if (task && task.block.lines > 1) {
      this.runEach(task.block).then(task.resolve, task.reject);
    } else if (task) {
      failLines(task.block, reason, this.failed).then(task.resolve, task.reject);
    }
    this.assign();
  }
}
