// What commands do with a run of each kind: show it, grade it again, merge its shards. A kind is loaded when it is
// needed.

import type { Config } from "../config/index.ts";
import type { Values } from "../options/option.ts";
import type { Completeness } from "../runs/figure.ts";
import type { MergedPlace, MergedRun } from "../runs/merge.ts";
import type { RunFile } from "../runs/run-file.ts";
import { writeResults } from "../runs/run-folder.ts";
import type { AnyRun, KindName, RunKind } from "../runs/run-kind.ts";
import { seededRandom } from "../runs/seed.ts";
import type { mergeOptions } from "./merge/merge.ts";
import type { regradeOptions } from "./regrade.ts";
import { incompleteHeading } from "./run/ending.ts";
import type { TasksOfRun } from "./run/tasks-of-run.ts";
import { paint } from "./terminal/colour.ts";

/** The kinds of samples that can be selected in an evaluation. */
export const sampleFilters = ["wrong", "unscored", "truncated", "undecided"] as const;
export type SampleFilter = (typeof sampleFilters)[number];

/** Which problems of a run are shown. */
export interface ShowChoice {
  problem?: string | undefined;
  random?: number | undefined;
  seed: number;
  json: boolean;
  filters: readonly SampleFilter[];
  /** Columns by whose values figures are shown instead. */
  groupBy?: readonly string[] | undefined;
}

/** Whether all problems are selected, which are printed as a list. */
export const isList = ({ problem, random, json }: ShowChoice): boolean =>
  problem === undefined && random === undefined && !json;

/** Whether `--problem` selects this one: by its id, or as TASK/ID. */
export const isSelected = ({ problem }: Pick<ShowChoice, "problem">, task: string, id: string): boolean =>
  problem === undefined || problem === id || problem === `${task}/${id}`;

/** The heading of a sample or of a search. */
export const shownHeading = (words: string): string => `${"─".repeat(72)}\n${paint("heading", words)}`;

/** A random selection, the same for the same seed. */
export function drawn<T>(all: readonly T[], number: number, seed: number): T[] {
  const random = seededRandom(`show\n${seed}`);
  return all
    .map((each) => ({ each, at: random() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, number)
    .map(({ each }) => each);
}

/** The output of a command for a run. */
export interface Report {
  /** The folder of results.json. */
  folder: string;
  whole: Completeness;
  /** The content of results.json and of `--json`. */
  json: object;
  text: string;
  /** Prints failures other than those of requests; returns whether there are any. */
  tellFailed(): boolean;
}

interface Regraded extends Report {
  /** The number of verdicts that changed, if it was counted; undefined if there were none before. */
  changed?: { verdicts: number | undefined };
}

export interface Merged extends Report {
  /** The folder that is printed. */
  shown: string;
  /** Sentences on missing parts. */
  missing: string[];
}

/** What a merge has besides the merged run. */
export interface Merging {
  /** The folders of the shards. */
  folders: readonly string[];
  values: Values<typeof mergeOptions>;
  place: MergedPlace;
  /** The tasks of the configuration. */
  tasks: Config["tasks"];
}

export interface KindCommands<Run extends AnyRun = AnyRun> {
  /** Whether samples can be chosen by `sampleFilters`. */
  readonly hasFilters: boolean;
  show(path: string, choice: ShowChoice, tasks: () => Promise<TasksOfRun>): Promise<void>;
  /** @param gradingOptions instead of the run's own */
  regrade(
    folder: string,
    values: Values<typeof regradeOptions>,
    gradingOptions: RunFile["config"]["gradingOptions"],
  ): Promise<Regraded>;
  /** Makes the figures of a run whose shards are merged. */
  merge(merged: MergedRun<Run>, merging: Merging): Promise<Merged>;
}

const loaders: Readonly<Record<KindName, () => Promise<KindCommands>>> = {
  eval: async () => (await import("./eval/eval-kind.ts")).evalCommands,
  processbench: async () => (await import("./processbench/bench-kind.ts")).benchCommands,
  search: async () => (await import("./search/search-kind.ts")).searchCommands,
};

export const commandsOf = ({ name }: Pick<RunKind, "name">): Promise<KindCommands> => loaders[name]();

/** Writes results.json and prints the report. @param more members that are printed but not written */
export function writeAndPrint(report: Report, asJson: boolean, more?: object): void {
  writeResults(report.folder, report.json);
  print(report, asJson, more);
}

export function print({ whole, json, text }: Report, asJson: boolean, more: object = {}): void {
  process.stdout.write(
    asJson ? `${JSON.stringify({ ...json, ...more })}\n` : `${incompleteHeading(whole)}${text}\n`,
  );
}
