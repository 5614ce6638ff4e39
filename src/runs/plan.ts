// From a configuration and loaded tasks to a run: which problems, which prompts, and whether it is the same run as the
// one that the folder already holds.

import { ExpectedError } from "../errors/expected-error.ts";
import type { Sampling } from "../models/model.ts";
import { differences } from "../options/settings.ts";
import type { Conversation, LoadedTask } from "../tasks/task.ts";
import { digestOf, identityOf, type RunConfig, type RunFile } from "./run-file.ts";
import { DifferentRunError } from "./run-folder.ts";
import { type Prompt, promptOf, stopsOf } from "./template.ts";

export interface PlannedProblem {
  conversation: Conversation;
  prompt: Prompt;
}

export interface PlannedTask extends LoadedTask {
  problems: PlannedProblem[];
  sampling: Sampling;
}

export interface Plan {
  config: RunConfig;
  /** By name. */
  tasks: Map<string, PlannedTask>;
}

/** @throws {ExpectedError} when two tasks share a name */
export function planRun(config: RunConfig, loaded: readonly LoadedTask[]): Plan {
  const tasks = new Map<string, PlannedTask>();
  for (const one of loaded) {
    const { name, maxNewTokens } = one.task;
    if (tasks.has(name)) throw new ExpectedError(`two tasks are called '${name}'; give each its own run`);
    const conversations = one.conversations.slice(0, config.maxProblems);
    const { template, system } = config;
    const { api } = config.model;
    tasks.set(name, {
      ...one,
      problems: conversations.map((conversation) => ({
        conversation,
        prompt: promptOf(conversation, { template, system, api }),
      })),
      sampling: {
        maxTokens: config.maxNewTokens ?? maxNewTokens,
        temperature: config.temperature,
        topP: config.topP,
        topK: config.topK,
        stop: stopsOf(template),
      },
    });
  }
  return { config, tasks };
}

/** What is written down of a plan. */
function describePlan({ config, tasks }: Plan, versions: RunFile["versions"]): RunFile {
  const data: RunFile["data"] = {};
  for (const [name, { source, problems, sampling }] of tasks) {
    data[name] = {
      source: { ...source },
      problems: problems.length,
      digest: digestOf(problems),
      maxNewTokens: sampling.maxTokens!,
    };
  }
  return { v: 1, config, data, versions, created: new Date().toISOString() };
}

/**
 * What the folder's file is to say: a new run, or the one that it holds, perhaps extended.
 * @throws {DifferentRunError}
 */
export function settleRun(
  folder: string,
  plan: Plan,
  before: RunFile | undefined,
  versions: RunFile["versions"],
): RunFile {
  const now = describePlan(plan, versions);
  if (!before) return now;
  const changes = [...differences(identityOf(before), identityOf(now)), ...shrunk(before, now, plan)];
  if (changes.length > 0) throw new DifferentRunError(folder, changes);
  return { ...now, created: before.created, versions: before.versions };
}

/** A run may be extended, never cut; and what it has asked already must still be what it would ask. */
function shrunk(before: RunFile, now: RunFile, plan: Plan): string[] {
  const changes: string[] = [];
  if (now.config.numSamples < before.config.numSamples) {
    changes.push(
      `num-samples: ${before.config.numSamples} → ${now.config.numSamples} (it can only be raised)`,
    );
  }
  for (const [name, { problems, digest }] of Object.entries(before.data)) {
    const planned = plan.tasks.get(name)?.problems;
    if (!planned) continue;
    if (planned.length < problems) {
      changes.push(`problems of ${name}: ${problems} → ${planned.length} (they can only be raised)`);
    } else if (digestOf(planned.slice(0, problems)) !== digest) {
      changes.push(`the problems or prompts of ${name}`);
    }
  }
  return changes;
}
