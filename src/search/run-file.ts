// run.json of a search: everything that it was asked for, and what makes two searches the same search.

import { z } from "zod";
import { shapeOf } from "../options/schema.ts";
import { differences, identityOf as identityOfSettings } from "../options/settings.ts";
import type { StepScorer } from "../prm/step-scorer.ts";
import { shardOf } from "../runs/plan.ts";
import { dataSource, modelOfRun, whereFrom } from "../runs/run-file.ts";
import { DifferentRunError, readRunJson } from "../runs/run-folder.ts";
import { shardSchema } from "../runs/shard.ts";
import { seenModels } from "../seen/seen.ts";
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
  /** The part of the problems that is searched here; all unless it is there. */
  shard: shardSchema.optional(),
  /** What was seen of the models; files of earlier versions do not say. */
  seen: seenModels.optional(),
  versions: z.object({ assay: z.string(), node: z.string() }),
  created: z.string(),
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

/** What run.json is to say: a new search, or the one that the folder holds. @throws {DifferentRunError} */
export function settleSearch(folder: string, now: SearchRun, before: SearchRun | undefined): SearchRun {
  if (!before) return now;
  const changes = [...searchDifferences(before, now), ...differences(shardOf(before), shardOf(now))];
  if (changes.length > 0) throw new DifferentRunError(folder, changes, "--output-dir");
  return { ...now, created: before.created, versions: before.versions };
}
