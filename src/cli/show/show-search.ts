// A problem's search as a person would read it: step by step, what was proposed, what it was worth, and what was taken.

import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { StorageError } from "../../jsonl/errors.ts";
import { readJournal } from "../../runs/engine/journal.ts";
import { runKind } from "../../runs/run-folder.ts";
import { type AuditedIteration, auditSearch } from "../../search/audit.ts";
import { type CandidateInfo, SearchHistory } from "../../search/history.ts";
import { type IterationRecord, readIteration } from "../../search/iteration.ts";
import { judgeAnswer } from "../../search/judge-answer.ts";
import { type ProblemResult, problemResult } from "../../search/result.ts";
import { iterationsFileName, readSearchRun, type SearchRun } from "../../search/run-file.ts";
import { settingsOf } from "../../search/search.ts";
import { strategies } from "../../search/strategies.ts";
import type { Strategy } from "../../search/strategy.ts";
import type { Task } from "../../tasks/task.ts";
import { drawn, type ShowChoice } from "./show-choice.ts";

/** The folders of searches that a path means: itself, the one beside a result file, or those in it. */
export async function searchFoldersAt(given: string): Promise<string[]> {
  const path = given.replace(/result-(\d+-(?:\d+|None))\.json$/, "search-$1");
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
  const { problem, random, seed, json } = choice;
  const known: { folder: string; id: string }[] = [];
  for (const folder of folders)
    for (const id of await problemsIn(folder, problem)) known.push({ folder, id });
  if (known.length === 0) {
    const what = problem === undefined ? "no iteration yet" : `nothing of problem '${problem}'`;
    throw new StorageError(`${folders.join(", ")} holds ${what}`);
  }
  const chosen = random === undefined ? known : drawn(known, random, seed);
  for (const folder of folders) {
    const run = await readSearchRun(folder);
    if (!run) continue;
    const task = await findTask(run.config.data).catch(() => undefined);
    const ids = chosen.filter((each) => each.folder === folder).map(({ id }) => id);
    for (const records of await searchesIn(folder, new Set(ids))) {
      process.stdout.write(json ? jsonLine(records) : `${searchText(records, run, task)}\n`);
    }
  }
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
  const history = new SearchHistory(config.aggregate);
  for (const record of records) history.add(record);
  const result = problemResult({ id: problem, problem: statement, answer: gold }, history.of(problem));
  const audit = auditSearch(records, { ...settingsOf(config), strategy: config.strategy });
  const { pred_answer: answer, error } = result;
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
    ...records.map((record, place) =>
      iterationText(record, audit.iterations[place]!, result, strategies[config.strategy]),
    ),
    [
      `ended:   ${error ?? result.ended}`,
      `answer:  ${answer ?? "none"}`,
      `gold:    ${[gold].flat().join(" or ")}`,
      `verdict: ${verdict}`,
    ].join("\n"),
  ].join("\n\n");
}

/** An arrow is at what led to the solution, a plus at what was kept beside it. */
function iterationText(
  { input, outcome, error }: IterationRecord,
  { choices }: AuditedIteration,
  { iteration_history }: ProblemResult,
  { draws }: Strategy,
): string {
  const head = `[iteration ${input.iteration}]`;
  if (!outcome) return `${head} failed: ${error}`;
  const headlines = choices.map(({ tree, headline }) =>
    tree === undefined ? headline : `tree ${tree + 1}: ${headline}`,
  );
  const isOfMany = input.state.open.length > 1;
  const { candidates_info, chosen_step_index } = iteration_history[input.iteration - 1]!;
  const kept = draws === "steps" ? outcome.chosen : [];
  const lines = candidates_info.map((info, place) => {
    const mark = place === chosen_step_index ? "→" : kept.includes(place) ? "+" : " ";
    const of = isOfMany ? ` of solution ${outcome.candidates[place]!.path + 1}` : "";
    const head = `${mark} ${place}${of}  ${worth(info)}`;
    return outcome.candidates[place]!.dropped?.as !== undefined
      ? head
      : `${head}\n${indented(info.candidate_step)}`;
  });
  return [`${head} ${headlines.join("; ")}`, ...lines].join("\n");
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
