// The numbers of a ProcessBench run from its journal alone, without its data and without a model.

import { readSamples } from "../runs/grade-run.ts";
import { type BenchFile, readBenchFile } from "./bench-file.ts";
import { Judgements } from "./judged.ts";
import { averageF1, averageF1Interval, measureSubset, type SubsetMetrics } from "./metrics.ts";
import { outcomeOf } from "./outcome.ts";
import { ruleOf, type Threshold } from "./rule.ts";

export interface ReadBench {
  run: BenchFile;
  subsets: Record<string, SubsetMetrics>;
  average_f1: number | null;
  average_f1_interval: [number, number] | null;
  threshold?: Threshold | undefined;
}

/** Undefined where the folder holds no such run. @throws {StorageError} */
export async function readBench(folder: string): Promise<ReadBench | undefined> {
  const run = await readBenchFile(folder);
  if (!run) return undefined;
  const judgements = new Judgements(true);
  await readSamples(folder, (record) => judgements.add(record));
  const subsets = Object.keys(run.data).map((name) => ({
    name,
    samples: [...judgements.subset(name).samples].flatMap(([id, { given }]) =>
      given ? [{ id, steps: given.steps, label: given.label }] : [],
    ),
  }));
  const { rule, threshold } = ruleOf(run.config, subsets, judgements);
  const measured = Object.fromEntries(
    subsets.map(({ name, samples }) => {
      const judged = samples.map((sample) => ({
        label: sample.label,
        outcome: outcomeOf(sample, judgements.of(name, sample.id), rule),
      }));
      return [name, measureSubset(judged, judgements.subset(name))];
    }),
  );
  const all = Object.values(measured);
  return {
    run,
    subsets: measured,
    average_f1: averageF1(all),
    average_f1_interval: averageF1Interval(all),
    threshold,
  };
}
