// Grades in a thread, a batch at a time, so that nothing waits for it but the verdicts, and one answer whose grading
// does not come to an end takes nothing with it: its thread is ended, the answer is wrong, and the others go on.

import { Worker } from "node:worker_threads";
import { ExpectedError } from "../../errors/expected-error.ts";
import { Pulse, tickMs } from "../../jsonl/pulse.ts";
import { isFailedGrade } from "../../tasks/rule.ts";
import type { Grade } from "../../tasks/task.ts";
import { TaskError } from "../../tasks/task-error.ts";
import { endedGrade, type Grader, type GradingItem } from "./grader.ts";
import type { Batch, FromThread, TasksToOpen, ThreadData } from "./thread.ts";

export interface GradingLimits {
  /** Milliseconds for one answer; ten seconds unless said. */
  limitMs?: number | undefined;
  /** Told of each answer whose grading was ended, with the reason. */
  onEnded?: ((item: GradingItem, reason: string) => void) | undefined;
  /** Told of each answer whose grading threw, with the reason. */
  onFailed?: ((item: GradingItem, reason: string) => void) | undefined;
}

export function noteFailure({ onFailed }: GradingLimits, item: GradingItem, grade: Grade): void {
  if (isFailedGrade(grade)) onFailed?.(item, grade.reason!);
}

export const defaultLimitMs = 10_000;
/** A thread that is not ready after this cannot be. */
export const startLimitMs = 60_000;
/** Of the thread. Grading takes little, and what takes more must not take the program with it. */
const heapMegabytes = 1024;

const batchItems = 64;
const batchCharacters = 262_144;
/** Batches that the thread has at once: one to grade, and one to go on with. */
const batchesAhead = 2;
/** What waits beyond these holds back whoever gives it. */
const mostItems = 1024;
const mostCharacters = 8_000_000;

export function startThread(open: TasksToOpen, pulse: Pulse, port?: ThreadData["port"]): Worker {
  const workerData: ThreadData = { open, pulse: pulse.shared, port };
  return new Worker(new URL("./thread.js", import.meta.url), {
    workerData,
    transferList: port ? [port] : [],
    execArgv: [], // Flags of the program, such as `-e`, are not for the thread.
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  });
}

interface Waiting {
  item: GradingItem;
  tell(grade: Grade): void;
}

interface Sent {
  id: number;
  items: Waiting[];
}

interface Thread {
  worker: Worker;
  pulse: Pulse;
  isReady: boolean;
  /** Ticks, until it is ready. */
  starting: number;
}

export class ThreadedGrader implements Grader {
  private waiting: Waiting[] = [];
  private waitingCharacters = 0;
  private sent: Sent[] = [];
  private batches = 0;
  private thread: Thread | undefined;
  private ticking: NodeJS.Timeout | undefined;
  private isScheduled = false;
  private failure: Error | undefined;
  private isClosed = false;
  /** Those who wait for room, or for the end. */
  private listeners: { isReached(): boolean; resolve(): void; reject(error: Error): void }[] = [];

  constructor(
    private readonly open: TasksToOpen,
    private readonly limits: GradingLimits = {},
  ) {}

  grade(item: GradingItem, tell: (grade: Grade) => void): Promise<void> | undefined {
    if (this.failure) return Promise.reject(this.failure);
    if (this.isClosed) return undefined;
    this.waiting.push({ item, tell });
    this.waitingCharacters += sizeOf(item);
    if (!this.isScheduled) {
      this.isScheduled = true;
      setImmediate(() => {
        this.isScheduled = false;
        this.send();
      });
    }
    return this.hasRoom ? undefined : this.reached(() => this.hasRoom);
  }

  done(): Promise<void> {
    if (this.failure) return Promise.reject(this.failure);
    return this.isIdle ? Promise.resolve() : this.reached(() => this.isIdle);
  }

