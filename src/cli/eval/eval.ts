// assay eval: a benchmark, from its data to a number with an interval.

import { type Config, loadConfig } from "../../config/index.ts";
import { ExpectedError } from "../../errors/expected-error.ts";
import type { Model } from "../../models/model.ts";
import { openModel } from "../../models/open-model.ts";
import { counted } from "../../outgoing/counted.ts";
import { drawUnit, requestOf } from "../../runs/draw.ts";
import { type EvalOptions, type EvalResult, runEval } from "../../runs/eval.ts";
import { evalKind } from "../../runs/eval-kind.ts";
import { JudgingGrader, keepJudgement, readJudgements, refuseOtherJudge } from "../../runs/grading/judged.ts";
import { ThreadedGrader } from "../../runs/grading/threaded-grader.ts";
import { asRun, isPlain, type Plan, planRun } from "../../runs/plan.ts";
import { type RunFile, readRunFile } from "../../runs/run-file.ts";
import { writeResults } from "../../runs/run-folder.ts";
import { versions } from "../../runs/versions.ts";
import type { Settled } from "../../seen/settle.ts";
import { findTask, isBenchmark } from "../../tasks/registry.ts";
import type { LoadedTask } from "../../tasks/task.ts";
import { type Command, type Performed, UsageError, warnAs } from "../command.ts";
import { print } from "../kinds.ts";
import { namesJudge } from "../options/judge-options.ts";
import { withoutKey } from "../options/model-source.ts";
import { isBelow } from "../options/shared-options.ts";
import { carriedJudge } from "../run/carried-judge.ts";
import { reportEnding } from "../run/ending.ts";
import { gradingLimits } from "../run/grading.ts";
import { judgeOfRunFrom, judgeWords, openJudge } from "../run/open-judge.ts";
import { reached } from "../run/reached.ts";
import { begunIn, besideRun, moveAside, settled } from "../run/same-run.ts";
import { refuseUnused } from "../run/tasks-of-run.ts";
import { watched, whileLoading } from "../run/watched.ts";
import {
  defaultFolder,
  type EvalRequest,
  evalDeclaration,
  folderOfSource,
  type OneOfSeveral,
  readEvalRequest,
  type SeveralSources,
  severalSources,
} from "./eval-options.ts";
import { evalFacts, evalReport, type ModelFigures, modelsJson, modelsText } from "./eval-report.ts";

export async function perform(argv: readonly string[]): Promise<Performed<EvalResult>> {
  const configuration = await loadConfig();
  const several = await severalSources(argv, configuration);
  return several
    ? { code: await performSeveral(argv, configuration, several) }
    : performOne(argv, configuration);
}

/** One model after the other, each with its own run in one folder, then one table of all. */
async function performSeveral(
  argv: readonly string[],
  configuration: Config,
  several: SeveralSources,
): Promise<number> {
  const runs: ModelFigures[] = [];
  const codes: number[] = [];
  for (const name of several.names) {
    const out = folderOfSource(several, name);
    try {
      const { code, result, json } = await performOne(argv, configuration, { source: name, out });
      codes.push(code);
      if (result) runs.push({ name, tasks: result.tasks, json });
      if (code > 2) break; // A signal ends the others too.
    } catch (error) {
      if (!(error instanceof ExpectedError) || error instanceof UsageError) throw error;
      warn(`${name}: ${error.message}`);
      codes.push(1);
    }
  }
  if (several.dryRun) return 0;
  const missing = several.names.filter((name) => !runs.some((run) => run.name === name));
  if (several.json)
    process.stdout.write(`${JSON.stringify({ folder: several.folder, missing, ...modelsJson(runs) })}\n`);
  else if (runs.length > 0) process.stdout.write(`${modelsText(runs)}\n`);
  if (missing.length > 0) warn(`there are no figures for ${missing.join(", ")}`);
  return codes.find((code) => code > 2) ?? codes.reduce((worst, code) => Math.max(worst, code), 0);
}

interface PerformedEval extends Performed<EvalResult> {
  /** The content of `--json`. */
  json?: object;
}

