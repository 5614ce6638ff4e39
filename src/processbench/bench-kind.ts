// ProcessBench runs as a kind of run. Two judges are compared over the same solutions, sample by sample: by the share
// of samples that are judged as labelled, and by the difference in F1, which published tables have.

import { basename, dirname, join } from "node:path";
import { differences } from "../options/settings.ts";
import { snakeNames } from "../outgoing/snake-names.ts";
import {
  compareSets,
  type PairedComparison,
  pairItems,
  type ScoredItem,
  type ScoredSet,
  type SetComparison,
} from "../runs/compare.ts";
import { readDraw } from "../runs/draw.ts";
import { wholeData } from "../runs/eval-kind.ts";
import type { Completeness } from "../runs/figure.ts";
import { readSamples } from "../runs/grading/grade-run.ts";
import { type Interval, tQuantile } from "../runs/interval.ts";
import type { MergedRun } from "../runs/merge.ts";
import { mean } from "../runs/metrics.ts";
import { samplesFileName, whereFrom } from "../runs/run-file.ts";
import { type FactsOfRun, nameOfModel, type RunKind } from "../runs/run-kind.ts";
import { keyOf, type SetMember } from "../runs/shard.ts";
import { report } from "./bench.ts";
import { type BenchFigures, benchFigures, ruleOf } from "./bench-figures.ts";
import {
  type BenchFile,
  benchDifferences,
  benchKind as benchName,
  readBenchFile,
  subsetsOf,
} from "./bench-file.ts";
import { type Given, Judgements } from "./judged.ts";
import { harmonicMean, isJudged, judgedOf } from "./metrics.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";
import { readSteps } from "./step-unit.ts";

export const benchKind: RunKind<BenchFile> = {
  name: benchName,
  words: "a ProcessBench run",
  journal: samplesFileName,
  metric: "match",
  read: readBenchFile,
  folders: async (path) => [path],
  facts: factsOfBench,
  differences: (a, b) => [...benchDifferences(a, b), ...differences(digestsOf(a), digestsOf(b))],
  problemOf(record) {
    const steps = readSteps(record)?.input;
    if (steps) return keyOf(steps.subset, steps.sample);
    const draw = readDraw(record)?.input;
    return draw && keyOf(draw.task, draw.problem);
  },
  merged: (first) => ({ ...first, data: wholeData(first.data) }),
  mergedFolder: (out, shard) =>
    join(out, basename(dirname(shard)), `run_${basename(shard).replace(/^run_/, "")}`),
  async results(path) {
    const judged = await readJudged(path);
    return { sets: scoredBench(judged), whole: judgedIn(judged), samples: 1 };
  },
  compare: (a, b) => compareBenchSets(a as BenchSets, b as BenchSets),
};

export function factsOfBench({ config }: Pick<BenchFile, "config">, version: string): FactsOfRun {
  const { model, judge, votes, identity } = config;
  const { sampling, seed } = identity;
  const { api, extraBody, completionField } = model;
  return {
    version,
    model: nameOfModel(model),
    judge,
    sampling: snakeNames({
      ...{ votes, ...(sampling as object | undefined) },
      ...{ seed, api, extraBody, completionField },
    }),
  };
}

const digestsOf = ({ data }: BenchFile): Record<string, unknown> =>
  Object.fromEntries(Object.entries(data).map(([name, { digest }]) => [`samples of ${name}`, digest]));

interface BenchComparison extends SetComparison {
  /** As fractions; null if a subset lacks erroneous or correct samples. */
  f1: F1Comparison | null;
}

export type F1Comparison = Pick<PairedComparison, "a" | "b" | "difference" | "stderr" | "interval">;

/** The outcome of a sample whose first wrong step was not found. */
const failureKinds = ["other_step", "overlooked", "false_alarm", "no_verdict"] as const;

interface BenchItem extends ScoredItem {
  isErroneous: boolean;
}

interface BenchSet extends ScoredSet {
  items: BenchItem[];
}

type BenchSets = ReadonlyMap<string, BenchSet>;

/** By subset, for those that both have. @throws {DifferentDataError} */
export const compareBenches = (a: JudgedBench, b: JudgedBench): Record<string, BenchComparison> =>
  compareBenchSets(scoredBench(a), scoredBench(b));

function compareBenchSets(inA: BenchSets, inB: BenchSets): Record<string, BenchComparison> {
  return Object.fromEntries(
    Object.entries(compareSets(inA, inB)).map(([name, compared]) => {
      const pairs = pairItems(name, inA.get(name)!, inB.get(name)!);
      return [name, { ...compared, f1: compareF1(pairs) }];
    }),
  );
}

