// A search over the problems of a task, from a plan to a result file: every problem advances as soon as it can, each
// iteration is recorded before the next starts, and finished iterations of a killed run are not repeated.

import { join } from "node:path";
import type { z } from "zod";
import { ExpectedError } from "../errors/expected-error.ts";
import type { Shard } from "../jsonl/shard.ts";
import { addUsage, type Model, noUsage, type Usage } from "../models/model.ts";
import { counted } from "../outgoing/counted.ts";
import { openScorer, type ScorerOptions, scorerAskedAs } from "../prm/open-scorer.ts";
import type { StepScorer } from "../prm/step-scorer.ts";
import { asRecorded } from "../runs/draw.ts";
import { type RunContext, runContext, type WorkByKind } from "../runs/engine/executor.ts";
import type { Unit } from "../runs/engine/unit.ts";
import { carryOut, type RunControl, type RunEnd, type RunProgress } from "../runs/lifecycle.ts";
import { digestOf, type ModelOfRun, modelOfRun } from "../runs/run-file.ts";
import { hasAnswers, writeWhole } from "../runs/run-folder.ts";
import { dealtOut, type ProblemSet } from "../runs/shard.ts";
import { expectedModels, expectedOf, keepingSeen, type SeenModel } from "../seen/seen.ts";
import { type Problem, problemOf } from "../tasks/problem.ts";
import { isFailedGrade } from "../tasks/rule.ts";
import type { Conversation, Grade, LoadedTask, Task } from "../tasks/task.ts";
import { type Driver, iterationWork } from "./advance.ts";
import { SearchHistory } from "./history.ts";
import { freshIteration, type IterationInput, iterationUnit, readIteration } from "./iteration.ts";
import {
  type End,
  gradeAnswer,
  isOver,
  type ProblemResult,
  problemResult,
  resultFileName,
} from "./result.ts";
import {
  identityOfScorer,
  iterationsFileName,
  readSearchRun,
  type SearchConfig,
  type SearchRun,
  searchConfig,
  settleSearch,
} from "./run-file.ts";
import { strategies } from "./strategies.ts";
import type { SearchSettings } from "./strategy.ts";

export interface SearchOptions extends RunControl {
  /** The folder of the result file, and next to it the folder of the run. */
  outputDir: string;
  config: Omit<SearchConfig, "reward">;
  /** The whole task; the configuration has the slice. */
  loaded: LoadedTask;
  /** The part of the slice that is searched; default: all. */
  shard?: Shard | undefined;
  policy: Model;
  /** Required if the strategy is guided. */
  scorer?: StepScorer | undefined;
  /** The source of the scorer's model, for executors that open it from the context. */
  rewardModel?: ModelOfRun | undefined;
  /** The identity of the models, from `settleSeen`. */
  seen?: SeenModel[] | undefined;
  versions: SearchRun["versions"];
  /** The maximum number of problems that advance at once. */
  concurrency: number;
  onProgress?(progress: SearchProgress): void;
}

/** The grades of the answers of a search. */
interface Graded {
  answered: number;
  right: number;
  /** The answers with an unusable gold, and those whose grading failed. */
  ungradable: number;
  ungraded: number;
}

export interface SearchProgress extends RunProgress, Graded {
  problems: number;
  /** Problems whose search is over. */
  finished: number;
  /** The problems that ended before this start. */
  resumed: number;
  iterations: number;
  tokens: Usage;
}

export interface SearchResult extends RunEnd, Graded {
  /** The path of the result file. */
  results: string;
  problems: ProblemResult[];
  /** How the searches ended. */
  ended: Partial<Record<End, number>>;
  requests: { policy: number; reward: number };
  usage: { policy: Usage; reward: Usage };
  /** The numbers of candidates of the policy and replies of the reward model, and of empty ones. */
  said: SearchHistory["said"];
  seconds: number;
}

/** The folder of a search's run, beside its result file. */
export const searchFolder = (
  outputDir: string,
  { begin, end }: Pick<SearchConfig, "begin" | "end">,
): string => join(outputDir, resultFileName(begin, end).replace(/^result-(.*)\.json$/, "search-$1"));

