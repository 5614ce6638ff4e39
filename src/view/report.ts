// One run as one self-contained file: without scripts, fonts or other files.

import { writeFile } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { reasonOf, StorageError } from "../jsonl/errors.ts";
import type { RenderReport, Report, ReportedProblem, SearchProblem } from "./api.ts";
import { benchPage } from "./bench-page.ts";
import { evalPage, samplePage } from "./eval-page.ts";
import { BenchIndex } from "./index/bench-index.ts";
import { cacheFolder } from "./index/cache-folder.ts";
import { EvalIndex } from "./index/eval-index.ts";
import type { FoundRun } from "./index/find-runs.ts";
import { Library } from "./index/library.ts";
import { RolloutIndex } from "./index/rollouts.ts";
import type { SearchIndex } from "./index/search-index.ts";
import { redacted } from "./redacted.ts";
import { codeOf, type SampleTable } from "./sample-table.ts";
import { searchPage, searchProblem } from "./search-page.ts";

interface ReportRequest {
  /** A run's folder, the folder of a search's results, or a result file. */
  run: string;
  /** The output file; default: the run's name in the working folder. */
  output?: string | undefined;
  /** Whether an existing file may be replaced. */
  force: boolean;
  cache?: string | undefined;
}

/** Returns the file's path. @throws {StorageError} */
export async function writeReport({
  run: path,
  output,
  force,
  cache = cacheFolder(),
}: ReportRequest): Promise<string> {
  const library = new Library([path], cache);
  try {
    const runs = await library.all();
    const [run] = runs;
    if (!run) throw new StorageError(`there is no run at ${path}`);
    if (runs.length > 1)
      throw new StorageError(
        `${path} holds ${runs.length} runs (${runs.map(({ name }) => name).join(", ")}); name one of them`,
      );
    if (run.problem !== undefined) throw new StorageError(`${path}: ${run.problem}`);
    const file = output ?? `${run.id.replace(/-[0-9a-f]{6}$/, "")}.html`;
    const inRun = relative(run.folder, resolve(file));
    if (inRun !== "" && !inRun.startsWith("..") && resolve(run.folder, inRun) === resolve(file))
      throw new StorageError(
        `${file} is inside the run; assay does not write into runs, so name a different place`,
      );
    const { report, table } = await reportFacts(run, library);
    const render = await rendering();
    const html = render(JSON.parse(redacted(JSON.stringify(report))) as Report, table);
    await write(file, redacted(html), force);
    return file;
  } finally {
    await library.close();
  }
}

async function rendering(): Promise<RenderReport> {
  const built = new URL("../web-report/report.js", import.meta.url);
  return ((await import(built.href)) as { renderReport: RenderReport }).renderReport;
}

async function write(file: string, html: string, force: boolean): Promise<void> {
  try {
    await writeFile(file, html, { flag: force ? "w" : "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST")
      throw new StorageError(`${file} exists already; name a different file, or add --force to overwrite it`);
    throw new StorageError(`${file} cannot be written: ${reasonOf(error)}`);
  }
}

// The data of a report: the figures of the command line, and a selection of the samples.

interface ReportFacts {
  report: Report;
  /** The samples of an evaluation, for its charts. */
  table?: SampleTable | undefined;
}

/** @throws {StorageError} */
async function reportFacts(run: FoundRun, library: Library): Promise<ReportFacts> {
  const about = { run: await library.summary(run), written: new Date().toISOString() };
  const index = await library.index(run);
  if (index instanceof BenchIndex) {
    const bench = benchPage(index, about.run);
    return { report: { ...about, settings: bench.settings, notes: bench.notes, bench } };
  }
  if (index instanceof RolloutIndex)
    throw new StorageError(`${run.name}: there is no report of a log of rollouts; 'assay view' shows it`);
  if (!(index instanceof EvalIndex)) {
    const page = searchPage(index, about.run, await library.baseline(run));
    const search = { page, shown: await hardestSearches(index) };
    return { report: { ...about, settings: page.settings, notes: page.notes, search } };
  }
  const { tasks, settings, notes } = evalPage(index, about.run);
  return {
    report: { ...about, settings, notes, evaluation: { tasks, ...(await problemsOf(index)) } },
    table: index.table,
  };
}

/** A report is meant to be read, so only this many problems are shown in full, the hardest first. */
const mostShown = 100;
const mostCharacters = 2_000_000;

async function problemsOf(index: EvalIndex): Promise<{ problems: ReportedProblem[]; hidden: number }> {
  const { table } = index;
  const right = codeOf("right");
  const problems = table.rows.map((rows, place): ReportedProblem & { rows: number[] } => ({
    ...table.problems[place]!,
    right: [...rows.values()].filter((row) => table.state.at(row) === right).length,
    samples: [...rows.values()].filter((row) => table.hasVerdict(row)).length,
    shown: [],
    rows: [...rows.values()],
  }));
  const share = ({ right, samples }: ReportedProblem): number => (samples === 0 ? 2 : right / samples);
  const hardest = [...problems].sort((a, b) => share(a) - share(b));
  let characters = 0;
  let shown = 0;
  for (const problem of hardest) {
    if (shown === mostShown || characters > mostCharacters) break;
    const chosen = [
      problem.rows.find((row) => table.state.at(row) !== right),
      problem.rows.find((row) => table.state.at(row) === right),
    ];
    for (const row of chosen) {
      if (row === undefined) continue;
      const page = await samplePage(index, problem.task, problem.problem, table.sample.at(row));
      if (!page) continue;
      characters += page.completion?.text.length ?? 0;
      problem.shown.push(page);
    }
    shown++;
  }
  return {
    problems: problems.map(({ rows: _, ...problem }) => problem),
    hidden: problems.length - shown,
  };
}

/** The number of trees that are drawn for a search: first of problems that are not right, then of others. */
const mostTrees = 60;

async function hardestSearches(index: SearchIndex): Promise<SearchProblem[]> {
  const isRight = (state: string): number => (state === "right" ? 1 : 0);
  const hardest = [...index.rows].sort((a, b) => isRight(a.state) - isRight(b.state)).slice(0, mostTrees);
  const problems: SearchProblem[] = [];
  for (const { problem } of hardest) {
    const page = await searchProblem(index, problem);
    if (page) problems.push(page);
  }
  return problems;
}
