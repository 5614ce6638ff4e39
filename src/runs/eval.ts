// An evaluation, from a plan to figures: missing samples are drawn, and each is graded as it arrives. Everything else
// can be computed from the journal.

import { z } from "zod";
import {
  addUsage,
  costOf,
  type Model,
  noUsage,
  type Prices,
  type Retry,
  type Usage,
} from "../models/model.ts";
import { expectedModels, expectedOf, keepingSeen, type SeenModel } from "../seen/seen.ts";
import { type DrawInput, type Drawn, drawUnit, drawWork, freshDraw, readDraw } from "./draw.ts";
import { type RunContext, runContext, type WorkByKind } from "./engine/executor.ts";
import type { Unit } from "./engine/unit.ts";
import { templateNames } from "./eval-settings.ts";
import { type Grader, gradeDraw, gradingItems, readGrades } from "./grading/grader.ts";
import type { JudgeOfRun } from "./grading/judged.ts";
import { numbered, type SampleVerdict, Scores } from "./grading/scores.ts";
import { writeVerdicts } from "./grading/verdicts-file.ts";
import { carryOut, type RunControl, type RunEnd, type RunProgress } from "./lifecycle.ts";
import { measure, type TaskMetrics } from "./metrics.ts";
import { isPlain, type Plan, settleRun } from "./plan.ts";
import { modelOfRun, type RunConfig, type RunFile, samplesFileName, type VerdictsStamp } from "./run-file.ts";

export interface EvalOptions extends RunControl {
  folder: string;
  plan: Plan;
  /** The existing content of the folder. */
  before?: RunFile | undefined;
  /** Required if the units are processed in this process. */
  model?: Model | undefined;
  /** Grades completions; default: in this thread. It is closed with the run. */
  grader?: Grader | undefined;
  /** How executors on other machines grade the units; the grader is for completions without a verdict. */
  gradedElsewhere?: EvalContext["grading"];
  /** The judge for what the rules leave open; the grader asks it. */
  judge?: JudgeOfRun | undefined;
  /** The identity of the model, from `settleSeen`. */
  seen?: SeenModel[] | undefined;
  versions: RunFile["versions"];
  prices?: Prices | undefined;
  /** In the prices' currency; when it is spent, no further request is sent. */
  budget?: number | undefined;
  onProgress?(progress: EvalProgress): void;
}

export interface EvalProgress extends RunProgress {
  /** The number of samples that the run should have. */
  samples: number;
  /** The samples that existed before this start. */
  resumed: number;
  right: number;
  wrong: number;
  unscored: number;
  /** Samples that have failed so far. */
  failed: number;
  tokens: Usage;
  cost?: number | undefined;
  currency?: string | undefined;
}

export interface EvalResult extends RunEnd {
  tasks: Record<string, TaskMetrics>;
  /** Samples that failed, or were not requested. */
  unasked: number;
  seconds: number;
}

const tokens = z.int().min(0);

/** Benchmarks whose completions are graded where they are drawn, by name, and their grading. */
const gradingElsewhere = z.object({
  tasks: z.array(z.string()),
  template: z.enum(templateNames).optional(),
  /** The time limit for one answer, in milliseconds. */
  limitMs: z.number().min(1).optional(),
});

/** The context of the requests of a run: the sampling settings, by the task's name. */
export const evalContextSchema = z.object({
  model: modelOfRun,
  sampling: z.record(
    z.string(),
    z.object({
      maxTokens: tokens.optional(),
      temperature: z.number().optional(),
      topP: z.number().optional(),
      topK: z.int().optional(),
      stop: z.array(z.string()).optional(),
      reasoningEffort: z.string().optional(),
      thinkingBudget: z.int().min(1).optional(),
      topLogprobs: tokens.optional(),
    }),
  ),
  grading: gradingElsewhere.optional(),
  /** Whether the prompts are texts for plain completions. */
  isPlain: z.boolean().optional(),
  seen: expectedModels.optional(),
});

export type EvalContext = z.output<typeof evalContextSchema>;

const evalContext = (
  { config, tasks }: Plan,
  { seen }: RunFile,
  grading: EvalContext["grading"],
): RunContext =>
  runContext("eval", {
    model: config.model,
    grading,
    isPlain: isPlain(config),
    seen: expectedOf(seen),
    sampling: Object.fromEntries([...tasks].map(([name, { sampling }]) => [name, sampling])),
  });

/** Processes the units of an evaluation, in this process or in a worker that has its context. */
export function evalWork({ data }: RunContext, { model, grader, onRetry }: EvalTools): WorkByKind {
  const { sampling } = data as EvalContext;
  const draw = drawWork(model, (task) => sampling[task]!, onRetry);
  if (!grader) return { draw };
  return {
    async draw(unit, control) {
      const outcome = await draw(unit, control);
      const items = gradingItems(unit.input as DrawInput, outcome.value as Drawn);
      return { ...outcome, aside: await gradeDraw(grader, items) };
    },
  };
}

