// All runs below the given folders: found, summarised one after the other in the background, opened when a page
// requests one, and followed while it is open.

import { type FSWatcher, watch } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { verdictsFileName } from "../../runs/grading/verdicts-file.ts";
import { samplesFileName } from "../../runs/run-file.ts";
import { iterationsFileName } from "../../search/run-file.ts";
import type { RunList, RunSummary } from "../api.ts";
import type { RunIndex } from "../compare-page.ts";
import { mostCompared } from "../filter.ts";
import { BenchIndex } from "./bench-index.ts";
import { EvalIndex } from "./eval-index.ts";
import { type FoundRun, findRuns } from "./find-runs.ts";
import { Grading } from "./grading.ts";
import { RolloutIndex } from "./rollouts.ts";
import { benchSummary, evalSummary, rolloutSummary, searchSummary } from "./run-summary.ts";
import { SearchIndex } from "./search-index.ts";

/** The number of indexes in memory, the most recently used last: a comparison needs each of its runs several times. */
const mostOpen = mostCompared;
/** The number of runs that are read at once, so that a run with a long journal does not delay the list. */
const mostReading = 4;
/** The interval between two polls, for drives without notifications. */
const pollMs = 2_000;
/** The shortest time between two events. */
const quietMs = 500;

type Listener = (runs: string[]) => void;

export class Library {
  private found = new Map<string, FoundRun>();
  private readonly summaries = new Map<string, { stamp: string; summary: RunSummary }>();
  private readonly open = new Map<string, RunIndex>();
  private readonly grading = new Grading();
  private readonly listeners = new Set<Listener>();
  private readonly watchers = new Map<string, FSWatcher>();
  private readonly changed = new Set<string>();
  private looking: Promise<void> | undefined;
  private poll: NodeJS.Timeout | undefined;
  private telling: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(
    private readonly folders: readonly string[],
    private readonly cache: string,
  ) {}

  /** The current state; missing parts are being read, and listeners are notified of them. */
  async list(): Promise<RunList> {
    if (this.found.size === 0) this.found = byId(await findRuns(this.folders));
    void this.look();
    const runs = [...this.found.values()].flatMap(({ id }) => this.summaries.get(id)?.summary ?? []);
    return { folders: [...this.folders], runs, pending: this.found.size - runs.length };
  }

  /** Resolves with all runs, once each is read and everything that can be graded has its verdict. */
  async all(): Promise<FoundRun[]> {
    await this.list();
    await this.look();
    await this.grading.settled();
    await this.look();
    return [...this.found.values()];
  }

  /** Undefined if there is no such run. */
  async find(id: string): Promise<FoundRun | undefined> {
    if (!this.found.has(id)) this.found = byId(await findRuns(this.folders));
    return this.found.get(id);
  }

  /** The current index of a run. @throws {StorageError} */
  async index(run: FoundRun): Promise<RunIndex> {
    const index = this.indexOf(run);
    await index.refresh();
    return index;
  }

  /** The figures of the policy without a reward model, if a search measured them. */
  async baseline(run: FoundRun): Promise<SearchIndex | undefined> {
    if (run.kind !== "search" || run.file !== undefined) return undefined;
    const folder = join(run.folder, baselineName);
    if (!(await stat(folder).catch(() => undefined))) return undefined;
    const index = await this.index({ ...run, id: `${run.id}/${baselineName}`, folder });
    return index instanceof SearchIndex ? index : undefined;
  }

  async summary(run: FoundRun): Promise<RunSummary> {
    const { id, kind, name, folder, file, problem } = run;
    const about = { id, kind, name, folder: file === undefined ? folder : join(folder, file) };
    const unread = (problem: string): RunSummary => ({
      ...about,
      model: "",
      task: "",
      problems: 0,
      samples: 0,
      created: "",
      state: { is: "stopped early", done: 0, expected: 0, failed: 0 },
      problem,
    });
    if (problem !== undefined) return unread(problem);
    try {
      if (kind === "search") return { ...about, ...(await searchSummary(run, this.cache)) };
      const index = await this.index(run);
      return {
        ...about,
        ...(index instanceof BenchIndex
          ? benchSummary(index)
          : index instanceof RolloutIndex
            ? rolloutSummary(index)
            : evalSummary(index as EvalIndex)),
        ...(index.notes.length > 0 ? { problem: index.notes[0] } : {}),
      };
    } catch (error) {
      return unread((error as Error).message);
    }
  }

