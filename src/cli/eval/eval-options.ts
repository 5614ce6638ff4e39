// The options of `assay eval`, resolved together with the configuration and the run that is continued.

import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Config, ModelSource } from "../../config/index.ts";
import { packagedModels } from "../../embedded/find-model.ts";
import { StorageError } from "../../jsonl/errors.ts";
import { type Shard, shardFolder } from "../../jsonl/shard.ts";
import { kindAt } from "../../kinds/kinds.ts";
import { baseUrlsOf } from "../../models/open-model.ts";
import { type Declaration, listing } from "../../options/help.ts";
import { defined, type Given, group, number, repeated, text } from "../../options/option.ts";
import { settle } from "../../options/settings.ts";
import { evalSettings, modelSettings } from "../../runs/eval-settings.ts";
import { openRunFile } from "../../runs/grading/grade-run.ts";
import { type RunConfig, type RunFile, shortHash } from "../../runs/run-file.ts";
import { runFileName } from "../../runs/run-folder.ts";
import { readExamples } from "../../tasks/examples.ts";
import { benchmarks } from "../../tasks/registry.ts";
import { quoted } from "../../view/quoted.ts";
import { readOptions, UsageError } from "../command.ts";
import { gradingOptionsOf, presetOptions } from "../grade/grade-options.ts";
import { type JudgeValues, judgeOptions } from "../options/judge-options.ts";
import { completeSource, findSource, modelOfRun, withUsualKey } from "../options/model-source.ts";
import { namedModel, queueAgain, queueOptions } from "../options/queue-options.ts";
import { type AskedRun, askedRun, runOptions } from "../options/run-options.ts";
import { failBelowOption, gradingOptions } from "../options/shared-options.ts";
import { withModel } from "../run/reached.ts";

const options = {
  ...modelSettings,
  ...group("Problems and prompts", {
    tasks: repeated(
      text({
        name: "task",
        aliases: ["tasks", "task-name"],
        short: "a",
        value: "TASK",
        completes: "task",
        help: "Run this task: a name, or the path of a file of rows; 'all' runs every benchmark.",
      }),
      /\|/,
    ),
  }),
  ...evalSettings,
  ...group("The run", {
    out: text({
      value: "FOLDER",
      completes: "folder",
      usually: "a folder in runs/ that the same command finds again",
      help: "Store the run in this folder.",
    }),
    budget: number({
      value: "AMOUNT",
      least: 0,
      help: "Stop when the tokens have cost this much, at the prices of the source.",
    }),
    ...runOptions("problems", "run, tasks: { NAME: { accuracy, avg_at_k, pass_at_k, … } }"),
    failBelow: failBelowOption("avg@n of a task"),
  }),
  ...queueOptions,
  ...presetOptions,
  ...gradingOptions,
  ...judgeOptions,
};

export const evalDeclaration: Declaration = {
  usage: [
    "-i SOURCE[,SOURCE…] -a TASK[,TASK…] [options]",
    "--base-url URL --model NAME -a TASK [options]",
    "RUN [options]",
  ],
  examples: [
    {
      does: "draw four samples of each AIME 2024 problem from a vLLM server",
      typed:
        "assay eval --base-url http://127.0.0.1:8000/v1 --model Qwen/Qwen3-8B \\\n" +
        "-a aime2024 -n 4 -t 0.6",
    },
    {
      does: "run the first 100 problems of two tasks on a source from assay.config.*",
      typed: "assay eval -i sft -a gsm8k,math500 -x 100 --json",
    },
    {
      does: "run two models over two tasks, with one table",
      typed: "assay eval -i base,sft -a gsm8k,math500",
    },
    { does: "continue a run", typed: "assay eval runs/sft-gsm8k-1a2b3c4d -i sft" },
  ],
  options,
  names: "folder",
  notes: [
    "SOURCE is a source of assay.config.*; the path of a run or of a JSON Lines file of completions, " +
      "which are replayed; or embedded:policy or embedded:PATH, a small model that runs in this process.",
    "RUN continues a run, or with --out repeats it in a different folder. A run's file may come from " +
      "another person, so it does not decide where requests go: name the model again (-i or " +
      "--base-url), unless it is a source of assay.config.*.",
    "The same command continues a run that ended early. Ctrl-C waits for the requests in flight; a " +
      "second Ctrl-C does not. Exit codes: 0 if every sample was answered, 1 if some are missing, 2 for " +
      "wrong usage, 130 after Ctrl-C. " +
      "docs/eval.md explains the figures.",
  ],
};

export interface EvalRequest extends AskedRun {
  config: RunConfig;
  /** The model, including headers, which a run's file does not have. */
  source: ModelSource;
  /** What follows `assay eval RUN` in a command that continues the run. */
  flagsAgain: string;
  /** The run that a positional argument names. */
  again: RunFile | undefined;
  /** Whether the user names the tasks, and not the run. */
  namesTasks: boolean;
  out: string | undefined;
  budget: number | undefined;
  /** The time limit for the grading of one answer, in seconds. */
  gradingTimeout: number;
  /** The judge for what the rules cannot decide. */
  judge: JudgeValues;
  /** The share that every task has to reach. */
  failBelow: number | undefined;
}

