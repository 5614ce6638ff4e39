// A ProcessBench run, from samples to numbers: what is missing is asked, the journal keeps every judgement, and all that
// is said in the end follows from the journal.

import type { Shard } from "../jsonl/shard.ts";
import { readDraw } from "../runs/draw.ts";
import { type RunContext, runContext } from "../runs/engine/executor.ts";
import type { Unit } from "../runs/engine/unit.ts";
import { carryOut, type RunControl, type RunEnd } from "../runs/lifecycle.ts";
import { samplesFileName } from "../runs/run-file.ts";
import { keyOf } from "../runs/shard.ts";
import { expectedOf, keepingSeen, type SeenModel } from "../seen/seen.ts";
import { type BenchFigures, benchFigures } from "./bench-figures.ts";
import { type BenchConfig, type BenchFile, benchKind, settleBench } from "./bench-file.ts";
import { type BenchProgress, Meter } from "./bench-progress.ts";
import { shardOfBench } from "./bench-shard.ts";
import { Judgements } from "./judged.ts";
import type { Judge } from "./judges/judge.ts";
import type { BenchContext } from "./open-judge.ts";
import { outcomeOf } from "./outcome.ts";
import { type ResultFiles, writeResultFiles } from "./result-files.ts";
import { isOpen, ruleOf } from "./rule.ts";
import type { Subset } from "./samples.ts";
import { readSteps, withSample } from "./step-unit.ts";

export interface BenchOptions extends RunControl {
  folder: string;
  config: BenchConfig;
  /** All of them, also where only a shard is judged. */
  subsets: readonly Subset[];
  shard?: Shard | undefined;
  /** What the folder holds already. */
  before?: BenchFile | undefined;
  judge: Judge;
  /** What was seen of the judge's model, as `settleSeen` gives it. */
  seen?: SeenModel[] | undefined;
  versions: BenchFile["versions"];
  /** Where the task description's files go. */
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
        // What follows from samples of other subsets waits until these are asked for.
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

/** The numbers, and the task description's files. */
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
