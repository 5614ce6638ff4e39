// The settings of an evaluation: options of the command line, and fields of the run's file.

import { readFileSync } from "node:fs";
import { apis, completionFields } from "../config/apis.ts";
import { reasonOf } from "../jsonl/errors.ts";
import { defaultConcurrency } from "../models/open-model.ts";
import {
  choice,
  group,
  json,
  number,
  repeated,
  text,
  textAs,
  url,
  variable,
  whole,
} from "../options/option.ts";
import type { Example } from "../tasks/examples.ts";

// The model and its connection, as options of every command that uses one, and as a run records it.

/** The settings of requests, which a source of the configuration may have too. */
export const requestSettings = group("The model", {
  extraBody: json({
    help: "Add these fields to the body of every request; null removes a field.",
    identity: true,
  }),
  completionField: choice(completionFields, {
    value: "NAME",
    identity: true,
    usually: "content",
    help: "If a completion is empty, read it from this field of the server's message.",
  }),
  timeoutSeconds: number({
    name: "timeout",
    value: "S",
    above: 0,
    most: 86_400,
    usually: "3600",
    help: "Abort a request without an answer after S seconds, and try again.",
  }),
  maxTries: whole({ least: 1, usually: "10", help: "Send each request at most N times." }),
});

export const modelSettings = group("The model", {
  source: text({
    short: "i",
    value: "SOURCE",
    excludes: ["baseUrls"],
    completes: "file",
    help: "Use this model: a source of assay.config.*, or a file or a run whose completions are replayed.",
  }),
  baseUrls: repeated(
    url({
      name: "base-url",
      help: "Use the OpenAI-compatible server at this URL (…/v1); several servers share the requests.",
    }),
  ),
  model: text({ value: "NAME", help: "Use the model of this name on the server." }),
  apiKeyEnv: variable({
    value: "VAR",
    usually: "OPENAI_API_KEY, sent over TLS or within this machine only",
    help: "Read the key from this environment variable.",
  }),
  api: choice(apis, {
    value: "KIND",
    usually: "the source's own, else chat",
    help:
      "Use this API: chat completions (chat), plain completions (completions), OpenAI's Responses API " +
      "(responses) or Anthropic's Messages API (messages).",
  }),
  ...requestSettings,
});

export const templateNames = ["r1_zero"] as const;
export type TemplateName = (typeof templateNames)[number];

/** The maximum for any kind of run. More than any run has: a run's file is untrusted, and may have any number. */
export const mostSamples = 100_000;

/** The number of requests in flight, for every command that uses a model. */
export const concurrencySetting = whole({
  group: "The run",
  least: 1,
  default: defaultConcurrency,
  help: "Keep at most N requests in flight.",
});

/** The seed of a run, for every command that draws. */
export const seedSetting = whole({
  value: "S",
  least: 0,
  default: 0,
  identity: true,
  help: "Derive the seeds of the requests from S.",
});

/** The first problems alone. */
export const limitSetting = (help: string) =>
  whole({ name: "limit", aliases: ["max-problems"], short: "x", least: 1, help });

/** The text of a prompt file. */
function readPromptFile(path: string): string {
  let prompt: string;
  try {
    prompt = readFileSync(path, "utf8").trimEnd();
  } catch (error) {
    throw new Error(`${path} cannot be read: ${reasonOf(error)}`);
  }
  if (!prompt.includes("{problem}"))
    throw new Error(`${path} must contain {problem}, where the problem goes`);
  return prompt;
}

/** A filter as given; a filter without a value is an error. */
function columnValue(given: string): string {
  if (!/^[^=]+=./.test(given)) throw new Error(`'${given}' is not COLUMN=VALUE`);
  return given;
}

const reasoningEfforts = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;

// The order is that of run.json, and a folder's name depends on it.
export const evalSettings = {
  ...group("Problems and prompts", {
    template: choice(templateNames, {
      identity: true,
      excludes: ["system"],
      help:
        "Use the prompt of this template with plain completions, and grade with its reward. The prompt " +
        "of r1_zero ends in <think>.",
    }),
    system: text({ identity: true, help: "Send this system message first." }),
    temperature: number({
      short: "t",
      value: "T",
      least: 0,
      default: 0,
      aliases: ["temp"],
      identity: true,
      help: "Sample at temperature T.",
    }),
    topP: number({
      value: "P",
      least: 0,
      most: 1,
      identity: true,
      help: "Send this top_p; by default none is sent.",
    }),
    topK: whole({
      short: "k",
      value: "K",
      least: 1,
      identity: true,
      help: "Send this top_k; by default none is sent.",
    }),
    maxNewTokens: whole({
      name: "max-tokens",
      aliases: ["max-new-tokens"],
      short: "m",
      least: 1,
      usually: "the task's own",
      help: "Allow N tokens in a completion.",
    }),
    seed: seedSetting,
    numSamples: whole({
      short: "n",
      least: 1,
      most: mostSamples,
      default: 1,
      help: "Draw N samples of each problem.",
    }),
    maxProblems: limitSetting("Run only the first N problems of each task."),
    filter: repeated(
      textAs(columnValue, {
        value: "COLUMN=VALUE",
        identity: true,
        help: "Run only problems whose row has this value in this column, for example level=5.",
      }),
    ),
    sample: whole({
      least: 1,
      excludes: ["maxProblems"],
      identity: true,
      help:
        "Run N problems of each task, chosen by a hash of their ids and --seed, so they are the " +
        "same on every machine.",
    }),
    prompt: textAs(readPromptFile, {
      name: "prompt-file",
      value: "FILE",
      completes: "file",
      identity: true,
      excludes: ["template"],
      usually: "the task's own",
      help: "Use the text of this file as the prompt; {problem} in it stands for the problem.",
    }),
    fewShot: textAs((path): string | Example[] => path, {
      value: "FILE",
      completes: "file",
      identity: true,
      excludes: ["template"],
      help:
        "Put the rows of this file before the problem as worked examples; a row has problem, answer " +
        "and optionally solution.",
    }),
    stop: repeated(
      text({ identity: true, help: "End a completion where it would continue with this text." }),
    ),
    reasoningEffort: choice(reasoningEfforts, {
      value: "LEVEL",
      identity: true,
      help: "Set the reasoning effort of a reasoning model.",
    }),
    thinkingBudget: whole({
      least: 1,
      identity: true,
      help: "Allow N tokens of reasoning; sent as thinking_token_budget, or as budget_tokens with the Messages API.",
    }),
    tag: repeated(text({ help: "Record this tag in run.json; lists of runs show it." })),
    groupBy: repeated(
      text({
        value: "COLUMN",
        usually: "the task's own",
        help: "Also print figures for each value of this column of the rows, for example level.",
      }),
      /,/,
    ),
  }),
  concurrency: concurrencySetting,
  gradingOptions: json({
    group: "Grading",
    help: 'Set grading options, for example \'{"units": "required"}\'; docs/grading.md lists them.',
  }),
};