  /** Follows the runs until the listener is removed. */
  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    if (!this.poll) {
      this.poll = setInterval(() => void this.look(true), pollMs);
      void this.look(true);
    }
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.stopFollowing();
    };
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.stopFollowing();
    clearTimeout(this.telling);
    await this.grading.close();
  }

  private stopFollowing(): void {
    clearInterval(this.poll);
    this.poll = undefined;
    for (const watcher of this.watchers.values()) watcher.close();
    this.watchers.clear();
  }

  private newIndex(run: FoundRun): RunIndex {
    if (run.kind === "rollouts") return new RolloutIndex(join(run.folder, run.file!));
    if (run.kind === "search") return new SearchIndex(run);
    if (run.kind === "processbench") return new BenchIndex(run.folder);
    return new EvalIndex(run.folder, this.cache, this.grading, () => this.tell(run.id));
  }

  private indexOf(run: FoundRun): RunIndex {
    const index = this.open.get(run.id) ?? this.newIndex(run);
    // The most recently used is last.
    this.open.delete(run.id);
    this.open.set(run.id, index);
    for (const [id, other] of this.open) {
      if (this.open.size <= mostOpen) break;
      if (other !== index) this.open.delete(id);
    }
    return index;
  }

  /** Reads every run whose files have changed, one after the other. */
  private look(anew = false): Promise<void> {
    this.looking ??= this.lookAtAll(anew).finally(() => {
      this.looking = undefined;
    });
    return this.looking;
  }

  private async lookAtAll(anew: boolean): Promise<void> {
    if (anew) await this.findAnew();
    const rest = this.found.values();
    const readRest = async (): Promise<void> => {
      for (const run of rest) await this.lookAt(run);
    };
    await Promise.all(Array.from({ length: mostReading }, readRest));
    this.watchRunning();
  }

  private async lookAt(run: FoundRun): Promise<void> {
    if (this.isClosed) return;
    const stamp = await stampOf(run);
    if (this.summaries.get(run.id)?.stamp === stamp) return;
    const summary = await this.summary(run);
    // An evaluation that is being graded is read again after a while.
    const index = this.open.get(run.id);
    const isSettled = !(index instanceof EvalIndex) || index.isGraded || summary.problem !== undefined;
    this.summaries.set(run.id, { stamp: isSettled ? stamp : `${stamp}?`, summary });
    this.tell(run.id);
  }

  private async findAnew(): Promise<void> {
    const found = byId(await findRuns(this.folders));
    for (const id of this.found.keys()) {
      if (found.has(id)) continue;
      this.summaries.delete(id);
      this.open.delete(id);
      this.tell(id);
    }
    this.found = found;
  }

  /** Polling finds everything in the end; a watcher only makes it faster. */
  private watchRunning(): void {
    if (this.listeners.size === 0) return;
    for (const [id, { summary }] of this.summaries) {
      const run = this.found.get(id);
      const isRunning = summary.state.is === "running" && run !== undefined;
      if (isRunning && !this.watchers.has(id)) {
        try {
          const watcher = watch(run.folder, { recursive: run.kind === "search" }, () => this.hear(id));
          watcher.on("error", () => watcher.close());
          this.watchers.set(id, watcher);
        } catch {
          // A drive that cannot be watched is polled.
        }
      } else if (!isRunning) {
        this.watchers.get(id)?.close();
        this.watchers.delete(id);
      }
    }
  }

  private hear(id: string): void {
    this.changed.add(id);
    this.tellSoon();
  }

  private tell(id: string): void {
    if (this.listeners.size > 0) this.hear(id);
  }

  private tellSoon(): void {
    this.telling ??= setTimeout(() => {
      this.telling = undefined;
      const runs = [...this.changed];
      this.changed.clear();
      for (const listener of this.listeners) listener(runs);
    }, quietMs);
  }
}

const byId = (runs: readonly FoundRun[]): Map<string, FoundRun> => new Map(runs.map((run) => [run.id, run]));

/** The folder in which `assay search --baseline` keeps the search without a reward model. */
const baselineName = "baseline";

async function stampOf({ folder, kind, file }: FoundRun): Promise<string> {
  const names =
    kind === "search" || kind === "rollouts"
      ? await searchFiles(folder, file)
      : ["run.json", samplesFileName, `${samplesFileName}.lock`, verdictsFileName];
  const stats = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => undefined)));
  return stats.map((each) => (each ? `${each.ino}:${each.size}:${each.mtimeMs}` : "-")).join(" ");
}

/** Result files, and the journals of the slices. */
async function searchFiles(folder: string, file: string | undefined): Promise<string[]> {
  if (file !== undefined) return [file];
  const names = await readdir(folder).catch((): string[] => []);
  return names.flatMap((name) =>
    name.startsWith("search-")
      ? [join(name, iterationsFileName), join(name, `${iterationsFileName}.lock`)]
      : name.startsWith("result-")
        ? [name]
        : [],
  );
}