/** One of several models, with its own folder. */
export interface OneOfSeveral {
  source: string;
  out: string;
}

export interface SeveralSources extends Pick<AskedRun, "shard" | "dryRun" | "json"> {
  names: string[];
  /** The folder of all their runs. */
  folder: string;
}

/** The models of a command that names several; undefined if it names one. All must exist. @throws {UsageError} */
export async function severalSources(
  argv: readonly string[],
  config: Config,
): Promise<SeveralSources | undefined> {
  const { values, given: said, positionals } = readOptions(argv, options, { what: "run", most: 1 });
  const { source = "" } = said;
  const isOne = Object.hasOwn(config.sources, source) || existsSync(source.replace(/^embedded:/, ""));
  if (isOne || !source.includes(",")) return undefined;
  const names = [...new Set(source.split(",").map((name) => name.trim()))];
  if (names.includes("")) throw new UsageError(`-i: a name is missing in '${source}'`);
  if (positionals.length > 0 || said.model !== undefined)
    throw new UsageError("-i names several models, which cannot be combined with a run or --model");
  for (const name of names) await findSource("-i", name, config);
  const tasks = readTasks(said.tasks) ?? noTask();
  const settings = settle(evalSettings, { ...said, ...defined({ gradingOptions: gradingOptionsOf(said) }) });
  const model = { kind: "replay" as const, path: names.map(slugOf).join("-"), api: "chat" as const };
  const folder = values.out ?? defaultFolder({ model, tasks, ...settings });
  return { names, folder, shard: said.shard, dryRun: values.dryRun, json: values.json };
}

/** The folder of one of several models. */
export const folderOfSource = ({ names, folder, shard }: SeveralSources, name: string): string => {
  const slug = slugOf(name);
  const isShared = names.some((other) => other !== name && slugOf(other) === slug);
  return join(folder, isShared ? `${slug}-${shortHash(name)}` : slug, ...shardFolder(shard));
};

const slugOf = (name: string): string => basename(name).replace(/[^A-Za-z0-9._-]+/g, "-");

export async function readEvalRequest(
  argv: readonly string[],
  config: Config,
  instead?: OneOfSeveral,
): Promise<EvalRequest> {
  const read = readOptions(argv, options, { what: "run", most: 1 });
  const { positionals } = read;
  const [values, said] = [
    { ...read.values, ...instead },
    { ...read.given, ...instead },
  ];
  const folder = positionals[0] === undefined ? undefined : runFolder(positionals[0]);
  const again = folder === undefined ? undefined : await evaluationAt(folder);
  const before = again?.config;
  const named = readTasks(said.tasks);
  const tasks = named ?? before?.tasks ?? noTask();
  const asked = askedRun("eval", values);
  const { name, source } = await readSource(said, config, before, asked.queue !== undefined);
  const graded = defined({ gradingOptions: gradingOptionsOf(said) });
  const shown = typeof said.fewShot === "string" ? { fewShot: await readExamples(said.fewShot) } : {};
  const settings = settle(
    evalSettings,
    { ...defined({ concurrency: source.concurrency }), ...said, ...graded, ...shown },
    before,
  );
  refuseApi(source, settings);
  if (settings.template !== undefined && settings.system !== undefined) {
    throw new UsageError(
      `--system cannot be used with --template ${settings.template}, which has its own prompt`,
    );
  }
  if (values.budget !== undefined && !source.prices) {
    throw new UsageError("--budget needs the model's prices; name them in the configuration");
  }
  return {
    config: { model: modelOfRun(name, source), tasks, ...settings },
    source: withUsualKey(source),
    flagsAgain: `${sourceAgain(name, source, config)}${queueAgain(said, asked.queue)}`,
    again,
    namesTasks: named !== undefined,
    out: values.out ?? folder,
    ...asked,
    shard: said.shard ?? again?.shard,
    budget: values.budget,
    gradingTimeout: values.gradingTimeout,
    judge: values,
    failBelow: values.failBelow,
  };
}

/** Requests that an API does not support. @throws {UsageError} */
function refuseApi(
  { api }: ModelSource,
  { template, temperature, thinkingBudget }: Pick<RunConfig, "template" | "temperature" | "thinkingBudget">,
): void {
  if (template !== undefined && (api === "responses" || api === "messages"))
    throw new UsageError(`--template ${template} continues a text, which --api ${api} cannot do`);
  if (thinkingBudget === undefined) return;
  if (api === "responses")
    throw new UsageError("--thinking-budget: the Responses API has no such limit; use --reasoning-effort");
  if (api === "messages" && temperature !== 1)
    throw new UsageError(
      "--thinking-budget: the Messages API supports thinking only at temperature 1; give -t 1",
    );
}

/** @throws {StorageError} with what the folder is instead */
async function evaluationAt(folder: string): Promise<RunFile> {
  if ((await kindAt(folder)).name === "search")
    throw new StorageError(
      `${folder}: this is a search, not an evaluation; the 'assay search' command that began it continues it, ` +
        `and 'assay show ${quoted(folder)}' shows it`,
    );
  return openRunFile(folder);
}

