// The flags of `assay search`: the mission's, with underscores or hyphens, and ours; resolved into what a search is.

import { readFile } from "node:fs/promises";
import type { Config, ModelSource } from "../../config/index.ts";
import { promptKindOf, type ScorerOptions, scorerInterfaces } from "../../prm/open-scorer.ts";
import { aggregates } from "../../search/aggregate.ts";
import { stepwiseInstruction } from "../../search/prompt.ts";
import type { SearchOptions } from "../../search/search.ts";
import { strategies, strategyNames } from "../../search/strategies.ts";
import { readOptions, UsageError } from "../command.ts";
import { gradingFlag } from "../grading.ts";
import { findSource, modelOfRun } from "../options/model-source.ts";
import { given, readNumber, readOneOf, readUrl, readWhole } from "../options/option-values.ts";
import {
  readLabels,
  readScores,
  readStepPromptOption,
  readTokens,
} from "../processbench/processbench-options.ts";

const flags = {
  policy: { type: "string" },
  "policy-api-base": { type: "string", multiple: true },
  "policy-model-name": { type: "string" },
  "policy-api-key-env": { type: "string" },
  "policy-api-key": { type: "string" },
  api: { type: "string" },
  reward: { type: "string" },
  "reward-api-base": { type: "string", multiple: true },
  "reward-model-name": { type: "string" },
  "reward-api-key-env": { type: "string" },
  "reward-api-key": { type: "string" },
  "reward-tokenizer-path": { type: "string" },
  interface: { type: "string" },
  "reward-prompt": { type: "string" },
  "reward-temperature": { type: "string" },
  "reward-tokens": { type: "string" },
  "top-logprobs": { type: "string" },
  labels: { type: "string" },
  "label-token-ids": { type: "string" },
  separator: { type: "string" },
  scores: { type: "string" },
  data: { type: "string" },
  "data-begin": { type: "string" },
  "data-end": { type: "string" },
  "output-dir": { type: "string" },
  strategy: { type: "string" },
  aggregate: { type: "string" },
  n: { type: "string" },
  width: { type: "string" },
  "max-steps": { type: "string" },
  "step-tokens": { type: "string" },
  "solution-tokens": { type: "string" },
  temperature: { type: "string" },
  prompt: { type: "string" },
  seed: { type: "string" },
  concurrency: { type: "string" },
  ...gradingFlag,
  baseline: { type: "boolean" },
  "dry-run": { type: "boolean" },
  json: { type: "boolean" },
} as const;

export interface SearchRequest {
  config: SearchOptions["config"];
  policy: ModelSource;
  /** Where the policy's key is looked up. */
  environment: NodeJS.ProcessEnv;
  /** Flags that hold a key for everyone to see. */
  openKeys: string[];
  /** Undefined where the strategy scores nothing. */
  reward: ScorerOptions | undefined;
  outputDir: string;
  concurrency: number;
  gradingTimeout: string | undefined;
  baseline: boolean;
  dryRun: boolean;
  json: boolean;
}

/** A server is given more at once than in other commands: its requests are short, and a search waits for each. */
const usualConcurrency = 256;

