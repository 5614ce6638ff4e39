// assay search: problems solved by a policy whose steps a process reward model chooses.

import { dirname } from "node:path";
import { loadConfig } from "../../config/index.ts";
import type { Model } from "../../models/model.ts";
import { openModel } from "../../models/open-model.ts";
import { openScorer, type ScorerOptions } from "../../prm/open-scorer.ts";
import type { StepScorer } from "../../prm/step-scorer.ts";
import { guardTask } from "../../runs/grading/guarded-task.ts";
import { versions } from "../../runs/versions.ts";
import { firstRequest } from "../../search/advance.ts";
import { measureAtK } from "../../search/at-k.ts";
import { baselineOf } from "../../search/baseline.ts";
import {
  driverOf,
  firstInput,
  problemsOf,
  runSearch,
  type SearchOptions,
  type SearchResult,
  searchFolder,
  settingsOf,
} from "../../search/search.ts";
import { strategies } from "../../search/strategies.ts";
import { findTask } from "../../tasks/registry.ts";
import type { LoadedTask } from "../../tasks/task.ts";
import type { Command, Performed } from "../command.ts";
import { duration } from "../eval/eval-display.ts";
import { gradingLimits } from "../grading.ts";
import { withoutKey } from "../options/model-source.ts";
import { viewLine } from "../terminal/view-line.ts";
import { watched } from "../terminal/watched.ts";
import { readSearchRequest, type SearchRequest, searchDeclaration } from "./search-options.ts";
import { baselineFolder, progressText, searchJson, searchText } from "./search-report.ts";

export async function perform(argv: readonly string[]): Promise<Performed<SearchResult>> {
  const configuration = await loadConfig();
  const request = await readSearchRequest(argv, configuration);
  const { config } = request;
  const { tasks } = configuration;
  const task = guardTask(
    await findTask(config.data, { tasks }),
    { given: [config.data], tasks },
    gradingLimits(undefined),
  );
  const loaded = await task.load();
  problemsOf(loaded, config);
  if (config.n > 1 && config.temperature === 0) {
    warn(`${config.n} candidates at temperature 0 may all be the same; --temperature sets it`);
  }
  if (request.dryRun) return { code: await dryRun(request, loaded) };
  for (const flag of request.openKeys) {
    warn(`who lists the processes of this machine sees the key of ${flag}; ${flag}-env VAR is better`);
  }
  const { concurrency, environment } = request;
  const policy = await openModel(request.policy, { concurrency, environment });
  const scorer = request.reward && (await openScorer(request.reward));
  try {
    return await search(request, loaded, policy, scorer);
  } finally {
    await Promise.all([policy.close(), scorer?.close()]);
  }
}

async function search(
  request: SearchRequest,
  loaded: LoadedTask,
  policy: Model,
  scorer: StepScorer | undefined,
): Promise<Performed<SearchResult>> {
  const { config, outputDir, concurrency } = request;
  const options = { config, outputDir, loaded, policy, scorer, versions: versions(), concurrency };
  const guided = await watch(options, request.baseline ? `${config.strategy}: ` : "");
  const plain =
    request.baseline && !guided.stopped
      ? await watch(
          {
            ...options,
            config: { ...config, strategy: "majority" },
            outputDir: baselineFolder(outputDir),
            scorer: undefined,
          },
          "baseline: ",
        )
      : undefined;
  const baseline = plain && { ...plain, ...baselineOf(loaded, plain.problems, settingsOf(config)) };
  const { draws, isGuided } = strategies[config.strategy];
  const atK =
    draws === "solutions" && isGuided ? measureAtK(loaded, guided.problems, settingsOf(config)) : undefined;
  if (request.json) process.stdout.write(`${JSON.stringify(searchJson(guided, baseline, atK))}\n`);
  else process.stdout.write(`${searchText(config, guided, baseline, atK)}\n`);
  process.stderr.write(
    `${duration(guided.seconds + (plain?.seconds ?? 0))}; the results are in ${guided.results}\n` +
      `${viewLine(dirname(guided.results))}\n`,
  );
  const unfinished = [guided, ...(plain ? [plain] : [])].reduce((sum, { ended }) => sum + left(ended), 0);
  const stopped = guided.stopped ?? plain?.stopped;
  if (stopped) warn(`stopped before the end: ${stopped}`);
  if (unfinished === 0) return { code: 0, result: guided };
  process.stderr.write(
    `${unfinished} searches did not come to their end; the same command goes on with them\n`,
  );
  return { code: 1, result: guided };
}

const left = (ended: SearchResult["ended"]): number => (ended.provider ?? 0) + (ended["not finished"] ?? 0);

/** With a line that says which search it is and how far. */
const watch = (options: SearchOptions, prefix: string): Promise<SearchResult> =>
  watched(
    (...told: Parameters<typeof progressText>) => prefix + progressText(...told),
    "the same command goes on",
    (listeners) => runSearch({ ...options, ...listeners }),
  );

async function dryRun(request: SearchRequest, loaded: LoadedTask): Promise<number> {
  const { config, outputDir } = request;
  const problems = problemsOf(loaded, config);
  const policy = await openModel(withoutKey(request.policy), { concurrency: 1 });
  const reward: ScorerOptions | undefined = request.reward && {
    ...request.reward,
    source: withoutKey(request.reward.source),
  };
  const scorer = reward && (await openScorer(reward));
  try {
    const input = firstInput(loaded.task.name, problems[0]!, config);
    const asked = firstRequest(driverOf({ config, policy, scorer }), input);
    const question = { problem: problems[0]!.problem, steps: ["(a candidate)"], from: 0, key: "dry run" };
    process.stderr.write(
      `${loaded.task.name}: ${problems.length} problems, ${strategies[config.strategy].description}\n` +
        `the run would be in ${searchFolder(outputDir, config)}; its first requests:\n`,
    );
    const shown = { policy: policy.preview(asked), ...(scorer ? { reward: scorer.preview(question) } : {}) };
    process.stdout.write(`${JSON.stringify(shown, null, 2)}\n`);
  } finally {
    await Promise.all([policy.close(), scorer?.close()]);
  }
  return 0;
}

const warn = (sentence: string) => process.stderr.write(`assay search: ${sentence}\n`);

export const command: Command = { ...searchDeclaration, run: async (argv) => (await perform(argv)).code };
