// assay eval: a benchmark, from its data to a number with an interval.

import { type Config, loadConfig } from "../../config/index.ts";
import { ExpectedError } from "../../errors/expected-error.ts";
import { factsOfEval } from "../../kinds/facts-of-run.ts";
import type { Model } from "../../models/model.ts";
import { openModel } from "../../models/open-model.ts";
import { counted } from "../../outgoing/counted.ts";
import { drawUnit, requestOf } from "../../runs/draw.ts";
import { type EvalOptions, type EvalResult, runEval } from "../../runs/eval.ts";
import { completenessOf } from "../../runs/figure.ts";
import { openGrader } from "../../runs/grading/open-grader.ts";
import { type Plan, planRun } from "../../runs/plan.ts";
import { type RunFile, readRunFile, samplesFileName } from "../../runs/run-file.ts";
import { hasRecords } from "../../runs/run-folder.ts";
import { inTemplate } from "../../runs/template.ts";
import { versions } from "../../runs/versions.ts";
import { findTask, isBenchmark } from "../../tasks/registry.ts";
import type { LoadedTask } from "../../tasks/task.ts";
import type { Command, Performed } from "../command.ts";
import { gradingLimits } from "../grading.ts";
import { isBelow } from "../options/fail-below.ts";
import { withoutKey } from "../options/model-source.ts";
import { completenessJson, incompleteHeading, tellEnding } from "../run/ending.ts";
import { overQueue } from "../run/over-queue.ts";
import { reached } from "../run/reached.ts";
import { watched, whileLoading } from "../run/watched.ts";
import { evalFacts } from "./eval-display.ts";
import { defaultFolder, type EvalRequest, evalDeclaration, readEvalRequest } from "./eval-options.ts";
import { reportText } from "./eval-report.ts";
import { tellUngraded } from "./ungraded.ts";

export async function perform(argv: readonly string[]): Promise<Performed<EvalResult>> {
  const configuration = await loadConfig();
  const request = await readEvalRequest(argv, configuration);
  const { config } = request;
  const folder = request.out ?? defaultFolder(config, request.shard);
  const before = await readRunFile(folder);
  const loaded = await whileLoading(`the data of ${config.tasks.join(", ")}`, () =>
    loadTasks(request, configuration, before ?? request.again),
  );
  const plan = planRun(config, loaded, request.shard);
  const all = [...plan.tasks.values()];
  if (all.every(({ all }) => all.length === 0)) throw new ExpectedError("the data has no problems");
  if (config.numSamples > 1 && config.temperature === 0) {
    warn(`${config.numSamples} samples at temperature 0 may all be the same; -t sets the temperature`);
  }
  if (request.dryRun) return { code: await dryRun(request, plan, folder) };
  // Workers ask the servers, with keys of their own.
  if (request.queue) return evaluate(request, configuration.tasks, plan, folder, before, undefined);
  const { source, doubt } = await reached(request.source, {
    concurrency: config.concurrency,
    flag: "--model",
    hasBegun: await hasRecords(folder, samplesFileName),
    say: warn,
  });
  const model = await whileLoading("the model", () =>
    openModel(source, { concurrency: config.concurrency, doubt }),
  );
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
      process.stderr.write(
        `${name}: ${counted(problems.length, "problem")}, ${counted(config.numSamples, "sample")} each\n`,
      );
    }
    process.stderr.write(`the run would be in ${folder}; its first request:\n`);
    const [name, { all, sampling }] = [...tasks].find(([, { all }]) => all.length > 0)!;
    const { problem, prompt } = all[0]!;
    const { input } = drawUnit(name, problem, { prompt, samples, seed: config.seed });
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
  model: Model | undefined,
): Promise<Performed<EvalResult>> {
  const again = `'assay eval ${folder}${request.flagsAgain}'`;
  const { result, endedBy } = await watched(evalFacts, `${again} continues it`, (watch) =>
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
      gradedElsewhere: gradedElsewhere(request, tasks, plan),
      openExecutor: request.queue && overQueue(request.queue, watch.say),
      onProgress: watch.onProgress,
    }),
  );
  const whole = completenessOf(result.tasks);
  if (request.json) {
    const facts = factsOfEval((await readRunFile(folder))!, versions().assay);
    const said = { run: folder, ...completenessJson(whole), ...facts, tasks: result.tasks };
    process.stdout.write(`${JSON.stringify(said)}\n`);
  } else process.stdout.write(`${incompleteHeading(whole)}${reportText(result.tasks)}\n`);
  const code = tellEnding({
    ...result,
    ...whole,
    command: "eval",
    endedBy,
    folder,
    where: `the run is in ${folder}`,
    goOn: `${again} asks for them`,
    lengthFlag: "-m",
  });
  const isUngraded = tellUngraded("eval", folder, result.tasks);
  const isTooLow = isBelowBar(result, request);
  return { code: code === 0 && (isUngraded || isTooLow) ? 1 : code, result };
}

/**
 * Workers grade where they can be told how by a name: benchmarks as they are. Rows and code of the user's own, and what
 * the configuration changes, are graded here.
 */
function gradedElsewhere(
  { gradingTimeout, queue }: EvalRequest,
  tasks: Config["tasks"],
  { config, tasks: planned }: Plan,
): EvalOptions["gradedElsewhere"] {
  const names = [...planned.keys()];
  const isNamed = config.tasks.every((given) => isBenchmark(given)) && names.every(isBenchmark);
  if (!queue || !isNamed || Object.keys(tasks).length > 0) return undefined;
  return { tasks: names, template: config.template, limitMs: gradingTimeout * 1000 };
}

function isBelowBar({ tasks }: EvalResult, { failBelow, config }: EvalRequest): boolean {
  const below = Object.entries(tasks).filter(([name, { avg_at_k }]) =>
    isBelow("eval", `avg@${config.numSamples} of ${name}`, avg_at_k.value ?? undefined, failBelow),
  );
  return below.length > 0;
}

const warn = (sentence: string) => process.stderr.write(`assay eval: ${sentence}\n`);

export const command: Command = { ...evalDeclaration, run: async (argv) => (await perform(argv)).code };
