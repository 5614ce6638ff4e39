// Two runs of whatever kinds, compared. What a kind needs is loaded where it is met.

import { ExpectedError } from "../errors/expected-error.ts";
import { compareSets, type ScoredSets, type SetComparison } from "../runs/compare-sets.ts";
import { type FindTask, type GradedRun, gradeRun } from "../runs/grade-run.ts";
import { kindAt, kindWords, type RunKind } from "./kind-of-run.ts";

/** How verdicts are made anew. */
export interface Regrading {
  find: FindTask;
  graderOf?: Parameters<typeof gradeRun>[2];
}

/**
 * Which figure the difference is of: the mean share of right samples, with how many each run draws of a problem; the share of
 * problems that searches solve; or the share of samples that are judged as they are labelled.
 */
export type Metric =
  | { metric: "avg_at_k"; k: { a: number; b: number } }
  | { metric: "accuracy" }
  | { metric: "match" };

export interface Comparison {
  kinds: { a: RunKind; b: RunKind };
  metric: Metric;
  /** By task, data set or subset. */
  tasks: Record<string, SetComparison>;
}

/** @throws {StorageError} @throws {DifferentDataError} */
export async function compareAny(a: string, b: string, regrading: Regrading): Promise<Comparison> {
  const kinds = { a: await kindAt(a), b: await kindAt(b) };
  const isBench = [kinds.a, kinds.b].map((kind) => kind === "processbench");
  if (isBench[0] !== isBench[1])
    throw new ExpectedError(
      `${a} is ${kindWords[kinds.a]} and ${b} is ${kindWords[kinds.b]}: the one judges solutions and the other solves problems`,
    );
  if (isBench[0]) return { kinds, metric: { metric: "match" }, tasks: await compareJudges(a, b) };
  if (kinds.a === "search" && kinds.b === "search") {
    const { compareSearches } = await import("../search/compare.ts");
    return { kinds, metric: { metric: "accuracy" }, tasks: await compareSearches(a, b, regrading.find) };
  }
  const k = { a: await samplesOf(a, kinds.a), b: await samplesOf(b, kinds.b) };
  const metric: Metric = { metric: "avg_at_k", k };
  if (kinds.a === kinds.b)
    return {
      kinds,
      metric,
      tasks: compareSets(await evaluated(a, regrading), await evaluated(b, regrading)),
    };
  const [inA, inB] = [await solved(a, kinds.a, regrading), await solved(b, kinds.b, regrading)];
  return { kinds, metric, tasks: compareSets(inA, inB, { singles: true }) };
}

/** A search stands by one answer. */
async function samplesOf(path: string, kind: RunKind): Promise<number> {
  if (kind === "search") return 1;
  const { openRunFile } = await import("../runs/grade-run.ts");
  return (await openRunFile(path)).config.numSamples;
}

async function compareJudges(a: string, b: string): Promise<Record<string, SetComparison>> {
  const { compareBenches } = await import("../processbench/compare.ts");
  const { readJudged } = await import("../processbench/read-bench.ts");
  return compareBenches((await readJudged(a))!, (await readJudged(b))!);
}

async function evaluated(folder: string, { find, graderOf }: Regrading): Promise<ScoredSets> {
  const { scoredRun } = await import("../runs/compare-runs.ts");
  return scoredRun(await gradeRun(folder, find, graderOf));
}

/** With the statements of the problems, since a search and an evaluation may call them by the same names. */
async function solved(path: string, kind: RunKind, { find, graderOf }: Regrading): Promise<ScoredSets> {
  if (kind === "search") {
    const { scoredSearches } = await import("../search/compare.ts");
    return scoredSearches(path, find);
  }
  const { scoredRun } = await import("../runs/compare-runs.ts");
  const graded = await gradeRun(path, find, graderOf);
  return scoredRun(graded, await statementsOf(graded));
}

async function statementsOf({ folder }: GradedRun): Promise<ReadonlyMap<string, string>> {
  const { readSamples } = await import("../runs/grade-run.ts");
  const { readDraw } = await import("../runs/draw.ts");
  const statements = new Map<string, string>();
  await readSamples(folder, (record) => {
    const read = readDraw(record);
    if (read) statements.set(`${read.input.task}/${read.input.problem}`, read.input.statement);
  });
  return statements;
}
