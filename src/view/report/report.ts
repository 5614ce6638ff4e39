// What a report holds. Types alone: what gathers it and what renders it import them.

import type { BenchPage, RunSummary, SamplePage, SearchPage, SearchProblem, TaskMetrics } from "../api.ts";
import type { SampleTable } from "../sample-table.ts";

export interface Report {
  run: RunSummary;
  /** When it was written. */
  written: string;
  settings: [name: string, value: string][];
  notes: string[];
  evaluation?: { tasks: Record<string, TaskMetrics>; problems: ReportedProblem[]; hidden: number };
  bench?: BenchPage;
  search?: { page: SearchPage; shown: SearchProblem[] };
}

export interface ReportedProblem {
  task: string;
  problem: string;
  right: number;
  /** Those that have a verdict. */
  samples: number;
  /** Where it is shown in full: a wrong sample and a right one, as far as there are. */
  shown: SamplePage[];
}

/** Makes the text of a report; the page's own parts are built beside. */
export type RenderReport = (report: Report, table: SampleTable | undefined) => string;
