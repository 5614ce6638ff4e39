// run.json of a ProcessBench run: its settings and its identity.

import { createHash } from "node:crypto";
import { z } from "zod";
import { StorageError } from "../jsonl/errors.ts";
import type { Shard } from "../jsonl/shard.ts";
import { choice, group, number, text, textAs, whole } from "../options/option.ts";
import { shapeOf } from "../options/schema.ts";
import { differences, identityOf } from "../options/settings.ts";
import { concurrencySetting, mostSamples } from "../runs/eval-settings.ts";
import { modelOfRun, shortHash, whereFrom } from "../runs/run-file.ts";
import { readRunJson } from "../runs/run-folder.ts";
import { commonMembers, settle } from "../runs/run-kind.ts";
import { dealtOut, type ProblemSet } from "../runs/shard.ts";
import { sourceShape } from "../tasks/module-task.ts";
import type { LoadedSample, Sample, Subset } from "./samples.ts";
import { benchSets } from "./sets.ts";

// The settings of a ProcessBench run; the judge adds what else a judgement depends on.

const judgeNames = ["step", "critique", "scalar"] as const;
export type JudgeName = (typeof judgeNames)[number];

/** How a step without a verdict counts: not at all, so that its sample has no prediction, or as a verdict. */
const noVerdicts = ["skip", "wrong", "right"] as const;
export type NoVerdict = (typeof noVerdicts)[number];

export const benchSettings = {
  ...group("The data", {
    set: choice(benchSets, {
      identity: true,
      usually: "processbench",
      help: "Judge the solutions of this set; all except processbench need --data with the set's own files.",
    }),
    reasons: textAs((path): string | Record<string, boolean> => path, {
      value: "FILE",
      completes: "file",
      help:
        "Read the verdicts on the stated reasons for errors from this file, with lines { problem, " +
        "correct }; for mr-ben.",
    }),
  }),
  ...group("Judging", {
    judge: choice(judgeNames, {
      default: "step",
      identity: true,
      help:
        "Judge by a verdict on each step up to the first wrong one (step), by a vote of critiques of " +
        "the whole solution (critique), or by comparing the score of each step with a threshold (scalar).",
    }),
    votes: whole({
      short: "n",
      least: 1,
      most: mostSamples,
      identity: true,
      usually: "8",
      help: "Ask for N critiques of each sample, with --judge critique.",
    }),
    threshold: number({
      least: 0,
      most: 1,
      excludes: ["thresholdSubset"],
      help: "Count a step as wrong if its reward is below X.",
    }),
    thresholdSubset: text({
      value: "NAME",
      usually: "gsm8k, else the first subset",
      help: "Choose the threshold on this subset, with --judge scalar.",
    }),
    noVerdict: choice(noVerdicts, {
      usually: "skip",
      help:
        "Count a step without a verdict as wrong (as in published figures) or as right; or skip it, so " +
        "that its sample has no prediction.",
    }),
  }),
  ...group("The run", {
    desc: text({ help: "Record this description in the run's run.json." }),
    concurrency: concurrencySetting,
  }),
};

export const benchKind = "processbench";

export const benchConfig = z.object({
  model: modelOfRun,
  ...shapeOf(benchSettings),
  /** Everything that a judgement depends on, as the judge states it. */
  identity: z.record(z.string(), z.json()),
});

const subsetData = z.object({
  source: sourceShape,
  /** The first samples of the data, up to the limit. */
  samples: z.int().min(0),
  /** The samples of the shard, if the run is one. */
  own: z.int().min(0).optional(),
  digest: z.string(),
});

const benchFile = z.object({
  v: z.literal(1),
  kind: z.literal(benchKind),
  config: benchConfig,
  /** By the subset's name. */
  data: z.record(z.string(), subsetData),
  ...commonMembers,
});

export type BenchConfig = z.output<typeof benchConfig>;
export type BenchFile = z.output<typeof benchFile>;

/** Undefined if the folder has no run. @throws {StorageError} */
export const readBenchFile = (folder: string): Promise<BenchFile | undefined> =>
  readRunJson(folder, benchFile);

