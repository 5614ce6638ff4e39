// The line of a run in the list: its kind, its progress, and its main figure. Figures of searches are computed once for
// each state of their files and cached; the others come from the run's index.

import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { loadConfig } from "../../config/index.ts";
import { type Writer, writerOf } from "../../jsonl/lock.ts";
import { mainFigure } from "../../processbench/bench-figures.ts";
import { type Completeness, type Figure, figuresOfTask, type RunState } from "../../runs/figure.ts";
import { type ModelOfRun, samplesFileName } from "../../runs/run-file.ts";
import { resultFileName, slicesIn } from "../../search/result.ts";
import { iterationsFileName, readSearchRun, type SearchRun } from "../../search/run-file.ts";
import { scoreSearches } from "../../search/score.ts";
import { findTask } from "../../tasks/registry.ts";
import type { RunSummary } from "../api.ts";
import { ends } from "../sample-table.ts";
import type { BenchIndex } from "./bench-index.ts";
import { CachedPart } from "./cache-folder.ts";
import type { EvalIndex } from "./eval-index.ts";
import type { FoundRun } from "./find-runs.ts";
import type { RolloutIndex } from "./rollouts.ts";
import { SearchIndex } from "./search-index.ts";

type Facts = Omit<RunSummary, "id" | "kind" | "name" | "folder" | "problem">;

const nameOf = ({ model, path, source }: ModelOfRun): string => model ?? source ?? path ?? "unknown";

export function evalSummary(index: EvalIndex): Facts {
  const { config, data, created } = index.run!;
  const tasks = Object.keys(data);
  const problems = Object.values(data).reduce((sum, { problems, own = problems }) => sum + own, 0);
  const expected = problems * config.numSamples;
  const hasFailed = ends.indexOf("failed");
  let [done, failed] = [0, 0];
  for (let row = 0; row < index.table.length; row++) {
    if (!index.table.isCurrent(row)) continue;
    if (index.table.end.at(row) === hasFailed) failed++;
    else done++;
  }
  const [first, ...others] = Object.values(index.measure());
  const isOne = first !== undefined && others.length === 0;
  return {
    model: nameOf(config.model),
    task: tasks.join(", "),
    problems,
    samples: config.numSamples,
    created,
    state: stateOf([writerOf(join(index.folder, `${samplesFileName}.lock`))], {
      done,
      of: expected,
      failed,
    }),
    figure: isOne ? figuresOfTask(first)[0] : undefined,
    tags: config.tag,
  };
}

/** A log does not end, so it is neither running nor stopped. */
export function rolloutSummary({ time, outcome, rewards, changed }: RolloutIndex): Facts {
  const items = time.length;
  const right = outcome.slice().filter((code) => code === 0).length;
  const over: Completeness = {
    ...{ unit: "items", did: "answered", done: items, of: items, failed: 0, ungraded: 0, waiting: 0 },
  };
  return {
    model: "",
    task: [...rewards].join(", "),
    problems: items,
    samples: 1,
    created: new Date((items > 0 && time.at(0)) || changed).toISOString(),
    state: { is: "finished", done: items, expected: items, failed: 0 },
    figure: { name: "right", value: items === 0 ? null : right / items, interval: null, over },
  };
}

export function benchSummary(index: BenchIndex): Facts {
  const { config, data, created } = index.run!;
  const figure = mainFigure(index.figures);
  return {
    model: nameOf(config.model),
    task: Object.keys(data).join(", "),
    problems: figure.over.of,
    samples: config.votes ?? 1,
    created,
    state: stateOf([writerOf(join(index.folder, `${samplesFileName}.lock`))], figure.over),
    figure,
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
    const isWritten = runs.every(({ config }) => files.includes(resultFileName(config.begin, config.end)));
    // A search that has not written its results yet is read from its journal.
    const figure = isWritten && score ? score.figure : await figureSoFar({ folder, file });
    return {
      model: first ? nameOf(first.config.policy) : "unknown",
      task: first ? `${first.task} (${first.config.strategy})` : "results alone",
      problems: figure.over.of,
      samples: first?.config.n ?? 1,
      created: first?.created ?? (await newest(paths)),
      state: stateOf(locks, figure.over),
      figure,
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

async function figureSoFar(found: Pick<FoundRun, "folder" | "file">): Promise<Figure> {
  const index = new SearchIndex(found);
  await index.refresh();
  return index.figure("accuracy");
}

function stateOf(
  writers: readonly Writer[],
  { done, of: expected, failed }: Pick<Completeness, "done" | "of" | "failed">,
): RunState {
  const far = { done, expected, failed };
  const elsewhere = writers.find((writer) => writer.is === "elsewhere");
  if (elsewhere?.is === "elsewhere") return { is: "not checked", host: elsewhere.host, ...far };
  if (writers.some(({ is }) => is === "here")) return { is: "running", ...far };
  return { is: done + failed >= expected ? "finished" : "stopped early", ...far };
}
