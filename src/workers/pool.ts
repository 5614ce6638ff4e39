// A pool of worker threads that answer jobs, each of which holds items. A worker that stays at one item for too long,
// takes too much memory or dies is replaced. Only that item fails; a new worker answers the rest of its block again,
// because a job is plain data and answering it twice is harmless.

import { Worker } from "node:worker_threads";
import { ExpectedError } from "../errors/expected-error.ts";
import type { FromWorker, Result, ToWorker, WorkerData } from "./messages.ts";
import { Pulse, Stillness } from "./pulse.ts";

export interface PoolOptions {
  /** The built file that calls `serveJobs`. */
  entry: URL;
  /** The argument with which each worker is opened; requested whenever one is started. */
  data(): unknown;
  /** The name of a worker at the beginning of a sentence: "the module". */
  name: string;
  /** The maximum number of workers; each is started when there is work for it, or by `ready`. */
  size: number;
  /** Milliseconds for one item; default: no limit. */
  itemMs?: number | undefined;
  /** The reason for an item that took longer. */
  timedOut?(seconds: number): string;
  /** Megabytes of the heap of one worker; default: a gigabyte. */
  heapMb?: number | undefined;
  /** Megabytes for a worker's new objects: if these soon become garbage, a small space keeps the memory small. */
  youngMb?: number | undefined;
  /** Blocks that a worker has at once; default: one. */
  blocksAtOnce?: number | undefined;
  /** Small jobs that are handed over as one block, at most. */
  gather?: number | undefined;
  /**
   * Milliseconds of computing after which an item is slow; only for work that only computes, so that its time is CPU
   * time too. Others do not wait for a slow item: the rest of its block goes to other workers, and as many additional
   * workers may be started as are at slow items, up to twice the size of the pool.
   */
  slowMs?: number | undefined;
  /** Whether the jobs of a worker that ended are given to another one (default: true). */
  repeats?: boolean | undefined;
  /** Receives each worker's own message when it is ready. */
  onReady?(hello: unknown): void;
  /** Receives the reason when a worker had to be replaced. */
  onRestart?(reason: string): void;
}

/** The callbacks of a job while it waits and is answered. */
export interface Asker {
  /** Whether the answer is still needed. */
  isWanted?(): boolean;
  /** Jobs that are small go before the others, and several of them are handed over as one block. */
  isSmall?: boolean | undefined;
  onNote?(note: unknown): void;
  /** Called for each item that is abandoned. */
  onFailed?(place: number, reason: string): void;
}

/** The answer is no longer needed, or cannot come now. */
export class NotAnswered extends ExpectedError {}

