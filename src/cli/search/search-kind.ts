// The commands for searches. They are shown as a list, one line for each problem with its answer, the gold, whether it
// is right, and the iterations; or as the tree of each problem.

import { basename, dirname, join } from "node:path";
import { ExpectedError } from "../../errors/expected-error.ts";
import { StorageError } from "../../jsonl/errors.ts";
import { snakeNames } from "../../outgoing/snake-names.ts";
import { recordedProblem } from "../../runs/draw.ts";
import { readJournal } from "../../runs/engine/journal.ts";
import { byId } from "../../runs/grading/verdicts-file.ts";
import { mergeShards, missingText } from "../../runs/merge.ts";
import { kindNameIn } from "../../runs/run-folder.ts";
import { type IterationOutcome, type IterationRecord, readIteration } from "../../search/iteration.ts";
import { gradeAnswer } from "../../search/result.ts";
import { iterationsFileName, readSearchRun, type SearchRun } from "../../search/run-file.ts";
import { searchFolder } from "../../search/search.ts";
import {
  type MergedSearch,
  readMergedSearch,
  searchFoldersAt,
  searchKind,
} from "../../search/search-kind.ts";
import { conversationOf, type Problem } from "../../tasks/problem.ts";
import type { Task } from "../../tasks/task.ts";
import { drawn, isList, type KindCommands, type Merging, type ShowChoice } from "../kinds.ts";
import { limitsIn } from "../merge/merge.ts";
import { tasksOfRun } from "../run/tasks-of-run.ts";
import { paint, paintYesOrNo } from "../terminal/colour.ts";
import { cut, oneLine } from "../terminal/columns.ts";
import { textTable } from "../terminal/show-table.ts";
import { baselineFolder, searchReport } from "./search-report.ts";
import { searchText } from "./search-tree.ts";

export const searchCommands: KindCommands<SearchRun> = {
  hasFilters: false,
  async show(path, choice, tasks) {
    const folders = await searchFoldersAt(path);
    if (folders.length === 0)
      throw new ExpectedError(
        `${path}: these are results of searches without their runs; 'assay score ${path}' scores them`,
      );
    await showSearches(folders, choice, (await tasks()).find);
  },
  async regrade(folder) {
    throw new ExpectedError(`${folder}: this is a search; 'assay score ${folder}' grades its answers again`);
  },
  async merge(merged, merging) {
    const { values, place, tasks } = merging;
    const limits = limitsIn(place, values);
    const task = await tasksOfRun(tasks, values.taskName, limits).find(merged.run.config.data);
    const guided = await readMergedSearch(merged, task, place);
    const plain = await mergeBaseline(merging, task);
    const { conversations, run } = guided;
    const loaded = { task, conversations, source: run.source };
    const without = plain ? missingText(plain.set, plain.isMissing) : [];
    return {
      ...searchReport(searchFolder(values.out, run.config), run.config, loaded, guided.result, plain?.result),
      shown: dirname(guided.result.results),
      missing: [
        ...missingText(guided.set, guided.isMissing),
        ...without.map((sentence) => `baseline, ${sentence}`),
      ],
      tellFailed: limits.hasFailed,
    };
  },
};

/** The baselines of the shards that have one. */
async function mergeBaseline(
  { folders, place, values }: Merging,
  task: Task,
): Promise<MergedSearch | undefined> {
  const beside = await Promise.all(
    folders.map(async (folder) => {
      const outputDir = dirname(folder);
      const baseline = join(baselineFolder(outputDir), basename(folder));
      return { outputDir, baseline, isThere: (await kindNameIn(baseline)) !== undefined };
    }),
  );
  const there = beside.flatMap(({ baseline, isThere }) => (isThere ? [baseline] : []));
  if (there.length === 0) return undefined;
  for (const { outputDir, isThere } of beside)
    if (!isThere) process.stderr.write(`assay merge: there is no baseline in ${outputDir}\n`);
  const merged = await mergeShards(searchKind, there, baselineFolder(place.draft), place, values);
  return readMergedSearch(merged, task, place);
}

/** Prints the searches of selected problems; without a selection, all problems as a list. */
async function showSearches(
  folders: readonly string[],
  choice: ShowChoice,
  findTask: (given: string) => Promise<Task>,
): Promise<void> {
  const { problem, random, seed, json } = choice;
  const known: { folder: string; id: string }[] = [];
  for (const folder of folders)
    for (const id of await problemsIn(folder, problem)) known.push({ folder, id });
  if (known.length === 0) {
    const what = problem === undefined ? "no iteration yet" : `nothing of problem '${problem}'`;
    throw new StorageError(`${folders.join(", ")} holds ${what}`);
  }
  if (isList(choice)) {
    const rows: string[][] = [];
    for (const folder of folders)
      for (const row of await searchRows(folder, await taskOf(folder, findTask))) rows.push(row);
    process.stdout.write(`${searchListText(rows)}\n`);
    return;
  }
  const chosen = random === undefined ? known : drawn(known, random, seed);
  for (const folder of folders) {
    const run = await readSearchRun(folder);
    if (!run) continue;
    const task = await taskOf(folder, findTask);
    const ids = chosen.filter((each) => each.folder === folder).map(({ id }) => id);
    for (const records of await searchesIn(folder, new Set(ids))) {
      process.stdout.write(json ? jsonLine(records) : `${searchText(records, run, task)}\n`);
    }
  }
}