/** The file of a new run, or of the existing one, perhaps with more samples or subsets. @throws {DifferentRunError} */
export function settleBench(
  folder: string,
  config: BenchConfig,
  subsets: readonly Subset[],
  before: BenchFile | undefined,
  versions: BenchFile["versions"],
  own?: OwnSamples,
): BenchFile {
  const data: BenchFile["data"] = {};
  for (const [place, { name, source, samples }] of subsets.entries()) {
    data[name] = {
      source: { ...source },
      samples: samples.length,
      ...(own ? { own: own.subsets[place]!.samples.length } : {}),
      digest: digestOf(samples),
    };
  }
  const shard = own ? { shard: own.shard } : {};
  const created = new Date().toISOString();
  const now: BenchFile = { v: 1, kind: benchKind, config, data, ...shard, versions, created };
  const run = settle({
    ...{ folder, now, before, flag: "--output_prefix" },
    identityChanges: benchDifferences,
    dataChanges: (before) => [
      ...subsets.flatMap((subset) => changedData(before.data[subset.name], subset)),
      ...(own ? otherSamples(before, now) : []),
    ],
  });
  return { ...run, data: { ...before?.data, ...data } };
}

/** The part of the samples that a shard judges, subset by subset. */
interface OwnSamples {
  shard: Shard;
  subsets: readonly Subset[];
}

/** The differences between two runs that should be the same. */
export const benchDifferences = (before: BenchFile, after: BenchFile): string[] =>
  differences(comparable(before.config), comparable(after.config));

/** The samples of a shard depend on the whole set. */
function otherSamples(before: BenchFile, now: BenchFile): string[] {
  const counts = ({ data }: BenchFile) =>
    Object.entries(data).map(([name, { samples }]) => `${name} ${samples}`);
  const [were, are] = [counts(before).join(", "), counts(now).join(", ")];
  return were === are ? [] : [`samples: ${were} → ${are} (a shard keeps its own; merge the shards first)`];
}

/** In words for a sentence, because a prompt is too long for one. */
function comparable(config: BenchConfig): Record<string, unknown> {
  const { prompt, sampling, ...rest } = config.identity;
  return {
    ...identityOf(benchSettings, config),
    ...rest,
    ...(sampling as object | undefined),
    // The identity of recorded scores has no prompt.
    prompt: prompt === undefined ? undefined : `the one of hash ${shortHash(prompt)}`,
  };
}

function changedData(
  before: BenchFile["data"][string] | undefined,
  { name, source, samples }: Subset,
): string[] {
  if (!before) return [];
  const changes = differences(
    { [`data of ${name}`]: whereFrom(before.source) },
    { [`data of ${name}`]: whereFrom(source) },
  );
  if (changes.length > 0) return changes;
  if (samples.length < before.samples) {
    return [`samples of ${name}: ${before.samples} → ${samples.length} (they can only be raised)`];
  }
  return digestOf(samples.slice(0, before.samples)) === before.digest ? [] : [`the samples of ${name}`];
}

function digestOf(samples: readonly Sample[]): string {
  const hash = createHash("sha256");
  for (const { id, problem, steps, label, wrong } of samples) {
    hash.update(`${JSON.stringify([id, problem, steps, label, ...(wrong ? [wrong] : [])])}\n`);
  }
  return hash.digest("hex");
}

// Divides samples into shards, and reads them again from a shard's record of the whole set.

/** The whole set and the part of it that a shard judges; undefined if all are judged. */
export function shardOfBench(
  subsets: readonly Subset[],
  shard: Shard | undefined,
): { set?: ProblemSet; own?: OwnSamples } {
  if (!shard) return {};
  const { set, own } = dealtOut(
    subsets.map(({ name, samples }) => [name, samples] as const),
    shard,
    ({ problem, steps, label }) => ({ text: [problem, steps], gold: label }),
    ({ row, ...sample }) => ({ id: sample.id, about: { ...row, ...sample } }),
  );
  return { set, own: { shard, subsets: subsets.map((each, i) => ({ ...each, samples: own[i]! })) } };
}

/** The subsets in the form in which they were loaded. @throws {StorageError} if a row does not belong to them */
export function subsetsOf({ data }: BenchFile, { members }: ProblemSet): Subset[] {
  const subsets = new Map(
    Object.entries(data).map(([name, { source }]) => [name, { name, source, samples: [] as LoadedSample[] }]),
  );
  for (const { task, id, about } of members) {
    const { problem, steps, label, wrong } = (about ?? {}) as Partial<LoadedSample>;
    const isSample = typeof problem === "string" && Array.isArray(steps) && typeof label === "number";
    if (!isSample || !subsets.has(task))
      throw new StorageError(`the set of the shard has '${id}', which is not a sample of its subsets`);
    const row = about as LoadedSample["row"];
    subsets.get(task)!.samples.push({ id, problem, steps, label, ...(wrong ? { wrong } : {}), row });
  }
  return [...subsets.values()];
}