interface Task {
  input: unknown;
  asker: Asker;
  failed?: Record<number, string> | undefined;
  /** How often a worker has died at an item. */
  deaths: Map<number, number>;
  /** A worker died because of it, so it is handed over alone. */
  isSuspect: boolean;
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

interface Thread {
  worker: Worker;
  pulse: Pulse;
  isReady: boolean;
  /** Its item takes long. */
  isSlow: boolean;
  /** It has a block of small tasks, or two. */
  isAtSmall: boolean;
  still: Stillness;
  /** Small jobs that it has answered since its CPU time was this; undefined if it has done any other work. */
  small: { jobs: number; cpuMs: number | undefined };
  /** Blocks that it has answered. */
  done: number;
  /** By their numbers; a task that was given to a different worker has left a gap. */
  blocks: Map<number, (Task | undefined)[]>;
}

/** A worker that is not ready after this time will not be. */
export const startLimitMs = 60_000;
export const defaultHeapMb = 1024;
export const tookLonger = (seconds: number): string => `took longer than ${seconds} s`;
const longestTickMs = 100;
const shortestTickMs = 5;
/** An item at which a worker dies is tried again once. */
const mostDeaths = 2;
/** How often workers may die before a job is begun, when no item is to blame. */
const mostEarlyDeaths = 10;
const mostFailedStarts = 3;
/** The pause between the starts of workers that fail to start. */
const restartDelayMs = 1_000;
/**
 * If small jobs take this long, a second worker is worthwhile: two workers need half as much CPU time again for the
 * same jobs as one.
 */
const smallWaitMs = 10;
/** The assumed time of a small job until it is known, and the weight of the latest one in the mean. */
const firstSmallMs = 0.1;
const smallWeight = 0.2;
/** After this many small jobs, their time is measured. */
const smallSample = 16;
/** Idle workers beyond the size are kept for a while: a new one starts cold. */
const surplusMs = 30_000;

export class Pool<In, Out> {
  /** Workers that had to be replaced. */
  restarts = 0;
  private readonly threads = new Set<Thread>();
  private readonly small: Task[] = [];
  private readonly large: Task[] = [];
  private isLargeNext = false;
  /** Recent CPU time of a small job: elapsed time on a busy machine says nothing about the job. */
  private smallMs = firstSmallMs;
  private blocks = 0;
  private readonly tickMs: number;
  private watch: NodeJS.Timeout | undefined;
  private readonly timers = new Set<NodeJS.Timeout>();
  private readyListeners: (() => void)[] = [];
  /** Why no worker can be started, as long as that is so. */
  private broken: Error | undefined;
  private closed: Error | undefined;
  /** Workers that are kept although no job waits. */
  private kept = 0;
  private isRetiring = false;
  private hasStarted = false;
  /** In a row. */
  private failedStarts = 0;

  constructor(private readonly options: PoolOptions) {
    const { itemMs = Number.POSITIVE_INFINITY, slowMs = itemMs } = options;
    this.tickMs = Math.max(shortestTickMs, Math.min(longestTickMs, Math.min(itemMs, slowMs) / 4));
  }

  /** Resolves when this many workers are ready; all unless given. @throws when they cannot be started */
  async ready(size = this.options.size): Promise<void> {
    this.kept = size;
    while (this.threads.size < size && !this.broken) this.start();
    for (;;) {
      if (this.closed ?? this.broken) throw this.closed ?? this.broken;
      if ([...this.threads].filter(({ isReady }) => isReady).length >= size) return;
      await new Promise<void>((resolve) => this.readyListeners.push(resolve));
    }
  }

  get isReady(): boolean {
    return [...this.threads].some(({ isReady }) => isReady);
  }

  /** @throws {NotAnswered} if the answer is no longer needed, or the pool ends */
  run(input: In, asker: Asker = {}): Promise<Out> {
    return new Promise((resolve, reject) => {
      const task: Task = {
        input,
        asker,
        deaths: new Map(),
        isSuspect: false,
        resolve: resolve as Task["resolve"],
        reject,
      };
      this.queueOf(task).push(task);
      this.assign();
    });
  }

  /** Informs the worker of a job that its answer is not needed. */
  stop(input: In): void {
    for (const { worker, blocks } of this.threads)
      for (const [id, tasks] of blocks)
        if (tasks.some((task) => task?.input === input)) say(worker, { kind: "stop", id });
  }

  /** Ends all workers; waiting jobs and those in progress are rejected. */
  async close(reason: Error = new NotAnswered("it was stopped")): Promise<void> {
    this.closed ??= reason;
    clearInterval(this.watch);
    for (const timer of this.timers) clearTimeout(timer);
    const threads = [...this.threads];
    this.threads.clear();
    const begun = threads.flatMap(({ blocks }) => [...blocks.values()].flat());
    for (const task of [...begun, ...this.small.splice(0), ...this.large.splice(0)]) task?.reject(reason);
    this.tellReady();
    await Promise.all(threads.map(({ worker }) => worker.terminate()));
  }

  private queueOf({ asker, isSuspect }: Task): Task[] {
    return asker.isSmall && !isSuspect ? this.small : this.large;
  }

  private get waiting(): number {
    return this.small.length + this.large.length;
  }

