// Every question that a page may ask about a run, as the path that it would ask. A route that a page uses and that is not
// listed here is missing in a static site.

import type { EvalIndex } from "../eval-index.ts";
import type { FoundRun } from "../find-runs.ts";
import type { Library } from "../library.ts";

export interface AskedPath {
  path: string;
  /** Of a sample, its row in the run's table. */
  row?: number;
}

export async function* pathsOfRun(run: FoundRun, library: Library): AsyncGenerator<AskedPath> {
  const about = `api/runs/${encodeURIComponent(run.id)}`;
  yield { path: about };
  if (run.problem !== undefined) return;
  if (run.kind === "eval") yield* pathsOfEvaluation(about, await library.index(run));
}

function* pathsOfEvaluation(about: string, { table }: EvalIndex): Generator<AskedPath> {
  yield { path: `${about}/eval` };
  yield { path: `${about}/table` };
  for (const [place, samples] of table.rows.entries()) {
    const { task, problem } = table.problems[place]!;
    for (const [sample, row] of samples)
      yield { path: `${about}/sample?${new URLSearchParams({ task, problem, sample: `${sample}` })}`, row };
  }
}

/** What is asked about all runs, or about more than one. */
export async function* pathsOfAll(_runs: readonly FoundRun[], _library: Library): AsyncGenerator<AskedPath> {
  yield { path: "api/runs" };
}
