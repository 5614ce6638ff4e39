// The options of `assay processbench`, resolved into the settings of a run.

import { existsSync } from "node:fs";
import { basename, extname, join } from "node:path";
import type { Config } from "../../config/index.ts";
import { loadFileRows } from "../../datasets/index.ts";
import { shardFolder } from "../../jsonl/shard.ts";
import type { Declaration } from "../../options/help.ts";
import {
  changed,
  defined,
  flag,
  type Given,
  group,
  number,
  repeated,
  text,
  textAs,
} from "../../options/option.ts";
import { settle } from "../../options/settings.ts";
import { builtInPrompt, promptKindOf, type ScorerInterface } from "../../prm/open-scorer.ts";
import type { ResultFiles } from "../../processbench/bench.ts";
import { benchSettings } from "../../processbench/bench-file.ts";
import { defaultVotes, type JudgeOptions } from "../../processbench/judges.ts";
import type { SubsetRequest } from "../../processbench/samples.ts";
import { labelsAllSteps } from "../../processbench/sets.ts";
import { limitSetting, modelSettings, seedSetting } from "../../runs/eval-settings.ts";
import type { ModelOfRun } from "../../runs/run-file.ts";
import { readOptions, UsageError } from "../command.ts";
import { completeSource, findSource, modelOfRun, withUsualKey } from "../options/model-source.ts";
import { namedModel, queueOptions } from "../options/queue-options.ts";
import { type AskedRun, askedRun, runOptions } from "../options/run-options.ts";
import {
  judgementTokensOption,
  readStepPrompt,
  refuseIgnored,
  scorerOptions,
  scorerSettings,
  stepPromptOption,
} from "../options/scorer-options.ts";
import { withModel } from "../run/reached.ts";

const { concurrency, desc, ...judging } = benchSettings;

const options = {
  ...modelSettings,
  baseUrls: changed(modelSettings.baseUrls, { aliases: ["api-url"] }),
  model: changed(modelSettings.model, { aliases: ["model-name"] }),
  ...judging,
  ...group("Judging", {
    allSteps: flag({ help: "Also score the steps after a wrong one, with --judge step." }),
    prompt: changed(stepPromptOption, { usually: "steps; for critique, processbench" }),
    printPrompt: flag({ help: "Print the prompt that would be used." }),
    temperature: number({
      short: "t",
      aliases: ["temp"],
      value: "T",
      least: 0,
      usually: "the interface's own",
      help: "Sample at temperature T.",
    }),
    maxTokens: changed(judgementTokensOption, { short: "m" }),
    topP: number({
      value: "P",
      least: 0,
      most: 1,
      usually: "none; 0.9 for several critiques",
      help: "Send this top_p.",
    }),
    seed: seedSetting,
  }),
  ...scorerOptions,
  interface: changed(scorerOptions.interface, { usually: "text; with --judge scalar, logprobs" }),
  ...group("The data", {
    data: text({
      aliases: ["task"],
      short: "a",
      value: "FOLDER|FILE",
      completes: "file",
      usually: "Qwen/ProcessBench on the hub",
      help: "Read rows with id, problem, steps and label (or in the columns of --set) from .json or .jsonl files.",
    }),
    subset: repeated(
      text({
        value: "NAME",
        usually: "all",
        help: "Judge this subset: gsm8k, math, olympiadbench or omnimath; or a file or a class of --set.",
      }),
      /,/,
    ),
    maxProblems: limitSetting("Judge only the first N samples of each subset."),
  }),
  ...group("The run", {
    outputDir: text({
      aliases: ["out"],
      value: "FOLDER",
      default: "outputs",
      completes: "folder",
      help: "Write FOLDER/MODEL/error_SUBSET_PREFIX.jsonl and correct_SUBSET_PREFIX.jsonl.",
    }),
    outputPrefix: textAs(readName, {
      value: "PREFIX",
      usually: "the judge's name",
      help: "Store the run in FOLDER/MODEL/run_PREFIX.",
    }),
    desc,
    concurrency,
    ...runOptions(
      "samples",
      "run, subsets: { NAME: { error_accuracy, correct_accuracy, f1, … } }, average_f1, in percent",
    ),
  }),
  ...queueOptions,
};

export const benchDeclaration: Declaration = {
  usage: ["--base-url URL --model NAME [options]", "-i SOURCE [options]"],
  examples: [
    {
      does: "judge the steps of 50 solutions of each subset with a served reward model",
      typed:
        "assay processbench --api_url http://127.0.0.1:8000/v1 \\\n" +
        "--model_name reward-model --output_prefix first -x 50",
    },
    {
      does: "vote over eight critiques from a model in assay.config.*",
      typed: "assay processbench -i judge --judge critique -n 8 --subset gsm8k",
    },
    {
      does: "score every step of PRMBench with a reward model in assay.config.*",
      typed:
        "assay processbench --set prmbench --data PRMBench/data -i prm \\\n--judge scalar --interface pooling",
    },
  ],
  options,
  notes: [
    "SOURCE is a source of assay.config.*, embedded:prm, or a JSON Lines file of recorded step scores " +
      "or judges' replies. Options may be written with - or _.",
    "The same command continues a run that ended early. Exit codes: 0 if every sample was judged, 1 if " +
      "some are missing, 2 for wrong usage. docs/prm.md explains the prompts and the figures.",
  ],
};

