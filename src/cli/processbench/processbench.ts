// assay processbench: can a model tell the first wrong step of a solution?

import { loadConfig } from "../../config/index.ts";
import { isVersioned } from "../../prm/open-scorer.ts";
import { type BenchResult, runProcessBench } from "../../processbench/bench.ts";
import { type BenchConfig, type BenchFile, readBenchFile } from "../../processbench/bench-file.ts";
import type { Judge } from "../../processbench/judges/judge.ts";
import { openJudge } from "../../processbench/open-judge.ts";
import { hubDataset, loadSubsets, type Subset } from "../../processbench/samples.ts";
import { samplesFileName } from "../../runs/run-file.ts";
import { hasRecords } from "../../runs/run-folder.ts";
import { versions } from "../../runs/versions.ts";
import { type Command, type Performed, UsageError } from "../command.ts";
import { withoutKey } from "../options/model-source.ts";
import { given } from "../options/option-values.ts";
import { completenessJson, incompleteHeading, tellEnding } from "../run/ending.ts";
import { reached } from "../run/reached.ts";
import { watched, whileLoading } from "../run/watched.ts";
import { type BenchRequest, readBenchRequest } from "./processbench-options.ts";
import { benchCompleteness, benchFacts, benchText } from "./processbench-report.ts";

const help = `assay processbench: can a model tell where a solution goes wrong?

Usage:
  assay processbench --api_url URL --model_name NAME --output_prefix PREFIX [options]
  assay processbench -i SOURCE [options]

The model:
  -i, --source NAME         a source of assay.config.*, or embedded:prm; or a JSON Lines file of recorded step
                            scores or judges' texts
  --api_url, --base-url URL an OpenAI-compatible server, up to its version (…/v1); several times for
                            several servers of the same model
  --model_name, --model M   the model's name there
  --api-key-env VAR         the environment variable that holds the key

How it judges:
  --judge step              one verdict a step, up to the first wrong one (unless said otherwise)
  --judge critique          the whole solution at once, by a vote of several critiques
  --judge scalar            a score for every step, and a threshold
  --interface KIND          text: the word in the reply (the default of step); logprobs: also how sure it is
                            (the default of scalar); rlhflow: a single + or -; pooling: vLLM's /pooling;
                            scoring: vLLM's /generative_scoring or SGLang's /v1/score
  --all-steps               with step: score the steps behind a wrong one too
  --no-verdict WHAT         a step without a verdict: skip (its sample has no prediction, the default), wrong
                            (as published figures count it) or right
  -n, --votes N             critiques of each sample (8)
  --threshold X             a step is wrong below it; with scalar it is otherwise chosen on a subset
  --threshold-subset NAME   which one (gsm8k, or the first there is)
  --prompt NAME|FILE        steps (default), groundedprm, groundedprm-turns, r-prm; for critique processbench;
                            or a prompt of your own. --print-prompt prints the one that is used
  -t, --temperature T, -m, --max-tokens N, --top-p P, --top-logprobs K, --seed S
  --labels RIGHT/WRONG,…    the words of the verdict, for text, logprobs and rlhflow
  --separator TEXT          what stands behind each step for pooling (<extra_0>)
  --scores KIND             what the values of a pooling server are: probabilities, logits, two-class (rows
                            of two values, which need no flag), or class:K for one class of several
  --label-token-ids R,W     the tokens for right and wrong, for scoring

The data:
  --data FOLDER|FILE        rows with id, problem, steps, label in .json or .jsonl, a file a subset;
                            else Qwen/ProcessBench of the hub
  --subset NAMES            gsm8k, math, olympiadbench, omnimath; all unless given
  -x, --max-problems N      only the first N samples of each subset

The run:
  --output_dir FOLDER       outputs unless given; FOLDER/MODEL/error_SUBSET_PREFIX.jsonl and
                            correct_SUBSET_PREFIX.jsonl are written, and the run is kept in run_PREFIX
  --output_prefix PREFIX    the judge's name unless given
  --desc TEXT               your own words about the run, kept in its run.json
  --concurrency N           requests in flight at most
  --dry-run                 show one request as it would be sent, and ask nothing
  --json                    one JSON object: subsets: { NAME: { error_accuracy, correct_accuracy, f1, … } },
                            average_f1, in percent

Flags may be written with - or _. The same command goes on where a run ended. The exit code is 0 when
every sample was judged, 1 when some are missing, 130 after Ctrl-C. docs/prm.md explains the prompts and the numbers.
`;

export async function perform(argv: readonly string[]): Promise<Performed<BenchResult>> {
  const request = await readBenchRequest(argv, await loadConfig());
  if (typeof request === "string") {
    process.stdout.write(request);
    return { code: 0 };
  }
  const { folder } = request;
  const hasBegun = await hasRecords(folder, samplesFileName);
  const before = hasBegun ? await readBenchFile(folder) : undefined;
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
  const found = request.dryRun
    ? { source: withoutKey(request.judge.source) }
    : await reached(request.judge.source, {
        flag: "--model",
        isVersioned: isVersioned(request.judge.interface),
        hasBegun,
        say: (sentence) => process.stderr.write(`assay processbench: ${sentence}\n`),
      });
  const judge = await whileLoading("the model", () => openJudge({ ...request.judge, ...found }));
  try {
    if (request.dryRun) return { code: dryRun(request, subsets, judge) };
    const config: BenchConfig = {
      model: request.model,
      judge: request.judge.judge,
      identity: JSON.parse(JSON.stringify(judge.identity)),
      ...(request.judge.votes === undefined ? {} : { votes: request.judge.votes }),
      ...(request.threshold === undefined ? {} : { threshold: request.threshold }),
      ...(thresholdSubset === undefined ? {} : { thresholdSubset }),
      ...given("noVerdict", request.judge.noVerdict),
      ...given("desc", request.desc),
      concurrency: request.judge.concurrency,
    };
    return await bench(request, config, subsets, before, judge);
  } finally {
    await judge.close();
  }
}

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
  for (const { name, samples } of subsets) process.stderr.write(`${name}: ${samples.length} samples\n`);
  process.stderr.write(`the run would be in ${folder}; its first request:\n`);
  const [{ name, samples }] = subsets as [Subset];
  process.stdout.write(`${JSON.stringify(judge.preview(name, samples[0]!), null, 2)}\n`);
  return 0;
}

async function bench(
  { folder, results, json }: BenchRequest,
  config: BenchConfig,
  subsets: readonly Subset[],
  before: BenchFile | undefined,
  judge: Judge,
): Promise<Performed<BenchResult>> {
  const { result, endedBy } = await watched(benchFacts, "the same command goes on", (watch) =>
    runProcessBench({ folder, config, subsets, before, judge, versions: versions(), results, ...watch }),
  );
  const { seconds, stopped, lastFailure, ...numbers } = result;
  const whole = benchCompleteness(result.subsets);
  process.stdout.write(
    json
      ? `${JSON.stringify({ run: folder, ...completenessJson(whole), ...numbers })}\n`
      : `${incompleteHeading(whole)}${benchText(result)}\n`,
  );
  const code = tellEnding({
    ...result,
    ...whole,
    command: "processbench",
    endedBy,
    folder,
    where: `the run is in ${folder}`,
    goOn: "the same command asks for them",
    lengthFlag: "-m",
  });
  return { code, result };
}

export const command: Command = { help, run: async (argv) => (await perform(argv)).code };
