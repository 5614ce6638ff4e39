// A benchmark run, from a plan to numbers: the samples that are missing are drawn, each is judged as it comes, and the
// journal is the only thing that must survive.

import { costOf, type Prices } from "../models/cost.ts";
import { addUsage, type Model, noUsage, type Retry } from "../models/model.ts";
import { drawUnit, drawWork, freshDraw } from "./draw.ts";
import { runUnits } from "./engine/engine.ts";
import type { Unit } from "./engine/unit.ts";
import type { Grader } from "./grading/grader.ts";
import { measure, type TaskMetrics } from "./metrics.ts";
import { type Plan, settleRun } from "./plan.ts";
import { type RunFile, samplesFileName } from "./run-file.ts";
import { openRunFolder } from "./run-folder.ts";
import { type SampleVerdict, Scores } from "./scores.ts";
import { writeVerdicts } from "./verdicts-file.ts";

export interface EvalOptions {
  folder: string;
  plan: Plan;
  /** What the folder holds already. */
  before?: RunFile | undefined;
  model: Model;
  /** Judges completions; in place unless given. It is closed with the run. */
  grader?: Grader | undefined;
  versions: RunFile["versions"];
  prices?: Prices | undefined;
  /** In the prices' currency; when it is spent, no further request begins. */
  budget?: number | undefined;
  drain?: AbortSignal | undefined;
  stop?: AbortSignal | undefined;
  onProgress?(progress: EvalProgress): void;
}

export interface EvalProgress {
  /** Samples that the run should have. */
  samples: number;
  /** Of them, there before this start. */
  resumed: number;
  right: number;
  wrong: number;
  unscored: number;
  inFlight: number;
  retries: number;
  lastRetry?: Retry | undefined;
  cost?: number | undefined;
}

export type StoppedBy = "budget" | "request" | "provider";

export interface EvalResult {
  tasks: Record<string, TaskMetrics>;
  /** Why it ended before all was asked, in a word and a sentence. */
  stopped?: { by: StoppedBy; why: string } | undefined;
  /** Samples for which the provider failed, or which were not asked for. */
  unasked: number;
  /** What the provider said when it failed for the last time. */
  lastFailure?: string | undefined;
  seconds: number;
}

/** Units that fail in a way that may heal are tried once more when all others are done. */
const attempts = 2;

export async function runEval(options: EvalOptions): Promise<EvalResult> {
  const { folder, plan, model, prices, budget = Number.POSITIVE_INFINITY } = options;
  const { config, tasks } = plan;
  const started = performance.now();
  const run = settleRun(folder, plan, options.before, options.versions);
  const scores = scoresOf(plan, options.grader);
  const journal = await openRunFolder({
    folder,
    journal: samplesFileName,
    run,
    isNew: options.before === undefined,
    onRecord: (record) => scores.add(record),
  });
  // Whoever stops a run does not wait for verdicts, which can be made again.
  const stopGrading = () => void options.grader?.close();
  options.stop?.addEventListener("abort", stopGrading, { once: true });
  if (options.stop?.aborted) stopGrading();
  const drain = new AbortController();
  const onDrain = () => drain.abort();
  options.drain?.addEventListener("abort", onDrain, { once: true });
  if (options.drain?.aborted) onDrain();

  const progress = await scores.settled().then(() => startingProgress(plan, scores));
  const cost = () => (prices ? costOf(usageOf(scores), prices) : undefined);
  const overBudget = () => (cost() ?? 0) >= budget;
  const tell = () => options.onProgress?.({ ...progress, cost: cost() });
  const onRetry = (retry: Retry) => {
    progress.retries++;
    progress.lastRetry = retry;
    tell();
  };
  let lastFailure: string | undefined;
  try {
    if (overBudget()) drain.abort();
    const { stoppedBy, left } = await runUnits(missingUnits(plan, scores), {
      journal,
      work: { draw: drawWork(model, (task) => tasks.get(task)!.sampling, onRetry) },
      concurrency: config.concurrency,
      attempts,
      drain: drain.signal,
      stop: options.stop,
      onProgress({ inFlight }) {
        progress.inFlight = inFlight;
        tell();
      },
      onWritten(record) {
        scores.count(record, freshDraw(record));
        if (overBudget()) drain.abort();
      },
      onRecord(record) {
        const draw = freshDraw(record);
        lastFailure = record.error?.message ?? draw.drawn?.failures.at(-1)?.message ?? lastFailure;
        return scores.judge(record, draw, (verdict) => {
          tally(progress, verdict);
          tell();
        });
      },
    });
    await scores.settled();
    writeVerdicts(folder, scores, { assay: options.versions.assay, template: config.template });
    const metrics = measureAll(scores, config.numSamples, prices);
    return {
      tasks: metrics,
      unasked: Object.values(metrics).reduce(
        (sum, { unscored }) => sum + (unscored.provider ?? 0) + (unscored.not_asked ?? 0),
        0,
      ),
      lastFailure,
      ...(stoppedBy
        ? { stopped: { by: "provider" as const, why: stoppedBy.message } }
        : left > 0 && overBudget()
          ? { stopped: { by: "budget" as const, why: `the budget of ${budget} is spent` } }
          : left > 0
            ? { stopped: { by: "request" as const, why: "it was stopped" } }
            : {}),
      seconds: (performance.now() - started) / 1000,
    };
  } finally {
    options.drain?.removeEventListener("abort", onDrain);
    options.stop?.removeEventListener("abort", stopGrading);
    await options.grader?.close();
    await journal.close();
  }
}

/** Verdicts for the problems of a plan. */
function scoresOf({ config, tasks }: Plan, grader: Grader | undefined): Scores {
  const judges = new Map([...tasks].map(([name, { task }]) => [name, task]));
  const scores = new Scores(judges, config.template, grader);
  for (const [name, { problems }] of tasks) {
    for (const { conversation } of problems) scores.expect(name, conversation.id);
  }
  return scores;
}

/** What is still to be drawn: one unit a problem, with all of its samples that are missing. */
function* missingUnits({ config, tasks }: Plan, scores: Scores): Generator<Unit> {
  for (const [name, { problems }] of tasks) {
    for (const { conversation, prompt } of problems) {
      const samples = scores.missing(name, conversation.id, config.numSamples);
      if (samples.length > 0) {
        yield drawUnit(name, conversation, { prompt, samples, seed: config.seed });
      }
    }
  }
}

export function measureAll(
  scores: Scores,
  numSamples: number,
  prices: Prices | undefined,
): Record<string, TaskMetrics> {
  return Object.fromEntries(
    [...scores.tasks].map(([name, task]) => [name, measure(task, numSamples, prices)]),
  );
}

const usageOf = (scores: Scores) =>
  [...scores.tasks.values()].reduce((sum, { usage }) => addUsage(sum, usage), noUsage);

function startingProgress({ config, tasks }: Plan, scores: Scores): EvalProgress {
  const problems = [...tasks.values()].reduce((sum, task) => sum + task.problems.length, 0);
  const progress: EvalProgress = {
    samples: problems * config.numSamples,
    resumed: 0,
    right: 0,
    wrong: 0,
    unscored: 0,
    inFlight: 0,
    retries: 0,
  };
  for (const task of scores.tasks.values()) {
    for (const { samples } of task.problems.values()) {
      for (const verdict of Object.values(samples)) {
        if (verdict.unscored === "provider") continue;
        progress.resumed++;
        tally(progress, verdict);
      }
    }
  }
  return progress;
}

function tally(progress: EvalProgress, { right }: SampleVerdict): void {
  if (right === null) progress.unscored++;
  else if (right) progress.right++;
  else progress.wrong++;
}
