// Grades in place, in batches that are watched; with the first answer that takes long, a thread takes over, which can
// give it all its time and be ended. So that a run without such an answer pays next to nothing for the watching.

import type { Grade } from "../../tasks/task.ts";
import { type Grader, type GradingItem, gradeItem, type TasksByName } from "./grader.ts";
import type { TasksToOpen } from "./thread.ts";
import { type GradingLimits, noteFailure, ThreadedGrader } from "./threaded-grader.ts";
import { endsWithin, hereMs } from "./within-time.ts";

/** What is graded in one go: at most so long, so that requests do not wait for it. */
const sliceMs = 2;
/** The watching costs the same for one as for many, so that some are waited for, but not long. */
const worthASlice = 64;
const patienceMs = 10;
/** More than this holds back whoever gives it. */
const mostWaiting = 1024;

interface Waiting {
  item: GradingItem;
  tell(grade: Grade): void;
}

export class WatchedGrader implements Grader {
  private waiting: Waiting[] = [];
  private isScheduled = false;
  private patience: NodeJS.Timeout | undefined;
  private isClosed = false;
  private failure: unknown;
  private listeners: { isReached(): boolean; resolve(): void; reject(error: unknown): void }[] = [];
  private thread: ThreadedGrader | undefined;

  /** @param open the same tasks as `tasks`, for the thread */
  constructor(
    private readonly tasks: TasksByName,
    private readonly open: TasksToOpen,
    private readonly limits: GradingLimits = {},
  ) {}

  grade(item: GradingItem, tell: (grade: Grade) => void): Promise<void> | undefined {
    if (this.thread) return this.thread.grade(item, tell);
    if (this.isClosed) return undefined;
    this.waiting.push({ item, tell });
    if (this.waiting.length >= worthASlice) this.schedule();
    else this.patience ??= setTimeout(() => this.schedule(), patienceMs);
    return this.waiting.length < mostWaiting
      ? undefined
      : this.reached(() => this.waiting.length < mostWaiting / 2);
  }

  async done(): Promise<void> {
    if (this.waiting.length > 0) this.schedule();
    if (this.waiting.length > 0) await this.reached(() => this.waiting.length === 0);
    if (this.failure !== undefined) throw this.failure;
    await this.thread?.done();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.patience);
    this.waiting = [];
    this.notify();
    await this.thread?.close();
  }

  private reached(isReached: () => boolean): Promise<void> {
    if (this.failure !== undefined) return Promise.reject(this.failure);
    return new Promise((resolve, reject) => this.listeners.push({ isReached, resolve, reject }));
  }

  private notify(): void {
    const { listeners } = this;
    this.listeners = [];
    for (const listener of listeners) {
      if (this.failure !== undefined) listener.reject(this.failure);
      else if (listener.isReached()) listener.resolve();
      else this.listeners.push(listener);
    }
  }

  private schedule(): void {
    clearTimeout(this.patience);
    this.patience = undefined;
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      this.gradeSlice();
      this.notify();
    });
  }

  /** Only the grading is watched: what is told may not be ended in the middle. */
  private gradeSlice(): void {
    const grades: Grade[] = [];
    let isWhole = false;
    try {
      isWhole = endsWithin(hereMs, () => {
        const until = performance.now() + sliceMs;
        do {
          const next = this.waiting[grades.length];
          if (!next) return;
          grades.push(gradeItem(this.tasks, next.item));
        } while (performance.now() < until);
      });
    } catch (error) {
      this.failure = error;
      return;
    }
    const graded = this.waiting.slice(0, grades.length);
    this.waiting = this.waiting.slice(grades.length);
    for (const [i, { item, tell }] of graded.entries()) {
      noteFailure(this.limits, item, grades[i]!);
      tell(grades[i]!);
    }
    if (!isWhole) this.handOver();
    else if (this.waiting.length > 0) this.schedule();
  }

  private handOver(): void {
    this.thread = new ThreadedGrader(this.open, this.limits);
    for (const { item, tell } of this.waiting) {
      // Whoever waits for it hears of its failure through `done`.
      this.thread.grade(item, tell)?.catch(() => {});
    }
    this.waiting = [];
  }
}
