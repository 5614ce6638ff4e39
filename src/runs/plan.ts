// From a configuration and loaded tasks to a run: its problems and prompts, and whether the folder already holds the
// same run.

import { createHash } from "node:crypto";
import type { Api } from "../config/apis.ts";
import { ExpectedError } from "../errors/expected-error.ts";
import type { Shard } from "../jsonl/shard.ts";
import type { ChatMessage, Sampling } from "../models/model.ts";
import { didYouMean } from "../options/nearest.ts";
import { differences } from "../options/settings.ts";
import { count } from "../outgoing/counted.ts";
import { type Example, examplesIn, exampleTurns } from "../tasks/examples.ts";
import { type Problem, problemOf, valuesOf } from "../tasks/problem.ts";
import { askWith } from "../tasks/prompt.ts";
import { r1ZeroStop, withR1ZeroTemplate } from "../tasks/r1-zero-template.ts";
import {
  type Conversation,
  changedTask,
  type LoadedTask,
  type Task,
  withGradingOptions,
} from "../tasks/task.ts";
import type { TemplateName } from "./eval-settings.ts";
import { mostGroups } from "./metrics.ts";
import { digestOf, identityOf, type RunConfig, type RunFile } from "./run-file.ts";
import { settle } from "./run-kind.ts";
import { dealtOut, type ProblemSet } from "./shard.ts";

interface PlannedProblem {
  problem: Problem;
  prompt: Prompt;
}

interface PlannedTask extends LoadedTask {
  /** The problems of this shard. */
  problems: PlannedProblem[];
  /** The problems of all shards. */
  all: PlannedProblem[];
  sampling: Sampling;
}

export interface Plan {
  config: RunConfig;
  /** By name. */
  tasks: Map<string, PlannedTask>;
  shard?: Shard | undefined;
  /** The whole set, if this is a shard of it. */
  set?: ProblemSet | undefined;
}

/** @throws {ExpectedError} if two tasks have the same name */
export function planRun(config: RunConfig, loaded: readonly LoadedTask[], shard?: Shard): Plan {
  const plan = planWhole(config, loaded);
  return shard ? planShard(plan, shard) : plan;
}

function planShard({ config, tasks }: Plan, shard: Shard): Plan {
  const { set, own } = dealtOut(
    [...tasks].map(([task, { all }]) => [task, all] as const),
    shard,
    ({ problem: { statement, gold } }) => ({ text: statement, gold }),
    ({ problem: { id } }) => ({ id }),
  );
  const planned = [...tasks].map(([name, task], i) => [name, { ...task, problems: own[i]! }] as const);
  return { config, tasks: new Map(planned), shard, set };
}

function planWhole(config: RunConfig, loaded: readonly LoadedTask[]): Plan {
  checkGroups(config, loaded);
  const tasks = new Map<string, PlannedTask>();
  for (const one of loaded) {
    const { name, maxNewTokens } = one.task;
    if (tasks.has(name)) throw new ExpectedError(`two tasks are called '${name}'; give each its own run`);
    const conversations = chosen(one, config).slice(0, config.maxProblems);
    const { template, system, prompt } = config;
    const { api } = config.model;
    const examples = examplesIn(config.fewShot);
    const problems = conversations.map((conversation) => ({
      problem: problemOf(conversation),
      prompt: promptOf(conversation, one.task, { template, system, prompt, examples, api }),
    }));
    tasks.set(name, {
      ...one,
      problems,
      all: problems,
      sampling: samplingOf(config, config.maxNewTokens ?? maxNewTokens),
    });
  }
  return { config, tasks };
}

/** A column may be missing from some tasks, but not from all. @throws {ExpectedError} */
function checkGroups({ groupBy = [] }: RunConfig, loaded: readonly LoadedTask[]): void {
  for (const column of groupBy) {
    const counts = loaded.map(
      ({ conversations }) => new Set(conversations.flatMap(({ columns }) => valuesOf(columns, column))).size,
    );
    const most = counts.reduce((a, b) => Math.max(a, b), 0);
    if (most > mostGroups)
      throw new ExpectedError(
        `--group-by: ${column} has ${count(most)} values; there can be ${mostGroups} groups at most`,
      );
    if (most === 0)
      throw new ExpectedError(
        `--group-by: no problem has ${column}; the columns are ${columnNames(loaded)}.${didYouMean(column, columnsIn(loaded))}`,
      );
  }
}

const columnsIn = (loaded: readonly LoadedTask[]): string[] => [
  ...new Set(
    loaded.flatMap(({ conversations }) => conversations.flatMap(({ columns = {} }) => Object.keys(columns))),
  ),
];

const columnNames = (loaded: readonly LoadedTask[]): string => columnsIn(loaded).join(", ") || "none";

/** The problems that the filters accept, or a sample of them; in the order of the data. @throws {ExpectedError} */
function chosen(loaded: LoadedTask, { filter = [], sample, seed }: RunConfig) {
  const { task, conversations } = loaded;
  const wanted = filter.map((each): [column: string, value: string] => {
    const at = each.indexOf("=");
    return [each.slice(0, at), each.slice(at + 1)];
  });
  const passed = conversations.filter(({ columns }) =>
    wanted.every(([column, value]) => valuesOf(columns, column).includes(value)),
  );
  if (passed.length === 0 && conversations.length > 0) {
    const values = wanted.map(([column]) => {
      const all = [...new Set(conversations.flatMap(({ columns }) => valuesOf(columns, column)))];
      return all.length === 0
        ? ""
        : `; ${column} is ${all.slice(0, mostNames).join(", ")}${all.length > mostNames ? ", …" : ""}`;
    });
    throw new ExpectedError(
      `no problem of ${task.name} has ${filter.join(" and ")}; its columns are ${columnNames([loaded])}${values.join("")}`,
    );
  }
  if (sample === undefined || sample >= passed.length) return passed;
  const keyed = passed.map((conversation) => ({
    conversation,
    key: createHash("sha256").update(`${seed}\n${conversation.id}`).digest("hex"),
  }));
  const taken = new Set(
    keyed
      .sort((a, b) => (a.key < b.key ? -1 : 1))
      .slice(0, sample)
      .map(({ conversation }) => conversation),
  );
  return passed.filter((conversation) => taken.has(conversation));
}

