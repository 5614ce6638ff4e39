// Searches as a person would look at them: a list of their problems, or the tree of each.

import { join } from "node:path";
import { StorageError } from "../../jsonl/errors.ts";
import { snakeNames } from "../../outgoing/snake-names.ts";
import { readJournal } from "../../runs/engine/journal.ts";
import { type IterationOutcome, type IterationRecord, readIteration } from "../../search/iteration.ts";
import { iterationsFileName, readSearchRun } from "../../search/run-file.ts";
import type { Task } from "../../tasks/task.ts";
import { searchListText, searchRows } from "./search-list.ts";
import { searchText } from "./search-tree.ts";
import { drawn, isList, type ShowChoice } from "./show-choice.ts";

/** Prints the searches of one or of some problems; without a choice, all problems as a list. */
export async function showSearches(
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

/** All that a search has begun with, or the one that is wanted, by its id or as TASK/ID. */
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
    // A failure that was made good later is not shown.
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
