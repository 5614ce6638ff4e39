// Worker threads for what must not hold others up: large bodies, and users' own rewards. A thread that dies, or whose
// item takes too long, is replaced and its work is given to another; only the item that did it fails. Work is pure data
// and grading it twice is harmless.

import { Worker } from "node:worker_threads";
import { ExpectedError } from "../errors/expected-error.ts";
import { unavailable } from "../http/http-error.ts";
import type { OwnModule } from "./own-reward.ts";
import type { Performed, Work } from "./perform.ts";
import type { ThreadData, ThreadMessage, WarmUp } from "./thread.ts";

export interface PoolOptions {
  size: number;
  own?: OwnModule | undefined;
  warmUp: WarmUp;
  /** How long one item may take. */
  itemMs: number;
  /** Told when a thread had to be replaced, and why. */
  onRestart?(reason: string): void;
}

/** What whoever has work done says and hears meanwhile. */
export interface Asker {
  /** Whether somebody still waits for it. */
  isWanted(): boolean;
  /** Told how many items the work has, where only the thread can see it. @throws when they are too many */
  onSize?(items: number): void;
}

interface Task {
  work: Work;
  asker: Asker;
  resolve(performed: Performed): void;
  reject(error: Error): void;
  /** How often a thread has died at an item. */
  deaths: Map<number, number>;
}

interface Thread {
  worker: Worker;
  place: Int32Array;
  isReady: boolean;
  task?: Task | undefined;
  /** The place that was seen last, and since when. */
  seen: { at: number; since: number };
}

const startLimitMs = 30_000;
const watchEveryMs = 100;
/**
 * How often threads may die at an item before it is given up. Users' code may well be the reason, and each death costs it a
 * start: it is scored again once. Our own code ends no thread, so that somebody else does, and may hit an item twice.
 */
const mostDeaths = { own: 2, ours: 3 };
/** How often they may die before the first item, where there is none to blame. */
const mostEarlyDeaths = 10;
/** A module that eats memory ends its thread, not the service. */
const ownHeapMb = 512;
const mostFailedStarts = 3;
/** Items are soon garbage; a larger space for them is memory that grows with nothing. */
const youngMb = 8;
/** Between the starts of threads that fail to start. */
const restartDelayMs = 1_000;

export class Pool {
  restarts = 0;
  private readonly threads = new Set<Thread>();
  private readonly waiting: Task[] = [];
  private readonly watch: NodeJS.Timeout;
  private broken: string | undefined;
  private isClosed = false;
  private hasStarted = false;
  /** In a row. */
  private failedStarts = 0;
  private onReady: (() => void)[] = [];

  constructor(private readonly options: PoolOptions) {
    this.watch = setInterval(() => this.look(), watchEveryMs).unref();
  }

  /** All threads started and ready. @throws when the module cannot be loaded */
  async ready(): Promise<void> {
    // The others load what the first one has taken.
    if (this.options.own) await this.allReady(1);
    await this.allReady(this.options.size);
  }

  private async allReady(size: number): Promise<void> {
    while (this.threads.size < size) this.start();
    while (this.broken === undefined && !this.areReady(size)) {
      await new Promise<void>((resolve) => this.onReady.push(resolve));
    }
    if (this.broken !== undefined) throw new ExpectedError(this.broken);
  }

  /** A thread that ended is missing until another has taken its place. */
  private areReady(size: number): boolean {
    const threads = [...this.threads];
    return threads.length >= size && threads.every((thread) => thread.isReady);
  }

  get isReady(): boolean {
    return [...this.threads].some((thread) => thread.isReady);
  }