async function performOne(
  argv: readonly string[],
  configuration: Config,
  instead?: OneOfSeveral,
): Promise<PerformedEval> {
  const request = await readEvalRequest(argv, configuration, instead);
  const { config } = request;
  const folder = request.out ?? defaultFolder(config, request.shard);
  const begun = await begunIn(evalKind, folder, request);
  const { before } = begun;
  const loaded = await whileLoading(`the data of ${config.tasks.join(", ")}`, () =>
    loadTasks(request, configuration, before ?? request.again),
  );
  refuseUnused(
    config,
    loaded.map(({ task }) => task),
  );
  const prose = loaded.find(({ task }) => task.needsJudge)?.task.name;
  if (prose !== undefined && !namesJudge(request.judge))
    throw new UsageError(`the golds of ${prose} are prose (judge: true): name a judge with --judge`);
  const plan = planRun(config, loaded, request.shard);
  const all = [...plan.tasks.values()];
  if (all.every(({ all }) => all.length === 0)) throw new ExpectedError("the data has no problems");
  if (config.numSamples > 1 && config.temperature === 0) {
    warn(`${config.numSamples} samples at temperature 0 may all be the same; -t sets the temperature`);
  }
  if (request.dryRun) return { code: await dryRun(request, plan, folder) };
  const found = await reached(request.source, {
    concurrency: config.concurrency,
    flag: "--model",
    hasBegun: begun.hasAnswers,
    isElsewhere: request.queue !== undefined,
    say: warn,
  });
  const asks = isPlain(config) ? "text" : "messages";
  const seen = await settled([{ role: "model", asks, ...found }], begun, request, warn);
  if (request.fresh) await moveAside({ folder, journal: evalKind.journal, place: besideRun(folder) }, warn);
  const isPrinted = instead === undefined;
  const run: BeganRun = { tasks: configuration.tasks, plan, folder, before, seen, isPrinted };
  // Workers send the requests, with their own keys.
  if (request.queue) return evaluate(request, run, undefined);
  const { source, doubt } = found;
  const model = await whileLoading("the model", () =>
    openModel(source, { concurrency: config.concurrency, doubt }),
  );
  try {
    return await evaluate(request, run, model);
  } finally {
    await model.close();
  }
}

interface BeganRun {
  /** The configuration's. */
  tasks: Config["tasks"];
  plan: Plan;
  folder: string;
  before: RunFile | undefined;
  seen: Settled;
  /** Whether its figures are printed when it ends. */
  isPrinted: boolean;
}

/** The data's revision is that of the run, if it has one, unless the configuration names a different one. */
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
    loaded.push(await asRun(pinned, config).load());
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
  { tasks, plan, folder, before, seen, isPrinted }: BeganRun,
  model: Model | undefined,
): Promise<PerformedEval> {
  const again = `'assay eval ${folder}${request.flagsAgain}'`;
  const opened = await openJudge(request.judge, "eval", {
    carry: request.queue && carriedJudge(request.queue, `${folder}.judge.json`),
    onJudged: (question, judgement) => keepJudgement(folder, question, judgement),
  });
  refuseOtherJudge(folder, before?.judge, opened?.judge.stamp);
  const judged = await readJudgements(folder);
  const { result, endedBy } = await watched(evalFacts, `${again} continues it`, request.queue, (watch) => {
    const rules = new ThreadedGrader(
      {
        given: plan.config.tasks,
        tasks,
        template: plan.config.template,
        gradingOptions: plan.config.gradingOptions,
      },
      { ...gradingLimits(request.gradingTimeout, folder, watch.say), mayBeginHere: true },
    );
    return runEval({
      ...{ folder, plan, before, seen: seen.seen, model, ...watch },
      grader: opened ? new JudgingGrader(rules, judged, opened.judge, watch.stop) : rules,
      judge: opened && judgeOfRunFrom(opened),
      versions: versions(),
      prices: request.source.prices,
      budget: request.budget,
      gradedElsewhere: gradedElsewhere(request, tasks, plan),
    });
  }).finally(() => opened?.close());
  if (opened) warn(judgeWords(opened));
  const run = (await readRunFile(folder))!;
  const { numSamples } = plan.config;
  const wasSent = result.completeSince === undefined;
  const report = evalReport("eval", folder, { ...run, config: plan.config }, result.tasks, wasSent);
  const isPart = numSamples < run.config.numSamples;
  if (isPart)
    warn(`the figures are over the first ${numSamples} of the run's ${run.config.numSamples} samples`);
  else writeResults(folder, report.json);
  if (isPrinted) print(report, request.json);
  const code = reportEnding({
    ...result,
    ...report.whole,
    command: "eval",
    endedBy,
    folder,
    where: `the run is in ${folder}`,
    goOn: `${again} asks for them`,
    lengthFlag: "-m",
    isAsked: seen.isAsked,
  });
  const isUngraded = report.tellFailed();
  const isTooLow = isBelowBar(result, request);
  return { code: code === 0 && (isUngraded || isTooLow) ? 1 : code, result, json: report.json };
}

/**
 * Workers grade built-in benchmarks. Rows and code of the user, and tasks that the configuration changes, are graded
 * here.
 */
function gradedElsewhere(
  { gradingTimeout, queue }: EvalRequest,
  tasks: Config["tasks"],
  { config, tasks: planned }: Plan,
): EvalOptions["gradedElsewhere"] {
  const names = [...planned.keys()];
  const isNamed = config.tasks.every((given) => isBenchmark(given)) && names.every(isBenchmark);
  const isPlain = Object.keys(tasks).length === 0 && config.gradingOptions === undefined;
  if (!queue || !isNamed || !isPlain) return undefined;
  return { tasks: names, template: config.template, limitMs: gradingTimeout * 1000 };
}

function isBelowBar({ tasks }: EvalResult, { failBelow, config }: EvalRequest): boolean {
  const below = Object.entries(tasks).filter(([name, { avg_at_k }]) =>
    isBelow("eval", `avg@${config.numSamples} of ${name}`, avg_at_k.value ?? undefined, failBelow),
  );
  return below.length > 0;
}

const warn = warnAs("eval");

export const command: Command = { ...evalDeclaration, run: async (argv) => (await perform(argv)).code };
