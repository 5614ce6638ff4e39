// The options of `assay search`, resolved into the settings of a search.

import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Config, ModelSource } from "../../config/index.ts";
import { reasonOf } from "../../jsonl/errors.ts";
import { shardFolder } from "../../jsonl/shard.ts";
import type { Declaration } from "../../options/help.ts";
import {
  changed,
  choice,
  flag,
  type Given,
  group,
  json,
  number,
  repeated,
  text,
  url,
  whole,
} from "../../options/option.ts";
import { settle } from "../../options/settings.ts";
import { promptKindOf, type ScorerOptions } from "../../prm/open-scorer.ts";
import { concurrencySetting, modelSettings, requestSettings } from "../../runs/eval-settings.ts";
import { type ModelOfRun, shortHash } from "../../runs/run-file.ts";
import { stepwiseInstruction } from "../../search/prompt.ts";
import { searchSettings } from "../../search/run-file.ts";
import type { SearchOptions } from "../../search/search.ts";
import { strategies } from "../../search/strategies.ts";
import { readOptions, UsageError } from "../command.ts";
import { findSource, modelOfRun, sentAs, withUsualKey } from "../options/model-source.ts";
import { queueOptions } from "../options/queue-options.ts";
import { type AskedRun, askedRun, runOptions } from "../options/run-options.ts";
import {
  judgementTokensOption,
  readStepPrompt,
  refuseIgnored,
  scorerOptions,
  scorerSettings,
  stepPromptOption,
} from "../options/scorer-options.ts";
import { gradingOptions } from "../options/shared-options.ts";

// The options that name the two models.

const apiBase = repeated(url({ help: "Use the OpenAI-compatible server at this URL (…/v1)." }));
const modelName = text({
  value: "NAME",
  help: "Ask for the model that has this name on the server.",
});
const openKey = text({ value: "KEY", help: "Send this key, which others on the machine can then see." });

const policyOptions = group("The policy", {
  policyApiBase: apiBase,
  policyModelName: changed(modelName, { usually: "policy-model" }),
  policyApiKeyEnv: modelSettings.apiKeyEnv,
  policyApiKey: changed(openKey, { excludes: ["policyApiKeyEnv"] }),
  policy: text({
    value: "SOURCE",
    excludes: ["policyApiBase"],
    completes: "file",
    help:
      "Use this model: a source of assay.config.*, embedded:policy, or a JSON Lines file of " +
      "recorded completions.",
  }),
  policyExtraBody: json({ help: "Add these fields only to the policy's requests." }),
  api: choice(["chat", "completions"], {
    value: "KIND",
    usually: "the source's own, else chat",
    help: "Use this API: chat completions (chat) or plain completions (completions).",
  }),
  prompt: text({
    value: "FILE|none",
    completes: "file",
    usually: "an instruction to write steps",
    help:
      "Send this instruction as the system message, or as the user's message if it contains {problem}; " +
      "none sends only the problem.",
  }),
});

const rewardOptions = group("The reward model", {
  rewardApiBase: apiBase,
  rewardModelName: changed(modelName, { usually: "reward-model" }),
  rewardApiKeyEnv: modelSettings.apiKeyEnv,
  rewardApiKey: changed(openKey, { excludes: ["rewardApiKeyEnv"] }),
  reward: text({
    value: "SOURCE",
    excludes: ["rewardApiBase"],
    completes: "file",
    help: "Use this model: a source of assay.config.*, embedded:prm, or a file of recorded scores.",
  }),
  rewardExtraBody: json({ help: "Add these fields only to the reward model's requests." }),
  ...scorerOptions,
  interface: changed(scorerOptions.interface, { usually: "logprobs" }),
  rewardPrompt: changed(stepPromptOption, { usually: "steps" }),
  rewardTemperature: number({
    value: "T",
    least: 0,
    usually: "0.6",
    help: "Sample judgements at temperature T.",
  }),
  rewardTokens: judgementTokensOption,
  rewardTokenizerPath: text({ hidden: true, help: "Accept this option of the reference; it has no effect." }),
});

