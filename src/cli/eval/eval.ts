// assay eval: a benchmark, from its data to a number with an interval.

import { type Config, loadConfig } from "../../config/index.ts";
import type { Model } from "../../models/model.ts";
import { openModel } from "../../models/open-model.ts";
import { drawUnit, requestOf } from "../../runs/draw.ts";
import { type EvalResult, runEval } from "../../runs/eval.ts";
import { openGrader } from "../../runs/grading/open-grader.ts";
import { type Plan, planRun } from "../../runs/plan.ts";
import { type RunFile, readRunFile } from "../../runs/run-file.ts";
import { inTemplate } from "../../runs/template.ts";
import { versions } from "../../runs/versions.ts";
import { findTask } from "../../tasks/registry.ts";
import type { LoadedTask } from "../../tasks/task.ts";
import type { Command, Performed } from "../command.ts";
import { gradingLimits } from "../grading.ts";
import { isBelow } from "../options/fail-below.ts";
import { withoutKey } from "../options/model-source.ts";
import { viewLine } from "../terminal/view-line.ts";
import { watched } from "../terminal/watched.ts";
import { duration, progressText } from "./eval-display.ts";
import { defaultFolder, type EvalRequest, evalDeclaration, readEvalRequest } from "./eval-options.ts";
import { reportText } from "./eval-report.ts";
import { lengthHint } from "./length-hint.ts";

export async function perform(argv: readonly string[]): Promise<Performed<EvalResult>> {
  const configuration = await loadConfig();
  const request = await readEvalRequest(argv, configuration);
  const { config } = request;
  const folder = request.out ?? defaultFolder(config);
  const before = await readRunFile(folder);
  const loaded = await loadTasks(request, configuration, before ?? request.again);
  const plan = planRun(config, loaded);
  if ([...plan.tasks.values()].every(({ problems }) => problems.length === 0)) {
    throw new Error("the data holds no problem");
  }
  if (config.numSamples > 1 && config.temperature === 0) {
    warn(`${config.numSamples} samples at temperature 0 may all be the same; -t sets the temperature`);
  }
  if (request.dryRun) return { code: await dryRun(request, plan, folder) };
  const model = await openModel(request.source, { concurrency: config.concurrency });
  try {
    return await evaluate(request, configuration.tasks, plan, folder, before, model);
  } finally {
    await model.close();
  }
}

/** The data's revision is the run's, where there is one, unless the configuration names another. */
async function loadTasks(
  { config, namesTasks }: EvalRequest,
  { tasks }: Config,
  before: RunFile | undefined,
): Promise<LoadedTask[]> {
  const loaded: LoadedTask[] = [];
  const options = namesTasks ? { tasks } : { tasks, modules: [] };
  for (const name of config.tasks) {
    const found = await findTask(name, options);
    const configured = Object.entries(tasks).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
    const revision = before?.data[found.name]?.source.revision;
    const pinned =
      revision === undefined || configured?.revision !== undefined
        ? found
        : await findTask(name, { ...options, revision });
    loaded.push(await inTemplate(pinned, config.template).load());
  }
  return loaded;
}

async function dryRun(request: EvalRequest, plan: Plan, folder: string): Promise<number> {
  const model = await openModel(withoutKey(request.source), { concurrency: 1 });
  const { config, tasks } = plan;
  const samples = Array.from({ length: config.numSamples }, (_, sample) => sample);
  try {
    for (const [name, { problems }] of tasks) {
      process.stderr.write(`${name}: ${problems.length} problems, ${config.numSamples} samples each\n`);
    }
    process.stderr.write(`the run would be in ${folder}; its first request:\n`);
    const [name, { problems, sampling }] = [...tasks].find(([, { problems }]) => problems.length > 0)!;
    const { conversation, prompt } = problems[0]!;
    const { input } = drawUnit(name, conversation, { prompt, samples, seed: config.seed });
    process.stdout.write(`${JSON.stringify(model.preview(requestOf(input, sampling)), null, 2)}\n`);
  } finally {
    await model.close();
  }
  return 0;
}

async function evaluate(
  request: EvalRequest,
  tasks: Config["tasks"],
  plan: Plan,
  folder: string,
  before: RunFile | undefined,
  model: Model,
): Promise<Performed<EvalResult>> {
  const again = `'assay eval ${folder}${request.sourceAgain}'`;
  const result = await watched(progressText, `${again} goes on`, (watch) =>
    runEval({
      folder,
      plan,
      before,
      model,
      grader: openGrader(
        new Map([...plan.tasks].map(([name, { task }]) => [name, task])),
        { given: plan.config.tasks, tasks, template: plan.config.template },
        gradingLimits(request.gradingTimeout, folder, watch.say),
      ),
      versions: versions(),
      prices: request.source.prices,
      budget: request.budget,
      drain: watch.drain,
      stop: watch.stop,
      onProgress: watch.onProgress,
    }),
  );
  if (request.json) process.stdout.write(`${JSON.stringify({ run: folder, tasks: result.tasks })}\n`);
  else process.stdout.write(`${reportText(result.tasks)}\n`);
  process.stderr.write(`${duration(result.seconds)}; the run is in ${folder}\n${viewLine(folder)}\n`);
  if (result.stopped) warn(`stopped before the end: ${result.stopped.why}`);
  if (result.unasked === 0) return { code: isBelowBar(result, request) ? 1 : 0, result };
  if (result.lastFailure !== undefined) {
    warn(`the last failure: ${result.lastFailure}`);
    const hint = lengthHint(result.lastFailure, "-m");
    if (hint) warn(hint);
  }
  process.stderr.write(`${result.unasked} samples are missing; ${again} asks for them\n`);
  return { code: 1, result };
}

function isBelowBar({ tasks }: EvalResult, { failBelow, config }: EvalRequest): boolean {
  const below = Object.entries(tasks).filter(([name, { avg_at_k }]) =>
    isBelow("eval", `avg@${config.numSamples} of ${name}`, avg_at_k.value, failBelow),
  );
  return below.length > 0;
}

const warn = (sentence: string) => process.stderr.write(`assay eval: ${sentence}\n`);

export const command: Command = { ...evalDeclaration, run: async (argv) => (await perform(argv)).code };
