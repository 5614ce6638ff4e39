// The kinds of run, the kind of a path, and the comparison of two runs. A kind is loaded when it is needed.

import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { ExpectedError } from "../errors/expected-error.ts";
import { reasonOf, StorageError } from "../jsonl/errors.ts";
import { count } from "../outgoing/counted.ts";
import { compareSets, type SetComparison } from "../runs/compare.ts";
import type { Completeness } from "../runs/figure.ts";
import { judgedAlike } from "../runs/grading/judged.ts";
import { differenceInterval, type Interval, meanInterval } from "../runs/interval.ts";
import { average } from "../runs/metrics.ts";
import { kindNameIn } from "../runs/run-folder.ts";
import {
  type FactsOfRun,
  type KindName,
  kindNames,
  type Regrading,
  type RunKind,
  type RunResults,
} from "../runs/run-kind.ts";
import { slicesIn } from "../search/result.ts";

const loaders: Readonly<Record<KindName, () => Promise<RunKind>>> = {
  eval: async () => (await import("../runs/eval-kind.ts")).evalKind,
  processbench: async () => (await import("../processbench/bench-kind.ts")).benchKind,
  search: async () => (await import("../search/search-kind.ts")).searchKind,
};

export const kindNamed = (name: KindName): Promise<RunKind> => loaders[name]();

export const isKindName = (name: string): name is KindName => (kindNames as readonly string[]).includes(name);

/**
 * The kind of run at a path: a run's folder, a search's result file, or a folder of searches.
 * @throws {StorageError}
 */
export async function kindAt(path: string): Promise<RunKind> {
  return kindNamed(await kindNameAt(path));
}

async function kindNameAt(path: string): Promise<KindName> {
  const found = await stat(path).catch((error) => {
    const reason =
      (error as NodeJS.ErrnoException).code === "ENOENT" ? "no such file or folder" : reasonOf(error);
    throw new StorageError(`${path}: ${reason}`);
  });
  if (found.isFile()) {
    if (/\.json$/.test(path)) return "search";
    throw new StorageError(
      `${path}: this is a file, and neither the folder of a run nor the results of a search`,
    );
  }
  const kind = await kindNameIn(path);
  if (kind !== undefined) {
    if (isKindName(kind)) return kind;
    throw new StorageError(
      `${path}: this is a run of the kind '${kind}', which this version of Assay cannot read`,
    );
  }
  const names = await readdir(path);
  if (holdsSearches(names)) return "search";
  // A folder may contain runs of all kinds; a folder with only searches has one for each data set.
  const holdsRuns = (runs: readonly string[]) =>
    new StorageError(`${path}: this is not the folder of a run; it holds ${listed(runs)}`);
  const here = await runsIn(path, 1);
  if (here.length > 0) throw holdsRuns(here);
  for (const name of names)
    if (holdsSearches(await readdir(join(path, name)).catch(() => []))) return "search";
  const deeper = await runsIn(path, 2);
  if (deeper.length > 0) throw holdsRuns(deeper);
  throw new StorageError(`${path}: there is no run in this folder`);
}

/** The folders of runs in a folder, by name. @param depth how many levels deep they may be */
async function runsIn(path: string, depth: number): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(path, name));
  const found = await Promise.all(
    folders.sort().map(async (folder) => {
      if ((await kindNameIn(folder).catch(() => "broken")) !== undefined) return [folder];
      return depth > 1 ? runsIn(folder, depth - 1) : [];
    }),
  );
  return found.flat();
}

/** Whether a folder with these file names has results of searches. */
export const holdsSearches = (names: readonly string[]): boolean =>
  slicesIn(names).length > 0 || names.some((name) => /^search-\d+-(?:\d+|None)$/.test(name));

const mostListed = 5;

function listed(runs: readonly string[]): string {
  const more = runs.length - mostListed;
  return `${runs.slice(0, mostListed).join(", ")}${more > 0 ? ` and ${count(more)} more` : ""}`;
}

/** The runs at a path, each with its folder; results of searches without their runs have no facts. */
export async function factsAt(path: string): Promise<({ run: string } & FactsOfRun)[]> {
  const kind = await kindAt(path);
  const runs = await Promise.all(
    (await kind.folders(path)).map(async (run) => ({ run, file: await kind.read(run) })),
  );
  return runs.flatMap(({ run, file }) => (file ? [{ run, ...kind.facts(file, file.versions.assay) }] : []));
}

/**
 * The figure that is compared: the mean share of right samples, with the samples of a problem in each run; the share of
 * problems that searches solve; or the share of samples that are judged as labelled.
 */
export type Metric =
  | { metric: "avg_at_k"; k: { a: number; b: number } }
  | { metric: "accuracy" }
  | { metric: "match" };

/** For example `avg@4`; if both draw a different number, `avg@4 of A, avg@1 of B`. */
export function metricWords(metric: Metric): string {
  if (metric.metric === "match") return "judged as labelled";
  if (metric.metric === "accuracy") return "accuracy";
  const { a, b } = metric.k;
  if (a !== b) return `avg@${a} of A, avg@${b} of B`;
  return a === 1 ? "accuracy" : `avg@${a}`;
}

