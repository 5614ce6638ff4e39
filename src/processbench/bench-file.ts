// run.json of a ProcessBench run: what was asked for, and what makes two runs the same run.

import { createHash } from "node:crypto";
import { z } from "zod";
import type { Shard } from "../jsonl/shard.ts";
import { shapeOf } from "../options/schema.ts";
import { differences, identityOf } from "../options/settings.ts";
import { dataSource, modelOfRun, shortHash, whereFrom } from "../runs/run-file.ts";
import { readRunJson } from "../runs/run-folder.ts";
import { commonMembers, settle } from "../runs/run-kind.ts";
import { benchSettings } from "./bench-settings.ts";
import type { Sample, Subset } from "./samples.ts";

export const benchKind = "processbench";

export const benchConfig = z.object({
  model: modelOfRun,
  ...shapeOf(benchSettings),
  /** All that a judgement depends on, in the judge's own words. */
  identity: z.record(z.string(), z.json()),
});

const subsetData = z.object({
  source: dataSource,
  /** The first samples of the data, as many as the run asks for. */
  samples: z.int().min(0),
  /** Of them, those that the shard has, where the run is one. */
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

/** Undefined where the folder holds no run. @throws {StorageError} */
export const readBenchFile = (folder: string): Promise<BenchFile | undefined> =>
  readRunJson(folder, benchFile);

/**
 * What the folder's file is to say: a new run, or the one that it holds, perhaps with more samples or more subsets.
 * @throws {DifferentRunError}
 */
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
export interface OwnSamples {
  shard: Shard;
  subsets: readonly Subset[];
}

/** What differs between two runs that should be the same. */
export const benchDifferences = (before: BenchFile, after: BenchFile): string[] =>
  differences(comparable(before.config), comparable(after.config));

/** Which samples a shard has depends on all of them. */
function otherSamples(before: BenchFile, now: BenchFile): string[] {
  const counts = ({ data }: BenchFile) =>
    Object.entries(data).map(([name, { samples }]) => `${name} ${samples}`);
  const [were, are] = [counts(before).join(", "), counts(now).join(", ")];
  return were === are ? [] : [`samples: ${were} → ${are} (a shard keeps its own; merge the shards first)`];
}

/** In words for a sentence: a prompt is too long for one. */
function comparable(config: BenchConfig): Record<string, unknown> {
  const { prompt, sampling, ...rest } = config.identity;
  return {
    ...identityOf(benchSettings, config),
    ...rest,
    ...(sampling as object | undefined),
    // Recorded scores were asked for with none.
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
  for (const { id, problem, steps, label } of samples) {
    hash.update(`${JSON.stringify([id, problem, steps, label])}\n`);
  }
  return hash.digest("hex");
}
