// What `assay.config.*` may say: the models that commands know by name, and tasks of the user's own. The names are
// checked strictly, since a misspelt option that is silently ignored would change a measurement.

import { z } from "zod";
import { apis, completionFields } from "./apis.ts";

const text = z.string().min(1);
const count = z.int().min(1);

/** A variable's name, never the key itself. */
const variable = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "must be the name of an environment variable, not the key itself");

/** Addresses are kept in files, and keys are not. */
const address = z
  .url({ protocol: /^https?$/, error: "must be a URL that begins with http:// or https://" })
  .refine(
    (url) => !/[?#@]/.test(url),
    "must be an address and nothing else: no user, no query. Put a key into an environment variable, and " +
      "name the variable as apiKeyEnv",
  );

/** Money for a million tokens; a run's budget is in the same currency. */
const prices = z.strictObject({
  input: z.number().min(0),
  output: z.number().min(0),
  /** For example `USD`. */
  currency: text.max(20).optional(),
});

const modelSource = z
  .strictObject({
    /** What the model is to Assay; an endpoint by default otherwise. */
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
    /** Chat messages by default otherwise. */
    api: z.enum(apis).optional(),
    headers: z.record(text, z.string()).optional(),
    /** Further fields of every request's body. */
    extraBody: z.record(text, z.json()).optional(),
    /** Where a completion is read whose usual field is empty. */
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

/** Which columns hold what. A gold may be a list, any one of which suffices. */
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
    /** A branch, a tag, or the commit's 40 hexadecimal digits, which are used without asking the hub. */
    revision: text.optional(),
    /** The data set's files to read, in this order, where they are not to be looked for by split. */
    files: z.array(text).min(1).optional(),
    fields: fields.optional(),
    /** The user's message, with `{problem}` where the problem goes. */
    prompt: z
      .string()
      .refine((prompt) => prompt.includes("{problem}"), "must contain {problem}, where the problem goes")
      .optional(),
    /** How an answer is graded: as mathematics, or by AIME's rule. */
    rule: z.enum(["math", "integer"]).optional(),
    /** Whether its golds are prose, so that it is not evaluated without a judge. */
    judge: z.boolean().optional(),
    /** Policies of grading, as `--grading-options` has them, which go over these. */
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

/** A task of the user's own; or, under the name of a built-in one, what to change of it. */
export type TaskConfig = z.output<typeof taskConfig>;

export interface Config {
  /** The file that was read; undefined if there is none, and then nothing is configured. */
  path: string | undefined;
  sources: Record<string, ModelSource>;
  tasks: Record<string, TaskConfig>;
}

/** What a configuration file exports; `export default { … } satisfies ConfigInput` in a typed one. */
export type ConfigInput = z.input<typeof configSchema>;
