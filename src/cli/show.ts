// assay show: prints a run. The content of a path decides the form: problems and samples of an evaluation, searches,
// judged solutions, or a list of runs.

import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { loadConfig } from "../config/index.ts";
import { holdsSearches, kindAt } from "../kinds/kinds.ts";
import { flag, text, whole } from "../options/option.ts";
import { type Figure, headlineJson, isPartial, percent, stateWords } from "../runs/figure.ts";
import { kindNameIn } from "../runs/run-folder.ts";
import type { RunSummary } from "../view/api.ts";
import { type Command, readOptions, UsageError } from "./command.ts";
import { commandsOf, sampleFilters } from "./kinds.ts";
import { groupByOption } from "./options/shared-options.ts";
import { gradingLimits } from "./run/grading.ts";
import { taskOfRunOptions, tasksOfRun } from "./run/tasks-of-run.ts";
import { oneLine } from "./terminal/columns.ts";
import { textTable } from "./terminal/show-table.ts";

const options = {
  problem: text({
    value: "ID",
    excludes: ["random"],
    help: "Show the samples of one problem, by its id or as TASK/ID.",
  }),
  random: whole({ value: "K", least: 0, help: "Show K samples drawn at random." }),
  seed: whole({ value: "S", least: 0, default: 0, help: "Draw with this seed." }),
  groupBy: groupByOption,
  wrong: flag({ help: "Show only problems or samples that are wrong (evaluations only)." }),
  unscored: flag({ help: "Show only problems or samples without a verdict (evaluations only)." }),
  truncated: flag({ help: "Show only those that were cut off at the token limit (evaluations only)." }),
  undecided: flag({
    help: "Show only those that count as wrong because no rule could decide (evaluations only).",
  }),
  json: flag({ help: "Print JSON Lines on standard output, a sample on each line." }),
  ...taskOfRunOptions,
};

async function run(argv: readonly string[]): Promise<number> {
  const { values, positionals } = readOptions(argv, options, { what: "run", least: 1, most: 1 });
  const folder = positionals[0]!;
  const { problem, random, seed, json, groupBy } = values;
  const filters = sampleFilters.filter((name) => values[name]);
  if (await listsRuns(folder, json)) return 0;
  const kind = await kindAt(folder);
  const { hasFilters, show } = await commandsOf(kind);
  if (!hasFilters && filters.length > 0)
    throw new UsageError(`--${filters[0]} is for evaluations, and ${folder} is ${kind.words}`);
  if (!hasFilters && groupBy)
    throw new UsageError(`--group-by is for evaluations, and ${folder} is ${kind.words}`);
  await show(folder, { problem, random, seed, json, filters, groupBy }, async () => {
    const { tasks } = await loadConfig();
    return tasksOfRun(tasks, values.taskName, gradingLimits(values.gradingTimeout));
  });
  return 0;
}

/** A folder that contains runs, and is not a run itself, is shown as a list. */
async function listsRuns(folder: string, json: boolean): Promise<boolean> {
  if ((await kindNameIn(folder).catch(() => "broken")) !== undefined) return false;
  const names = await readdir(folder).catch(() => undefined);
  if (!names || holdsSearches(names)) return false;
  return showRuns(folder, json);
}

/** Prints the runs in a folder, at any depth; returns whether there are any. */
async function showRuns(folder: string, json: boolean): Promise<boolean> {
  const runs = await summariesIn(folder);
  if (runs.length === 0) return false;
  process.stdout.write(json ? runs.map(jsonLine).join("") : `${listText(runs)}\n`);
  return true;
}

type Listed = RunSummary & { path: string };

async function summariesIn(folder: string): Promise<Listed[]> {
  // The viewer is loaded only for a list of runs.
  const [{ findRuns }, { Library }, { cacheFolder }] = await Promise.all([
    import("../view/index/find-runs.ts"),
    import("../view/index/library.ts"),
    import("../view/index/cache-folder.ts"),
  ]);
  const found = await findRuns([folder]);
  const library = new Library([folder], cacheFolder());
  const runs: Listed[] = [];
  try {
    for (const run of found) runs.push({ ...(await library.summary(run)), path: join(folder, run.name) });
  } finally {
    await library.close();
  }
  return runs.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function listText(runs: readonly Listed[]): string {
  const rows = runs.map((run) => [
    run.path,
    run.kind,
    run.model,
    run.task,
    figureText(run.figure),
    isUnread(run) ? "unreadable" : stateWords(run.state),
  ]);
  const isTagged = runs.some(({ tags }) => tags);
  const tagged = (cells: string[], words: string) => (isTagged ? [...cells, words] : cells);
  const head = tagged(["run", "kind", "model", "task", "figure", "state"], "tags");
  const all = rows.map((cells, i) => tagged(cells, runs[i]!.tags?.map(oneLine).join(", ") ?? ""));
  const table = textTable([head, ...all], {
    isWords: true,
    cuts: { 0: "inside", 2: "inside", 3: "inside" },
  });
  const problems = runs.flatMap(({ path, problem }) =>
    problem === undefined ? [] : [`${path}: ${problem}`],
  );
  return [table, ...problems].join("\n");
}

/** A run that could not be read has only its reason. */
const isUnread = ({ created, problem }: RunSummary): boolean => problem !== undefined && created === "";

/** For example `avg@8 51.2%`, or `partial: avg@8 51.2%`; the column of the state shows how much of the run is done. */
function figureText(figure: Figure | undefined): string {
  if (!figure || figure.value === null) return "–";
  return `${isPartial(figure.over) ? "partial: " : ""}${figure.name} ${percent(figure.value)}`;
}

function jsonLine({ path, kind, model, task, figure, state, tags, problem }: Listed): string {
  const said = figure && { name: figure.name, ...headlineJson(figure) };
  return `${JSON.stringify({ run: path, kind, model, task, figure: said ?? null, state, tags, problem })}\n`;
}

export const command: Command = {
  usage: [
    "RUN [--wrong] [--unscored] [--truncated] [--undecided]",
    "RUN --problem ID | --random K [--seed S] [--json]",
  ],
  examples: [
    {
      does: "list the problems of a run that have a wrong sample",
      typed: "assay show runs/sft-gsm8k-1a2b3c4d --wrong",
    },
    { does: "show every sample of one problem", typed: "assay show runs/greedy/math --problem 17" },
    { does: "show three samples of a run", typed: "assay show runs/sft-gsm8k-1a2b3c4d --random 3" },
  ],
  options,
  names: "folder",
  notes: [
    "Without --problem and --random, a list is printed. For an evaluation it has a line for each " +
      "problem, with the number of right samples, the gold, and each answer with its count. For a " +
      "search, a line has the answer, the gold, whether the answer is right, and the number of " +
      "iterations; for a ProcessBench run, the label and the prediction of a sample. For a folder of " +
      "runs, all runs below it are listed with their kind, model, task, main figure and state. RUN may " +
      "also be the output folder of a guided search. With --json, samples are printed.",
  ],
  run,
};
