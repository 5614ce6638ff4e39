// run.json of a search: its settings and its identity.

import { z } from "zod";
import { choice, group, number, text, whole, wholeOrNone } from "../options/option.ts";
import { shapeOf } from "../options/schema.ts";
import { differences, identityOf as identityOfSettings } from "../options/settings.ts";
import type { StepScorer } from "../prm/step-scorer.ts";
import { mostSamples, seedSetting } from "../runs/eval-settings.ts";
import { modelOfRun, whereFrom } from "../runs/run-file.ts";
import { readRunJson } from "../runs/run-folder.ts";
import { commonMembers, settle } from "../runs/run-kind.ts";
import { sourceShape } from "../tasks/module-task.ts";
import { strategyNames } from "./strategies.ts";
import { aggregates } from "./strategy.ts";

// The settings of a search: options of the command line, and fields of its file.

export const searchSettings = group("The search", {
  data: text({
    aliases: ["task"],
    short: "a",
    value: "TASK|FILE",
    required: true,
    completes: "task",
    help: "Solve the problems of this task, or the rows of this file.",
  }),
  begin: whole({
    name: "data-begin",
    value: "I",
    least: 0,
    default: 0,
    help: "Start with problem I, counted from 0.",
  }),
  end: wholeOrNone({
    name: "data-end",
    value: "J",
    least: 1,
    help: "Stop before problem J; None solves all.",
  }),
  strategy: choice(strategyNames, { default: "greedy", identity: true, help: "Use this search strategy." }),
  aggregate: choice(aggregates, {
    value: "HOW",
    default: "last",
    identity: true,
    help: "Combine the scores of a solution's steps into one score.",
  }),
  n: whole({
    short: "n",
    aliases: ["num-samples"],
    least: 1,
    most: mostSamples,
    default: 8,
    identity: true,
    help: "Draw N candidates for each step, or N solutions.",
  }),
  width: whole({
    least: 1,
    default: 4,
    help: "With beam and dvts, draw N candidates for each solution, and extend n / width solutions at once.",
  }),
  maxSteps: whole({ least: 1, default: 30, identity: true, help: "End a search after N steps." }),
  stepTokens: whole({ least: 1, default: 512, identity: true, help: "Allow N tokens in a step." }),
  solutionTokens: whole({
    least: 1,
    default: 2048,
    identity: true,
    help: "Allow N tokens in a solution, for strategies that draw whole solutions.",
  }),
  temperature: number({
    short: "t",
    aliases: ["temp"],
    value: "T",
    least: 0,
    default: 0.7,
    identity: true,
    help: "Sample the policy at temperature T.",
  }),
  seed: seedSetting,
});

export const searchConfig = z.object({
  policy: modelOfRun,
  /** The identity of the scorer; null if nothing is scored. */
  reward: z.record(z.string(), z.unknown()).nullable(),
  ...shapeOf(searchSettings),
  /** The instruction to the policy; null sends only the problem. */
  prompt: z.string().nullable(),
});

const searchRun = z.object({
  v: z.literal(1),
  kind: z.literal("search"),
  config: searchConfig,
  task: z.string(),
  source: sourceShape,
  problems: z.int().min(0),
  /** The problems of the shard, if the search is one. */
  own: z.int().min(0).optional(),
  /** The hash of their ids, statements and golds. */
  digest: z.string(),
  ...commonMembers,
});

export type SearchConfig = z.output<typeof searchConfig>;
export type SearchRun = z.output<typeof searchRun>;

export const iterationsFileName = "iterations.jsonl";

/** @throws {StorageError} */
export const readSearchRun = (folder: string): Promise<SearchRun | undefined> =>
  readRunJson(folder, searchRun);

/** In the form in which it is read after it was written. */
export const identityOfScorer = ({ identity }: StepScorer): Record<string, unknown> =>
  JSON.parse(JSON.stringify(identity)) as Record<string, unknown>;

/** The settings that must not change, by their option names. */
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

/** The differences between two searches that should be the same. */
export const searchDifferences = (before: SearchRun, after: SearchRun): string[] =>
  differences(identityOf(before), identityOf(after));

/** @throws {DifferentRunError} */
export const settleSearch = (folder: string, now: SearchRun, before: SearchRun | undefined): SearchRun =>
  settle({ folder, now, before, identityChanges: searchDifferences, flag: "--output-dir" });