async function taskOf(folder: string, findTask: (given: string) => Promise<Task>): Promise<Task | undefined> {
  const run = await readSearchRun(folder);
  return run && findTask(run.config.data).catch(() => undefined);
}

/** All problems that a search has started, or the selected one, by its id or as TASK/ID. */
async function problemsIn(folder: string, wanted: string | undefined): Promise<Set<string>> {
  const ids = new Set<string>();
  await readJournal(join(folder, iterationsFileName), ({ input }) => {
    const { task, problem } = input as { task?: unknown; problem?: unknown };
    if (typeof problem !== "string") return;
    if (wanted === undefined || wanted === problem || wanted === `${task}/${problem}`) ids.add(problem);
  });
  return ids;
}

async function searchesIn(folder: string, ids: ReadonlySet<string>): Promise<IterationRecord[][]> {
  const searches = new Map<string, IterationRecord[]>();
  await readJournal(join(folder, iterationsFileName), (record) => {
    if (!ids.has((record.input as { problem: string }).problem)) return;
    const read = readIteration(record);
    if (!read) return;
    const records = searches.get(read.input.problem) ?? [];
    // A failure is not shown if a later try succeeded.
    if (records.at(-1)?.error !== undefined) records.pop();
    searches.set(read.input.problem, [...records, read]);
  });
  return [...searches.values()];
}

function jsonLine(records: readonly IterationRecord[]): string {
  const { task, problem, statement, gold } = records[0]!.input;
  const iterations = records.map(({ outcome, error }) => (outcome ? outcomeJson(outcome) : { error }));
  return `${JSON.stringify({ task, problem, statement, gold, iterations })}\n`;
}

const outcomeJson = ({ usage: { policy, reward }, ...outcome }: IterationOutcome): object => ({
  ...outcome,
  usage: { policy: snakeNames(policy), reward: snakeNames(reward) },
});

interface Found {
  problem: Problem;
  /** The iterations that were carried out. */
  iterations: number;
  /** Undefined while the search is in progress. */
  conclusion: NonNullable<IterationRecord["outcome"]>["conclusion"];
  failed: boolean;
}

/** The problems that a search has started. @throws {StorageError} */
async function foundIn(folder: string): Promise<Found[]> {
  const found = new Map<string, Found>();
  await readJournal(join(folder, iterationsFileName), (record) => {
    const read = readIteration(record);
    if (!read) return;
    const problem = recordedProblem(read.input);
    const iterations = (found.get(problem.id)?.iterations ?? 0) + (read.outcome ? 1 : 0);
    const { conclusion } = read.outcome ?? {};
    found.set(problem.id, { problem, iterations, conclusion, failed: !read.outcome });
  });
  return [...found.values()].sort((a, b) => byId(a.problem, b.problem));
}

/** The lines of a search, which are combined with those of others. */
async function searchRows(folder: string, task: Task | undefined): Promise<string[][]> {
  return (await foundIn(folder)).map((found) => [
    found.problem.id,
    found.conclusion?.answer ?? "–",
    [found.problem.gold].flat().join(" or "),
    verdictText(found, task),
    `${found.iterations}`,
  ]);
}

const widestCell = 28;
const head = ["problem", "answer", "gold", "right", "iterations"];

function searchListText(rows: readonly string[][]): string {
  const cells = rows.map((row) =>
    row.map((cell, column) => (column === 1 || column === 2 ? cut(oneLine(cell), widestCell) : cell)),
  );
  return textTable([head, ...cells], { isWords: true, cuts: { 0: "inside", 1: "end", 2: "end" } });
}

function verdictText({ problem, conclusion, failed }: Found, task: Task | undefined): string {
  if (!conclusion) return paint("unscored", failed ? "failed" : "not finished");
  const { answer, why } = conclusion;
  if (answer === null) return paint("wrong", why === "step limit" ? why : "no answer");
  if (!task) return "not judged";
  const { right } = gradeAnswer(task, conversationOf(problem), answer);
  if (right === null) return paint("unscored", "unscored");
  return paintYesOrNo(right);
}
