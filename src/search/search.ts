// A search over the problems of a task, from a plan to a result file: every problem advances whenever it can, each
// iteration is written down before the next begins, and what a killed run has finished is not done again.

import { join } from "node:path";
import { ExpectedError } from "../errors/expected-error.ts";
import type { Model, Retry, Usage } from "../models/model.ts";
import type { StepScorer } from "../prm/step-scorer.ts";
import { runUnits } from "../runs/engine/engine.ts";
import type { Unit } from "../runs/engine/unit.ts";
import { digestOf } from "../runs/run-file.ts";
import { hasRecords, openRunFolder, writeWhole } from "../runs/run-folder.ts";
import type { Conversation, LoadedTask } from "../tasks/task.ts";
import { type Driver, iterationWork } from "./advance.ts";
import { SearchHistory } from "./history.ts";
import { freshIteration, type IterationInput, iterationUnit, readIteration } from "./iteration.ts";
import { judgeAnswer } from "./judge-answer.ts";
import { type End, type ProblemResult, problemResult, resultFileName } from "./result.ts";
import {
  identityOfScorer,
  iterationsFileName,
  readSearchRun,
  type SearchConfig,
  type SearchRun,
  settleSearch,
} from "./run-file.ts";
import { strategies } from "./strategies.ts";
import type { SearchSettings } from "./strategy.ts";

export interface SearchOptions {
  /** Where the result file goes, and beside it the folder of the run. */
  outputDir: string;
  config: Omit<SearchConfig, "reward">;
  /** The whole task; the slice is in the configuration. */
  loaded: LoadedTask;
  policy: Model;
  /** Needed where the strategy is guided. */
  scorer?: StepScorer | undefined;
  versions: SearchRun["versions"];
  /** Problems that advance at once at most. */
  concurrency: number;
  drain?: AbortSignal | undefined;
  stop?: AbortSignal | undefined;
  onProgress?(progress: SearchProgress): void;
}

export interface SearchProgress {
  problems: number;
  /** Whose search is over. */
  finished: number;
  /** Of them, before this start. */
  resumed: number;
  answered: number;
  right: number;
  iterations: number;
  inFlight: number;
  retries: number;
  lastRetry?: Retry | undefined;
}

export interface SearchResult {
  /** The path of the result file. */
  results: string;
  problems: ProblemResult[];
  answered: number;
  right: number;
  /** How the searches ended. */
  ended: Partial<Record<End, number>>;
  requests: { policy: number; reward: number };
  usage: { policy: Usage; reward: Usage };
  stopped?: string | undefined;
  seconds: number;
}

/** Units that fail in a way that may heal are tried once more when all others are done. */
const attempts = 2;

/** The folder of a search's run, beside its result file. */
export const searchFolder = (
  outputDir: string,
  { begin, end }: Pick<SearchConfig, "begin" | "end">,
): string => join(outputDir, resultFileName(begin, end).replace(/^result-(.*)\.json$/, "search-$1"));

