// run.json of a search: everything that it was asked for, and what makes two searches the same search.

import { z } from "zod";
import { shapeOf } from "../options/schema.ts";
import { differences, identityOf as identityOfSettings } from "../options/settings.ts";
import type { StepScorer } from "../prm/step-scorer.ts";
import { dataSource, modelOfRun, whereFrom } from "../runs/run-file.ts";
import { readRunJson } from "../runs/run-folder.ts";
import { commonMembers, settle } from "../runs/run-kind.ts";
import { searchSettings } from "./search-settings.ts";

export const searchConfig = z.object({
  policy: modelOfRun,
  /** What the rewards depend on, as the scorer tells it; null where nothing is scored. */
  reward: z.record(z.string(), z.unknown()).nullable(),
  ...shapeOf(searchSettings),
  /** The instruction to the policy; null asks with the bare problem. */
  prompt: z.string().nullable(),
});

const searchRun = z.object({
  v: z.literal(1),
  kind: z.literal("search"),
  config: searchConfig,
  task: z.string(),
  source: dataSource,
  problems: z.int().min(0),
  /** Of them, those that the shard has, where the search is one. */
  own: z.int().min(0).optional(),
  /** Of their ids, statements and golds. */
  digest: z.string(),
  ...commonMembers,
});

export type SearchConfig = z.output<typeof searchConfig>;
export type SearchRun = z.output<typeof searchRun>;

export const iterationsFileName = "iterations.jsonl";

/** @throws {StorageError} */
export const readSearchRun = (folder: string): Promise<SearchRun | undefined> =>
  readRunJson(folder, searchRun);

/** As it will be once it is written and read again. */
export const identityOfScorer = ({ identity }: StepScorer): Record<string, unknown> =>
  JSON.parse(JSON.stringify(identity)) as Record<string, unknown>;

/** What must not change, in words that a person knows from the command line. */
function identityOf({ config, task, source, problems, digest }: SearchRun): Record<string, unknown> {
  const { policy, reward } = config;
  const asked = config.strategy === "beam" || config.strategy === "dvts" ? { width: config.width } : {};
  return {
    "kind of policy": policy.kind,
    policy: policy.model ?? policy.path,
    "chat or completions": policy.api,
    "the policy's extra body": policy.extraBody,
    "the policy's completion field": policy.completionField,
    ...Object.fromEntries(
      Object.entries(reward ?? {}).map(([name, value]) => [`reward model, ${name}`, value]),
    ),
    ...identityOfSettings(searchSettings, config),
    ...asked,
    prompt: config.prompt,
    task,
    data: whereFrom(source),
    problems,
    "the problems themselves": digest,
  };
}

/** What differs between two searches that should be the same. */
export const searchDifferences = (before: SearchRun, after: SearchRun): string[] =>
  differences(identityOf(before), identityOf(after));

/** @throws {DifferentRunError} */
export const settleSearch = (folder: string, now: SearchRun, before: SearchRun | undefined): SearchRun =>
  settle({ folder, now, before, identityChanges: searchDifferences, flag: "--output-dir" });
