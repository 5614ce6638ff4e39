// The flags of `assay eval`, together with the configuration and with the run that is gone on with, resolved into what
// a run is.

import { basename, dirname, join } from "node:path";
import type { Config, ModelSource } from "../../config/index.ts";
import { packagedModels } from "../../embedded/find-model.ts";
import { baseUrlsOf, defaultConcurrency } from "../../models/open-model.ts";
import { openRunFile } from "../../runs/grade-run.ts";
import { type RunConfig, type RunFile, shortHash } from "../../runs/run-file.ts";
import { runFileName } from "../../runs/run-folder.ts";
import { templateNames } from "../../runs/template-names.ts";
import { benchmarks } from "../../tasks/registry.ts";
import { readOptions, UsageError } from "../command.ts";
import { gradingFlag } from "../grading.ts";
import { readGradingTimeout } from "../options/grading-timeout.ts";
import { completeSource, findSource, modelOfRun } from "../options/model-source.ts";
import { given, readNumber, readOneOf, readWhole } from "../options/option-values.ts";
import { withModel } from "../run/reached.ts";

const flags = {
  source: { type: "string", short: "i" },
  "task-name": { type: "string", short: "a" },
  temperature: { type: "string", short: "t" },
  "num-samples": { type: "string", short: "n" },
  "max-problems": { type: "string", short: "x" },
  "max-new-tokens": { type: "string", short: "m" },
  "top-k": { type: "string", short: "k" },
  "top-p": { type: "string" },
  seed: { type: "string" },
  system: { type: "string" },
  template: { type: "string" },
  concurrency: { type: "string" },
  budget: { type: "string" },
  out: { type: "string" },
  "dry-run": { type: "boolean" },
  "base-url": { type: "string", multiple: true },
  model: { type: "string" },
  "api-key-env": { type: "string" },
  json: { type: "boolean" },
  ...gradingFlag,
} as const;

export interface EvalRequest {
  config: RunConfig;
  /** The model to ask, headers and all, which a run's file does not hold. */
  source: ModelSource;
  /** What stands behind `assay eval RUN` to go on with the run. */
  sourceAgain: string;
  /** The run that a positional argument names. */
  again: RunFile | undefined;
  /** Whether the user names the tasks, and not the run. */
  namesTasks: boolean;
  out: string | undefined;
  budget: number | undefined;
  gradingTimeout: string | undefined;
  dryRun: boolean;
  json: boolean;
}

export async function readEvalRequest(argv: readonly string[], config: Config): Promise<EvalRequest> {
  const { values, positionals } = readOptions(argv, flags, true);
  if (positionals.length > 1) throw new UsageError("name one run at most");
  const folder = positionals[0] === undefined ? undefined : runFolder(positionals[0]);
  const again = folder === undefined ? undefined : await openRunFile(folder);
  const before = again?.config;
  const { name, source } = await readSource(values, config, before);
  const template = readOneOf("--template", values.template, templateNames) ?? before?.template;
  const system = values.system ?? before?.system;
  if (template !== undefined && system !== undefined) {
    throw new UsageError(`--system does not go with --template ${template}, which is a prompt of its own`);
  }
  const number = (flag: keyof typeof values, least: number, most?: number) =>
    readNumber(`--${flag}`, values[flag] as string | undefined, least, most);
  const whole = (flag: keyof typeof values, least: number) =>
    readWhole(`--${flag}`, values[flag] as string | undefined, least);
  const resolved: RunConfig = {
    model: modelOfRun(name, source),
    tasks: readTasks(values["task-name"]) ?? before?.tasks ?? allTasks(),
    ...given("template", template),
    ...given("system", system),
    temperature: number("temperature", 0) ?? before?.temperature ?? 0,
    ...given("topP", number("top-p", 0, 1) ?? before?.topP),
    ...given("topK", whole("top-k", 1) ?? before?.topK),
    ...given("maxNewTokens", whole("max-new-tokens", 1) ?? before?.maxNewTokens),
    seed: whole("seed", 0) ?? before?.seed ?? 0,
    numSamples: whole("num-samples", 1) ?? before?.numSamples ?? 1,
    ...given("maxProblems", whole("max-problems", 1) ?? before?.maxProblems),
    concurrency: whole("concurrency", 1) ?? source.concurrency ?? before?.concurrency ?? defaultConcurrency,
  };
  const budget = number("budget", 0);
  readGradingTimeout(values["grading-timeout"]);
  if (budget !== undefined && !source.prices) {
    throw new UsageError("--budget needs the model's prices, which the configuration names");
  }
  return {
    config: resolved,
    source,
    sourceAgain: sourceAgain(name, source, config),
    again,
    namesTasks: values["task-name"] !== undefined,
    out: values.out ?? folder,
    budget,
    gradingTimeout: values["grading-timeout"],
    dryRun: values["dry-run"] === true,
    json: values.json === true,
  };
}

