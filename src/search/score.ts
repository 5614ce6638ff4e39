// Reads and grades result files: right, or one kind of failure. All problems count, including those without an answer.

import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { reasonOf, StorageError } from "../jsonl/errors.ts";
import { type Completeness, countedIn, type Figure, gradedIn, missingWords } from "../runs/figure.ts";
import { type Interval, proportionInterval } from "../runs/interval.ts";
import { mean } from "../runs/metrics.ts";
import { writeWhole } from "../runs/run-folder.ts";
import { defineBenchmark } from "../tasks/benchmark.ts";
import { conversationOf, type Problem } from "../tasks/problem.ts";
import { isFailedGrade } from "../tasks/rule.ts";
import type { Task } from "../tasks/task.ts";
import { UnnamedModuleError } from "../tasks/task-error.ts";
import { type BestOfN, bestOfN } from "./best-of-n.ts";
import {
  gradeAnswer,
  problemOfResult,
  type ReadResult,
  readResults,
  resultFileName,
  type SliceName,
  slicesIn,
} from "./result.ts";
import { readSearchRun } from "./run-file.ts";
import { searchFolder, settingsOf } from "./search.ts";
import { strategies } from "./strategies.ts";

/** Why a problem is not right, including an unusable gold. */
export const failureKinds = [
  "wrong",
  "no_answer",
  "step_limit",
  "provider",
  "not_finished",
  "gold",
  "grading_failed",
] as const;
export type FailureKind = (typeof failureKinds)[number];

export interface ScoredProblem extends Problem {
  failure: FailureKind | null;
  /** Why there is no answer, or why it cannot be graded, in words. */
  why?: string | undefined;
}

/** The folder has no results of searches. */
export class NoResultsError extends StorageError {}

/** Finds the task that a search or a folder names. @throws {TaskError} */
export type FindTask = (nameOrPath: string) => Promise<Task>;

interface Slice extends SliceName {
  folder: string;
}

interface ReadSlice extends Slice {
  results: ReadResult[];
}

/**
 * The scored problems by data set: of a result file, of a data set's folder, or of a folder of such folders.
 * @param onLeftOut is called for each slice that a different one covers
 * @throws {StorageError} if there is no result, or if slices overlap and neither covers the other
 */
export async function scoredResults(
  path: string,
  findTask: FindTask,
  onLeftOut: (sentence: string) => void = () => {},
): Promise<Map<string, ScoredProblem[]>> {
  const scored = new Map<string, ScoredProblem[]>();
  for (const [name, { task, slices }] of await readSlices(path, findTask, onLeftOut))
    scored.set(
      name,
      slices.flatMap(({ begin, results }) =>
        results.map((result, i) => scoredProblem(result, task, begin + i + 1)),
      ),
    );
  return scored;
}

/** The results by data set, with the task that grades them. @throws {StorageError} */
async function readSlices(path: string, findTask: FindTask, onLeftOut: (sentence: string) => void) {
  const sets = new Map<string, { task: Task; slices: ReadSlice[] }>();
  for (const [name, found] of await slicesAt(path)) {
    const read: ReadSlice[] = [];
    for (const slice of found)
      read.push({ ...slice, results: await readResults(join(slice.folder, slice.file)) });
    const slices = withoutCovered(read, onLeftOut);
    sets.set(name, { task: await taskOfSlice(name, slices[0]!, findTask), slices });
  }
  return sets;
}

/** The best of N by data set, for searches that drew whole solutions and scored them. @throws {StorageError} */
export async function bestOfNIn(path: string, findTask: FindTask): Promise<Record<string, BestOfN>> {
  const sets: Record<string, BestOfN> = {};
  for (const [name, { task, slices }] of await readSlices(path, findTask, () => {})) {
    const run = await searchRunOf(slices[0]!);
    if (run === undefined || strategies[run.config.strategy].draws !== "solutions") continue;
    const results = slices.flatMap(({ begin, results }) =>
      results.map((result, i) => ({ result, number: begin + i + 1 })),
    );
    const solved = results
      .filter(({ result: { ended } }) => ended !== "provider" && ended !== "not finished")
      .map(({ result, number }) => ({
        conversation: conversationOf(problemOfResult(result, number)),
        iterations: result.iterations ?? [],
      }));
    const found = bestOfN(task, solved, settingsOf(run.config), results.length);
    if (found) sets[name] = found;
  }
  return sets;
}

const searchRunOf = ({ folder, begin, end }: Slice) =>
  readSearchRun(searchFolder(folder, { begin, end: Number.isFinite(end) ? end : null })).catch(
    () => undefined,
  );

