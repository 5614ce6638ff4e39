// Shards of a ProcessBench run as one run, from their journals and from the samples that they wrote down.

import { basename, dirname, join } from "node:path";
import { differences } from "../options/settings.ts";
import { readSamples } from "../runs/grade-run.ts";
import { commonSet, firstBegun, type MergeOptions, makeMergedFolder, type ShardRun } from "../runs/merge.ts";
import { mergeJournals } from "../runs/merge-journals.ts";
import type { MergedPlace } from "../runs/merged-place.ts";
import { samplesFileName } from "../runs/run-file.ts";
import { writeRunJson } from "../runs/run-folder.ts";
import { keyOf, type ProblemSet, type SetMember, writeSet } from "../runs/shard.ts";
import { report } from "./bench.ts";
import type { BenchFigures } from "./bench-figures.ts";
import { type BenchConfig, type BenchFile, benchDifferences } from "./bench-file.ts";
import { subsetsOf } from "./bench-shard.ts";
import { Judgements } from "./judged.ts";
import { outcomeOf } from "./outcome.ts";
import { ruleOf } from "./rule.ts";

export interface MergedBench {
  folder: string;
  config: BenchConfig;
  numbers: BenchFigures;
  set: ProblemSet;
  isMissing(member: SetMember): boolean;
}

/** Writes into the place's draft, an `--output-dir`: the run goes into OUT/MODEL/run_PREFIX. @throws {ExpectedError} */
export async function mergeBench(
  runs: readonly ShardRun<BenchFile>[],
  place: MergedPlace,
  options?: MergeOptions,
): Promise<MergedBench> {
  const set = await commonSet(
    runs,
    (a, b) => [...benchDifferences(a, b), ...differences(digestsOf(a), digestsOf(b))],
    options,
  );
  const [{ folder: one }] = runs as [ShardRun<BenchFile>];
  const results = {
    folder: join(place.draft, basename(dirname(one))),
    prefix: basename(one).replace(/^run_/, ""),
  };
  const folder = join(results.folder, `run_${results.prefix}`);
  await makeMergedFolder(folder, place);
  const problemOf = new Judgements();
  await mergeJournals({
    from: runs.map(({ folder }) => join(folder, samplesFileName)),
    to: join(folder, samplesFileName),
    problems: set.members.map(({ task, id }) => keyOf(task, id)),
    problemOf(record) {
      const about = problemOf.add(record);
      return about && keyOf(about.subset, about.sample);
    },
  });
  const { shard: _, data, ...first } = firstBegun(runs);
  const run: BenchFile = inOrder({ ...first, data: wholeData(data) });
  const { config } = run;
  writeSet(folder, set);
  writeRunJson(folder, run);
  const subsets = subsetsOf(run, set);
  const judgements = new Judgements();
  await readSamples(folder, (record) => judgements.add(record));
  const numbers = await report({ config, subsets, results }, judgements);
  const { rule } = ruleOf(config, subsets, judgements);
  const samples = new Map(
    subsets.flatMap(({ name, samples }) => samples.map((sample) => [keyOf(name, sample.id), sample])),
  );
  return {
    folder: place.final(folder),
    config,
    numbers,
    set,
    isMissing({ task, id }) {
      const { missing } = outcomeOf(samples.get(keyOf(task, id))!, judgements.of(task, id), rule);
      return missing === "failed" || missing === "not_asked";
    },
  };
}

/** The order of a run's file. */
const inOrder = ({ v, kind, config, data, versions, created, seen }: BenchFile): BenchFile => ({
  ...{ v, kind, config, data, versions, created },
  ...(seen ? { seen } : {}),
});

const wholeData = (data: BenchFile["data"]): BenchFile["data"] =>
  Object.fromEntries(Object.entries(data).map(([name, { own: _, ...whole }]) => [name, whole]));

const digestsOf = ({ data }: BenchFile): Record<string, unknown> =>
  Object.fromEntries(Object.entries(data).map(([name, { digest }]) => [`samples of ${name}`, digest]));