/** The values of a column that an error names. */
const mostNames = 12;

/** The record of a plan in run.json. */
function describePlan({ config, tasks, shard }: Plan, versions: RunFile["versions"]): RunFile {
  const data: RunFile["data"] = {};
  for (const [name, { source, problems, all, sampling }] of tasks) {
    data[name] = {
      source: { ...source },
      problems: all.length,
      ...(shard ? { own: problems.length } : {}),
      digest: digestOf(all),
      maxNewTokens: sampling.maxTokens!,
    };
  }
  return { v: 1, config, data, ...(shard ? { shard } : {}), versions, created: new Date().toISOString() };
}

/** The content of run.json; an existing run may be extended. @throws {DifferentRunError} */
export function settleRun(
  folder: string,
  plan: Plan,
  before: RunFile | undefined,
  versions: RunFile["versions"],
): RunFile {
  const now = describePlan(plan, versions);
  const run = settle({
    ...{ folder, now, before, flag: "--out" },
    identityChanges: (before) => differences(identityOf(before), identityOf(now)),
    dataChanges: (before) => shrunk(before, now, plan),
  });
  if (!before) return run;
  const numSamples = Math.max(before.config.numSamples, now.config.numSamples);
  const { grader, judge } = before;
  const kept = { ...(grader ? { grader } : {}), ...(judge ? { judge } : {}) };
  const tag = now.config.tag ?? before.config.tag;
  return { ...run, config: { ...now.config, numSamples, ...(tag ? { tag } : {}) }, ...kept };
}

/**
 * With fewer samples, the first ones of the run are used. Problems may be added, but not removed; and those that exist
 * must be unchanged.
 */
function shrunk(before: RunFile, now: RunFile, plan: Plan): string[] {
  const changes: string[] = [];
  for (const [name, { problems, digest }] of Object.entries(before.data)) {
    const planned = plan.tasks.get(name)?.all;
    if (!planned) continue;
    if (planned.length < problems) {
      changes.push(`problems of ${name}: ${problems} → ${planned.length} (they can only be raised)`);
    } else if (now.shard && planned.length > problems) {
      changes.push(
        `problems of ${name}: ${problems} → ${planned.length} (a shard keeps its own; merge the shards first)`,
      );
    } else if (digestOf(planned.slice(0, problems)) !== digest) {
      changes.push(`the problems or prompts of ${name}`);
    }
  }
  return changes;
}

// How a problem is put to the model: as the task's own conversation, or in the template of r1-zero, whose prompt opens
// the reasoning, which the model must close.

interface PromptOptions {
  template?: TemplateName | undefined;
  system?: string | undefined;
  /** Instead of the task's own; `{problem}` stands for the problem. */
  prompt?: string | undefined;
  examples?: readonly Example[] | undefined;
  /** Whether the model takes messages, or one text for a plain completion. */
  api: Api;
}

export type Prompt = ChatMessage[] | string;

interface HowGraded {
  template?: TemplateName | undefined;
  gradingOptions?: object | undefined;
  groupBy?: readonly string[] | undefined;
}

/** The task with the prompts and grading of a run: in its template, with its options. @throws {TaskError} */
export function asRun(task: Task, { template, gradingOptions, groupBy }: HowGraded): Task {
  const graded = withGradingOptions(groupBy ? changedTask(task, { groupBy }) : task, gradingOptions);
  return template === "r1_zero" ? withR1ZeroTemplate(graded) : graded;
}

function promptOf(
  conversation: Conversation,
  task: Pick<Task, "prompt">,
  { template, system, prompt, examples = [], api }: PromptOptions,
): Prompt {
  const { problem, messages: own } = conversation;
  const asked: ChatMessage[] =
    prompt === undefined
      ? own.slice(0, own.findLastIndex(isOfUser) + 1)
      : [{ role: "user", content: askWith(prompt, problem) }];
  const messages: ChatMessage[] = [
    ...(system === undefined ? [] : [{ role: "system" as const, content: system }]),
    ...exampleTurns(examples, prompt ?? task.prompt ?? "{problem}", problem),
    ...asked,
  ];
  return isPlain({ template, model: { api } })
    ? messages.map(({ content }) => content).join("\n\n")
    : messages;
}

/** Whether a run uses plain completions. */
export const isPlain = ({ template, model }: { template?: string | undefined; model: { api: Api } }) =>
  template !== undefined || model.api === "completions";

const isOfUser = ({ role }: ChatMessage): boolean => role === "user";

interface HowDrawn extends Omit<Sampling, "topLogprobs" | "maxTokens"> {
  template?: TemplateName | undefined;
}

/**
 * The sampling settings of a run for a task; a completion ends where the template ends it, and at the user's stop
 * strings.
 */
export function samplingOf(config: HowDrawn, maxTokens: number | undefined): Sampling {
  const { template, temperature, topP, topK, stop = [], reasoningEffort, thinkingBudget } = config;
  const stops = template === "r1_zero" ? [r1ZeroStop, ...stop] : [...stop];
  return {
    maxTokens,
    temperature,
    topP,
    topK,
    stop: stops.length === 0 ? undefined : stops,
    reasoningEffort,
    thinkingBudget,
  };
}
