// A run in one line of the list: what it is, how far it is, and its main figure. Figures of searches are made once
// for each state of their files and kept; the others come from the run's index.

import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { loadConfig } from "../config/index.ts";
import { type Writer, writerOf } from "../jsonl/lock.ts";
import { type ModelOfRun, samplesFileName } from "../runs/run-file.ts";
import { resultFileName, slicesIn } from "../search/result.ts";
import { iterationsFileName, readSearchRun, type SearchRun } from "../search/run-file.ts";
import { isUnscored, scoreSearches } from "../search/score.ts";
import { findTask } from "../tasks/registry.ts";
import type { RunState, RunSummary } from "./api.ts";
import type { BenchIndex } from "./bench-index.ts";
import { CachedPart } from "./cache-folder.ts";
import type { EvalIndex } from "./eval-index.ts";
import type { FoundRun } from "./find-runs.ts";
import { ends } from "./sample-table.ts";

type Facts = Omit<RunSummary, "id" | "kind" | "name" | "folder" | "problem">;

const nameOf = ({ model, path, source }: ModelOfRun): string => model ?? source ?? path ?? "unknown";

export function evalSummary(index: EvalIndex): Facts {
  const { config, data, created } = index.run!;
  const tasks = Object.keys(data);
  const problems = Object.values(data).reduce((sum, { problems, own = problems }) => sum + own, 0);
  const expected = problems * config.numSamples;
  const failed = ends.indexOf("failed");
  let done = 0;
  for (let row = 0; row < index.table.length; row++)
    if (index.table.end.at(row) !== failed && index.table.isCurrent(row)) done++;
  const figures = Object.values(index.measure());
  const [first] = figures;
  const isOne = figures.length === 1 && first !== undefined;
  return {
    model: nameOf(config.model),
    task: tasks.join(", "),
    problems,
    samples: config.numSamples,
    created,
    state: stateOf([writerOf(join(index.folder, `${samplesFileName}.lock`))], done, expected),
    figure:
      isOne && index.isGraded && first.right + first.wrong > 0
        ? {
            name: config.numSamples > 1 ? `avg@${config.numSamples}` : "accuracy",
            value: first.avg_at_k.value,
            interval: first.intervals.avg_at_k,
          }
        : undefined,
  };
}

export function benchSummary(index: BenchIndex): Facts {
  const { config, data, created } = index.run!;
  const { subsets, average_f1, average_f1_interval } = index.figures;
  const expected = Object.values(data).reduce((sum, { samples, own = samples }) => sum + own, 0);
  const done = Object.values(subsets).reduce(
    (sum, each) => sum + each.erroneous + each.correct - each.not_asked - each.failed,
    0,
  );
  return {
    model: nameOf(config.model),
    task: Object.keys(data).join(", "),
    problems: expected,
    samples: config.votes ?? 1,
    created,
    state: stateOf([writerOf(join(index.folder, `${samplesFileName}.lock`))], done, expected),
    figure:
      average_f1 === null || done === 0
        ? undefined
        : {
            name: "F1",
            value: average_f1 / 100,
            interval: average_f1_interval!.map((end) => end / 100) as [number, number],
          },
  };
}

export async function searchSummary({ folder, file }: FoundRun, cache: string): Promise<Facts> {
  const names = await readdir(folder);
  const searches = file === undefined ? names.filter((name) => name.startsWith("search-")) : [];
  const runs = (await Promise.all(searches.map((name) => readSearchRun(join(folder, name))))).filter(
    (run): run is SearchRun => run !== undefined,
  );
  const files = file === undefined ? slicesIn(names).map((slice) => slice.file) : [file];
  const locks = searches.map((name) => writerOf(join(folder, name, `${iterationsFileName}.lock`)));
  const sources = [...files, ...searches.map((name) => join(name, iterationsFileName))];
  const paths = sources.map((name) => join(folder, name));
  return keptFor(file === undefined ? folder : join(folder, file), cache, paths, locks, async () => {
    const { tasks } = await loadConfig();
    const scored =
      files.length === 0
        ? undefined
        : await scoreSearches(file === undefined ? folder : join(folder, file), (name) =>
            findTask(name, { tasks, modules: [] }),
          );
    const [score] = Object.values(scored?.datasets ?? {});
    const [first] = runs;
    const expected = runs.reduce((sum, run) => sum + (run.own ?? run.problems), 0) || (score?.problems ?? 0);
    const isWritten = runs.every(({ config }) => files.includes(resultFileName(config.begin, config.end)));
    const { done = 0, of = 0 } = scored?.whole ?? {};
    return {
      model: first ? nameOf(first.config.policy) : "unknown",
      task: first ? `${first.task} (${first.config.strategy})` : "results alone",
      problems: expected,
      samples: first?.config.n ?? 1,
      created: first?.created ?? (await newest(paths)),
      state: stateOf(locks, isWritten && done === of ? expected : done, expected),
      figure:
        score && !isUnscored(score)
          ? { name: "accuracy", value: score.accuracy, interval: score.interval }
          : undefined,
    };
  });
}

async function newest(paths: readonly string[]): Promise<string> {
  const times = await Promise.all(paths.map((path) => stat(path).then(({ mtimeMs }) => mtimeMs)));
  return new Date(
    times.reduce((latest, time) => Math.max(latest, time), Number.NEGATIVE_INFINITY),
  ).toISOString();
}

async function keptFor(
  run: string,
  cache: string,
  paths: readonly string[],
  locks: readonly Writer[],
  make: () => Promise<Facts>,
): Promise<Facts> {
  const part = new CachedPart<Facts>(cache, run, "summary");
  const stats = await Promise.all(paths.map((path) => stat(path).catch(() => undefined)));
  const stamp = JSON.stringify([stats.map((each) => each && [each.ino, each.size, each.mtimeMs]), locks]);
  const kept = await part.read(stamp);
  if (kept) return kept;
  const made = await make();
  await part.write(stamp, made);
  return made;
}

function stateOf(writers: readonly Writer[], done: number, expected: number): RunState {
  const elsewhere = writers.find((writer) => writer.is === "elsewhere");
  if (elsewhere?.is === "elsewhere") return { is: "not checked", host: elsewhere.host, done, expected };
  if (writers.some(({ is }) => is === "here")) return { is: "running", done, expected };
  return { is: done >= expected ? "finished" : "interrupted", done, expected };
}
