// assay processbench: can a model find the first wrong step of a solution?

import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { loadConfig } from "../../config/index.ts";
import { defined } from "../../options/option.ts";
import { counted } from "../../outgoing/counted.ts";
import { isVersioned } from "../../prm/open-scorer.ts";
import { type BenchResult, runProcessBench } from "../../processbench/bench.ts";
import type { BenchConfig, BenchFile } from "../../processbench/bench-file.ts";
import { benchKind } from "../../processbench/bench-kind.ts";
import { type Judge, openJudge } from "../../processbench/judges.ts";
import { hubDataset, loadSubsets, type Subset } from "../../processbench/samples.ts";
import { versions } from "../../runs/versions.ts";
import type { Settled } from "../../seen/settle.ts";
import { type Command, type Performed, UsageError, warnAs } from "../command.ts";
import { writeAndPrint } from "../kinds.ts";
import { withoutKey } from "../options/model-source.ts";
import { reportEnding } from "../run/ending.ts";
import { type ReachedModel, reached } from "../run/reached.ts";
import { asksOf, begunIn, inOwnFolder, moveAside, settled } from "../run/same-run.ts";
import { watched, whileLoading } from "../run/watched.ts";
import { benchReport } from "./bench-kind.ts";
import { type BenchRequest, benchDeclaration, readBenchRequest } from "./processbench-options.ts";
import { benchFacts } from "./processbench-report.ts";

export async function perform(argv: readonly string[]): Promise<Performed<BenchResult>> {
  const request = await readBenchRequest(argv, await loadConfig());
  if (typeof request === "string") {
    process.stdout.write(request);
    return { code: 0 };
  }
  const { folder } = request;
  const begun = await begunIn(benchKind, folder, request);
  const { before } = begun;
  const subsets = await whileLoading("the data", () =>
    loadSubsets({
      ...request.data,
      revisionOf(name) {
        const source = before?.data[name]?.source;
        return source?.dataset === hubDataset ? source.revision : undefined;
      },
    }),
  );
  const thresholdSubset = readThresholdSubset(request, subsets);
  const found: ReachedModel = request.dryRun
    ? { source: withoutKey(request.judge.source) }
    : await reached(request.judge.source, {
        concurrency: request.judge.concurrency,
        flag: "--model",
        isVersioned: isVersioned(request.judge.interface),
        hasBegun: begun.hasAnswers,
        isElsewhere: request.queue !== undefined,
        say,
      });
  // Workers send the requests, with their own keys; here the judge only prepares them.
  const source = request.queue ? withoutKey(found.source) : found.source;
  const judge = await whileLoading("the model", () =>
    openJudge({ ...request.judge, source, doubt: found.doubt }),
  );
  try {
    if (request.dryRun) return { code: dryRun(request, subsets, judge) };
    const asks = asksOf(request.judge.interface);
    const seen = await settled([{ role: "judge", asks, ...found }], begun, request, say);
    const config: BenchConfig = defined({
      model: request.model,
      judge: request.judge.judge,
      identity: JSON.parse(JSON.stringify(judge.identity)) as BenchConfig["identity"],
      votes: request.judge.votes,
      threshold: request.threshold,
      thresholdSubset,
      set: request.data.set,
      reasons: request.reasons,
      noVerdict: request.judge.noVerdict,
      desc: request.desc,
      concurrency: request.judge.concurrency,
    });
    if (request.fresh) await moveAside(await oldRun(request), say);
    return await bench(request, config, subsets, before, judge, seen);
  } finally {
    await judge.close();
  }
}

/** The run, and the files with its samples. */
async function oldRun({ folder, results }: BenchRequest) {
  const names = await readdir(results.folder).catch(() => []);
  const own = names.filter(
    (name) => /^(?:error|correct)_/.test(name) && name.endsWith(`_${results.prefix}.jsonl`),
  );
  const paths = [folder, ...own.map((name) => join(results.folder, name))];
  return { folder, journal: benchKind.journal, place: inOwnFolder(results.folder, paths) };
}

const say = warnAs("processbench");

function readThresholdSubset(
  { judge, threshold, thresholdSubset }: BenchRequest,
  subsets: readonly Subset[],
) {
  if (judge.judge !== "scalar" || threshold !== undefined) return undefined;
  const names = subsets.map(({ name }) => name);
  if (thresholdSubset === undefined) return names.includes("gsm8k") ? "gsm8k" : names[0];
  if (names.includes(thresholdSubset)) return thresholdSubset;
  throw new UsageError(`--threshold-subset: '${thresholdSubset}' is not among ${names.join(", ")}`);
}

function dryRun({ folder }: BenchRequest, subsets: readonly Subset[], judge: Judge): number {
  for (const { name, samples } of subsets)
    process.stderr.write(`${name}: ${counted(samples.length, "sample")}\n`);
  process.stderr.write(`the run would be in ${folder}; its first request:\n`);
  const [{ name, samples }] = subsets as [Subset];
  process.stdout.write(`${JSON.stringify(judge.preview(name, samples[0]!), null, 2)}\n`);
  return 0;
}

async function bench(
  { folder, results: resultFiles, json, shard, queue }: BenchRequest,
  config: BenchConfig,
  subsets: readonly Subset[],
  before: BenchFile | undefined,
  judge: Judge,
  seen: Settled,
): Promise<Performed<BenchResult>> {
  const { result, endedBy } = await watched(benchFacts, "the same command continues it", queue, (watch) =>
    runProcessBench({
      ...{ folder, config, subsets, shard, before, judge, seen: seen.seen, versions: versions() },
      ...{ results: resultFiles, ...watch },
    }),
  );
  const { seconds, stopped, lastFailure, completeSince, ...figures } = result;
  const report = benchReport(folder, { config }, figures);
  writeAndPrint(report, json);
  const code = reportEnding({
    ...result,
    ...report.whole,
    command: "processbench",
    endedBy,
    folder,
    where: `the run is in ${folder}`,
    goOn: "the same command asks for them",
    lengthFlag: "-m",
    isAsked: seen.isAsked,
  });
  return { code, result };
}

export const command: Command = { ...benchDeclaration, run: async (argv) => (await perform(argv)).code };