const runFolder = (path: string): string => (basename(path) === runFileName ? dirname(path) : path);

/** Commas separate names too, unless they are a part of a file's name. */
function readTasks(words: readonly string[] | undefined): string[] | undefined {
  if (words === undefined) return undefined;
  const tasks: string[] = [];
  for (const word of words) {
    const names = existsSync(word) ? [word] : word.split(",").map((name) => name.trim());
    if (names.includes("")) throw new UsageError(`-a: a name is missing in '${word}'`);
    for (const name of names)
      if (name === "all") for (const each of allTasks()) tasks.push(each);
      else tasks.push(name);
  }
  return [...new Set(tasks)];
}

/** `-a all` is not the default, because a whole suite can be expensive. */
function noTask(): never {
  throw new UsageError(
    `which task? Give -a TASK, or -a all for all benchmarks on the hub. The tasks are:\n` +
      `${listing(benchmarks.map(({ name, description }) => [name, description]))}\n` +
      "The path of a file of rows works too.",
  );
}

/** All benchmarks on the hub, without those that are a part of others. */
const allTasks = (): string[] =>
  benchmarks
    .filter(
      ({ name, parts }) => parts.length > 0 && !benchmarks.some((whole) => name.startsWith(`${whole.name}-`)),
    )
    .map(({ name }) => name);

type SourceOptions = Given<typeof modelSettings>;

async function readSource(
  said: SourceOptions,
  config: Config,
  before: RunConfig | undefined,
  isElsewhere: boolean,
): Promise<{ name: string | undefined; source: ModelSource }> {
  const name = said.source ?? (said.model === undefined ? before?.model.source : undefined);
  const described = await describedSource(said, config, before);
  const source = completeSource(described, said);
  return { name, source: isElsewhere ? namedModel(source) : await named(source) };
}

/** If the server lists only one model, its name is used. */
async function named(source: ModelSource): Promise<ModelSource> {
  const { model } = await withModel(withUsualKey(source), "eval");
  return { ...source, ...defined({ model }) };
}

/** By its name in the configuration, by the path of a record, or from the run that is continued. */
async function describedSource(
  values: SourceOptions,
  config: Config,
  before: RunConfig | undefined,
): Promise<ModelSource | undefined> {
  if (values.source !== undefined) return findSource("-i", values.source, config);
  return before && savedSource(before.model, values, config);
}

/**
 * A run's file is untrusted. The user or the configuration decides where requests go, which key they carry and which
 * files are read; the file only provides the settings that identify the run.
 */
function savedSource(
  { source, baseUrls, apiKeyEnv, path, ...model }: RunConfig["model"],
  values: SourceOptions,
  config: Config,
): ModelSource {
  if (source !== undefined && Object.hasOwn(config.sources, source)) return config.sources[source]!;
  if (model.kind === "embedded" && path !== undefined && packagedModels.includes(path))
    return { ...model, path };
  if (model.kind === "openai" && values.baseUrls) {
    if (apiKeyEnv !== undefined && values.apiKeyEnv === undefined)
      process.stderr.write(
        `the run used a key; if the server needs one, name it again with --api-key-env ${apiKeyEnv}\n`,
      );
    return model;
  }
  const named = sourceAgain(undefined, { ...model, ...defined({ baseUrls, apiKeyEnv, path }) }, config);
  throw new UsageError(
    "a run's file is not trusted to say where requests and keys go. If the run is yours, name its model again:" +
      `${named}, or -i with a source of assay.config.*`,
  );
}

/** The flags that name a source; none if it is found again without. */
function sourceAgain(name: string | undefined, source: ModelSource, config: Config): string {
  if (name !== undefined && Object.hasOwn(config.sources, name)) return "";
  const { kind, path = "", apiKeyEnv } = source;
  if (kind === "replay") return ` -i ${path}`;
  if (kind === "embedded") return packagedModels.includes(path) ? "" : ` -i embedded:${path}`;
  const urls = baseUrlsOf(source).map((url) => ` --base-url ${url}`);
  return `${urls.join("")}${apiKeyEnv === undefined ? "" : ` --api-key-env ${apiKeyEnv}`}`;
}

/**
 * A folder that the same command finds again: its name depends only on the identity of the run; each shard has a folder
 * in it.
 */
export function defaultFolder({ model, tasks, ...config }: RunConfig, shard?: Shard): string {
  const { numSamples: _, maxProblems: __, groupBy: ___, tag: ______, ...others } = config;
  const { concurrency: ____, gradingOptions: _____, ...rest } = others;
  const { kind, model: name, path, api, extraBody, completionField } = model;
  const body = completionField === undefined ? extraBody : [extraBody, completionField];
  const hash = shortHash([kind, name, path, api, body, tasks, rest]);
  const words = [
    name ?? basename(path ?? kind),
    ...tasks.map((task) => basename(task).replace(/\.[^.]*$/, "")),
  ];
  const slug = words.map((word) => word.replace(/[^A-Za-z0-9._]+/g, "-")).join("-");
  return join("runs", `${slug.slice(0, 80)}-${hash}`, ...shardFolder(shard));
}
