// Two runs of whatever kinds, compared. What a kind needs is loaded where it is met.

import { ExpectedError } from "../errors/expected-error.ts";
import { compareSets, type ScoredSets, type SetComparison } from "../runs/compare-sets.ts";
import type { Completeness } from "../runs/figure.ts";
import { type FindTask, type GradedRun, gradeRun } from "../runs/grade-run.ts";
import { judgedAlike } from "../runs/judged.ts";
import { answeredIn } from "../runs/scores.ts";
import { kindAt, kindWords, type RunKind } from "./kind-of-run.ts";

/** How verdicts are made anew. */
export interface Regrading {
  find: FindTask;
  graderOf?: Parameters<typeof gradeRun>[2];
  /** Whether what judges said is left aside. */
  byRules?: boolean | undefined;
}

/**
 * Which figure the difference is of: the mean share of right samples, with how many each run draws of a problem; the share of
 * problems that searches solve; or the share of samples that are judged as they are labelled.
 */
export type Metric =
  | { metric: "avg_at_k"; k: { a: number; b: number } }
  | { metric: "accuracy" }
  | { metric: "match" };

/** For example `avg@4`; where both draw a different number, `avg@4 of A, avg@1 of B`. */
export function metricWords(metric: Metric): string {
  if (metric.metric === "match") return "judged as labelled";
  if (metric.metric === "accuracy") return "accuracy";
  const { a, b } = metric.k;
  if (a !== b) return `avg@${a} of A, avg@${b} of B`;
  return a === 1 ? "accuracy" : `avg@${a}`;
}

/** Whether a problem may be right in a part of its samples. */
export const isByShares = (metric: Metric): boolean =>
  metric.metric === "avg_at_k" && (metric.k.a > 1 || metric.k.b > 1);

export interface Comparison {
  kinds: { a: RunKind; b: RunKind };
  metric: Metric;
  /** How much of each run is there; what is missing in one is not compared. */
  whole: { a: Completeness; b: Completeness };
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
  if (isBench[0]) return { kinds, metric: { metric: "match" }, ...(await compareJudges(a, b)) };
  if (!regrading.byRules) await refuseMixedJudges(a, b, kinds);
  const isMixed = kinds.a !== kinds.b;
  const metric: Metric =
    !isMixed && kinds.a === "search"
      ? { metric: "accuracy" }
      : { metric: "avg_at_k", k: { a: await samplesOf(a, kinds.a), b: await samplesOf(b, kinds.b) } };
  const [inA, inB] = [
    await solved(a, kinds.a, regrading, isMixed),
    await solved(b, kinds.b, regrading, isMixed),
  ];
  const singles = kinds.a === "search" || kinds.b === "search";
  return {
    kinds,
    metric,
    whole: { a: inA.whole, b: inB.whole },
    tasks: compareSets(inA.sets, inB.sets, { singles }),
  };
}

/** Verdicts of a judge are not compared with verdicts of rules, or of a different judge. @throws {ExpectedError} */
async function refuseMixedJudges(a: string, b: string, kinds: Comparison["kinds"]): Promise<void> {
  const { openRunFile } = await import("../runs/grade-run.ts");
  const judgeOf = async (path: string, kind: RunKind) =>
    kind === "search" ? undefined : (await openRunFile(path)).judge;
  const [inA, inB] = [await judgeOf(a, kinds.a), await judgeOf(b, kinds.b)];
  if (judgedAlike(inA, inB)) return;
  const words = (judge: typeof inA) =>
    judge ? `judged by ${judge.model}, prompt ${judge.prompt}` : "graded by rules alone";
  throw new ExpectedError(
    `${a} is ${words(inA)}, and ${b} is ${words(inB)}: --by-rules compares both without a judge, or 'assay regrade --judge' ` +
      "judges one as the other is",
  );
}

/** A search stands by one answer. */
async function samplesOf(path: string, kind: RunKind): Promise<number> {
  if (kind === "search") return 1;
  const { openRunFile } = await import("../runs/grade-run.ts");
  return (await openRunFile(path)).config.numSamples;
}

async function compareJudges(a: string, b: string): Promise<Pick<Comparison, "whole" | "tasks">> {
  const { compareBenches } = await import("../processbench/compare.ts");
  const { judgedIn, readJudged } = await import("../processbench/read-bench.ts");
  const [inA, inB] = [(await readJudged(a))!, (await readJudged(b))!];
  return { whole: { a: judgedIn(inA), b: judgedIn(inB) }, tasks: compareBenches(inA, inB) };
}

/** @param isMixed with the statements of the problems, since a search and an evaluation may call them by the same names */
async function solved(
  path: string,
  kind: RunKind,
  { find, graderOf, byRules }: Regrading,
  isMixed: boolean,
): Promise<{ sets: ScoredSets; whole: Completeness }> {
  if (kind === "search") {
    const { scoredSearches } = await import("../search/compare.ts");
    return scoredSearches(path, find);
  }
  const { scoredRun } = await import("../runs/compare-runs.ts");
  const graded = await gradeRun(path, find, graderOf, byRules ? { judge: "by rules" } : {});
  return {
    sets: scoredRun(graded, isMixed ? await statementsOf(graded) : undefined),
    whole: answeredIn(graded.scores, graded.run.config.numSamples),
  };
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
