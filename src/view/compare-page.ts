// Two runs side by side: the paired difference by the same functions as the command line, each problem with its results
// in both, and the different settings. Verdicts are those of the runs.

import { basename } from "node:path";
import { isByShares, type Metric, metricWords } from "../kinds/kinds.ts";
import { compareBenches, type JudgedBench } from "../processbench/bench-kind.ts";
import { isJudged } from "../processbench/metrics.ts";
import {
  compareSets,
  DifferentDataError,
  pairItems,
  type ScoredItem,
  type ScoredSet,
} from "../runs/compare.ts";
import { isMeasured } from "../runs/metrics.ts";
import { whereFrom } from "../runs/run-file.ts";
import type { ComparedProblem, ComparedTask, ComparePage, RunSummary } from "./api.ts";
import { benchSettings } from "./bench-page.ts";
import { evalSettings } from "./eval-page.ts";
import { answersOf } from "./filter.ts";
import { BenchIndex } from "./index/bench-index.ts";
import { EvalIndex } from "./index/eval-index.ts";
import { verdictAt } from "./index/journal-facts.ts";
import { RolloutIndex } from "./index/rollouts.ts";
import type { SearchIndex } from "./index/search-index.ts";
import { searchSettings } from "./search-page.ts";

export type RunIndex = EvalIndex | BenchIndex | SearchIndex | RolloutIndex;

export interface ComparedRun {
  summary: RunSummary;
  index: RunIndex;
}

/** The entry of a problem in a run. The gold shows whether two problems with one id are the same. */
interface RunEntry extends ScoredItem {
  gold: string;
  answers: string;
}

interface RunEntrySet extends ScoredSet {
  items: RunEntry[];
}

type RunEntrySets = ReadonlyMap<string, RunEntrySet>;

/** @throws {DifferentDataError} if the two are not about the same data */
export function comparePage(a: ComparedRun, b: ComparedRun): ComparePage {
  if ((a.summary.kind === "processbench") !== (b.summary.kind === "processbench"))
    throw new DifferentDataError(
      "a ProcessBench run can be compared only with a ProcessBench run: it judges solutions, and the other run solves problems",
    );
  const [inA, inB] = [setsOf(a), setsOf(b)];
  const singles = a.summary.kind === "search" || b.summary.kind === "search";
  const compared =
    a.index instanceof BenchIndex && b.index instanceof BenchIndex
      ? compareBenches(judgedBench(a.index), judgedBench(b.index))
      : compareSets(inA, inB, { singles });
  const tasks: Record<string, ComparedTask> = {};
  for (const [name, comparison] of Object.entries(compared)) {
    const inBoth = pairItems(name, inA.get(name) ?? [...inA.values()][0]!, inB.get(name)!);
    const problems = inBoth.map(
      (pair): ComparedProblem => ({
        problem: pair.a.problem,
        gold: pair.a.gold,
        a: pair.a.share,
        b: pair.b.share,
        answers: [pair.a.answers, pair.b.answers],
      }),
    );
    tasks[name] = { comparison, problems };
  }
  const metric = metricOf(a, b);
  return {
    a: a.summary,
    b: b.summary,
    metric: metricWords(metric),
    isByShares: isByShares(metric),
    tasks,
    settings: differing(settingsOf(a), settingsOf(b)),
  };
}

function metricOf(a: ComparedRun, b: ComparedRun): Metric {
  if (a.summary.kind === "processbench") return { metric: "match" };
  if (a.summary.kind === "search" && b.summary.kind === "search") return { metric: "accuracy" };
  // A search has one answer for each problem.
  const samplesOf = ({ summary: { kind, samples } }: ComparedRun) => (kind === "search" ? 1 : samples);
  return { metric: "avg_at_k", k: { a: samplesOf(a), b: samplesOf(b) } };
}

function setsOf({ index, summary }: ComparedRun): RunEntrySets {
  if (index instanceof EvalIndex) return evalSets(index);
  if (index instanceof BenchIndex) return benchSets(index);
  if (index instanceof RolloutIndex)
    throw new DifferentDataError("rollouts are compared window by window, on the page of their log");
  return searchSets(index, summary);
}

const said = (problem: string, gold: string, share: number, answers: string): RunEntry => ({
  problem,
  statement: gold,
  gold,
  share,
  answers,
  failures: [],
});

const setFrom = (source: Parameters<typeof whereFrom>[0] | undefined): RunEntrySet => ({
  from: source && whereFrom(source),
  failureKinds: [],
  items: [],
});

const shownAnswers = 3;

function evalSets({ table, run }: EvalIndex): RunEntrySets {
  const sets = new Map(Object.entries(run!.data).map(([name, { source }]) => [name, setFrom(source)]));
  table.problems.forEach(({ task, problem, gold }, place) => {
    const known = [...table.rows[place]!.values()].map((row) => verdictAt(table, row)).filter(isMeasured);
    if (known.length === 0) return;
    const share = known.filter(({ right }) => right === true).length / known.length;
    const answers = answersOf(table, place)
      .slice(0, shownAnswers)
      .map(({ answer, count }) => `${answer ?? "none"}${count > 1 ? ` ×${count}` : ""}`);
    sets.get(task)?.items.push(said(problem, gold.join(" or "), share, answers.join(", ")));
  });
  return sets;
}

function benchSets(index: BenchIndex): RunEntrySets {
  const sets = new Map(Object.entries(index.run!.data).map(([name, { source }]) => [name, setFrom(source)]));
  for (const { subset, sample, outcome } of index.outcomes()) {
    if (!isJudged({ outcome })) continue;
    const prediction = outcome.prediction === null ? "no prediction" : placeWords(outcome.prediction);
    sets
      .get(subset)
      ?.items.push(said(sample.id, placeWords(sample.label), outcome.match ? 1 : 0, prediction));
  }
  return sets;
}

const placeWords = (index: number): string => (index === -1 ? "no wrong step" : `step ${index + 1}`);

/** The comparison of the command line, with the first words of each problem. */
function judgedBench(index: BenchIndex): JudgedBench {
  const all = [...index.outcomes()];
  return {
    run: index.run!,
    subsets: Object.keys(index.run!.data).map((name) => ({
      name,
      samples: all
        .filter(({ subset }) => subset === name)
        .map(({ sample: { id, label, steps, statement }, outcome }) => ({
          id,
          label,
          steps,
          problem: statement,
          outcome,
        })),
    })),
  };
}

function searchSets(index: SearchIndex, { folder }: RunSummary): RunEntrySets {
  const set = setFrom(index.run?.source);
  for (const { problem, gold, state, unscored, answer } of index.rows)
    if (state !== "open" && unscored !== "provider" && unscored !== "grading")
      set.items.push(said(problem, gold.join(" or "), state === "right" ? 1 : 0, answer ?? "none"));
  return new Map([[index.run?.task ?? basename(folder), set]]);
}

function settingsOf({ index }: ComparedRun): Map<string, string> {
  if (index instanceof EvalIndex) return new Map(evalSettings(index));
  if (index instanceof BenchIndex) return new Map(benchSettings(index));
  return index instanceof RolloutIndex ? new Map() : new Map(searchSettings(index));
}

/** Settings that always differ. */
const ownToEach = ["folder", "begun"];

/** Settings that only one of the two has, or that differ. */
function differing(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): ComparePage["settings"] {
  const names = [...new Set([...a.keys(), ...b.keys()])].filter(
    (name) => a.get(name) !== b.get(name) && !ownToEach.includes(name),
  );
  return names.map((name) => [name, a.get(name) ?? "", b.get(name) ?? ""]);
}
