// What a report of one run holds: its figures, as the command line prints them, and a choice of what lies behind them.

import { basename } from "node:path";
import { loadConfig } from "../../config/index.ts";
import { type ReadBench, readBench } from "../../processbench/read-bench.ts";
import { type DatasetScore, scoreSearches } from "../../search/score.ts";
import type { FailureKind } from "../../search/scored-results.ts";
import { scoredResults } from "../../search/scored-results.ts";
import { findTask } from "../../tasks/registry.ts";
import type { RunSummary, SamplePage, TaskMetrics } from "../api.ts";
import type { EvalIndex } from "../eval-index.ts";
import { evalPage } from "../eval-page.ts";
import type { FoundRun } from "../find-runs.ts";
import type { Library } from "../library.ts";
import { samplePage } from "../sample-page.ts";
import { codeOf, type SampleTable } from "../sample-table.ts";

export interface Report {
  run: RunSummary;
  /** When it was written. */
  written: string;
  settings: [name: string, value: string][];
  notes: string[];
  evaluation?: { tasks: Record<string, TaskMetrics>; problems: ReportedProblem[]; hidden: number };
  bench?: Omit<ReadBench, "run">;
  search?: Record<string, ReportedSearch>;
}

export interface ReportedProblem {
  task: string;
  problem: string;
  right: number;
  samples: number;
  /** Where it is shown in full: a wrong sample and a right one, as far as there are. */
  shown: SamplePage[];
}

export interface ReportedSearch {
  score: Omit<DatasetScore, "unanswered" | "ungradable">;
  problems: { id: string; question: string; failure: FailureKind | null; why?: string | undefined }[];
}

/** Makes the text of a report; the page's own parts are built beside. */
export type RenderReport = (report: Report, table: SampleTable | undefined) => string;

export interface ReportFacts {
  report: Report;
  /** The samples of an evaluation, for its charts. */
  table?: SampleTable | undefined;
}

/** @throws {StorageError} */
export async function reportFacts(run: FoundRun, library: Library): Promise<ReportFacts> {
  const about = {
    run: await library.summary(run),
    written: new Date().toISOString(),
    settings: [] as [string, string][],
    notes: [] as string[],
  };
  if (run.kind === "processbench") {
    const { run: file, ...bench } = (await readBench(run.folder))!;
    const settings: [string, string][] = [
      ["folder", run.folder],
      ["begun", file.created],
    ];
    return { report: { ...about, settings, bench } };
  }
  if (run.kind === "search") return { report: { ...about, ...(await searchFacts(run)) } };
  const index = (await library.index(run)) as EvalIndex;
  const { tasks, settings, notes } = evalPage(index, about.run);
  return {
    report: { ...about, settings, notes, evaluation: { tasks, ...(await problemsOf(index)) } },
    table: index.table,
  };
}

/** A report is read, and not searched: so many problems are shown in full, the hardest first. */
const mostShown = 100;
const mostCharacters = 2_000_000;

async function problemsOf(index: EvalIndex): Promise<{ problems: ReportedProblem[]; hidden: number }> {
  const { table } = index;
  const right = codeOf("right");
  const problems = table.rows.map((rows, place): ReportedProblem & { rows: number[] } => ({
    ...table.problems[place]!,
    right: [...rows.values()].filter((row) => table.state.at(row) === right).length,
    samples: rows.size,
    shown: [],
    rows: [...rows.values()],
  }));
  const hardest = [...problems].sort((a, b) => a.right / a.samples - b.right / b.samples);
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

async function searchFacts({ folder, file }: FoundRun): Promise<Pick<Report, "settings" | "search">> {
  const path = file === undefined ? folder : `${folder}/${file}`;
  const { tasks } = await loadConfig();
  const find = (name: string) => findTask(name, { tasks, modules: [] });
  const { datasets } = await scoreSearches(path, find);
  const problems = await scoredResults(path, find);
  const search = Object.entries(datasets).map(([name, score]): [string, ReportedSearch] => [
    name || basename(folder),
    { score, problems: problems.get(name) ?? [] },
  ]);
  return { settings: [["folder", path]], search: Object.fromEntries(search) };
}
