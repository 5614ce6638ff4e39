// A ProcessBench run, from samples to figures: missing judgements are requested, the journal records every one, and all
// results are computed from the journal.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Shard } from "../jsonl/shard.ts";
import { addUsage, noUsage, type Usage } from "../models/model.ts";
import { readDraw } from "../runs/draw.ts";
import { type RunContext, runContext } from "../runs/engine/executor.ts";
import type { Unit } from "../runs/engine/unit.ts";
import { carryOut, type RunControl, type RunEnd, type RunProgress } from "../runs/lifecycle.ts";
import { samplesFileName } from "../runs/run-file.ts";
import { writeWhole } from "../runs/run-folder.ts";
import { keyOf } from "../runs/shard.ts";
import { expectedOf, keepingSeen, type SeenModel } from "../seen/seen.ts";
import { type BenchFigures, benchFigures, isOpen, ruleOf } from "./bench-figures.ts";
import { type BenchConfig, type BenchFile, benchKind, settleBench, shardOfBench } from "./bench-file.ts";
import { Judgements } from "./judged.ts";
import type { BenchContext, Judge } from "./judges.ts";
import { hasNoVerdict, type Outcome, outcomeOf, type Rule } from "./outcome.ts";
import type { LoadedSample, Sample, Subset } from "./samples.ts";
import { readSteps, withSample } from "./step-unit.ts";

export interface BenchOptions extends RunControl {
  folder: string;
  config: BenchConfig;
  /** All of them, even if only a shard is judged. */
  subsets: readonly Subset[];
  shard?: Shard | undefined;
  /** The existing content of the folder. */
  before?: BenchFile | undefined;
  judge: Judge;
  /** The identity of the judge's model, from `settleSeen`. */
  seen?: SeenModel[] | undefined;
  versions: BenchFile["versions"];
  /** The folder of the specification's result files. */
  results: ResultFiles;
  onProgress?(progress: BenchProgress): void;
}

export interface BenchResult extends BenchFigures, RunEnd {
  seconds: number;
}

export async function runProcessBench(options: BenchOptions): Promise<BenchResult> {
  const { folder, config, judge } = options;
  const { set, own } = shardOfBench(options.subsets, options.shard);
  const subsets = own?.subsets ?? options.subsets;
  const judgements = new Judgements();
  const samples = new Map(
    subsets.flatMap(({ name, samples }) =>
      samples.map((sample) => [keyOf(name, sample.id), sample] as const),
    ),
  );
  let meter: Meter | undefined;
  const run = keepingSeen(
    settleBench(folder, config, options.subsets, options.before, options.versions, own),
    options,
  );
  return carryOut<BenchFigures>(
    {
      folder,
      journal: samplesFileName,
      run,
      set,

      concurrency: config.concurrency,
      context: benchContext(run),
      work: (onRetry) => judge.work(onRetry),
      complete: (unit) => withSample(unit, (subset, id) => samples.get(keyOf(subset, id))!),
      read: (record) => readSteps(record) ?? readDraw(record),
      onOld: (record) => judgements.add(record),
      begin(journal) {
        const rule = isOpen(config) ? undefined : ruleOf(config, subsets, judgements).rule;
        meter = new Meter(subsets, judgements, rule, options.onProgress);
        // Judgements that depend on samples of other subsets wait until these are requested.
        for (const [id, { input }] of journal.open) {
          const { subset, sample } = input as { subset: string; sample: string };
          if (!samples.has(keyOf(subset, sample))) journal.open.delete(id);
        }
      },
      units: () => unitsOf(subsets, judge, judgements),
      onProgress: (run) => meter?.run(run),
      onRecord(record) {
        const about = judgements.add(record)!;
        meter!.settle(about.subset, samples.get(keyOf(about.subset, about.sample))!);
      },
    },
    options,
    () => report({ ...options, subsets }, judgements),
  );
}

const benchContext = ({ config: { model, judge, identity }, seen }: BenchFile): RunContext =>
  runContext(benchKind, { model, judge, identity, seen: expectedOf(seen) } satisfies BenchContext);

function* unitsOf(subsets: readonly Subset[], judge: Judge, judgements: Judgements): Generator<Unit> {
  for (const { name, samples } of subsets) {
    for (const sample of samples) yield* judge.units(name, sample, judgements.of(name, sample.id));
  }
}