  /** What is not graded yet is not graded any more. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearInterval(this.ticking);
    this.waiting = [];
    this.sent = [];
    this.notify();
    await this.thread?.worker.terminate();
  }

  private get hasRoom(): boolean {
    return this.waiting.length < mostItems && this.waitingCharacters < mostCharacters;
  }

  private get isIdle(): boolean {
    return this.waiting.length === 0 && this.sent.length === 0;
  }

  private reached(isReached: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => this.listeners.push({ isReached, resolve, reject }));
  }

  private notify(): void {
    const { listeners, failure } = this;
    this.listeners = [];
    for (const listener of listeners) {
      if (failure) listener.reject(failure);
      else if (listener.isReached()) listener.resolve();
      else this.listeners.push(listener);
    }
  }

  private send(): void {
    if (this.isClosed || this.failure || this.waiting.length === 0) return;
    this.thread ??= this.start();
    if (!this.thread.isReady) return;
    while (this.waiting.length > 0 && this.sent.length < batchesAhead) {
      const items = this.takeBatch();
      const batch: Batch = { id: ++this.batches, items: items.map(({ item }) => item) };
      this.sent.push({ id: batch.id, items });
      this.thread.worker.ref();
      this.thread.worker.postMessage(batch);
    }
    this.notify();
  }

  private takeBatch(): Waiting[] {
    let characters = 0;
    let count = 0;
    while (count < this.waiting.length && count < batchItems && (count === 0 || characters < batchCharacters))
      characters += sizeOf(this.waiting[count++]!.item);
    this.waitingCharacters -= characters;
    const batch = this.waiting.slice(0, count);
    this.waiting = this.waiting.slice(count);
    return batch;
  }

  private start(): Thread {
    const pulse = new Pulse();
    const worker = startThread(this.open, pulse);
    const thread: Thread = { worker, pulse, isReady: false, starting: 0 };
    worker.on("message", (message: FromThread) => this.hear(thread, message));
    worker.on("error", (error: NodeJS.ErrnoException) =>
      this.lose(
        thread,
        error.code === "ERR_WORKER_OUT_OF_MEMORY" ? "took too much memory" : `broke off: ${error.message}`,
      ),
    );
    worker.on("exit", () => this.lose(thread, "ended its thread"));
    this.ticking ??= setInterval(() => this.tick(), tickMs(this.limitMs)).unref();
    return thread;
  }

  private get limitMs(): number {
    return this.limits.limitMs ?? defaultLimitMs;
  }

  private hear(thread: Thread, message: FromThread): void {
    if (thread !== this.thread) return;
    if (message.kind === "broken") {
      this.fail(new TaskError(message.reason));
      return;
    }
    if (message.kind === "ready") thread.isReady = true;
    else {
      const at = this.sent.findIndex(({ id }) => id === message.id);
      const [batch] = at < 0 ? [] : this.sent.splice(at, 1);
      for (const [place, { item, tell }] of (batch?.items ?? []).entries()) {
        noteFailure(this.limits, item, message.grades[place]!);
        tell(message.grades[place]!);
      }
      if (this.sent.length === 0) thread.worker.unref();
    }
    this.send();
    this.notify();
  }

  private tick(): void {
    const { thread } = this;
    if (!thread) return;
    if (!thread.isReady) {
      if (++thread.starting * tickMs(this.limitMs) > startLimitMs)
        this.fail(new ExpectedError(`the thread that grades was not ready after ${startLimitMs / 1000} s`));
    } else if (this.sent.length === 0) thread.pulse.rest();
    else if (thread.pulse.isStuck()) this.lose(thread, `took longer than ${this.limitMs / 1000} s`);
  }

  /** The thread is gone or about to be: what it was at is to blame, and all else is given to another. */
  private lose(thread: Thread, reason: string): void {
    if (thread !== this.thread || this.isClosed) return;
    this.thread = undefined;
    void thread.worker.terminate();
    if (!thread.isReady) {
      this.fail(new ExpectedError(`the thread that grades could not be started: it ${reason}`));
      return;
    }
    const { batch, place } = thread.pulse.at;
    const lost = this.sent;
    this.sent = [];
    const culprit = lost.find(({ id }) => id === batch)?.items[place];
    this.waiting = [
      ...lost.flatMap(({ items }) => items.filter((each) => each !== culprit)),
      ...this.waiting,
    ];
    this.waitingCharacters = this.waiting.reduce((sum, { item }) => sum + sizeOf(item), 0);
    if (culprit) {
      this.limits.onEnded?.(culprit.item, reason);
      culprit.tell(endedGrade(reason));
    }
    this.send();
    this.notify();
  }

  private fail(error: Error): void {
    this.failure ??= error;
    void this.thread?.worker.terminate();
    this.thread = undefined;
    clearInterval(this.ticking);
    this.notify();
  }
}

const sizeOf = ({ completion, conversation }: GradingItem): number =>
  completion.text.length + (completion.reasoning?.length ?? 0) + conversation.problem.length + 500;
