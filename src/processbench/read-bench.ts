// The numbers of a ProcessBench run from its journal alone, without its data and without a model.

import { readSamples } from "../runs/grade-run.ts";
import { type BenchFile, readBenchFile } from "./bench-file.ts";
import { type Given, Judgements, type SubsetJudged } from "./judged.ts";
import { averageF1, averageF1Interval, measureSubset, type SubsetMetrics } from "./metrics.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";
import { ruleOf, type Threshold } from "./rule.ts";

export interface ReadBench {
  run: BenchFile;
  subsets: Record<string, SubsetMetrics>;
  average_f1: number | null;
  average_f1_interval: [number, number] | null;
  threshold?: Threshold | undefined;
}

/** A sample as the journal has it, and what became of it. */
export interface JudgedSample extends Given {
  id: string;
  outcome: Outcome;
}

export interface JudgedSubset {
  name: string;
  samples: JudgedSample[];
  judged: SubsetJudged;
}

export interface JudgedBench {
  run: BenchFile;
  subsets: JudgedSubset[];
  threshold?: Threshold | undefined;
}

/** Undefined where the folder holds no such run. @throws {StorageError} */
export async function readBench(folder: string): Promise<ReadBench | undefined> {
  const bench = await readJudged(folder);
  if (!bench) return undefined;
  const measured = Object.fromEntries(
    bench.subsets.map(({ name, samples, judged }) => [name, measureSubset(samples, judged)]),
  );
  const all = Object.values(measured);
  return {
    run: bench.run,
    subsets: measured,
    average_f1: averageF1(all),
    average_f1_interval: averageF1Interval(all),
    threshold: bench.threshold,
  };
}

/** Undefined where the folder holds no such run. @throws {StorageError} */
export async function readJudged(folder: string): Promise<JudgedBench | undefined> {
  const run = await readBenchFile(folder);
  if (!run) return undefined;
  const judgements = new Judgements(true);
  await readSamples(folder, (record) => judgements.add(record));
  const subsets = Object.keys(run.data).map((name) => ({
    name,
    samples: [...judgements.subset(name).samples].flatMap(([id, { given }]) =>
      given ? [{ id, ...given }] : [],
    ),
  }));
  const { rule, threshold } = ruleOf(run.config, subsets, judgements);
  return {
    run,
    subsets: subsets.map(({ name, samples }) => ({
      name,
      judged: judgements.subset(name),
      samples: samples.map((sample) => ({
        ...sample,
        outcome: outcomeOf(sample, judgements.of(name, sample.id), rule),
      })),
    })),
    threshold,
  };
}