  private assign(): void {
    const unable = this.closed ?? (this.isReady ? undefined : this.broken);
    if (unable) {
      for (const task of [...this.small.splice(0), ...this.large.splice(0)]) task.reject(unable);
      return;
    }
    for (let thread = this.free; thread; thread = this.free) {
      const tasks = this.take();
      if (tasks.length > 0) this.give(thread, tasks);
      else if (this.large.length === 0) break;
    }
    this.giveAhead();
    if (this.waiting === 0 || this.broken || this.threads.size >= this.most) return;
    const starting = [...this.threads].filter(({ isReady }) => !isReady).length;
    if (this.waiting > starting) this.start();
  }

  /** A worker that can take a block: if there are several, the one that has done most, because its code is compiled. */
  private get free(): Thread | undefined {
    const { blocksAtOnce = 1 } = this.options;
    let best: Thread | undefined;
    for (const thread of this.threads)
      if (thread.isReady && thread.blocks.size < blocksAtOnce && (!best || thread.done > best.done))
        best = thread;
    return best;
  }

  /**
   * A worker with small tasks gets its next block before it asks, so that it does not wait while its answers are sent.
   */
  private giveAhead(): void {
    if ((this.options.gather ?? 1) === 1) return;
    for (const thread of this.threads) {
      if (this.small.length === 0) return;
      if (!thread.isAtSmall || thread.isSlow || thread.blocks.size > 1) continue;
      const tasks = this.takeFrom(this.small, this.mostSmall);
      if (tasks.length > 0) this.give(thread, tasks);
    }
  }

  /** The number of workers allowed at the moment. */
  private get most(): number {
    const slow = [...this.threads].filter(({ isSlow }) => isSlow).length;
    return this.options.size + Math.min(slow, this.options.size);
  }

  /** The tasks of the next block. Small ones go first, but if both kinds wait they take turns. */
  private take(): Task[] {
    const isLarge = !this.hasSmallBlock || (this.isLargeNext && this.large.length > 0);
    this.isLargeNext = !isLarge;
    return isLarge ? this.takeFrom(this.large, 1) : this.takeFrom(this.small, this.mostSmall);
  }

  /** Small jobs of one block: so few that the block is soon done. */
  private get mostSmall(): number {
    return Math.max(1, Math.min(this.options.gather ?? 1, Math.floor(smallWaitMs / this.smallMs)));
  }

  /** The next tasks that are still wanted; the others are rejected. */
  private takeFrom(queue: Task[], most: number): Task[] {
    const tasks: Task[] = [];
    while (tasks.length < most) {
      const task = queue.shift();
      if (!task) break;
      if (task.asker.isWanted?.() === false)
        task.reject(new NotAnswered("the answer is not wanted any more"));
      else tasks.push(task);
    }
    return tasks;
  }

  /** A few small tasks wait for a worker that is busy with others: waking a further one costs more than they do. */
  private get hasSmallBlock(): boolean {
    // If tasks are not gathered, as for users' own rewards, each is worth a worker.
    if ((this.options.gather ?? 1) === 1) return this.small.length > 0;
    if (this.small.length * this.smallMs >= smallWaitMs) return true;
    return this.small.length > 0 && ![...this.threads].some((thread) => thread.isAtSmall && !thread.isSlow);
  }

  private give(thread: Thread, tasks: Task[]): void {
    const id = ++this.blocks;
    if (thread.blocks.size === 0) thread.still.reset();
    thread.blocks.set(id, tasks);
    thread.isAtSmall = tasks[0]!.asker.isSmall === true && !tasks[0]!.isSuspect;
    if (!thread.isAtSmall) thread.small = { jobs: 0, cpuMs: undefined };
    thread.worker.ref();
    this.watch ??= setInterval(() => this.look(), this.tickMs).unref();
    // Inputs are copied, not transferred: if the worker dies, they are needed again.
    const jobs = tasks.map(({ input, failed }) => (failed ? { input, failed } : { input }));
    say(thread.worker, { kind: "block", id, jobs });
  }

