// Grades in a thread, one batch at a time, so that only the verdicts wait for it. If grading an answer does not end,
// the answer is wrong, and the others continue. A command may have its first answers graded in its own thread, so a
// small run is graded before a worker thread has started.

import { messageOf } from "../../errors/expected-error.ts";
import { isFailedGrade } from "../../tasks/rule.ts";
import { changedTask, type Grade, type Task } from "../../tasks/task.ts";
import { TaskError } from "../../tasks/task-error.ts";
import { BlockingWorker } from "../../workers/blocking.ts";
import { Pool } from "../../workers/pool.ts";
import { endsWithin, hereMs } from "../../workers/within-time.ts";
import { endedGrade, type Grader, type GradingItem, gradeItem, type TasksByName } from "./grader.ts";
import { openTasks, type TasksToOpen } from "./open-tasks.ts";

export interface GradingLimits {
  /** Milliseconds for one answer; default: ten seconds. */
  limitMs?: number | undefined;
  /** Called for each answer whose grading was stopped, with the reason. */
  onEnded?: ((item: GradingItem, reason: string) => void) | undefined;
  /** Called for each answer whose grading threw, with the reason. */
  onFailed?: ((item: GradingItem, reason: string) => void) | undefined;
  /** Whether the first answers may be graded in this thread, which blocks it. */
  mayBeginHere?: boolean | undefined;
}

function noteFailure({ onFailed }: GradingLimits, item: GradingItem, grade: Grade): void {
  if (isFailedGrade(grade)) onFailed?.(item, grade.reason!);
}

const defaultLimitMs = 10_000;

/** How to start a worker that grades by these tasks. */
const gradingWorker = (open: TasksToOpen, { limitMs = defaultLimitMs }: GradingLimits) => ({
  entry: new URL("./thread.js", import.meta.url),
  name: "the thread that grades",
  data: () => open,
  itemMs: limitMs,
});

/**
 * The maximum number of answers that are graded in this thread, and the time after which the rest goes to the worker.
 */
const mostItemsHere = 64;
const mostMsHere = 1000;

const batchItems = 64;
const batchCharacters = 262_144;
/** The number of answers without a verdict beyond which the caller has to wait. */
const mostItems = 1024;
const mostCharacters = 8_000_000;

interface Waiting {
  item: GradingItem;
  tell(grade: Grade): void;
}

interface Listener {
  isReached(): boolean;
  resolve(): void;
  reject(error: Error): void;
}

export class ThreadedGrader implements Grader {
  private readonly pool: Pool<GradingItem[], Grade[]>;
  /** The tasks for answers that are graded in this thread. */
  private tasksHere: Promise<TasksByName | undefined> | undefined;
  private itemsHere = 0;
  private msHere = 0;
  /** The batch that is still filled. */
  private batch: Waiting[] = [];
  private batchCharacters = 0;
  /** The number of answers without a verdict. */
  private items = 0;
  private characters = 0;
  private failure: Error | undefined;
  private isClosed = false;
  private listeners: Listener[] = [];

  constructor(
    private readonly open: TasksToOpen,
    private readonly limits: GradingLimits = {},
  ) {
    // One thread, so that verdicts arrive in the order of the answers.
    this.pool = new Pool({ ...gradingWorker(open, limits), size: 1 });
  }

  grade(item: GradingItem, tell: (grade: Grade) => void): Promise<void> | undefined {
    if (this.failure) return Promise.reject(this.failure);
    if (this.isClosed) return undefined;
    if (this.batch.length === 0) setImmediate(() => this.send());
    const characters = sizeOf(item);
    this.batch.push({ item, tell });
    this.batchCharacters += characters;
    this.items++;
    this.characters += characters;
    if (this.batch.length >= batchItems || this.batchCharacters >= batchCharacters) this.send();
    return this.hasRoom ? undefined : this.reached(() => this.hasRoom);
  }

  done(): Promise<void> {
    if (this.failure) return Promise.reject(this.failure);
    return this.items === 0 ? Promise.resolve() : this.reached(() => this.items === 0);
  }

