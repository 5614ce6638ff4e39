// Result files read back and judged: right, or one kind of failure. All problems count, also those without an answer.

import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { reasonOf, StorageError } from "../jsonl/errors.ts";
import { defineBenchmark } from "../tasks/benchmark.ts";
import { mathRule } from "../tasks/math-rule.ts";
import type { Task } from "../tasks/task.ts";
import { UnnamedModuleError } from "../tasks/task-error.ts";
import { judgeAnswer } from "./judge-answer.ts";
import { type ReadResult, readResults, resultFileName, type SliceName, slicesIn } from "./result.ts";
import { readSearchRun } from "./run-file.ts";
import { searchFolder } from "./search.ts";

/** Why a problem is not right. The gold is to blame where it cannot be graded against. */
export const failureKinds = ["wrong", "no_answer", "step_limit", "provider", "gold"] as const;
export type FailureKind = (typeof failureKinds)[number];

export interface ScoredProblem {
  id: string;
  question: string;
  failure: FailureKind | null;
  /** Why there is no answer, or why it cannot be graded, in words. */
  why?: string | undefined;
}

/** Finds the task that a search or a folder names. @throws {TaskError} */
export type FindTask = (nameOrPath: string) => Promise<Task>;

interface Slice extends SliceName {
  folder: string;
}

/**
 * The scored problems by data set: of a result file, of a data set's folder, or of a folder of such folders.
 * @throws {StorageError} when there is no result, or when slices overlap
 */
export async function scoredResults(path: string, findTask: FindTask): Promise<Map<string, ScoredProblem[]>> {
  const slices = await slicesAt(path);
  const scored = new Map<string, ScoredProblem[]>();
  for (const [name, ofName] of slices) {
    refuseOverlaps(ofName);
    const task = await taskOf(name, ofName[0]!, findTask);
    const problems: ScoredProblem[] = [];
    for (const { folder, file, begin } of ofName) {
      const results = await readResults(join(folder, file));
      problems.push(...results.map((result, i) => scoredProblem(result, task, `${begin + i + 1}`)));
    }
    scored.set(name, problems);
  }
  return scored;
}

async function slicesAt(given: string): Promise<Map<string, Slice[]>> {
  // The folder of a search's run stands for the result file beside it.
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
    throw new StorageError(`${path}: there is no ${resultFileName(0, null)} in it or in its folders`);
  }
  return new Map(found);
}

const nameOf = (folder: string): string => basename(resolve(folder));

const slicesOf = async (folder: string): Promise<Slice[]> =>
  slicesIn(await readdir(folder)).map((slice) => ({ ...slice, folder }));

function refuseOverlaps(slices: readonly Slice[]): void {
  for (const [i, { folder, file, begin }] of slices.entries()) {
    const before = slices[i - 1];
    if (before && begin < before.end) {
      throw new StorageError(
        `${folder}: ${before.file} and ${file} overlap, so that problems would count twice; move one away`,
      );
    }
  }
}

/** As the search's own file says, else by the folder's name, else any mathematics. */
async function taskOf(name: string, { folder, begin, end }: Slice, findTask: FindTask): Promise<Task> {
  const run = await readSearchRun(
    searchFolder(folder, { begin, end: Number.isFinite(end) ? end : null }),
  ).catch(() => undefined);
  const found = (given: string) => findTask(given).catch(() => undefined);
  const own = run && (await findTask(run.config.data).catch(unlessUnnamed));
  return own ?? (await found(name)) ?? mathematics(name);
}

/** Another rule than the search's own must not be used in silence. */
function unlessUnnamed(error: unknown): undefined {
  if (error instanceof UnnamedModuleError) throw error;
}

const mathematics = (name: string): Task =>
  defineBenchmark({
    name,
    description: "answers in LaTeX",
    maxNewTokens: 1,
    parts: [],
    rule: mathRule(),
  }).open();

function scoredProblem(result: ReadResult, task: Task, number: string): ScoredProblem {
  const { id = number, question, gt_answer, pred_answer, ended, error } = result;
  const problem = { id, question };
  if (pred_answer === null) {
    const kind =
      ended === "step limit"
        ? "step_limit"
        : ended === "provider" || ended === "not finished"
          ? "provider"
          : "no_answer";
    return { ...problem, failure: kind, why: error ?? ended ?? "not told" };
  }
  const conversation = { id, messages: [], answer: gt_answer, problem: question };
  const { right, reason } = judgeAnswer(task, conversation, pred_answer);
  if (right === null) return { ...problem, failure: "gold", why: reason };
  return { ...problem, failure: right ? null : "wrong" };
}

export function failuresIn(problems: readonly ScoredProblem[]): Record<FailureKind, number> {
  const failures = Object.fromEntries(failureKinds.map((kind) => [kind, 0])) as Record<FailureKind, number>;
  for (const { failure } of problems) if (failure) failures[failure]++;
  return failures;
}