export async function runSearch(options: SearchOptions): Promise<SearchResult> {
  const { outputDir, config, loaded, scorer } = options;
  const started = performance.now();
  const strategy = strategies[config.strategy];
  if (strategy.isGuided && !scorer) throw new TypeError(`the strategy ${config.strategy} needs a scorer`);
  const problems = problemsOf(loaded, config);
  const folder = searchFolder(outputDir, config);
  const before = (await hasRecords(folder, iterationsFileName)) ? await readSearchRun(folder) : undefined;
  const run = settleSearch(folder, describe(options, problems), before);
  const history = new SearchHistory(config.aggregate);
  const journal = await openRunFolder({
    folder,
    journal: iterationsFileName,
    run,
    isNew: before === undefined,
    onRecord(record) {
      const read = readIteration(record);
      if (read) history.add(read);
    },
  });
  const isRight = judgeOf(loaded);
  const resultOf = (problem: Conversation) => problemResult(problem, history.of(problem.id));
  const byId = new Map(problems.map((problem) => [problem.id, problem]));
  const progress = startingProgress(problems.map(resultOf), isRight);
  const tell = () => options.onProgress?.({ ...progress });
  try {
    const { stoppedBy, left } = await runUnits(firstUnits(loaded.task.name, problems, options), {
      journal,
      work: {
        iteration: iterationWork(
          driverOf(options, (retry) => {
            progress.retries++;
            progress.lastRetry = retry;
            tell();
          }),
        ),
      },
      concurrency: options.concurrency,
      attempts,
      drain: options.drain,
      stop: options.stop,
      onProgress({ inFlight }) {
        progress.inFlight = inFlight;
        tell();
      },
      onRecord(record) {
        const read = freshIteration(record);
        history.add(read);
        if (read.outcome) progress.iterations++;
        if (!read.outcome?.conclusion) return;
        count(progress, resultOf(byId.get(read.input.problem)!), isRight);
      },
    });
    const results = problems.map(resultOf);
    const path = join(outputDir, resultFileName(config.begin, config.end));
    writeWhole(path, `${JSON.stringify(results, null, 1)}\n`);
    const ended: SearchResult["ended"] = {};
    for (const result of results) ended[result.ended] = (ended[result.ended] ?? 0) + 1;
    return {
      results: path,
      problems: results,
      answered: progress.answered,
      right: progress.right,
      ended,
      requests: history.requests,
      usage: history.usage,
      ...(stoppedBy ? { stopped: stoppedBy.message } : left > 0 ? { stopped: "it was stopped" } : {}),
      seconds: (performance.now() - started) / 1000,
    };
  } finally {
    await journal.close();
  }
}

/** The problems of a slice. @throws {ExpectedError} when there is none */
export function problemsOf(
  { conversations, task }: LoadedTask,
  { begin, end }: Pick<SearchConfig, "begin" | "end">,
): Conversation[] {
  const problems = conversations.slice(begin, end ?? undefined);
  if (problems.length > 0) return problems;
  throw new ExpectedError(
    `${task.name} has ${conversations.length} problems, and none from ${begin} to ${end ?? "its end"}`,
  );
}

export function firstInput(
  task: string,
  problem: Conversation,
  config: SearchOptions["config"],
): IterationInput {
  return {
    task,
    problem: problem.id,
    statement: problem.problem,
    gold: problem.answer,
    iteration: 1,
    state: strategies[config.strategy].begin(config),
  };
}

function* firstUnits(
  task: string,
  problems: readonly Conversation[],
  { config }: SearchOptions,
): Generator<Unit> {
  for (const problem of problems) yield iterationUnit(firstInput(task, problem, config));
}

/** Completions that were recorded elsewhere were not asked for a box. */
export const settingsOf = (config: SearchOptions["config"]): SearchSettings => ({
  ...config,
  takesMarkedAnswers: config.policy.kind === "replay",
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

function describe(options: SearchOptions, problems: readonly Conversation[]): SearchRun {
  const { config, loaded, scorer, versions } = options;
  return {
    v: 1,
    kind: "search",
    config: { ...config, reward: scorer ? identityOfScorer(scorer) : null },
    task: loaded.task.name,
    source: { ...loaded.source },
    problems: problems.length,
    digest: digestOf(problems.map((conversation) => ({ conversation, prompt: conversation.problem }))),
    versions,
    created: new Date().toISOString(),
  };
}

type IsRight = (result: ProblemResult) => boolean;

const judgeOf = ({ task, conversations }: LoadedTask): IsRight => {
  const byId = new Map(conversations.map((conversation) => [conversation.id, conversation]));
  return ({ id, pred_answer }) =>
    pred_answer !== null && judgeAnswer(task, byId.get(id)!, pred_answer).right === true;
};

function startingProgress(results: readonly ProblemResult[], isRight: IsRight): SearchProgress {
  const progress: SearchProgress = {
    problems: results.length,
    finished: 0,
    resumed: 0,
    answered: 0,
    right: 0,
    iterations: 0,
    inFlight: 0,
    retries: 0,
  };
  for (const result of results) {
    if (result.ended !== "not finished" && result.ended !== "provider") count(progress, result, isRight);
  }
  return { ...progress, resumed: progress.finished };
}

function count(progress: SearchProgress, result: ProblemResult, isRight: IsRight): void {
  progress.finished++;
  if (result.pred_answer === null) return;
  progress.answered++;
  if (isRight(result)) progress.right++;
}
