// Every request of a page about a run, as a path. A route that a page uses and that is not listed here is missing in a
// static site.

import { DifferentDataError } from "../../runs/compare.ts";
import { comparePage } from "../compare-page.ts";
import { BenchIndex } from "../index/bench-index.ts";
import { EvalIndex } from "../index/eval-index.ts";
import type { FoundRun } from "../index/find-runs.ts";
import type { Library } from "../index/library.ts";
import { RolloutIndex } from "../index/rollouts.ts";
import type { SearchIndex } from "../index/search-index.ts";

export interface AskedPath {
  path: string;
  /** The row of a sample in the run's table. */
  row?: number;
}

export async function* pathsOfRun(run: FoundRun, library: Library): AsyncGenerator<AskedPath> {
  const about = `api/runs/${encodeURIComponent(run.id)}`;
  yield { path: about };
  if (run.problem !== undefined) return;
  const index = await library.index(run);
  if (index instanceof EvalIndex) yield* pathsOfEvaluation(about, index);
  else if (index instanceof BenchIndex) yield* pathsOfBench(about, index);
  else if (index instanceof RolloutIndex) yield* pathsOfRollouts(about, index);
  else yield* pathsOfSearch(about, index);
}

function* pathsOfSearch(about: string, { rows }: SearchIndex): Generator<AskedPath> {
  yield { path: `${about}/search` };
  for (const { problem } of rows) yield { path: `${about}/problem?${new URLSearchParams({ problem })}` };
}

function* pathsOfRollouts(about: string, { time }: RolloutIndex): Generator<AskedPath> {
  yield { path: `${about}/rollouts` };
  for (let row = 0; row < time.length; row++) yield { path: `${about}/rollout?row=${row}` };
}

function* pathsOfBench(about: string, index: BenchIndex): Generator<AskedPath> {
  yield { path: `${about}/bench` };
  for (const { subset, sample } of index.outcomes())
    yield { path: `${about}/judged?${new URLSearchParams({ subset, sample: sample.id })}` };
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

/** For more runs than this, comparisons would be the largest part of a site. */
const mostCompared = 12;

/** The requests about all runs, or about several. */
export async function* pathsOfAll(runs: readonly FoundRun[], library: Library): AsyncGenerator<AskedPath> {
  yield { path: "api/runs" };
  yield { path: "api/notes" };
  const readable = runs.filter(({ problem }) => problem === undefined);
  if (readable.length > mostCompared) return;
  for (const a of readable)
    for (const b of readable)
      if (a !== b && (await canCompare(a, b, library)))
        yield { path: `api/compare?${new URLSearchParams({ a: a.id, b: b.id })}` };
}

/** Runs over different data are not compared. */
async function canCompare(a: FoundRun, b: FoundRun, library: Library): Promise<boolean> {
  const side = async (run: FoundRun) => ({
    summary: await library.summary(run),
    index: await library.index(run),
  });
  try {
    comparePage(await side(a), await side(b));
    return true;
  } catch (error) {
    if (error instanceof DifferentDataError) return false;
    throw error;
  }
}