interface EvalTools {
  model: Model;
  /** Grades completions where they are drawn; if it is not given, the receiver grades them. */
  grader?: Grader | undefined;
  onRetry?: ((retry: Retry) => void) | undefined;
}

export async function runEval(options: EvalOptions): Promise<EvalResult> {
  const { folder, plan, model, prices, budget = Number.POSITIVE_INFINITY } = options;
  if (!model && !options.openExecutor) throw new TypeError("a run needs a model or an executor");
  const { config } = plan;
  const { judge } = options;
  const settled = settleRun(folder, plan, options.before, options.versions);
  const run = keepingSeen(judge ? { ...settled, judge } : settled, options);
  const scores = scoresOf(plan, options.grader);
  // A run that is stopped does not wait for verdicts, which can be computed again.
  const stopGrading = () => void options.grader?.close();
  options.stop?.addEventListener("abort", stopGrading, { once: true });
  if (options.stop?.aborted) stopGrading();
  const context = evalContext(plan, run, options.gradedElsewhere);
  const cost = () => (prices ? costOf(usageOf(scores), prices) : undefined);
  let progress = startingProgress(plan, scores);
  const tell = () =>
    options.onProgress?.({ ...progress, tokens: usageOf(scores), cost: cost(), currency: prices?.currency });
  let lastFailure: string | undefined;
  try {
    return await carryOut<Omit<EvalResult, "seconds">>(
      {
        folder,
        journal: samplesFileName,
        run,
        set: plan.set,

        concurrency: config.concurrency,
        context,
        work: (onRetry) => evalWork(context, { model: model!, onRetry }),
        read: readDraw,
        onOld: (record) => scores.add(record),
        async begin() {
          await scores.settled();
          progress = startingProgress(plan, scores);
        },
        units: () => missingUnits(plan, scores),
        spent: () =>
          (cost() ?? 0) >= budget
            ? `the budget of ${budget}${prices?.currency ? ` ${prices.currency}` : ""} is used up`
            : undefined,
        onProgress(run) {
          progress = { ...progress, ...run };
          tell();
        },
        onWritten: (record) => scores.count(record, freshDraw(record)),
        onRecord(record, aside) {
          const draw = freshDraw(record);
          lastFailure = record.error?.message ?? draw.drawn?.failures.at(-1)?.message ?? lastFailure;
          const tellVerdict = (verdict: SampleVerdict) => {
            tally(progress, verdict);
            tell();
          };
          return scores.grade(record, draw, tellVerdict, readGrades(aside));
        },
      },
      options,
      async () => {
        await scores.settled();
        await writeVerdicts(folder, scores, stampOf(config, options.versions));
        const tasks = measureAll(scores, config.numSamples, prices);
        return { tasks, unasked: unaskedIn(tasks), lastFailure };
      },
    );
  } finally {
    options.stop?.removeEventListener("abort", stopGrading);
    await options.grader?.close();
  }
}

/** The grader of a run. */
export const stampOf = (
  { template, gradingOptions }: RunConfig,
  { assay }: RunFile["versions"],
): VerdictsStamp => ({
  assay,
  ...(template === undefined ? {} : { template }),
  ...(gradingOptions === undefined ? {} : { options: gradingOptions }),
});

const unaskedIn = (tasks: Record<string, TaskMetrics>): number =>
  Object.values(tasks).reduce(
    (sum, { unscored }) => sum + (unscored.provider ?? 0) + (unscored.not_asked ?? 0),
    0,
  );

/** Verdicts for the problems of a plan. */
function scoresOf({ tasks }: Plan, grader: Grader | undefined): Scores {
  const byName = new Map([...tasks].map(([name, { task }]) => [name, task]));
  const scores = new Scores(byName, grader);
  for (const [name, { problems }] of tasks) {
    for (const { problem } of problems) scores.expect(name, problem.id);
  }
  return scores;
}

/** The missing samples: one unit for each problem, with all of its missing samples. */
function* missingUnits({ config, tasks }: Plan, scores: Scores): Generator<Unit> {
  for (const [name, { problems }] of tasks) {
    for (const { problem, prompt } of problems) {
      const samples = scores.missing(name, problem.id, config.numSamples);
      if (samples.length > 0) {
        yield drawUnit(name, problem, { prompt, samples, seed: config.seed });
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
    failed: 0,
    inFlight: 0,
    retries: 0,
    tokens: noUsage,
  };
  for (const task of scores.tasks.values()) {
    for (const { samples } of task.problems.values()) {
      for (const [sample, verdict] of numbered(samples)) {
        if (verdict.unscored === "provider" || sample >= config.numSamples) continue;
        progress.resumed++;
        tally(progress, verdict);
      }
    }
  }
  return progress;
}

function tally(progress: EvalProgress, { right, unscored }: SampleVerdict): void {
  if (unscored === "provider") progress.failed++;
  else if (right === null) progress.unscored++;
  else if (right) progress.right++;
  else progress.wrong++;
}