const options = {
  ...policyOptions,
  ...rewardOptions,
  ...searchSettings,
  ...group("The search", {
    limit: whole({ short: "x", least: 1, excludes: ["end"], help: "Solve at most N problems." }),
  }),
  ...group("The run", {
    outputDir: text({
      aliases: ["out"],
      value: "FOLDER",
      usually: "a folder in runs/ that the same command finds again",
      completes: "folder",
      help: "Write result-I-J.json and the files of the run to this folder.",
    }),
    baseline: flag({ help: "Also measure the policy without the reward model, with the same n." }),
    ...requestSettings,
    concurrency: changed(concurrencySetting, {
      help: "Work on at most N problems at once, with at most N requests in flight at each server.",
    }),
    ...runOptions("problems", "results, problems, answered, requests: { policy, reward }, …"),
  }),
  ...queueOptions,
  ...gradingOptions,
};

export const searchDeclaration: Declaration = {
  usage: [
    "--policy-api-base URL --reward-api-base URL --data TASK [options]",
    "--policy SOURCE --reward SOURCE --data TASK [options]",
  ],
  examples: [
    {
      does: "choose each step among eight candidates, for the first 50 problems",
      typed:
        "assay search --policy_api_base http://127.0.0.1:8000/v1 \\\n" +
        "--reward_api_base http://127.0.0.1:8001/v1 --data math \\\n" +
        "--data_end 50 --output_dir runs/greedy/math",
    },
    {
      does: "search with beams, on sources from assay.config.*",
      typed:
        "assay search --policy small --reward prm --data amc23 \\\n" +
        "--strategy beam --n 16 --width 4 --limit 50",
    },
  ],
  options,
  notes: [
    "Options may be written with - or _. 'assay processbench --print-prompt --prompt NAME' prints a prompt.",
    "The same command continues a search that ended early. Exit codes: 0 if every search ended, 1 if " +
      "some did not, 2 for wrong usage. docs/search.md explains how to deploy the models and how to read " +
      "the results.",
  ],
};

export interface SearchRequest extends AskedRun {
  config: SearchOptions["config"];
  policy: ModelSource;
  /** The environment in which the policy's key is looked up. */
  environment: NodeJS.ProcessEnv;
  /** Options that contain a key, which others on the machine can see. */
  openKeys: string[];
  /** Undefined if the strategy needs no scores. */
  reward: ScorerOptions | undefined;
  /** The reward model's entry in the run's file. */
  rewardModel: ModelOfRun | undefined;
  outputDir: string;
  concurrency: number;
  gradingTimeout: number;
  baseline: boolean;
}

export async function readSearchRequest(argv: readonly string[], config: Config): Promise<SearchRequest> {
  const { values, given: said } = readOptions(argv, options);
  const last = values.limit === undefined ? {} : { end: values.begin + values.limit };
  const settings = settle(searchSettings, { ...said, ...last });
  const { begin, end, strategy } = settings;
  if (end !== null && end <= begin)
    throw new UsageError(`--data-end ${end} must be greater than --data-begin ${begin}`);
  checkWidth(said, settings);
  const policy = await readSource("policy", said, config);
  const api = values.api ?? policy.source.api ?? "chat";
  const reward = strategies[strategy].isGuided ? await readSource("reward", said, config) : undefined;
  const { concurrency } = values;
  const run = askedRun("search", values);
  const openKeys = [policy, reward].flatMap((model) => model?.openKey ?? []);
  if (run.queue && openKeys.length > 0)
    throw new UsageError(`${openKeys[0]} cannot be used with a queue: workers use their own keys`);
  const asked = values.interface ?? "logprobs";
  if (reward) refuseIgnored(said, asked, reward.source);
  const searched = {
    policy: { ...modelOfRun(policy.name, policy.source), api },
    ...settings,
    prompt: await readPrompt(values.prompt),
  };
  const rewardModel = reward && modelOfRun(reward.name, reward.source);
  return {
    config: searched,
    policy: policy.opened,
    environment: policy.environment,
    openKeys,
    reward: reward
      ? {
          source: reward.opened,
          environment: reward.environment,
          interface: asked,
          ...(await readStepPrompt("--reward-prompt", values.rewardPrompt, promptKindOf(asked))),
          ...scorerSettings(values, {
            temperature: values.rewardTemperature,
            maxTokens: values.rewardTokens,
          }),
          concurrency,
        }
      : undefined,
    rewardModel,
    outputDir: join(
      values.outputDir ?? defaultFolder(searched, rewardModel, asked),
      ...shardFolder(values.shard),
    ),
    ...run,
    concurrency,
    gradingTimeout: values.gradingTimeout,
    baseline: values.baseline,
  };
}