export interface BenchRequest extends AskedRun {
  judge: JudgeOptions & { concurrency: number };
  model: ModelOfRun;
  data: SubsetRequest;
  /** Whether the stated reason for an error is right, by the sample's id. */
  reasons: Record<string, boolean> | undefined;
  threshold: number | undefined;
  thresholdSubset: string | undefined;
  desc: string | undefined;
  /** The folder of the run, and of the result files of the specification. */
  folder: string;
  results: ResultFiles;
}

/** If set, the prompt is printed and nothing else is done. */
export async function readBenchRequest(
  argv: readonly string[],
  config: Config,
): Promise<BenchRequest | string> {
  const { values, given: said } = readOptions(argv, options);
  const { judge } = values;
  const asked = readInterface(values.interface, judge);
  refuseOtherJudges(said, judge);
  const isEachStep = labelsAllSteps(values.set);
  if (isEachStep && judge === "critique")
    throw new UsageError(
      `--set ${values.set} labels every step; a critique names one. Use --judge step or scalar`,
    );
  if (values.reasons !== undefined && values.set !== "mr-ben")
    throw new UsageError("--reasons is for --set mr-ben");
  const kind = judge === "critique" ? judge : promptKindOf(asked);
  const prompt = await readStepPrompt("--prompt", values.prompt, kind);
  if (values.printPrompt) return prompt.prompt ?? builtInPrompt(kind);
  const described = said.source === undefined ? undefined : await findSource("-i", said.source, config);
  const complete = completeSource(described, said);
  const run = askedRun("processbench", values);
  const { model } = run.queue
    ? namedModel(complete)
    : await withModel(withUsualKey(complete), "processbench");
  const source = { ...complete, ...defined({ model }) };
  if (judge !== "critique") refuseIgnored(said, asked, source);
  const settings = settle(benchSettings, { ...defined({ concurrency: source.concurrency }), ...said });
  const prefix = values.outputPrefix ?? (values.set === undefined ? judge : `${values.set}_${judge}`);
  const recorded = source.kind === "replay" ? basename(source.path!, extname(source.path!)) : undefined;
  const modelName = source.model ?? recorded ?? values.source ?? basename(source.path!);
  const outputDir = join(values.outputDir, ...shardFolder(values.shard));
  const results = { folder: join(outputDir, folderName(modelName, outputDir)), prefix };
  return {
    judge: {
      judge,
      source: withUsualKey(source),
      interface: asked,
      ...prompt,
      ...scorerSettings(values, values),
      threshold: values.threshold,
      allSteps: values.allSteps || isEachStep,
      votes: judge === "critique" ? (values.votes ?? defaultVotes) : undefined,
      noVerdict: values.noVerdict,
      seed: values.seed,
      concurrency: settings.concurrency,
    },
    model: modelOfRun(values.source, source),
    data: { set: values.set, data: values.data, names: values.subset, most: values.maxProblems },
    reasons: typeof values.reasons === "string" ? await readReasons(values.reasons) : values.reasons,
    // A set that labels every step needs no subset for choosing a threshold.
    threshold: values.threshold ?? (isEachStep && judge === "scalar" ? 0.5 : undefined),
    thresholdSubset: values.thresholdSubset,
    desc: values.desc,
    ...run,
    folder: join(results.folder, `run_${prefix}`),
    results,
  };
}

/** @throws {DatasetError} */
async function readReasons(path: string): Promise<Record<string, boolean>> {
  const { rows } = await loadFileRows(path);
  return Object.fromEntries(
    rows.map((row) => {
      const correct = row.get("correct");
      if (typeof correct !== "boolean") throw row.wrong("has neither true nor false in the field 'correct'");
      return [row.text("problem"), correct];
    }),
  );
}

function readInterface(asked: ScorerInterface | undefined, judge: JudgeOptions["judge"]): ScorerInterface {
  if (judge === "critique" && asked !== undefined && asked !== "text") {
    throw new UsageError(`--interface ${asked} scores steps; a critique is always text`);
  }
  if (judge === "scalar" && asked === "text") {
    throw new UsageError("--judge scalar needs an interface with scores, and 'text' has none");
  }
  return asked ?? (judge === "scalar" ? "logprobs" : "text");
}

/** Options of a different kind of judge are refused. */
function refuseOtherJudges(said: Given<typeof options>, judge: JudgeOptions["judge"]): void {
  const refuse = (isGiven: boolean, option: string, judges: string) => {
    if (isGiven) throw new UsageError(`${option} is for --judge ${judges}, not for '${judge}'`);
  };
  if (judge !== "critique") refuse(said.votes !== undefined, "--votes", "critique");
  if (judge !== "scalar") refuse(said.thresholdSubset !== undefined, "--threshold-subset", "scalar");
  if (judge !== "critique") return;
  refuse(said.allSteps === true, "--all-steps", "step or scalar");
  refuse(said.threshold !== undefined, "--threshold", "step or scalar");
  if (said.noVerdict !== undefined && said.noVerdict !== "skip")
    throw new UsageError("--no-verdict is about single steps; a critique without an index has no prediction");
}

function readName(text: string): string {
  if (!/^[^/\\\p{Cc}]+$/u.test(text)) throw new Error(`'${text}' cannot be a part of a file's name`);
  return text;
}

/**
 * A model's name as one folder name. Earlier versions left a colon in it, which some systems refuse; such an existing
 * folder is still used.
 */
function folderName(model: string, outputDir: string): string {
  const old = model.replace(/[/\\\p{Cc}]/gu, "_").replace(/^\.+$/, "_");
  return existsSync(join(outputDir, old)) ? old : old.replaceAll(":", "_");
}