export async function readSearchRequest(argv: readonly string[], config: Config): Promise<SearchRequest> {
  const { values } = readOptions(argv, flags);
  const number = (flag: keyof typeof values, least: number, most?: number) =>
    readNumber(`--${flag}`, values[flag] as string | undefined, least, most);
  const whole = (flag: keyof typeof values, least: number) =>
    readWhole(`--${flag}`, values[flag] as string | undefined, least);
  if (values.data === undefined) throw new UsageError("--data is missing: a task's name or a file of rows");
  if (values["output-dir"] === undefined) throw new UsageError("--output-dir is missing");
  const end = values["data-end"] === "None" ? undefined : whole("data-end", 1);
  const begin = whole("data-begin", 0) ?? 0;
  if (end !== undefined && end <= begin) throw new UsageError(`--data-end: ${end} is not behind ${begin}`);
  const strategy = readOneOf("--strategy", values.strategy, strategyNames) ?? "greedy";
  const policy = await readSource("policy", values, config);
  const api = readOneOf("--api", values.api, ["chat", "completions"]) ?? policy.source.api ?? "chat";
  const reward = strategies[strategy].isGuided ? await readSource("reward", values, config) : undefined;
  const concurrency = whole("concurrency", 1) ?? usualConcurrency;
  const asked = readOneOf("--interface", values.interface, scorerInterfaces) ?? "logprobs";
  return {
    config: {
      policy: { ...modelOfRun(policy.name, policy.source), api },
      data: values.data,
      begin,
      end: end ?? null,
      strategy,
      aggregate: readOneOf("--aggregate", values.aggregate, aggregates) ?? "last",
      n: whole("n", 1) ?? 8,
      width: whole("width", 1) ?? 4,
      maxSteps: whole("max-steps", 1) ?? 30,
      stepTokens: whole("step-tokens", 1) ?? 512,
      solutionTokens: whole("solution-tokens", 1) ?? 2048,
      temperature: number("temperature", 0) ?? 0.7,
      prompt: await readPrompt(values.prompt),
      seed: whole("seed", 0) ?? 0,
    },
    policy: policy.opened,
    environment: policy.environment,
    openKeys: [policy, reward].flatMap((model) => model?.openKey ?? []),
    reward: reward
      ? {
          source: reward.opened,
          environment: reward.environment,
          interface: asked,
          ...(await readStepPromptOption("--reward-prompt", values["reward-prompt"], promptKindOf(asked))),
          sampling: {
            ...given("temperature", number("reward-temperature", 0)),
            ...given("maxTokens", whole("reward-tokens", 1)),
            ...given("topLogprobs", whole("top-logprobs", 0)),
          },
          labels: readLabels(values.labels),
          labelTokenIds: readTokens(values["label-token-ids"]),
          separator: values.separator,
          scores: readScores(values.scores, asked, reward.source),
          concurrency,
        }
      : undefined,
    outputDir: values["output-dir"],
    concurrency,
    gradingTimeout: values["grading-timeout"],
    baseline: values.baseline === true,
    dryRun: values["dry-run"] === true,
    json: values.json === true,
  };
}

type SourceFlags = {
  [flag in "policy" | "reward" | `${"policy" | "reward"}-${"model-name" | "api-key-env" | "api-key"}`]?:
    | string
    | undefined;
} & { [flag in `${"policy" | "reward"}-api-base`]?: string[] | undefined };

interface DescribedModel {
  name: string | undefined;
  /** What a run writes down, which holds no key. */
  source: ModelSource;
  /** What is opened, in an environment that may hold a key of the command line under its flag's name. */
  opened: ModelSource;
  environment: NodeJS.ProcessEnv;
  openKey?: string;
}

/** A source of the configuration, or a server; what is given beside a source's name goes over it. */
async function readSource(
  role: "policy" | "reward",
  values: SourceFlags,
  config: Config,
): Promise<DescribedModel> {
  const name = values[role];
  const urls = values[`${role}-api-base`]?.map((url) => readUrl(`--${role}-api-base`, url));
  if (name === undefined && urls === undefined) {
    throw new UsageError(`which ${role} model? Give --${role}-api-base URL, or --${role} SOURCE`);
  }
  const source: ModelSource =
    name === undefined ? { kind: "openai" } : { ...(await findSource(`--${role}`, name, config)) };
  if (urls) {
    delete source.baseUrl;
    source.baseUrls = urls;
  }
  if (source.kind === "openai")
    source.model = values[`${role}-model-name`] ?? source.model ?? `${role}-model`;
  const variable = values[`${role}-api-key-env`];
  if (variable !== undefined) source.apiKeyEnv = variable;
  const key = values[`${role}-api-key`];
  if (key === undefined || key === "") return { name, source, opened: source, environment: process.env };
  const flag = `--${role}-api-key`;
  if (variable !== undefined) throw new UsageError(`give either ${flag} or ${flag}-env`);
  return {
    name,
    source,
    opened: { ...source, apiKeyEnv: flag },
    environment: { ...process.env, [flag]: key },
    // What is customary for servers that want no key is none.
    ...(key === "EMPTY" ? {} : { openKey: flag }),
  };
}

async function readPrompt(path: string | undefined): Promise<string | null> {
  if (path === undefined) return stepwiseInstruction;
  return path === "none" ? null : readText("--prompt", path);
}

async function readText(flag: string, path: string): Promise<string> {
  try {
    return (await readFile(path, "utf8")).trimEnd();
  } catch (error) {
    throw new UsageError(`${flag}: ${path} cannot be read: ${(error as Error).message}`);
  }
}