/** The figures, and the result files of the specification. */
export async function report(
  { config, subsets, results }: Pick<BenchOptions, "config" | "subsets" | "results">,
  judgements: Judgements,
): Promise<BenchFigures> {
  const { figures, rule } = benchFigures(config, subsets, judgements);
  for (const { name, samples } of subsets) {
    const judged = samples.map((sample) => ({
      sample,
      outcome: outcomeOf(sample, judgements.of(name, sample.id), rule),
    }));
    await writeResultFiles(results, name, judged);
  }
  return figures;
}

// The progress of a ProcessBench run.

export interface BenchProgress extends RunProgress {
  samples: number;
  /** Samples that have an outcome, including failures of the provider. */
  settled: number;
  /** The samples that existed before this start. */
  resumed: number;
  /** Undefined as long as the threshold is unknown. */
  matched: number | undefined;
  noVerdict: number;
  failed: number;
  calls: number;
  tokens: Usage;
}

class Meter {
  private readonly outcomes = new Map<Sample, Outcome>();
  private progress: BenchProgress;

  /** @param rule undefined as long as it depends on rewards that are missing */
  constructor(
    subsets: readonly Subset[],
    private readonly judgements: Judgements,
    private readonly rule: Rule | undefined,
    private readonly onProgress: ((progress: BenchProgress) => void) | undefined,
  ) {
    this.progress = {
      samples: subsets.reduce((sum, { samples }) => sum + samples.length, 0),
      settled: 0,
      resumed: 0,
      matched: rule && 0,
      noVerdict: 0,
      failed: 0,
      calls: 0,
      tokens: noUsage,
      inFlight: 0,
      retries: 0,
    };
    for (const { name, samples } of subsets) for (const sample of samples) this.settle(name, sample);
    this.progress.resumed = this.progress.settled - this.progress.failed;
  }

  /** Updates a sample after a new record. */
  settle(subset: string, sample: Sample): void {
    const before = this.outcomes.get(sample);
    if (before) this.count(before, -1);
    const outcome = outcomeOf(sample, this.judgements.of(subset, sample.id), this.rule ?? nothingIsWrong);
    this.outcomes.set(sample, outcome);
    this.count(outcome, 1);
  }

  run(progress: RunProgress): void {
    this.progress = { ...this.progress, ...progress };
    this.tell();
  }

  private count(outcome: Outcome, by: 1 | -1): void {
    if (outcome.missing === "not_asked") return;
    this.progress.settled += by;
    if (hasNoVerdict(outcome)) this.progress.noVerdict += by;
    if (outcome.missing === "failed") this.progress.failed += by;
    if (outcome.match && this.progress.matched !== undefined) this.progress.matched += by;
  }

  private tell(): void {
    const all = [...this.judgements.subsets.values()];
    const calls = all.reduce((sum, subset) => sum + subset.calls, 0);
    const tokens = all.reduce((sum, { usage }) => addUsage(sum, usage), noUsage);
    this.onProgress?.({ ...this.progress, calls, tokens });
  }
}

/** A rule by which a sample is settled when all of its steps have a reward. */
const nothingIsWrong: Rule = { by: "threshold", threshold: Number.NEGATIVE_INFINITY };

// The result files of the specification: for each subset one of the erroneous samples and one of the correct ones, each
// line with the sample's own fields and the prediction.

export interface ResultFiles {
  folder: string;
  prefix: string;
}

/** Samples that were not requested yet have no line. @throws {StorageError} */
async function writeResultFiles(
  { folder, prefix }: ResultFiles,
  subset: string,
  judged: readonly { sample: LoadedSample; outcome: Outcome }[],
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const asked = judged.filter(({ outcome }) => outcome.missing !== "not_asked");
  for (const kind of ["error", "correct"] as const) {
    const lines = asked
      .filter(({ sample }) => (sample.label === -1) === (kind === "correct"))
      .map(({ sample, outcome }) => `${JSON.stringify({ ...sample.row, ...resultOf(outcome) })}\n`);
    writeWhole(join(folder, `${kind}_${subset}_${prefix}.jsonl`), lines.join(""));
  }
}

function resultOf(outcome: Outcome) {
  const { prediction, match } = outcome;
  if (outcome.missing === undefined) {
    return outcome.assumed === undefined
      ? { prediction, match }
      : { prediction, match, reason: outcome.assumed };
  }
  return { prediction, match, [outcome.missing === "failed" ? "error" : "reason"]: outcome.reason };
}
