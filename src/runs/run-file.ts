// run.json: the resolved settings of a run, so that the file alone can repeat it. The settings that make two runs the
// same are defined only here: the model, the prompts, the sampling, the data.

import { createHash } from "node:crypto";
import { z } from "zod";
import { apis } from "../config/apis.ts";
import { shapeOf } from "../options/schema.ts";
import { identityOf as identityOfSettings } from "../options/settings.ts";
import { sourceShape } from "../tasks/module-task.ts";
import type { Problem } from "../tasks/problem.ts";
import type { Source } from "../tasks/task.ts";
import { evalSettings, modelSettings } from "./eval-settings.ts";
import { judgeOfRun } from "./grading/judged.ts";
import { readRunJson } from "./run-folder.ts";
import { commonMembers } from "./run-kind.ts";

export const modelOfRun = z.object({
  ...shapeOf(modelSettings),
  kind: z.enum(["openai", "replay", "embedded"]),
  path: z.string().optional(),
  api: z.enum(apis),
  prices: z
    .object({ input: z.number().min(0), output: z.number().min(0), currency: z.string().optional() })
    .optional(),
});

/** More than any run has: a file is untrusted, and may have any number. */
const mostProblems = 10_000_000;
const mostTasks = 1_000;

const runConfig = z.object({
  model: modelOfRun,
  /** As given: names or paths. */
  tasks: z.array(z.string()).min(1).max(mostTasks),
  ...shapeOf(evalSettings),
});

const taskData = z.object({
  source: sourceShape,
  /** The first problems of the data, up to the limit. */
  problems: z.int().min(0).max(mostProblems),
  /** The problems of the shard, if the run is one. */
  own: z.int().min(0).max(mostProblems).optional(),
  /** The hash of their ids, prompts and golds. */
  digest: z.string(),
  maxNewTokens: z.int(),
});

/** The grader of the verdicts of a run. */
export const verdictsStamp = z.object({
  assay: z.string(),
  template: z.string().optional(),
  /** The given grading options. */
  options: z.record(z.string(), z.json()).optional(),
  /** The field from which empty completions were read. */
  completionField: z.string().optional(),
});

export type VerdictsStamp = z.output<typeof verdictsStamp>;

const runFile = z.object({
  v: z.literal(1),
  config: runConfig,
  /** By the task's name. */
  data: z
    .record(z.string(), taskData)
    .refine((data) => Object.keys(data).length <= mostTasks, `there are more than ${mostTasks} tasks`),
  /** The judge for what the rules leave open. */
  judge: judgeOfRun.optional(),
  /** The grader of verdicts.jsonl; earlier versions wrote it into that file. */
  grader: verdictsStamp.optional(),
  ...commonMembers,
});

export type ModelOfRun = z.output<typeof modelOfRun>;
export type RunConfig = z.output<typeof runConfig>;
export type RunFile = z.output<typeof runFile>;

export const samplesFileName = "samples.jsonl";

/** The file of an evaluation's folder; undefined if there is none. @throws {StorageError} */
export const readRunFile = (folder: string): Promise<RunFile | undefined> => readRunJson(folder, runFile);

const hashedAtOnce = 65_536;

export function digestOf(problems: readonly { problem: Problem; prompt: unknown }[]): string {
  const hash = createHash("sha256");
  let lines = "";
  for (const { problem, prompt } of problems) {
    lines += `${JSON.stringify([problem.id, prompt, problem.gold])}\n`;
    if (lines.length > hashedAtOnce) {
      hash.update(lines);
      lines = "";
    }
  }
  return hash.update(lines).digest("hex");
}

/** The settings that must not change, by their option names. */
export function identityOf({ config, data }: Pick<RunFile, "config" | "data">): Record<string, unknown> {
  const { model } = config;
  return {
    "kind of model": model.kind,
    model: model.model ?? model.path,
    "chat or completions": model.api,
    ...identityOfSettings(modelSettings, model),
    ...identityOfSettings(evalSettings, shortened(config)),
    tasks: Object.keys(data).sort(),
    ...Object.fromEntries(
      Object.entries(data).flatMap(([name, { source, maxNewTokens }]) => [
        [`max-tokens of ${name}`, maxNewTokens],
        [`data of ${name}`, whereFrom(source)],
      ]),
    ),
  };
}

/** Long texts are represented by their hash, which fits into a sentence. */
const shortened = ({ prompt, fewShot, ...config }: RunConfig) => ({
  ...config,
  ...(prompt === undefined ? {} : { prompt: `one with hash ${shortHash(prompt)}` }),
  ...(fewShot === undefined ? {} : { fewShot: `examples with hash ${shortHash(fewShot)}` }),
});

/** A file is identified by its content, not by its path. */
export const whereFrom = ({ dataset, config, split, revision }: Source): string =>
  revision?.startsWith("sha256:")
    ? `a file with ${revision}`
    : [dataset, config, split, revision && `revision ${revision}`].filter(Boolean).join(", ");

/** A short name for an identity, to tell folders apart. */
export const shortHash = (identity: unknown): string =>
  createHash("sha256").update(JSON.stringify(identity)).digest("hex").slice(0, 8);