/**
 * A folder that the same command finds again. Its name depends on the identity of the search without the data, so the
 * searches of several data sets are in the same folder, as `assay score` reads them.
 */
function defaultFolder(
  { policy, data, begin: _, end: __, ...settings }: SearchOptions["config"],
  reward: ModelOfRun | undefined,
  asked: string,
): string {
  const models = [policy, reward].map((model) => model && [model.kind, model.model, model.path, model.api]);
  const hash = shortHash([models, reward && asked, settings]);
  const words = [policy.model ?? basename(policy.path ?? policy.kind), settings.strategy, hash];
  const plain = (word: string): string => word.replace(/[^A-Za-z0-9._]+/g, "-");
  return join("runs", words.map(plain).join("-"), plain(basename(data).replace(/\.[^.]*$/, "")));
}

/** n candidates are drawn in all: n / width solutions with `width` candidates each. @throws {UsageError} */
function checkWidth(
  said: Pick<Given<typeof options>, "width">,
  { strategy, n, width }: { strategy: string; n: number; width: number },
): void {
  const hasWidth = strategy === "beam" || strategy === "dvts";
  if (!hasWidth) {
    if (said.width !== undefined)
      throw new UsageError(`--width is for --strategy beam and dvts, not for '${strategy}'`);
    return;
  }
  if (n < width ? said.width !== undefined : n % width !== 0)
    throw new UsageError(
      `--n ${n} is not a multiple of --width ${width}: the search extends n / width solutions at once`,
    );
}

/** The options of one of the two models. */
const optionsOf = (name: "policy" | "reward", said: Given<typeof options>) => ({
  source: said[name],
  apiBase: said[`${name}ApiBase` as const],
  modelName: said[`${name}ModelName` as const],
  apiKeyEnv: said[`${name}ApiKeyEnv` as const],
  apiKey: said[`${name}ApiKey` as const],
  extraBody: said[`${name}ExtraBody` as const],
});

interface DescribedModel {
  name: string | undefined;
  /** The source as a run records it, without keys. */
  source: ModelSource;
  /** The source as it is opened, in an environment that may hold a key of the command line under its option's name. */
  opened: ModelSource;
  environment: NodeJS.ProcessEnv;
  openKey?: string;
}

/** A source of the configuration, or a server; options override the fields of a named source. */
async function readSource(
  name: "policy" | "reward",
  said: Given<typeof options>,
  config: Config,
): Promise<DescribedModel> {
  const role = optionsOf(name, said);
  if (role.source === undefined && role.apiBase === undefined) {
    throw new UsageError(`which ${name} model? Give --${name}-api-base URL, or --${name} SOURCE`);
  }
  const found: ModelSource =
    role.source === undefined ? { kind: "openai" } : await findSource(`--${name}`, role.source, config);
  const source = sentAs(sentAs(found, said), { extraBody: role.extraBody });
  if (role.apiBase) {
    delete source.baseUrl;
    source.baseUrls = role.apiBase;
  }
  if (source.kind === "openai") source.model = role.modelName ?? source.model ?? `${name}-model`;
  if (role.apiKeyEnv !== undefined) source.apiKeyEnv = role.apiKeyEnv;
  const key = role.apiKey;
  if (key === undefined || key === "")
    return { name: role.source, source, opened: withUsualKey(source), environment: process.env };
  const flag = `--${name}-api-key`;
  return {
    name: role.source,
    source,
    opened: { ...source, apiKeyEnv: flag },
    environment: { ...process.env, [flag]: key },
    // By convention, servers that need no key get this word.
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
    throw new UsageError(`${flag}: ${path} cannot be read: ${reasonOf(error)}`);
  }
}
