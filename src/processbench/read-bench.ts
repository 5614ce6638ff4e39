// The numbers of a ProcessBench run from its journal alone, without its data and without a model.

import { readSamples } from "../runs/grade-run.ts";
import { type BenchFigures, benchFigures } from "./bench-figures.ts";
import { type BenchFile, readBenchFile } from "./bench-file.ts";
import { Judgements } from "./judged.ts";

export interface ReadBench extends BenchFigures {
  run: BenchFile;
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
  return { run, ...benchFigures(run.config, subsets, judgements).figures };
}
