// run.json of a ProcessBench run: what was asked for, and what makes two runs the same run.

import { createHash } from "node:crypto";
import { z } from "zod";
import { shapeOf } from "../options/schema.ts";
import { differences, identityOf } from "../options/settings.ts";
import { dataSource, modelOfRun, shortHash, whereFrom } from "../runs/run-file.ts";
import { DifferentRunError, readRunJson } from "../runs/run-folder.ts";
import { benchSettings } from "./bench-settings.ts";
import type { Sample, Subset } from "./samples.ts";

export const benchKind = "processbench";

const benchConfig = z.object({
  model: modelOfRun,
  ...shapeOf(benchSettings),
  /** All that a judgement depends on, in the judge's own words. */
  identity: z.record(z.string(), z.json()),
});

const subsetData = z.object({
  source: dataSource,
  /** The first samples of the data, as many as the run asks for. */
  samples: z.int().min(0),
  digest: z.string(),
});

const benchFile = z.object({
  v: z.literal(1),
  kind: z.literal(benchKind),
  config: benchConfig,
  /** By the subset's name. */
  data: z.record(z.string(), subsetData),
  versions: z.object({ assay: z.string(), node: z.string() }),
  created: z.string(),
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
): BenchFile {
  const data: BenchFile["data"] = {};
  for (const { name, source, samples } of subsets) {
    data[name] = { source: { ...source }, samples: samples.length, digest: digestOf(samples) };
  }
  const now: BenchFile = { v: 1, kind: benchKind, config, data, versions, created: new Date().toISOString() };
  if (!before) return now;
  const changes = [
    ...differences(comparable(before.config), comparable(config)),
    ...subsets.flatMap((subset) => changedData(before.data[subset.name], subset)),
  ];
  if (changes.length > 0) throw new DifferentRunError(folder, changes, "--output_prefix");
  return { ...now, data: { ...before.data, ...data }, created: before.created, versions: before.versions };
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
