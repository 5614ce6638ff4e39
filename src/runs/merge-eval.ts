// Shards of a benchmark run as one run, from their journals alone: without the model and without the data.

import { join } from "node:path";
import { differences } from "../options/settings.ts";
import { readDraw } from "./draw.ts";
import { commonSet, firstBegun, type MergeOptions, makeMergedFolder, type ShardRun } from "./merge.ts";
import { mergeJournals } from "./merge-journals.ts";
import type { MergedPlace } from "./merged-place.ts";
import { identityOf, type RunFile, samplesFileName } from "./run-file.ts";
import { writeRunJson } from "./run-folder.ts";
import { keyOf, type ProblemSet, writeSet } from "./shard.ts";

/** Writes the merged run into the place's draft; its verdicts are made by grading it. @throws {ExpectedError} */
export async function mergeEval(
  runs: readonly ShardRun<RunFile>[],
  place: MergedPlace,
  options?: MergeOptions,
): Promise<{ run: RunFile; set: ProblemSet }> {
  const set = await commonSet(runs, (a, b) => differences(comparable(a), comparable(b)), options);
  const { draft: out } = place;
  await makeMergedFolder(out, place);
  await mergeJournals({
    from: runs.map(({ folder }) => join(folder, samplesFileName)),
    to: join(out, samplesFileName),
    problems: set.members.map(({ task, id }) => keyOf(task, id)),
    problemOf(record) {
      const input = readDraw(record)?.input;
      return input && keyOf(input.task, input.problem);
    },
  });
  const { shard: _, data, config, ...rest } = firstBegun(runs);
  const numSamples = runs.reduce((most, { run }) => Math.max(most, run.config.numSamples), 0);
  const run: RunFile = { ...rest, config: { ...config, numSamples }, data: wholeData(data) };
  writeSet(out, set);
  writeRunJson(out, inOrder(run));
  return { run, set };
}

const wholeData = (data: RunFile["data"]): RunFile["data"] =>
  Object.fromEntries(Object.entries(data).map(([name, { own: _, ...whole }]) => [name, whole]));

/** The order of a run's file. */
const inOrder = ({ v, config, data, versions, created, seen }: RunFile): RunFile => ({
  v,
  config,
  data,
  versions,
  created,
  ...(seen ? { seen } : {}),
});

function comparable(run: RunFile): Record<string, unknown> {
  const digests = Object.entries(run.data).map(([name, { digest }]) => [`problems of ${name}`, digest]);
  return { ...identityOf(run), ...Object.fromEntries(digests) };
}