export async function runSearch(options: SearchOptions): Promise<SearchResult> {
  const { outputDir, config, loaded, scorer } = options;
  const strategy = strategies[config.strategy];
  if (strategy.isGuided && !scorer) throw new TypeError(`the strategy ${config.strategy} needs a scorer`);
  const all = sliceOf(loaded, config);
  const { set, own } = shardOfSearch(loaded, all, options.shard);
  const problems = own.map(problemOf);
  const folder = searchFolder(outputDir, config);
  const before = (await hasAnswers(folder, iterationsFileName)) ? await readSearchRun(folder) : undefined;
  const now = describe(options, all.map(problemOf), problems);
  const run = keepingSeen(settleSearch(folder, now, before), { seen: options.seen, before });
  const history = new SearchHistory(config.aggregate);
  const gradeOf = gradeIn(loaded.task, loaded.conversations);
  const resultOf = (problem: Problem) => problemResult(problem, history.of(problem.id));
  const byId = new Map(problems.map((problem) => [problem.id, problem]));
  const context = runContext("search", {
    ...run.config,
    rewardModel: options.rewardModel,
    seen: expectedOf(run.seen),
  } satisfies SearchContext);
  let progress = startingProgress([], gradeOf);
  return carryOut<Omit<SearchResult, "seconds">>(
    {
      folder,
      journal: iterationsFileName,
      run,
      set,
      concurrency: options.concurrency,
      context,
      work: (onRetry) => searchWork(context, { ...options, onRetry }),
      read: readIteration,
      onOld(record) {
        const read = readIteration(record);
        if (read) history.add(read);
      },
      begin() {
        progress = startingProgress(problems.map(resultOf), gradeOf);
      },
      units: () => firstUnits(loaded.task.name, problems, options),
      onProgress(run) {
        progress = { ...progress, ...run, tokens: addUsage(history.usage.policy, history.usage.reward) };
        options.onProgress?.({ ...progress });
      },
      onRecord(record) {
        const read = freshIteration(record);
        history.add(read);
        if (read.outcome) progress.iterations++;
        if (!read.outcome?.conclusion) return;
        count(progress, resultOf(byId.get(read.input.problem)!), gradeOf);
      },
    },
    options,
    () => {
      const { answered, right, ungradable, ungraded } = progress;
      const graded = { answered, right, ungradable, ungraded };
      return { ...concludeSearch(outputDir, config, problems, history), ...graded };
    },
  );
}

/** Writes the result file. @throws {StorageError} */
export function concludeSearch(
  outputDir: string,
  { begin, end }: Pick<SearchConfig, "begin" | "end">,
  problems: readonly Problem[],
  history: SearchHistory,
): Pick<SearchResult, "results" | "problems" | "ended" | "requests" | "usage" | "said"> {
  const results = problems.map((problem) => problemResult(problem, history.of(problem.id)));
  const path = join(outputDir, resultFileName(begin, end));
  writeWhole(path, `${JSON.stringify(results, null, 1)}\n`);
  const ended: SearchResult["ended"] = {};
  for (const result of results) ended[result.ended] = (ended[result.ended] ?? 0) + 1;
  const { requests, usage, said } = history;
  return { results: path, problems: results, ended, requests, usage, said };
}

/** The whole set if only a shard is searched, and the problems of the shard. */
function shardOfSearch(
  { task }: LoadedTask,
  all: Conversation[],
  shard: Shard | undefined,
): { set?: ProblemSet; own: Conversation[] } {
  if (!shard) return { own: all };
  const { set, own } = dealtOut(
    [[task.name, all]],
    shard,
    ({ problem, answer }) => ({ text: problem, gold: answer }),
    ({ id, problem, answer, messages }) => ({ id, about: { problem, answer, messages } }),
  );
  return { set, own: own[0]! };
}

/** The problems of a slice. @throws {ExpectedError} if there are none */
export function sliceOf(
  { conversations, task }: LoadedTask,
  { begin, end }: Pick<SearchConfig, "begin" | "end">,
): Conversation[] {
  const slice = conversations.slice(begin, end ?? undefined);
  if (slice.length > 0) return slice;
  throw new ExpectedError(
    `${task.name} has ${counted(conversations.length, "problem")}, and none from ${begin} to ${end ?? "its end"}`,
  );
}

export function firstInput(task: string, problem: Problem, config: SearchOptions["config"]): IterationInput {
  return {
    task,
    ...asRecorded(problem),
    iteration: 1,
    state: strategies[config.strategy].begin(config),
  };
}

