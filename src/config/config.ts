// The content of `assay.config.*`: the models that commands know by name, and the user's own tasks. Field names are
// checked strictly, because a misspelt option that is silently ignored would change a measurement.

import { z } from "zod";
import { apis, completionFields } from "./apis.ts";

const text = z.string().min(1);
const count = z.int().min(1);

/** A variable's name, never the key itself. */
const variable = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "must be the name of an environment variable, not the key itself");

/** Addresses are stored in files, and keys are not. */
const address = z
  .url({ protocol: /^https?$/, error: "must be a URL that begins with http:// or https://" })
  .refine(
    (url) => !/[?#@]/.test(url),
    "must be an address and nothing else: no user, no query. Put a key into an environment variable, and " +
      "name the variable as apiKeyEnv",
  );

/** Prices of a million tokens; a run's budget is in the same currency. */
const prices = z.strictObject({
  input: z.number().min(0),
  output: z.number().min(0),
  /** For example `USD`. */
  currency: text.max(20).optional(),
});

const modelSource = z
  .strictObject({
    /** The kind of model; default: an endpoint. */
    kind: z.enum(["openai", "replay", "embedded"]).default("openai"),
    /** One server, up to and including its version, for example `http://127.0.0.1:8000/v1`. */
    baseUrl: address.optional(),
    /** Several servers of the same model. */
    baseUrls: z.array(address).min(1).optional(),
    /** The model's name at the server. */
    model: text.optional(),
    /** The environment variable that holds the key. */
    apiKeyEnv: variable.optional(),
    /** Recorded completions (`replay`) or weights (`embedded`), relative to the configuration's folder. */
    path: text.optional(),
    /** Default: chat messages. */
    api: z.enum(apis).optional(),
    headers: z.record(text, z.string()).optional(),
    /** Additional fields of every request's body. */
    extraBody: z.record(text, z.json()).optional(),
    /** The field from which a completion is read if the usual field is empty. */
    completionField: z.enum(completionFields).optional(),
    concurrency: count.optional(),
    timeoutSeconds: z.number().positive().optional(),
    maxTries: count.optional(),
    prices: prices.optional(),
  })
  .superRefine((source, context) => {
    const say = (field: string, message: string) =>
      context.addIssue({ code: "custom", path: [field], message });
    if (source.kind === "openai") {
      if (source.baseUrl !== undefined && source.baseUrls !== undefined)
        say("baseUrls", "give either baseUrl or baseUrls");
      if (source.baseUrl === undefined && source.baseUrls === undefined) say("baseUrl", "is missing");
      if (source.model === undefined) say("model", "is missing");
    } else if (source.path === undefined)
      say("path", `is missing, and a model of kind '${source.kind}' needs it`);
  });

/** The columns of each field. A gold may be a list, of which one match is enough. */
const fields = z.strictObject({
  problem: text.optional(),
  answer: text.optional(),
  id: text.optional(),
  solution: text.optional(),
});

const taskConfig = z
  .strictObject({
    /** A file of rows (`.jsonl`, `.json`, `.parquet`) or a module, relative to the configuration's folder. */
    path: text.optional(),
    /** Or a data set of the hub, `organisation/name`. */
    dataset: text.optional(),
    config: text.optional(),
    split: text.optional(),
    /** A branch, a tag, or the commit's 40 hexadecimal digits, which are used without a request to the hub. */
    revision: text.optional(),
    /** The data set's files to read, in this order, if they cannot be found by split. */
    files: z.array(text).min(1).optional(),
    fields: fields.optional(),
    /** The user's message, with `{problem}` where the problem goes. */
    prompt: z
      .string()
      .refine((prompt) => prompt.includes("{problem}"), "must contain {problem}, where the problem goes")
      .optional(),
    /** How an answer is graded: as mathematics, or by AIME's rule. */
    rule: z.enum(["math", "integer"]).optional(),
    /** Whether its golds are prose, so that it is evaluated only with a judge. */
    judge: z.boolean().optional(),
    /** Grading options; `--grading-options` overrides them. */
    gradingOptions: z.record(text, z.json()).optional(),
    maxNewTokens: count.optional(),
  })
  .superRefine((task, context) => {
    if (task.path !== undefined && task.dataset !== undefined)
      context.addIssue({ code: "custom", path: ["dataset"], message: "give either path or dataset" });
  });

export const configSchema = z.strictObject({
  sources: z.record(text, modelSource).default({}),
  tasks: z.record(text, taskConfig).default({}),
});

/** A model that commands know by its name in `sources`. */
export type ModelSource = z.output<typeof modelSource>;

/** A task of the user; or, under the name of a built-in task, the fields to change in it. */
export type TaskConfig = z.output<typeof taskConfig>;

export interface Config {
  /** The file that was read; undefined if there is none, and then everything has its default. */
  path: string | undefined;
  sources: Record<string, ModelSource>;
  tasks: Record<string, TaskConfig>;
}

/** The content of a configuration file; `export default { … } satisfies ConfigInput` in a typed one. */
export type ConfigInput = z.input<typeof configSchema>;
