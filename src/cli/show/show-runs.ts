// A folder of runs as a list: what each is, which model it asked, its main figure, and whether it is whole.

import { join } from "node:path";
import { type Figure, headlineJson, isPartial, percent, stateWords } from "../../runs/figure.ts";
import type { RunSummary } from "../../view/api.ts";
import { cacheFolder } from "../../view/cache-folder.ts";
import { findRuns } from "../../view/find-runs.ts";
import { Library } from "../../view/library.ts";
import { textTable } from "../terminal/show-table.ts";

/** Prints the runs in a folder, however deep; whether there are any. */
export async function showRuns(folder: string, json: boolean): Promise<boolean> {
  const runs = await summariesIn(folder);
  if (runs.length === 0) return false;
  process.stdout.write(json ? runs.map(jsonLine).join("") : `${listText(runs)}\n`);
  return true;
}

type Listed = RunSummary & { path: string };

async function summariesIn(folder: string): Promise<Listed[]> {
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
  const table = textTable([["run", "kind", "model", "task", "figure", "state"], ...rows], {
    isWords: true,
    cuts: { 0: "inside", 2: "inside", 3: "inside" },
  });
  const problems = runs.flatMap(({ path, problem }) =>
    problem === undefined ? [] : [`${path}: ${problem}`],
  );
  return [table, ...problems].join("\n");
}

/** What could not be read says nothing of itself but why. */
const isUnread = ({ created, problem }: RunSummary): boolean => problem !== undefined && created === "";

/** For example `avg@8 51.2%`, or `partial: avg@8 51.2%`; how much of the run is there stands under its state. */
function figureText(figure: Figure | undefined): string {
  if (!figure || figure.value === null) return "–";
  return `${isPartial(figure.over) ? "partial: " : ""}${figure.name} ${percent(figure.value)}`;
}

function jsonLine({ path, kind, model, task, figure, state, problem }: Listed): string {
  const said = figure && { name: figure.name, ...headlineJson(figure) };
  return `${JSON.stringify({ run: path, kind, model, task, figure: said ?? null, state, problem })}\n`;
}