function* firstUnits(task: string, problems: readonly Problem[], { config }: SearchOptions): Generator<Unit> {
  for (const problem of problems) yield iterationUnit(firstInput(task, problem, config));
}

/** Completions that were recorded elsewhere were not prompted for a box. */
export const settingsOf = (config: SearchOptions["config"]): SearchSettings => ({
  ...config,
  takesMarkedAnswers: config.policy.kind === "replay",
});

/** The context that the iterations of a search share. */
export const searchContextSchema = searchConfig.extend({
  rewardModel: modelOfRun.optional(),
  seen: expectedModels.optional(),
});
export type SearchContext = z.output<typeof searchContextSchema>;

/**
 * The scorer of a search, from its context; undefined if nothing is scored.
 * @param opened how the model is opened here
 * @throws {ModelError} @throws {PromptError}
 */
export async function scorerOfContext(
  { data }: RunContext,
  opened: Pick<ScorerOptions, "source" | "concurrency" | "environment" | "doubt" | "pauses">,
): Promise<StepScorer | undefined> {
  const { reward } = data as SearchContext;
  return reward ? openScorer({ ...opened, ...scorerAskedAs(reward) }) : undefined;
}

/** Processes the units of a search, in this process or in a worker that has its context. */
export const searchWork = (
  { data }: RunContext,
  { policy, scorer, onRetry }: Pick<SearchOptions, "policy" | "scorer"> & Pick<Driver, "onRetry">,
): WorkByKind => ({
  iteration: iterationWork(driverOf({ config: data as SearchContext, policy, scorer }, onRetry)),
});

export function driverOf(
  { config, policy, scorer }: Pick<SearchOptions, "config" | "policy" | "scorer">,
  onRetry?: Driver["onRetry"],
): Driver {
  return {
    ...config,
    strategy: strategies[config.strategy],
    settings: settingsOf(config),
    policy,
    scorer,
    prompt: { instruction: config.prompt ?? undefined, api: config.policy.api },
    onRetry,
  };
}

function describe(options: SearchOptions, problems: readonly Problem[], own: readonly Problem[]): SearchRun {
  const { config, loaded, shard, scorer, versions } = options;
  return {
    v: 1,
    kind: "search",
    config: { ...config, reward: scorer ? identityOfScorer(scorer) : null },
    task: loaded.task.name,
    source: { ...loaded.source },
    problems: problems.length,
    ...(shard ? { own: own.length } : {}),
    digest: digestOf(problems.map((problem) => ({ problem, prompt: problem.statement }))),
    ...(shard ? { shard } : {}),
    versions,
    created: new Date().toISOString(),
  };
}

type GradeOf = (result: ProblemResult & { pred_answer: string }) => Grade;

const gradeIn = (task: Task, conversations: readonly Conversation[]): GradeOf => {
  const byId = new Map(conversations.map((conversation) => [conversation.id, conversation]));
  return ({ id, pred_answer }) => gradeAnswer(task, byId.get(id)!, pred_answer);
};

type Counted = Graded & Pick<SearchProgress, "finished">;

/** The grades of the answers of a search. */
export function gradedResults(
  results: readonly ProblemResult[],
  task: Task,
  conversations: readonly Conversation[],
): Graded {
  const { finished: _, ...graded } = countAll(results, gradeIn(task, conversations));
  return graded;
}

function startingProgress(results: readonly ProblemResult[], gradeOf: GradeOf): SearchProgress {
  const graded = countAll(results, gradeOf);
  return {
    ...graded,
    problems: results.length,
    resumed: graded.finished,
    iterations: 0,
    tokens: noUsage,
    inFlight: 0,
    retries: 0,
  };
}

function countAll(results: readonly ProblemResult[], gradeOf: GradeOf): Counted {
  const graded = { finished: 0, answered: 0, right: 0, ungradable: 0, ungraded: 0 };
  for (const result of results) if (isOver(result)) count(graded, result, gradeOf);
  return graded;
}

function count(graded: Counted, result: ProblemResult, gradeOf: GradeOf): void {
  const { pred_answer } = result;
  graded.finished++;
  if (pred_answer === null) return;
  graded.answered++;
  const grade = gradeOf({ ...result, pred_answer });
  if (grade.right) graded.right++;
  else if (isFailedGrade(grade)) graded.ungraded++;
  else if (grade.right === null) graded.ungradable++;
}