async function slicesAt(given: string): Promise<Map<string, Slice[]>> {
  // The folder of a search's run is replaced by the result file beside it.
  const path = given.replace(/search-(\d+-(?:\d+|None))\/?$/, "result-$1.json");
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    (error) => {
      throw new StorageError(`${path}: cannot be read: ${reasonOf(error)}`);
    },
  );
  if (isFile) {
    const [slice = { file: basename(path), begin: 0, end: Number.POSITIVE_INFINITY }] = slicesIn([
      basename(path),
    ]);
    return new Map([[nameOf(dirname(path)), [{ ...slice, folder: dirname(path) }]]]);
  }
  const here = await slicesOf(path);
  if (here.length > 0) return new Map([[nameOf(path), here]]);
  const folders = (await readdir(path, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const all = await Promise.all(
    folders.map(async ({ name }) => [name, await slicesOf(join(path, name))] as const),
  );
  const found = all.filter(([, slices]) => slices.length > 0).sort(([a], [b]) => (a < b ? -1 : 1));
  if (found.length === 0) {
    throw new NoResultsError(`${path}: there is no ${resultFileName(0, null)} in it or in its folders`);
  }
  return new Map(found);
}

const nameOf = (folder: string): string => basename(resolve(folder));

const slicesOf = async (folder: string): Promise<Slice[]> =>
  slicesIn(await readdir(folder)).map((slice) => ({ ...slice, folder }));

/**
 * A slice whose problems are all in a different slice, such as a first trial, is left out; other overlaps are refused.
 */
function withoutCovered(slices: readonly ReadSlice[], onLeftOut: (sentence: string) => void): ReadSlice[] {
  const kept: ReadSlice[] = [];
  for (const slice of slices.toSorted((a, b) => a.begin - b.begin || endOf(b) - endOf(a) || b.end - a.end)) {
    const before = kept.at(-1);
    if (!before || slice.begin >= endOf(before)) kept.push(slice);
    else if (endOf(slice) <= endOf(before) && sameProblems(before, slice))
      onLeftOut(`${join(slice.folder, slice.file)} is left out: ${before.file} holds its problems too`);
    else
      throw new StorageError(
        `${slice.folder}: ${before.file} and ${slice.file} overlap, so problems would count twice; move one of them away`,
      );
  }
  return kept;
}

/** The end of its problems, by its content: a slice without an end has as many as the data had. */
const endOf = ({ begin, results }: ReadSlice): number => begin + results.length;

const sameProblems = (covering: ReadSlice, covered: ReadSlice): boolean =>
  covered.results.every(
    ({ question }, i) => covering.results[covered.begin - covering.begin + i]?.question === question,
  );

/** By the search's own file, else by the folder's name, else any mathematics. */
export async function taskOfSlice(name: string, slice: Slice, findTask: FindTask): Promise<Task> {
  const run = await searchRunOf(slice);
  const found = (given: string) => findTask(given).catch(() => undefined);
  const own = run && (await findTask(run.config.data).catch(unlessUnnamed));
  return own ?? (await found(name)) ?? mathematics(name);
}

/** A rule other than the search's own must not be used silently. */
function unlessUnnamed(error: unknown): undefined {
  if (error instanceof UnnamedModuleError) throw error;
}

const mathematics = (name: string): Task =>
  defineBenchmark({
    name,
    description: "answers in LaTeX",
    maxNewTokens: 1,
    parts: [],
  }).open();

/** A search that ended in any other way has no answer. */
const unansweredKinds: Readonly<Record<string, FailureKind>> = {
  "step limit": "step_limit",
  provider: "provider",
  "not finished": "not_finished",
};

function scoredProblem(result: ReadResult, task: Task, number: number): ScoredProblem {
  const { pred_answer, ended, error } = result;
  const problem = problemOfResult(result, number);
  if (pred_answer === null) {
    const kind = unansweredKinds[ended ?? ""] ?? "no_answer";
    return { ...problem, failure: kind, why: error ?? ended ?? "not told" };
  }
  const grade = gradeAnswer(task, conversationOf(problem), pred_answer);
  const { right, reason } = grade;
  if (isFailedGrade(grade)) return { ...problem, failure: "grading_failed", why: reason };
  if (right === null) return { ...problem, failure: "gold", why: reason };
  return { ...problem, failure: right ? null : "wrong" };
}

function failuresIn(problems: readonly ScoredProblem[]): Record<FailureKind, number> {
  const failures = Object.fromEntries(failureKinds.map((kind) => [kind, 0])) as Record<FailureKind, number>;
  for (const { failure } of problems) if (failure) failures[failure]++;
  return failures;
}

/** Whether the search of a problem has ended; it has not if a server failed or it was stopped. */
export const isFinished = ({ failure }: ScoredProblem): boolean =>
  failure !== "provider" && failure !== "not_finished";

export function finishedIn(problems: readonly ScoredProblem[]): Completeness {
  const { provider, not_finished, grading_failed } = failuresIn(problems);
  return finishedOf({ of: problems.length, failed: provider, rest: not_finished, ungraded: grading_failed });
}

interface Counted {
  of: number;
  failed: number;
  /** Those that have not ended. */
  rest: number;
  ungraded: number;
}

/** The number of searches that have ended. */
export const finishedOf = ({ of, failed, rest, ungraded }: Counted): Completeness => ({
  unit: "problems",
  did: "finished",
  done: of - failed - rest,
  of,
  failed,
  ungraded,
  waiting: 0,
});

/**
 * The share of right answers: of all searches, once each has ended or failed; until then of those that have ended and
 * could be graded.
 * @param ungradable those with an unusable gold; if there are no others, nothing was measured
 */
export function searchFigure(name: string, over: Completeness, right: number, ungradable: number): Figure {
  const [graded, counted] = [gradedIn(over), countedIn(over)];
  if (graded <= ungradable) return { name, value: null, interval: null, over };
  const shareOf = (all: number) => ({ value: right / all, interval: proportionInterval(right, all) });
  return { name, ...shareOf(counted), over, ...(graded < counted ? { ofAnswered: shareOf(graded) } : {}) };
}

// The specification's final accuracy: right answers among all problems, for each data set, and the plain mean over the
// data sets.

export interface DatasetScore {
  problems: number;
  right: number;
  /** The specification's figure: right answers among all problems of the result files. Null if nothing was measured. */
  accuracy: number | null;
  interval: Interval | null;
  /** The figure of the searches, without those that have not ended. */
  figure: Figure;
  failures: Record<FailureKind, number>;
  /** Problems without an answer, by reason. */
  unanswered: Record<string, string[]>;
  /** Problems with an unusable gold, by reason. */
  ungradable: Record<string, string[]>;
  /** Problems whose grading failed, by reason. */
  ungraded: Record<string, string[]>;
}

export interface SearchScores {
  datasets: Record<string, DatasetScore>;
  /** Null if a data set has no figure: a mean over some of them is a different figure. */
  average: number | null;
  whole: Completeness;
}

const scoresFileName = "results.json";

/** @throws {StorageError} */
export async function scoreSearches(
  folder: string,
  findTask: FindTask,
  onLeftOut?: (sentence: string) => void,
): Promise<SearchScores> {
  const scored = await scoredResults(folder, findTask, onLeftOut);
  const datasets = Object.fromEntries([...scored].map(([name, problems]) => [name, scoreOf(problems)]));
  const values = Object.values(datasets).map(({ accuracy }) => accuracy);
  const known = values.filter((value) => value !== null);
  return {
    datasets,
    average: known.length === values.length && known.length > 0 ? mean(known) : null,
    whole: finishedIn([...scored.values()].flat()),
  };
}

/**
 * The content of `results.json`: a fraction for each data set, and their mean; null if nothing was measured. If
 * searches failed or have not ended, `counted_as_wrong` has their number for each data set.
 */
export function scoresJson(scores: SearchScores): Record<string, unknown> {
  const all = Object.entries(scores.datasets);
  const lacking = all.filter(([, { figure }]) => gradedIn(figure.over) < figure.over.of);
  return {
    ...Object.fromEntries(all.map(([name, { accuracy }]) => [name, accuracy])),
    average: scores.average,
    ...(lacking.length > 0
      ? {
          counted_as_wrong: Object.fromEntries(
            lacking.map(([name, { figure }]) => [name, missingWords(figure.over)]),
          ),
        }
      : {}),
  };
}

/** @throws {StorageError} */
export const writeScores = (folder: string, scores: SearchScores): void =>
  writeWhole(join(folder, scoresFileName), `${JSON.stringify(scoresJson(scores), null, 2)}\n`);

function scoreOf(problems: readonly ScoredProblem[]): DatasetScore {
  const right = problems.filter(({ failure }) => failure === null).length;
  const failures = failuresIn(problems);
  const figure = searchFigure("accuracy", finishedIn(problems), right, failures.gold);
  const isMeasured = figure.value !== null;
  return {
    problems: problems.length,
    right,
    accuracy: isMeasured ? right / problems.length : null,
    interval: isMeasured ? proportionInterval(right, problems.length) : null,
    figure,
    failures,
    unanswered: byReason(
      problems.filter(({ failure }) => failure !== "gold" && failure !== "grading_failed"),
    ),
    ungradable: byReason(problems.filter(({ failure }) => failure === "gold")),
    ungraded: byReason(problems.filter(({ failure }) => failure === "grading_failed")),
  };
}

function byReason(problems: readonly ScoredProblem[]): Record<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const { id, why } of problems) if (why !== undefined) ids.set(why, [...(ids.get(why) ?? []), id]);
  return Object.fromEntries(ids);
}