  private start(): void {
    if (this.closed) return;
    const { entry, heapMb = defaultHeapMb, youngMb } = this.options;
    const pulse = new Pulse();
    const workerData: WorkerData = { data: this.options.data(), pulse: pulse.shared };
    const worker = new Worker(entry, {
      workerData,
      execArgv: [], // Flags of the main program, such as `-e`, are not passed to the worker.
      resourceLimits: {
        maxOldGenerationSizeMb: heapMb,
        ...(youngMb === undefined ? {} : { maxYoungGenerationSizeMb: youngMb }),
      },
    });
    const still = new Stillness(this.tickMs);
    const thread: Thread = {
      worker,
      pulse,
      isReady: false,
      isSlow: false,
      isAtSmall: false,
      small: { jobs: 0, cpuMs: undefined },
      done: 0,
      still,
      blocks: new Map(),
    };
    this.threads.add(thread);
    this.watch ??= setInterval(() => this.look(), this.tickMs).unref();
    worker.on("message", (message: FromWorker) => this.hear(thread, message));
    worker.on("error", (error: NodeJS.ErrnoException) =>
      error.code === "ERR_WORKER_OUT_OF_MEMORY"
        ? this.lose(thread, "took too much memory", { isItsItem: true })
        : this.lose(thread, `ended its thread: ${error.message}`),
    );
    worker.on("exit", (code) => this.lose(thread, `ended its thread with exit code ${code}`));
  }

  private hear(thread: Thread, message: FromWorker): void {
    if (!this.threads.has(thread)) return;
    switch (message.kind) {
      case "ready":
        thread.isReady = true;
        thread.still.reset();
        this.hasStarted = true;
        this.failedStarts = 0;
        this.broken = undefined;
        this.options.onReady?.(message.hello);
        this.tellReady();
        break;
      case "broken":
        this.lose(thread, message.reason, { isBroken: true });
        return;
      case "note":
        thread.blocks.get(message.id)?.[message.job]?.asker.onNote?.(message.note);
        return;
      case "done": {
        const tasks = thread.blocks.get(message.id) ?? [];
        thread.blocks.delete(message.id);
        thread.done++;
        if (thread.isAtSmall) thread.small.jobs += tasks.length;
        thread.isSlow = false;
        thread.isAtSmall &&= thread.blocks.size > 0;
        thread.still.reset();
        for (const [place, task] of tasks.entries()) if (task) settle(task, message.results[place]!);
      }
    }
    this.assign();
    if (this.threads.size > this.options.size && !this.isRetiring) {
      this.isRetiring = true;
      this.later(surplusMs, () => this.retire());
    }
  }

  /** If nothing is in progress, there is nothing to watch, and nothing keeps the process alive. */
  private rest(): void {
    for (const { worker, isReady, blocks } of this.threads) {
      if (!isReady || blocks.size > 0) return;
      worker.unref();
    }
    clearInterval(this.watch);
    this.watch = undefined;
  }

  /** Checks for workers that take too long, for an item or to start. */
  private look(): void {
    const { itemMs, slowMs, timedOut = tookLonger } = this.options;
    this.rest();
    for (const thread of [...this.threads]) {
      if (thread.small.jobs >= smallSample) this.sample(thread);
      if (thread.isReady && thread.blocks.size === 0) continue;
      thread.still.look(thread.pulse);
      const { ms, busyMs } = thread.still;
      // Work with a limit for slow items computes and does not wait: on a busy machine, time without a processor does
      // not count.
      const itemTook = slowMs === undefined ? ms : busyMs;
      if (!thread.isReady) {
        if (ms > startLimitMs) this.lose(thread, `was not ready after ${startLimitMs / 1000} s`);
      } else if (itemMs !== undefined && itemTook >= itemMs)
        this.lose(thread, timedOut(itemMs / 1000), { isItsItem: true });
      else if (slowMs !== undefined && busyMs >= slowMs && !thread.isSlow) this.setAside(thread);
    }
  }

