// What a report of one run holds: its figures, as the command line prints them, and a choice of what lies behind them.

import { StorageError } from "../../jsonl/errors.ts";
import type { SearchProblem } from "../api.ts";
import { BenchIndex } from "../bench-index.ts";
import { benchPage } from "../bench-page.ts";
import { EvalIndex } from "../eval-index.ts";
import { evalPage } from "../eval-page.ts";
import type { FoundRun } from "../find-runs.ts";
import type { Library } from "../library.ts";
import { RolloutIndex } from "../rollouts.ts";
import { samplePage } from "../sample-page.ts";
import { codeOf, type SampleTable } from "../sample-table.ts";
import type { SearchIndex } from "../search-index.ts";
import { searchPage, searchProblem } from "../search-page.ts";
import type { Report, ReportedProblem } from "./report.ts";

export interface ReportFacts {
  report: Report;
  /** The samples of an evaluation, for its charts. */
  table?: SampleTable | undefined;
}

/** @throws {StorageError} */
export async function reportFacts(run: FoundRun, library: Library): Promise<ReportFacts> {
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

/** A report is read, and not searched: so many problems are shown in full, the hardest first. */
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

/** Of a search, so many trees are drawn: those of problems that are not right, then the others. */
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
