// Two runs side by side: the paired difference by the function that the command line uses, each problem with what both
// made of it, and in what the two were asked differently. Verdicts are those that the runs have.

import { basename } from "node:path";
import { comparePairs, DifferentDataError } from "../runs/compare.ts";
import { whereFrom } from "../runs/run-file.ts";
import type { ComparedProblem, ComparedTask, ComparePage, RunSummary } from "./api.ts";
import { BenchIndex } from "./bench-index.ts";
import { benchSettings } from "./bench-page.ts";
import { EvalIndex } from "./eval-index.ts";
import { evalSettings } from "./eval-page.ts";
import { answersOf } from "./filter.ts";
import { codeOf } from "./sample-table.ts";
import type { SearchIndex } from "./search-index.ts";
import { searchSettings } from "./search-page.ts";

export type RunIndex = EvalIndex | BenchIndex | SearchIndex;

export interface ComparedRun {
  summary: RunSummary;
  index: RunIndex;
}

/** What a run says of a problem. */
interface Said {
  gold: string;
  /** The share of samples that are right. */
  share: number;
  answers: string;
}

interface SideTask {
  source: string | undefined;
  problems: Map<string, Said>;
}

/** @throws {DifferentDataError} when the two are not about the same */
export function comparePage(a: ComparedRun, b: ComparedRun): ComparePage {
  const [inA, inB] = [tasksOf(a), tasksOf(b)];
  if ((a.summary.kind === "processbench") !== (b.summary.kind === "processbench"))
    throw new DifferentDataError("a ProcessBench run is compared with another one alone");
  // A single data set is compared with a single one, whatever the two are called.
  const isOne = inA.size === 1 && inB.size === 1;
  const tasks: Record<string, ComparedTask> = {};
  for (const [name, task] of inA) {
    const other = isOne ? [...inB.values()][0] : inB.get(name);
    if (other) tasks[name] = compareTask(name, task, other);
  }
  if (Object.keys(tasks).length === 0) throw new DifferentDataError("the two runs have no task in common");
  return { a: a.summary, b: b.summary, tasks, settings: differing(settingsOf(a), settingsOf(b)) };
}

function compareTask(name: string, a: SideTask, b: SideTask): ComparedTask {
  if (a.source !== undefined && b.source !== undefined && a.source !== b.source)
    throw new DifferentDataError(`${name} is ${a.source} in the one and ${b.source} in the other`);
  const problems = [...a.problems].flatMap(([problem, said]): ComparedProblem[] => {
    const other = b.problems.get(problem);
    if (!other) return [];
    if (said.gold !== other.gold)
      throw new DifferentDataError(`problem ${problem} of ${name} has another gold in the other run`);
    const { share, answers } = said;
    return [{ problem, gold: said.gold, a: share, b: other.share, answers: [answers, other.answers] }];
  });
  if (problems.length === 0)
    throw new DifferentDataError(`the two runs have no problem of ${name} in common`);
  return { comparison: comparePairs(problems), problems };
}

function tasksOf({ index, summary }: ComparedRun): Map<string, SideTask> {
  if (index instanceof EvalIndex) return evalTasks(index);
  if (index instanceof BenchIndex) return benchTasks(index);
  return searchTasks(index, summary);
}

const shownAnswers = 3;

function evalTasks({ table, run }: EvalIndex): Map<string, SideTask> {
  const tasks = new Map<string, SideTask>(
    Object.entries(run!.data).map(([name, { source }]) => [
      name,
      { source: whereFrom(source), problems: new Map() },
    ]),
  );
  const right = codeOf("right");
  table.problems.forEach(({ task, problem, gold }, place) => {
    const rows = [...table.rows[place]!.values()];
    if (rows.length === 0) return;
    const answers = answersOf(table, place)
      .slice(0, shownAnswers)
      .map(({ answer, count }) => `${answer ?? "none"}${count > 1 ? ` ×${count}` : ""}`);
    tasks.get(task)?.problems.set(problem, {
      gold: gold.join(" or "),
      share: rows.filter((row) => table.state.at(row) === right).length / run!.config.numSamples,
      answers: answers.join(", "),
    });
  });
  return tasks;
}

function benchTasks(index: BenchIndex): Map<string, SideTask> {
  const tasks = new Map<string, SideTask>(
    Object.entries(index.run!.data).map(([name, { source }]) => [
      name,
      { source: whereFrom(source), problems: new Map() },
    ]),
  );
  for (const { subset, sample, outcome } of index.outcomes()) {
    tasks.get(subset)?.problems.set(sample.id, {
      gold: placeWords(sample.label),
      share: outcome.match ? 1 : 0,
      answers: outcome.prediction === null ? "no prediction" : placeWords(outcome.prediction),
    });
  }
  return tasks;
}

const placeWords = (index: number): string => (index === -1 ? "no wrong step" : `step ${index}`);

function searchTasks(index: SearchIndex, { folder }: RunSummary): Map<string, SideTask> {
  const problems = new Map(
    index.rows
      .filter(({ state }) => state !== "open")
      .map(({ problem, gold, state, answer }): [string, Said] => [
        problem,
        { gold: gold.join(" or "), share: state === "right" ? 1 : 0, answers: answer ?? "none" },
      ]),
  );
  const source = index.run && whereFrom(index.run.source);
  return new Map([[index.run?.task ?? basename(folder), { source, problems }]]);
}

function settingsOf({ index }: ComparedRun): Map<string, string> {
  if (index instanceof EvalIndex) return new Map(evalSettings(index));
  if (index instanceof BenchIndex) return new Map(benchSettings(index));
  return new Map(searchSettings(index));
}

/** No two runs have these in common. */
const ownToEach = ["folder", "begun"];

/** What is said in one of the two alone, or differently. */
function differing(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): ComparePage["settings"] {
  const names = [...new Set([...a.keys(), ...b.keys()])].filter(
    (name) => a.get(name) !== b.get(name) && !ownToEach.includes(name),
  );
  return names.map((name) => [name, a.get(name) ?? "", b.get(name) ?? ""]);
}