  /** @throws {HttpError} 503 when nobody waits for it any more, or when the pool ends */
  run(work: Work, asker: Asker): Promise<Performed> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ work, asker, resolve, reject, deaths: new Map() });
      this.assign();
    });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearInterval(this.watch);
    const threads = [...this.threads];
    this.threads.clear();
    const tasks = [...this.waiting.splice(0), ...threads.flatMap(({ task }) => (task ? [task] : []))];
    for (const task of tasks) task.reject(unavailable("the server is ending"));
    await Promise.all(threads.map(({ worker }) => worker.terminate()));
  }

  private assign(): void {
    for (const thread of this.threads) {
      if (thread.task || !thread.isReady) continue;
      const task = this.next();
      if (task === undefined) return;
      this.give(thread, task);
    }
    if (this.waiting.length > 0 && this.threads.size < this.options.size) this.start();
  }

  private next(): Task | undefined {
    for (let task = this.waiting.shift(); task !== undefined; task = this.waiting.shift()) {
      if (task.asker.isWanted()) return task;
      task.reject(unavailable("nobody waits for it any more"));
    }
    return undefined;
  }

  private give(thread: Thread, task: Task): void {
    thread.task = task;
    Atomics.store(thread.place, 0, 0);
    thread.seen = { at: 0, since: performance.now() };
    // The bytes are copied, not handed over: should the thread die, they are needed again.
    thread.worker.postMessage(task.work);
  }

  private start(): void {
    if (this.isClosed) return;
    const { own, warmUp } = this.options;
    const place = new Int32Array(new SharedArrayBuffer(4));
    // A thread that replaces another has work waiting.
    const workerData: ThreadData = { own, warmUp: this.hasStarted ? undefined : warmUp, place };
    const worker = new Worker(new URL("./thread.js", import.meta.url), {
      workerData,
      // What a user's module prints must not stand on the line that says where the service listens.
      stdout: true,
      resourceLimits:
        own === undefined ? { maxYoungGenerationSizeMb: youngMb } : { maxOldGenerationSizeMb: ownHeapMb },
    });
    worker.stdout.pipe(process.stderr, { end: false });
    const thread: Thread = { worker, place, isReady: false, seen: { at: 0, since: performance.now() } };
    this.threads.add(thread);
    worker.on("message", (message: ThreadMessage) => this.hear(thread, message));
    worker.on("error", (error: Error) => this.lose(thread, `ended its thread: ${error.message}`));
    worker.on("exit", (code) => this.lose(thread, `ended its thread with exit code ${code}`));
  }

  private hear(thread: Thread, message: ThreadMessage): void {
    if (!this.threads.has(thread)) return;
    switch (message.kind) {
      case "ready":
        thread.isReady = true;
        if (this.options.own) this.options.own.taken ??= message.taken;
        this.hasStarted = true;
        this.failedStarts = 0;
        this.broken = undefined;
        this.tellReady();
        break;
      case "broken":
        return this.lose(thread, message.reason);
      case "size":
        return sized(thread.task!, message.items);
      case "done":
      case "failed": {
        const task = thread.task!;
        thread.task = undefined;
        if (message.kind === "done") task.resolve(message.performed);
        else task.reject(new ExpectedError(message.reason));
      }
    }
    this.assign();
  }

  /** Looks for threads that take too long, for an item or to start. */
  private look(): void {
    const now = performance.now();
    for (const thread of [...this.threads]) {
      if (!thread.isReady) {
        if (now - thread.seen.since > startLimitMs)
          this.lose(thread, `was not ready after ${startLimitMs / 1000} s`);
        continue;
      }
      if (!thread.task) continue;
      const at = Atomics.load(thread.place, 0);
      if (at !== thread.seen.at) thread.seen = { at, since: now };
      else if (now - thread.seen.since > this.options.itemMs) {
        if (at > 0) thread.task.work.failed[at - 1] = `timed out after ${this.options.itemMs / 1000} s`;
        this.lose(thread, "took too long for an item");
      }
    }
  }

  /** The thread is gone or about to be; its work goes to another. */
  private lose(thread: Thread, reason: string): void {
    if (!this.threads.delete(thread)) return;
    void thread.worker.terminate();
    this.restarts++;
    this.options.onRestart?.(reason);
    if (!thread.isReady) return this.notStarted(reason);
    const { task } = thread;
    if (task && this.mayTryAgain(task, Atomics.load(thread.place, 0) - 1, reason)) this.waiting.unshift(task);
    this.start();
    this.assign();
  }

  /** A user's module may end its thread each time it is loaded; then there is nothing to wait for. */
  private notStarted(reason: string): void {
    this.failedStarts++;
    const isHopeless = this.failedStarts >= mostFailedStarts || (this.options.own && !this.hasStarted);
    if (isHopeless) {
      this.broken = reason;
      this.tellReady();
      if (!this.isReady) this.refuse(`the reward cannot be loaded: ${reason}`);
    }
    if (!this.isClosed) setTimeout(() => this.refill(), isHopeless ? restartDelayMs : 0).unref();
  }

  /** The item at which threads die again and again is given up, the others are not. */
  private mayTryAgain(task: Task, place: number, reason: string): boolean {
    const deaths = (task.deaths.get(place) ?? 0) + 1;
    task.deaths.set(place, deaths);
    const most = this.options.own ? mostDeaths.own : mostDeaths.ours;
    if (deaths < (place >= 0 ? most : mostEarlyDeaths)) return true;
    if (place >= 0) task.work.failed[place] ??= reason;
    else task.reject(new ExpectedError(`the thread ${reason}`));
    return place >= 0;
  }

  private refuse(reason: string): void {
    for (const task of this.waiting.splice(0)) task.reject(unavailable(reason));
  }

  private refill(): void {
    if (this.threads.size < this.options.size) this.start();
  }

  private tellReady(): void {
    for (const resolve of this.onReady.splice(0)) resolve();
  }
}

/** Work that is refused now is still done by its thread, but nobody waits for it. */
function sized({ asker, reject }: Task, items: number): void {
  try {
    asker.onSize?.(items);
  } catch (error) {
    reject(error as Error);
  }
}