/** Whether a problem may be partly right, by the share of its samples. */
export const isByShares = (metric: Metric): boolean =>
  metric.metric === "avg_at_k" && (metric.k.a > 1 || metric.k.b > 1);

interface Comparison {
  metric: Metric;
  /** The completeness of each run; samples that are missing in one are not compared. */
  whole: { a: Completeness; b: Completeness };
  /** By task, data set or subset. */
  tasks: Record<string, SetComparison>;
}

/** A run in the form that is compared: its path, its kind, and the result of each problem. */
interface ComparedRun extends RunResults {
  path: string;
  kind: RunKind;
}

/** Compares two runs of any kinds. @throws {StorageError} @throws {DifferentDataError} */
export async function compareAny(a: string, b: string, regrading: Regrading): Promise<Comparison> {
  const [inA, inB] = (await readAll([a, b], regrading)) as [ComparedRun, ComparedRun];
  return compareTwo(inA, inB);
}

/** @throws {StorageError} */
async function readAll(paths: readonly string[], regrading: Regrading): Promise<ComparedRun[]> {
  const kinds: RunKind[] = [];
  for (const path of paths) kinds.push(await kindAt(path));
  const [first] = kinds;
  const different = kinds.findIndex((kind) => kind !== first);
  if (different > 0 && kinds.some(({ metric }) => metric === "match"))
    throw new ExpectedError(
      `${paths[0]} is ${first!.words} and ${paths[different]} is ${kinds[different]!.words}: the one judges solutions and the other solves problems`,
    );
  const runs: ComparedRun[] = [];
  for (const [i, path] of paths.entries())
    runs.push({ path, kind: kinds[i]!, ...(await kinds[i]!.results(path, regrading, different > 0)) });
  return runs;
}

function compareTwo(a: ComparedRun, b: ComparedRun): Comparison {
  // Verdicts of a judge are compared neither with verdicts of rules nor with those of a different judge.
  if (!judgedAlike(a.judge, b.judge))
    throw new ExpectedError(mixedJudges([a.path, a.judge], [b.path, b.judge]));
  const metric = a.kind === b.kind ? a.kind.metric : "avg_at_k";
  // A search is named by its folder, which may have any name.
  const singles = a.kind.metric === "accuracy" || b.kind.metric === "accuracy";
  return {
    metric: metric === "avg_at_k" ? { metric, k: { a: a.samples, b: b.samples } } : { metric },
    whole: { a: a.whole, b: b.whole },
    tasks: a.kind.compare?.(a.sets, b.sets) ?? compareSets(a.sets, b.sets, { singles }),
  };
}

/** The maximum number of runs in a ranking. */
export const mostRanked = 12;

export interface Ranked {
  /** The problems that every run has answered. */
  problems: number;
  /** The runs, the best first. */
  runs: { run: string; value: number; interval: Interval }[];
  /** For each pair of runs, the higher ranked first: the second minus the first. */
  pairs: { a: string; b: string; difference: number; interval: [number, number] | null }[];
}

/** Ranks runs of one kind, task by task, over the problems that all of them have answered. @throws {DifferentDataError} */
export async function rankRuns(
  paths: readonly string[],
  regrading: Regrading,
): Promise<{ whole: Completeness[]; tasks: Record<string, Ranked> }> {
  const all = await readAll(paths, regrading);
  const [first] = all as [ComparedRun];
  for (const other of all.slice(1)) compareTwo(first, other); // Requires the same data and the same judge.
  const names = [...first.sets.keys()].filter((name) => all.every(({ sets }) => sets.has(name)));
  if (names.length === 0) throw new ExpectedError("the runs have no task in common");
  const tasks = names.map((name): [string, Ranked] => {
    const shares = all.map(
      ({ sets }) => new Map(sets.get(name)!.items.map((each) => [each.problem, each.share])),
    );
    const common = [...shares[0]!.keys()].filter((problem) => shares.every((each) => each.has(problem)));
    if (common.length === 0) throw new ExpectedError(`no problem of ${name} is answered in every run`);
    const rows = all.map(({ path }, i) => {
      const values = common.map((problem) => shares[i]!.get(problem)!);
      const { value, stderr } = average(values);
      return { run: path, values, value, interval: meanInterval({ value, stderr }, values.length) };
    });
    const ranked = rows.toSorted((x, y) => y.value - x.value);
    const pairs = ranked.flatMap((a, i) =>
      ranked.slice(i + 1).map((b) => {
        const gain = average(b.values.map((value, at) => value - a.values[at]!));
        const interval = differenceInterval(gain, common.length);
        return { a: a.run, b: b.run, difference: gain.value, interval };
      }),
    );
    return [name, { problems: common.length, runs: ranked.map(({ values: _, ...row }) => row), pairs }];
  });
  return { whole: all.map(({ whole }) => whole), tasks: Object.fromEntries(tasks) };
}

const mixedJudges = (...runs: [run: string, judge: RunResults["judge"]][]): string => {
  const words = runs.map(
    ([run, judge]) =>
      `${run} is ${judge ? `judged by ${judge.model}, prompt ${judge.prompt}` : "graded by rules alone"}`,
  );
  return `${words.join(", and ")}: --by-rules compares both without a judge, or 'assay regrade --judge' judges both alike`;
};