  private sample(thread: Thread): void {
    const { jobs, cpuMs: before } = thread.small;
    const { cpuMs } = thread.pulse;
    if (before !== undefined) this.smallMs += smallWeight * ((cpuMs - before) / jobs - this.smallMs);
    thread.small = { jobs: 0, cpuMs };
  }

  /** Its item takes long: its other items are given to other workers. */
  private setAside(thread: Thread): void {
    thread.isSlow = true;
    const { block, job } = thread.pulse.at;
    for (const [id, tasks] of thread.blocks)
      for (const [place, task] of tasks.entries())
        if (task && !(id === block && place === job)) {
          tasks[place] = undefined;
          this.queueOf(task).unshift(task);
        }
    this.assign();
    // Starting takes a while, so a replacement is started before it is needed.
    if (this.threads.size < this.most) this.start();
  }

  /** The worker has ended or is about to; its tasks go to another one. */
  private lose(thread: Thread, reason: string, { isItsItem = false, isBroken = false } = {}): void {
    if (!this.threads.delete(thread)) return;
    void thread.worker.terminate();
    this.restarts++;
    this.options.onRestart?.(reason);
    if (!thread.isReady) {
      this.notStarted(isBroken ? reason : `${this.options.name} ${reason}`);
      return;
    }
    const { block, job, item } = thread.pulse.at;
    const culprit = thread.blocks.get(block)?.[job];
    for (const tasks of [...thread.blocks.values()].reverse())
      for (const task of tasks.toReversed()) {
        if (!task) continue;
        // If one task caused the failure, the others must not suffer for it.
        const isInnocent = culprit && task !== culprit && this.options.repeats !== false;
        if (isInnocent || this.mayRepeat(task, task === culprit ? item : undefined, reason, isItsItem))
          this.queueOf(task).unshift(task);
      }
    this.refill();
    this.assign();
  }

  /** Whether a task of a worker that ended is tried again; the item to blame is not, or only once more. */
  private mayRepeat(task: Task, item: number | undefined, reason: string, isItsItem: boolean): boolean {
    if (this.options.repeats === false) {
      task.reject(new ExpectedError(reason));
      return false;
    }
    const place = item ?? -2;
    const deaths = (task.deaths.get(place) ?? 0) + 1;
    task.deaths.set(place, deaths);
    if (item !== undefined) task.isSuspect = true;
    const isGivenUp = item === undefined ? deaths >= mostEarlyDeaths : isItsItem || deaths >= mostDeaths;
    if (!isGivenUp) return true;
    if (place < 0) {
      task.reject(new ExpectedError(reason));
      return false;
    }
    task.failed = { ...task.failed, [place]: reason };
    task.asker.onFailed?.(place, reason);
    return true;
  }

  /** What a worker opens may fail each time; then there is nothing to wait for. */
  private notStarted(reason: string): void {
    this.failedStarts++;
    const isHopeless = !this.hasStarted || this.failedStarts >= mostFailedStarts;
    if (isHopeless) this.broken = new ExpectedError(reason);
    this.tellReady();
    this.assign();
    if (this.hasStarted && isHopeless) this.later(restartDelayMs, () => this.refill());
    else if (this.hasStarted) this.refill();
  }

  private refill(): void {
    if (this.threads.size < this.kept) this.start();
  }

  private retire(): void {
    this.isRetiring = false;
    for (const thread of [...this.threads])
      if (this.threads.size > this.most && thread.isReady && thread.blocks.size === 0) {
        this.threads.delete(thread);
        void thread.worker.terminate();
      }
  }

  private later(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      act();
    }, ms).unref();
    this.timers.add(timer);
  }

  private tellReady(): void {
    for (const resolve of this.readyListeners.splice(0)) resolve();
  }
}

const say = (worker: Worker, message: ToWorker): void => worker.postMessage(message);

function settle(task: Task, result: Result): void {
  if ("answer" in result) task.resolve(result.answer);
  else task.reject(new ExpectedError(result.failure));
}
