// A problem's search as a person would read it: step by step, what was proposed, what it was worth, and what was taken.

import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { StorageError } from "../jsonl/errors.ts";
import { readJournal } from "../runs/engine/journal.ts";
import { runKind } from "../runs/run-folder.ts";
import { sameAs } from "../search/advance.ts";
import { type CandidateInfo, candidateInfo } from "../search/history.ts";
import { type IterationRecord, readIteration } from "../search/iteration.ts";
import { judgeAnswer } from "../search/judge-answer.ts";
import { iterationsFileName, readSearchRun, type SearchRun } from "../search/run-file.ts";
import type { Task } from "../tasks/task.ts";
import { drawn, type ShowChoice } from "./show-choice.ts";
import { harmless } from "./show-table.ts";

/** The folders of searches that a path means: itself, or those beside the result files in it. */
export async function searchFoldersAt(path: string): Promise<string[]> {
  if ((await runKind(path)) === "search") return [path];
  const names = await readdir(path).catch(() => []);
  return names
    .filter((name) => /^search-\d+-(?:\d+|None)$/.test(name))
    .sort((a, b) => Number(a.split("-")[1]) - Number(b.split("-")[1]))
    .map((name) => join(path, name));
}

/** Prints the searches of one, of some or of all problems. */
export async function showSearches(
  folders: readonly string[],
  choice: ShowChoice,
  findTask: (given: string) => Promise<Task>,
): Promise<void> {
  let shown = 0;
  for (const folder of folders) {
    const run = await readSearchRun(folder);
    if (!run) continue;
    const task = await findTask(run.config.data).catch(() => undefined);
    const searches = await searchesIn(folder, choice);
    for (const records of searches) {
      process.stdout.write(choice.json ? jsonLine(records) : `${harmless(searchText(records, run, task))}\n`);
    }
    shown += searches.length;
  }
  if (shown > 0) return;
  const what = choice.problem === undefined ? "no iteration yet" : `nothing of problem '${choice.problem}'`;
  throw new StorageError(`${folders.join(", ")} holds ${what}`);
}

async function searchesIn(
  folder: string,
  { problem, random, seed }: ShowChoice,
): Promise<IterationRecord[][]> {
  const path = join(folder, iterationsFileName);
  const ids = new Set<string>();
  await readJournal(path, ({ input }) => {
    const id = (input as { problem?: unknown }).problem;
    if (typeof id === "string" && (problem === undefined || id === problem)) ids.add(id);
  });
  const chosen = random === undefined ? ids : new Set(drawn([...ids], random, seed));
  const searches = new Map<string, IterationRecord[]>();
  await readJournal(path, (record) => {
    if (!chosen.has((record.input as { problem: string }).problem)) return;
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
  const iterations = records.map(({ outcome, error }) => outcome ?? { error });
  return `${JSON.stringify({ task, problem, statement, gold, iterations })}\n`;
}

const rule = "─".repeat(72);

function searchText(
  records: readonly IterationRecord[],
  { config, task: name }: SearchRun,
  task: Task | undefined,
) {
  const { problem, statement, gold } = records[0]!.input;
  const last = records.at(-1)!;
  const conclusion = last.outcome?.conclusion;
  const answer = conclusion?.answer ?? null;
  const end = conclusion?.why ?? last.error ?? "not finished";
  const judgement =
    task && answer !== null
      ? judgeAnswer(task, { id: problem, messages: [], answer: gold, problem: statement }, answer)
      : undefined;
  const verdict = judgement
    ? `${judgement.right === null ? "unscored" : judgement.right ? "right" : "wrong"} (by ${judgement.by})`
    : answer === null
      ? "no answer"
      : "not judged: the task is not there";
  return [
    `${rule}\n${name}, problem ${problem}, ${config.strategy}\n\n${statement}`,
    ...records.map((record) => iterationText(record, config.aggregate)),
    [
      `ended:   ${end}`,
      `answer:  ${answer ?? "none"}`,
      `gold:    ${[gold].flat().join(" or ")}`,
      `verdict: ${verdict}`,
    ].join("\n"),
  ].join("\n\n");
}

function iterationText(
  { input, outcome, error }: IterationRecord,
  how: SearchRun["config"]["aggregate"],
): string {
  const head = `[iteration ${input.iteration}]`;
  if (!outcome) return `${head} failed: ${error}`;
  const isOfMany = input.state.open.length > 1;
  const lines = outcome.candidates.map((candidate, place) => {
    const mark = outcome.chosen.includes(place) ? "→" : " ";
    const of = isOfMany ? ` of solution ${candidate.path + 1}` : "";
    const info = candidateInfo(candidate, how);
    const head = `${mark} ${place}${of}  ${worth(info)}`;
    return info.dropped?.startsWith(sameAs) ? head : `${head}\n${indented(info.candidate_step)}`;
  });
  return [head, ...lines].join("\n");
}

function worth({ reward, dropped, note, cut_off }: CandidateInfo): string {
  const remarks = [cut_off ? "cut off" : undefined, note].filter((remark) => remark !== undefined);
  const value =
    dropped === undefined ? (reward === null ? "not scored" : reward.toFixed(4)) : `dropped: ${dropped}`;
  return remarks.length > 0 ? `${value} (${remarks.join("; ")})` : value;
}

const indented = (text: string): string =>
  text === ""
    ? "    (nothing)"
    : text
        .split("\n")
        .map((line) => `    ${line}`)
        .join("\n");