  /** Answers without a verdict get none. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.batch = [];
    this.items = 0;
    this.characters = 0;
    this.notify();
    await this.pool.close();
  }

  private get hasRoom(): boolean {
    return this.items < mostItems && this.characters < mostCharacters;
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
    const { batch, batchCharacters: characters, limits } = this;
    if (batch.length === 0 || this.isClosed) return;
    this.batch = [];
    this.batchCharacters = 0;
    this.gradesOf(batch.map(({ item }) => item))
      .then((grades) => {
        if (this.isClosed) return;
        this.items -= batch.length;
        this.characters -= characters;
        for (const [place, { item, tell }] of batch.entries()) {
          noteFailure(limits, item, grades[place]!);
          tell(grades[place]!);
        }
      })
      .catch((error: unknown) => {
        if (!this.isClosed) this.failure ??= new TaskError(messageOf(error));
      })
      .then(() => this.notify());
  }

  /** Batches stay in order: all wait for the same tasks, and after one that goes to the worker, all others go there. */
  private async gradesOf(items: GradingItem[]): Promise<Grade[]> {
    this.tasksHere ??= this.limits.mayBeginHere
      ? openTasks(this.open).then(withoutOwnCode, () => undefined)
      : Promise.resolve(undefined);
    const tasks = await this.tasksHere;
    const grades = tasks ? this.gradesHere(tasks, items) : [];
    const rest = items.slice(grades.length);
    if (rest.length === 0) return grades;
    this.itemsHere = mostItemsHere;
    const onFailed = (place: number, reason: string) => this.limits.onEnded?.(rest[place]!, reason);
    return [...grades, ...(await this.pool.run(rest, { onFailed }))];
  }

  /** The grades of the first items; the worker grades the others, and items that take long. */
  private gradesHere(tasks: TasksByName, items: readonly GradingItem[]): Grade[] {
    const grades: Grade[] = [];
    const limitMs = Math.min(hereMs, this.limits.limitMs ?? defaultLimitMs);
    for (const item of items) {
      if (this.itemsHere >= mostItemsHere || this.msHere >= mostMsHere) break;
      const before = performance.now();
      const hasEnded = endsWithin(limitMs, () => grades.push(gradeItem(tasks, item)));
      if (!hasEnded) break;
      this.itemsHere++;
      this.msHere += performance.now() - before;
    }
    return grades;
  }
}

const withoutOwnCode = (tasks: TasksByName): TasksByName | undefined =>
  [...tasks.values()].some(({ isOwnCode }) => isOwnCode) ? undefined : tasks;

const sizeOf = ({ completion, conversation }: GradingItem): number =>
  completion.text.length + (completion.reasoning?.length ?? 0) + conversation.problem.length + 500;

// A task whose grading can be stopped, for callers that need a verdict synchronously. An answer is graded in this
// thread for a short time; if it takes longer, a worker grades it while this thread waits, up to the time limit.

export function guardTask(task: Task, open: Omit<TasksToOpen, "template">, limits: GradingLimits = {}): Task {
  const worker = new BlockingWorker<GradingItem[], Grade[]>(gradingWorker(open, limits));
  const tasks = new Map([[task.name, task]]);
  let isHere = task.isOwnCode !== true;
  const gradeThere = (item: GradingItem): Grade => {
    try {
      const run = worker.run([item]);
      if ("answer" in run) return run.answer[0]!;
      limits.onEnded?.(item, run.ended);
      return endedGrade(run.ended);
    } catch (error) {
      throw new TaskError(messageOf(error));
    }
  };
  return changedTask(task, {
    grade(conversation, completion) {
      let grade: Grade | undefined;
      const item = { task: task.name, conversation, completion: { ...completion, finish: null } };
      if (isHere)
        isHere = endsWithin(hereMs, () => {
          grade = gradeItem(tasks, item);
        });
      grade ??= gradeThere(item);
      noteFailure(limits, item, grade);
      return grade;
    },
  });
}
