// A ProcessBench run, from samples to numbers: what is missing is asked, the journal keeps every judgement, and all that
// is said in the end follows from the journal.

import { runUnits } from "../runs/engine/engine.ts";
import type { Unit } from "../runs/engine/unit.ts";
import { samplesFileName } from "../runs/run-file.ts";
import { openRunFolder } from "../runs/run-folder.ts";
import { type BenchFigures, benchFigures } from "./bench-figures.ts";
import { type BenchConfig, type BenchFile, settleBench } from "./bench-file.ts";
import { type BenchProgress, Meter } from "./bench-progress.ts";
import { Judgements } from "./judged.ts";
import type { Judge } from "./judges/judge.ts";
import { outcomeOf } from "./outcome.ts";
import { type ResultFiles, writeResultFiles } from "./result-files.ts";
import { isOpen, ruleOf } from "./rule.ts";
import type { Subset } from "./samples.ts";

export interface BenchOptions {
  folder: string;
  config: BenchConfig;
  subsets: readonly Subset[];
  /** What the folder holds already. */
  before?: BenchFile | undefined;
  judge: Judge;
  versions: BenchFile["versions"];
  /** Where the mission's files go. */
  results: ResultFiles;
  drain?: AbortSignal | undefined;
  stop?: AbortSignal | undefined;
  onProgress?(progress: BenchProgress): void;
}

export interface BenchResult extends BenchFigures {
  /** Why it ended before all was asked. */
  stopped?: string | undefined;
  seconds: number;
}

/** Units that fail in a way that may heal are tried once more when all others are done. */
const attempts = 2;

export async function runProcessBench(options: BenchOptions): Promise<BenchResult> {
  const { folder, config, subsets, judge } = options;
  const started = performance.now();
  const run = settleBench(folder, config, subsets, options.before, options.versions);
  const judgements = new Judgements();
  const journal = await openRunFolder({
    folder,
    journal: samplesFileName,
    run,
    isNew: options.before === undefined,
    onRecord: (record) => judgements.add(record),
  });
  try {
    const samples = new Map(
      subsets.flatMap(({ name, samples }) =>
        samples.map((sample) => [keyOf(name, sample.id), sample] as const),
      ),
    );
    const meter = new Meter(
      subsets,
      judgements,
      isOpen(config) ? undefined : ruleOf(config, subsets, judgements).rule,
      options.onProgress,
    );
    // What follows from samples of other subsets waits until these are asked for.
    for (const [id, { input }] of journal.open) {
      const { subset, sample } = input as { subset: string; sample: string };
      if (!samples.has(keyOf(subset, sample))) journal.open.delete(id);
    }
    const { stoppedBy, left } = await runUnits(unitsOf(subsets, judge, judgements), {
      journal,
      work: judge.work(
        (subset, id) => samples.get(keyOf(subset, id))!,
        (retry) => meter.retried(retry),
      ),
      concurrency: config.concurrency,
      attempts,
      drain: options.drain,
      stop: options.stop,
      onProgress: ({ inFlight }) => meter.inFlight(inFlight),
      onRecord(record) {
        const about = judgements.add(record)!;
        meter.settle(about.subset, samples.get(keyOf(about.subset, about.sample))!);
      },
    });
    return {
      ...(await report(options, judgements)),
      ...(stoppedBy ? { stopped: stoppedBy.message } : left > 0 ? { stopped: "it was stopped" } : {}),
      seconds: (performance.now() - started) / 1000,
    };
  } finally {
    await journal.close();
  }
}

const keyOf = (subset: string, sample: string): string => JSON.stringify([subset, sample]);

function* unitsOf(subsets: readonly Subset[], judge: Judge, judgements: Judgements): Generator<Unit> {
  for (const { name, samples } of subsets) {
    for (const sample of samples) yield* judge.units(name, sample, judgements.of(name, sample.id));
  }
}

/** The numbers, and the mission's files. */
async function report(
  { config, subsets, results }: BenchOptions,
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