/** The results of a run, sample by sample; samples that were not judged are left out. */
function scoredBench({ run, subsets }: JudgedBench): BenchSets {
  return new Map(
    subsets.map(({ name, samples }) => {
      const items = samples.filter(isJudged).map((sample) => ({
        problem: sample.id,
        statement: JSON.stringify([sample.problem, sample.label]),
        share: sample.outcome.match ? 1 : 0,
        failures: failureOf(sample),
        isErroneous: sample.label !== -1,
      }));
      return [name, { from: whereFrom(run.data[name]!.source), failureKinds, items }];
    }),
  );
}

function failureOf({ label, outcome }: JudgedSample): (typeof failureKinds)[number][] {
  if (outcome.match) return [];
  if (outcome.missing === "no_verdict") return [outcome.missing];
  if (label === -1) return ["false_alarm"];
  return [outcome.prediction === -1 ? "overlooked" : "other_step"];
}

/**
 * The difference of two F1 over the same samples. Its error is that of its first-order change with each sample: F1 of
 * e and c changes with e by 2c²/(e+c)², and with c by 2e²/(e+c)².
 */
export function compareF1(pairs: readonly { a: BenchItem; b: BenchItem }[]): F1Comparison | null {
  const erroneous = pairs.filter(({ a }) => a.isErroneous);
  const correct = pairs.filter(({ a }) => !a.isErroneous);
  if (erroneous.length === 0 || correct.length === 0) return null;
  const sides = (["a", "b"] as const).map((side) => {
    const e = mean(erroneous.map((pair) => pair[side].share));
    const c = mean(correct.map((pair) => pair[side].share));
    const square = (e + c) ** 2;
    return {
      side,
      f1: harmonicMean(e, c),
      byErroneous: square === 0 ? 0 : (2 * c ** 2) / square,
      byCorrect: square === 0 ? 0 : (2 * e ** 2) / square,
    };
  });
  const [a, b] = sides as [(typeof sides)[0], (typeof sides)[0]];
  const variance =
    varianceOfMean(erroneous.map((pair) => b.byErroneous * pair.b.share - a.byErroneous * pair.a.share)) +
    varianceOfMean(correct.map((pair) => b.byCorrect * pair.b.share - a.byCorrect * pair.a.share));
  const difference = b.f1 - a.f1;
  const stderr = pairs.length < 3 ? null : Math.sqrt(variance);
  const margin = stderr === null ? null : stderr * tQuantile(pairs.length - 2);
  const interval: Interval | null =
    margin === null ? null : [Math.max(-1, difference - margin), Math.min(1, difference + margin)];
  return { a: a.f1, b: b.f1, difference, stderr, interval };
}

function varianceOfMean(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const middle = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  return squares / (values.length - 1) / values.length;
}

/** A merged run: its figures, and the result files of the specification next to it. @throws {StorageError} */
export async function readMergedBench({ folder, run, set }: MergedRun<BenchFile>): Promise<{
  figures: BenchFigures;
  isMissing(member: SetMember): boolean;
}> {
  const subsets = subsetsOf(run, set);
  const judgements = new Judgements();
  await readSamples(folder, (record) => judgements.add(record));
  const results = { folder: dirname(folder), prefix: basename(folder).replace(/^run_/, "") };
  const { config } = run;
  const figures = await report({ config, subsets, results }, judgements);
  const { rule } = ruleOf(config, subsets, judgements);
  const samples = new Map(
    subsets.flatMap(({ name, samples }) => samples.map((sample) => [keyOf(name, sample.id), sample])),
  );
  return {
    figures,
    isMissing({ task, id }) {
      const { missing } = outcomeOf(samples.get(keyOf(task, id))!, judgements.of(task, id), rule);
      return missing === "failed" || missing === "not_asked";
    },
  };
}

// The figures of a ProcessBench run from its journal alone, without its data and without a model.

interface ReadBench extends BenchFigures {
  run: BenchFile;
}

/** A sample in the form of the journal, and its outcome. */
interface JudgedSample extends Given {
  id: string;
  outcome: Outcome;
}

interface JudgedSubset {
  name: string;
  samples: JudgedSample[];
}

export interface JudgedBench {
  run: BenchFile;
  subsets: JudgedSubset[];
}

/** @param folder of a ProcessBench run @throws {StorageError} */
export async function readBench(folder: string): Promise<ReadBench> {
  const { run, subsets, judgements } = await readJournal(folder);
  return { run, ...benchFigures(run.config, subsets, judgements, run.data).figures };
}

async function readJudged(folder: string): Promise<JudgedBench> {
  const { run, subsets, judgements } = await readJournal(folder);
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
  const run = (await readBenchFile(folder))!;
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

/** The number of judged samples of a run, and the number that it should have. */
function judgedIn({ run, subsets }: JudgedBench): Completeness {
  const known = subsets.flatMap(({ samples }) => samples);
  const of = Object.values(run.data).reduce((sum, { samples, own = samples }) => sum + own, 0);
  const done = known.filter(isJudged).length;
  const failed = known.filter(({ outcome }) => outcome.missing === "failed").length;
  return judgedOf({ done, failed, notAsked: of - done - failed });
}
