// The numbers of a ProcessBench run from its journal alone, without its data and without a model.

import type { Completeness } from "../runs/figure.ts";
import { readSamples } from "../runs/grade-run.ts";
import { type BenchFigures, benchFigures } from "./bench-figures.ts";
import { type BenchFile, readBenchFile } from "./bench-file.ts";
import { type Given, Judgements } from "./judged.ts";
import { isJudged } from "./metrics.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";
import { ruleOf } from "./rule.ts";

export interface ReadBench extends BenchFigures {
  run: BenchFile;
}

/** A sample as the journal has it, and what became of it. */
export interface JudgedSample extends Given {
  id: string;
  outcome: Outcome;
}

export interface JudgedSubset {
  name: string;
  samples: JudgedSample[];
}

export interface JudgedBench {
  run: BenchFile;
  subsets: JudgedSubset[];
}

/** Undefined where the folder holds no such run. @throws {StorageError} */
export async function readBench(folder: string): Promise<ReadBench | undefined> {
  const read = await readJournal(folder);
  if (!read) return undefined;
  const { run, subsets, judgements } = read;
  return { run, ...benchFigures(run.config, subsets, judgements, run.data).figures };
}

/** Undefined where the folder holds no such run. @throws {StorageError} */
export async function readJudged(folder: string): Promise<JudgedBench | undefined> {
  const read = await readJournal(folder);
  if (!read) return undefined;
  const { run, subsets, judgements } = read;
  const { rule } = ruleOf(run.config, subsets, judgements);
  return {
    run,
    subsets: subsets.map(({ name, samples }) => ({
      name,
      samples: samples.map((sample) => ({
        ...sample,
        outcome: outcomeOf(sample, judgements.of(name, sample.id), rule),
      })),
    })),
  };
}

async function readJournal(folder: string) {
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
  return { run, subsets, judgements };
}

/** How many samples of a run were judged, of those that it should have. */
export function judgedIn({ run, subsets }: JudgedBench): Completeness {
  const known = subsets.flatMap(({ samples }) => samples);
  return {
    unit: "samples",
    did: "judged",
    done: known.filter(isJudged).length,
    of: Object.values(run.data).reduce((sum, { samples, own = samples }) => sum + own, 0),
    failed: known.filter(({ outcome }) => outcome.missing === "failed").length,
    ungraded: 0,
    waiting: 0,
  };
}
