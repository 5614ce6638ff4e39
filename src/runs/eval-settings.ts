// What a benchmark run can be asked for: options of the command line, and members of the run's file.

import { completionFields } from "../config/completion-fields.ts";
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

// How a model is named and asked, as options of every command that asks one, and as a run writes it down.

/** How requests are sent: what a source of the configuration may say too. */
export const requestSettings = group("The model", {
  extraBody: json({
    help: "Add these fields to the body of every request; null removes a field.",
    identity: true,
  }),
  completionField: choice(completionFields, {
    value: "NAME",
    identity: true,
    usually: "content",
    help: "Read a completion that is empty from this field of the server's message.",
  }),
  timeoutSeconds: number({
    name: "timeout",
    value: "S",
    above: 0,
    most: 86_400,
    usually: "3600",
    help: "Give up on a request that has no answer after S seconds, and try again.",
  }),
  maxTries: whole({ least: 1, usually: "10", help: "Send each request at most N times." }),
});

export const modelSettings = group("The model", {
  source: text({
    short: "i",
    value: "SOURCE",
    excludes: ["baseUrls"],
    completes: "file",
    help: "Ask a source from assay.config.*, or replay a file or a run.",
  }),
  baseUrls: repeated(
    url({
      name: "base-url",
      help: "Ask the OpenAI-compatible server at this URL (…/v1); several servers share the requests.",
    }),
  ),
  model: text({ value: "NAME", help: "Ask for the model that has this name on the server." }),
  apiKeyEnv: variable({
    value: "VAR",
    usually: "OPENAI_API_KEY, sent over TLS or within this machine only",
    help: "Read the key from this environment variable.",
  }),
  ...requestSettings,
});

export const templateNames = ["r1_zero"] as const;
export type TemplateName = (typeof templateNames)[number];

/** Of a problem, by any kind of run. More than any run has: a run's file is untrusted, and may hold any number. */
export const mostSamples = 100_000;

/** Requests under way at once, for every command that asks a model. */
export const concurrencySetting = whole({
  group: "The run",
  least: 1,
  default: defaultConcurrency,
  help: "Keep at most N requests in flight.",
});

/** A filter as it was given; one without a value is a typing mistake. */
function columnValue(given: string): string {
  if (!/^[^=]+=./.test(given)) throw new Error(`'${given}' is not COLUMN=VALUE`);
  return given;
}

// The order is that of run.json, and a folder's name depends on it.
export const evalSettings = {
  ...group("What to ask", {
    template: choice(templateNames, {
      identity: true,
      excludes: ["system"],
      help:
        "Ask for a plain completion of this template's prompt, and grade with its reward: r1_zero, whose " +
        "prompt ends in <think>.",
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
      short: "m",
      least: 1,
      usually: "the task's own",
      help: "Allow N tokens in a completion.",
    }),
    seed: whole({
      value: "S",
      least: 0,
      default: 0,
      identity: true,
      help: "Derive the seeds of the requests from S.",
    }),
    numSamples: whole({
      short: "n",
      least: 1,
      most: mostSamples,
      default: 1,
      help: "Draw N samples of each problem.",
    }),
    maxProblems: whole({
      short: "x",
      least: 1,
      aliases: ["limit"],
      help: "Run only the first N problems of each task.",
    }),
    filter: repeated(
      textAs(columnValue, {
        value: "COLUMN=VALUE",
        identity: true,
        help: "Run only problems whose row has this value in this column, as in level=5.",
      }),
    ),
    sample: whole({
      least: 1,
      excludes: ["maxProblems"],
      identity: true,
      help: "Run N problems of each task, chosen by a hash of their ids and --seed: the same ones everywhere.",
    }),
    groupBy: repeated(
      text({
        value: "COLUMN",
        usually: "the task's own",
        help: "Also give figures for each value of this column of the rows, as in level.",
      }),
      /,/,
    ),
  }),
  concurrency: concurrencySetting,
  gradingOptions: json({
    group: "Grading",
    help: 'Set policies, for example \'{"units": "required"}\'; docs/grading.md lists them.',
  }),
};