const runFolder = (path: string): string => (basename(path) === runFileName ? dirname(path) : path);

function readTasks(names: string | undefined): string[] | undefined {
  if (names === undefined) return undefined;
  const tasks = names.split("|").map((name) => name.trim());
  if (tasks.includes("")) throw new UsageError(`-a: a name is missing in '${names}'`);
  return tasks;
}

/** All benchmarks that the hub has, and none that is a part of another. */
const allTasks = (): string[] =>
  benchmarks
    .filter(
      ({ name, parts }) => parts.length > 0 && !benchmarks.some((whole) => name.startsWith(`${whole.name}-`)),
    )
    .map(({ name }) => name);

interface SourceFlags {
  source?: string | undefined;
  "base-url"?: string[] | undefined;
  model?: string | undefined;
  "api-key-env"?: string | undefined;
}

async function readSource(
  values: SourceFlags,
  config: Config,
  before: RunConfig | undefined,
): Promise<{ name: string | undefined; source: ModelSource }> {
  const name = values.source ?? (values.model === undefined ? before?.model.source : undefined);
  const described = await describedSource(values, config, before);
  const source = await withModel(
    completeSource(described, {
      baseUrls: values["base-url"],
      model: values.model,
      apiKeyEnv: values["api-key-env"],
    }),
  );
  return { name, source };
}

/** By its name in the configuration, by the path of a record, or as the run has it that is gone on with. */
async function describedSource(
  values: SourceFlags,
  config: Config,
  before: RunConfig | undefined,
): Promise<ModelSource | undefined> {
  if (values.source !== undefined) return findSource("-i", values.source, config);
  return before && savedSource(before.model, values, config);
}

/**
 * A run's file may be anybody's. Where requests go, which key goes with them and which files are read is said by the
 * user or by the configuration; from the file comes only what the same run needs to be the same.
 */
function savedSource(
  { source, baseUrls, apiKeyEnv, path, ...model }: RunConfig["model"],
  values: SourceFlags,
  config: Config,
): ModelSource {
  if (source !== undefined && Object.hasOwn(config.sources, source)) return config.sources[source]!;
  if (model.kind === "embedded" && path !== undefined && packagedModels.includes(path))
    return { ...model, path };
  if (model.kind === "openai" && values["base-url"]) {
    if (apiKeyEnv !== undefined && values["api-key-env"] === undefined)
      process.stderr.write(
        `the run used a key; where one is needed, --api-key-env ${apiKeyEnv} names it again\n`,
      );
    return model;
  }
  const named = sourceAgain(
    undefined,
    { ...model, ...given("baseUrls", baseUrls), ...given("apiKeyEnv", apiKeyEnv), ...given("path", path) },
    config,
  );
  throw new UsageError(
    "a run's file is not believed where requests and keys go. If the run is yours, name its model again:" +
      `${named}, or -i with a source of assay.config.*`,
  );
}

/** The flags that name a source; none where it is found again without. */
function sourceAgain(name: string | undefined, source: ModelSource, config: Config): string {
  if (name !== undefined && Object.hasOwn(config.sources, name)) return "";
  const { kind, path = "", apiKeyEnv } = source;
  if (kind === "replay") return ` -i ${path}`;
  if (kind === "embedded") return packagedModels.includes(path) ? "" : ` -i embedded:${path}`;
  const urls = baseUrlsOf(source).map((url) => ` --base-url ${url}`);
  return `${urls.join("")}${apiKeyEnv === undefined ? "" : ` --api-key-env ${apiKeyEnv}`}`;
}

/** A folder that the same command finds again: it depends on what makes a run the same run, and on nothing else. */
export function defaultFolder({ model, tasks, ...config }: RunConfig): string {
  const { numSamples: _, maxProblems: __, concurrency: ___, ...rest } = config;
  const { kind, model: name, path, api, extraBody } = model;
  const hash = shortHash([kind, name, path, api, extraBody, tasks, rest]);
  const words = [
    name ?? basename(path ?? kind),
    ...tasks.map((task) => basename(task).replace(/\.[^.]*$/, "")),
  ];
  const slug = words.map((word) => word.replace(/[^A-Za-z0-9._]+/g, "-")).join("-");
  return join("runs", `${slug.slice(0, 80)}-${hash}`);
}
