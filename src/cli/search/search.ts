// assay search: solves problems with a policy whose steps a process reward model chooses.

import { dirname, join } from "node:path";
import { loadConfig } from "../../config/index.ts";
import type { Model } from "../../models/model.ts";
import { openModel } from "../../models/open-model.ts";
import { defined } from "../../options/option.ts";
import { counted } from "../../outgoing/counted.ts";
import { isVersioned, openScorer, type ScorerOptions } from "../../prm/open-scorer.ts";
import type { StepScorer } from "../../prm/step-scorer.ts";
import { guardTask } from "../../runs/grading/threaded-grader.ts";
import { versions } from "../../runs/versions.ts";
import { firstRequest } from "../../search/advance.ts";
import { resultFileName } from "../../search/result.ts";
import { identityOfScorer } from "../../search/run-file.ts";
import {
  driverOf,
  firstInput,
  runSearch,
  type SearchOptions,
  type SearchProgress,
  type SearchResult,
  searchFolder,
  sliceOf,
} from "../../search/search.ts";
import { searchKind } from "../../search/search-kind.ts";
import { strategies } from "../../search/strategies.ts";
import type { ModelToSee } from "../../seen/look.ts";
import type { Settled } from "../../seen/settle.ts";
import { problemOf } from "../../tasks/problem.ts";
import { findTask } from "../../tasks/registry.ts";
import type { LoadedTask } from "../../tasks/task.ts";
import { type Command, type Performed, warnAs } from "../command.ts";
import { writeAndPrint } from "../kinds.ts";
import { withoutKey } from "../options/model-source.ts";
import { reportEnding } from "../run/ending.ts";
import { gradingLimits } from "../run/grading.ts";
import { type ReachedModel, reached } from "../run/reached.ts";
import { asksOf, begunIn, inOwnFolder, moveAside, settled } from "../run/same-run.ts";
import { watched, whileLoading } from "../run/watched.ts";
import { readSearchRequest, type SearchRequest, searchDeclaration } from "./search-options.ts";
import { baselineFolder, searchFacts, searchReport } from "./search-report.ts";

export async function perform(argv: readonly string[]): Promise<Performed<SearchResult>> {
  const configuration = await loadConfig();
  const request = await readSearchRequest(argv, configuration);
  const { config } = request;
  const { tasks } = configuration;
  const limits = gradingLimits(request.gradingTimeout, searchFolder(request.outputDir, config));
  const task = guardTask(await findTask(config.data, { tasks }), { given: [config.data], tasks }, limits);
  const loaded = await whileLoading(`the data of ${config.data}`, () => task.load());
  sliceOf(loaded, config);
  if (config.n > 1 && config.temperature === 0) {
    warn(`${config.n} candidates at temperature 0 may all be the same; --temperature sets it`);
  }
  if (request.dryRun) return { code: await dryRun(await shownFor(request), loaded) };
  for (const flag of request.openKeys) {
    warn(`other users of this machine can see the key of ${flag}; use ${flag}-env VAR instead`);
  }
  const begun = await begunIn(searchKind, searchFolder(request.outputDir, config), request);
  const { request: found, doubts, models } = await reachedBy(request, begun.hasAnswers);
  const asked = request.queue ? askedElsewhere(found) : found;
  const { concurrency, environment } = asked;
  const policy = await whileLoading("the policy", () =>
    openModel(asked.policy, { concurrency, environment, doubt: doubts.policy }),
  );
  const { reward } = asked;
  const scorer =
    reward && (await whileLoading("the reward model", () => openScorer({ ...reward, doubt: doubts.reward })));
  try {
    const seen = await settled(models, begun, asked, warn);
    if (asked.fresh) await moveAside(oldRun(asked), warn);
    const { code, result } = await search(asked, { loaded, policy, scorer, models, seen });
    return { code: code === 0 && limits.hasFailed() ? 1 : code, result };
  } finally {
    await Promise.all([policy.close(), scorer?.close()]);
  }
}

/** The request with the model names of the servers, and the reasons why a name may be wrong. */
async function reachedBy(request: SearchRequest, hasBegun: boolean, isShownOnly = false) {
  const { config, reward } = request;
  const look = async (
    role: "policy" | "reward",
    { source, environment, isVersioned }: ReachedRole,
  ): Promise<ReachedModel> => {
    const isUsual = source.model === `${role}-model`;
    if (isShownOnly && !isUsual) return { source };
    return reached(source, {
      flag: `--${role}-model-name`,
      isUsual,
      environment,
      isVersioned,
      hasBegun,
      isElsewhere: request.queue !== undefined,
      say: (sentence) => warn(`${role}: ${sentence}`),
    });
  };
  const policy = await look("policy", { source: request.policy, environment: request.environment });
  const judge = reward && (await look("reward", { ...reward, isVersioned: isVersioned(reward.interface) }));
  const found: SearchRequest = {
    ...request,
    policy: policy.source,
    config: { ...config, policy: { ...config.policy, ...defined({ model: policy.source.model }) } },
    reward: reward && judge && { ...reward, source: judge.source },
    rewardModel: request.rewardModel && {
      ...request.rewardModel,
      ...defined({ model: judge?.source.model }),
    },
  };
  const models: ModelToSee[] = [
    {
      role: "policy",
      asks: config.policy.api === "completions" ? "text" : "messages",
      environment: request.environment,
      ...policy,
    },
    ...(reward && judge
      ? [{ role: "reward model", asks: asksOf(reward.interface), environment: reward.environment, ...judge }]
      : []),
  ];
  return { request: found, doubts: { policy: policy.doubt, reward: judge?.doubt }, models };
}

/** The run with its result file, and those of the baseline. */
function oldRun({ outputDir, config }: SearchRequest) {
  const folder = searchFolder(outputDir, config);
  const paths = [outputDir, baselineFolder(outputDir)].flatMap((each) => [
    searchFolder(each, config),
    join(each, resultFileName(config.begin, config.end)),
  ]);
  return { folder, journal: searchKind.journal, place: inOwnFolder(outputDir, paths) };
}

/** For a dry run: with the model names that a run would send, as far as the servers list them. */
const shownFor = async (request: SearchRequest): Promise<SearchRequest> =>
  request.queue ? request : (await reachedBy(request, true, true)).request;

/** Workers send the requests, with their own keys; here the models only prepare them. */
const askedElsewhere = (request: SearchRequest): SearchRequest => ({
  ...request,
  policy: withoutKey(request.policy),
  reward: request.reward && { ...request.reward, source: withoutKey(request.reward.source) },
});

type ReachedRole = Pick<ScorerOptions, "source" | "environment"> & { isVersioned?: boolean };

interface BeganSearch {
  loaded: LoadedTask;
  policy: Model;
  scorer: StepScorer | undefined;
  models: readonly ModelToSee[];
  seen: Settled;
}

async function search(
  request: SearchRequest,
  { loaded, policy, scorer, models, seen }: BeganSearch,
): Promise<Performed<SearchResult>> {
  const { config, outputDir, shard, rewardModel, concurrency } = request;
  const options = {
    ...{ config, outputDir, shard, loaded, policy, scorer, rewardModel, concurrency },
    seen: seen.seen,
    versions: versions(),
  };
  const watch = watchedOver(request.queue);
  const plainFolder = searchFolder(baselineFolder(outputDir), config);
  const { result: guided, endedBy } = await watch(options, request.baseline ? config.strategy : undefined);
  const plain =
    request.baseline && !guided.stopped
      ? await watch(
          {
            ...options,
            config: { ...config, strategy: "majority" },
            outputDir: baselineFolder(outputDir),
            seen: (
              await settled(
                models.slice(0, 1),
                await begunIn(searchKind, plainFolder, request),
                request,
                warn,
              )
            ).seen,
            scorer: undefined,
            rewardModel: undefined,
          },
          "baseline",
        )
      : undefined;
  const baseline = plain?.result;
  const reward = scorer ? identityOfScorer(scorer) : null;
  const folder = searchFolder(outputDir, config);
  const report = searchReport(folder, { ...config, reward }, loaded, guided, baseline);
  writeAndPrint(report, request.json);
  const code = reportEnding({
    ...report.whole,
    command: "search",
    endedBy: endedBy ?? plain?.endedBy,
    stopped: guided.stopped ?? baseline?.stopped,
    lastFailure: guided.lastFailure ?? baseline?.lastFailure,
    completeSince: baseline && baseline.completeSince === undefined ? undefined : guided.completeSince,
    isAsked: seen.isAsked,
    seconds: guided.seconds + (baseline?.seconds ?? 0),
    folder: dirname(guided.results),
    where: `the results are in ${guided.results}`,
    goOn: "the same command continues them",
    lengthFlag: strategies[config.strategy].draws === "solutions" ? "--solution-tokens" : "--step-tokens",
  });
  return { code, result: guided };
}

/** With a progress line that names the search. */
const watchedOver = (queue: URL | undefined) => (options: SearchOptions, name: string | undefined) =>
  watched(
    (progress: SearchProgress) => {
      const facts = searchFacts(progress);
      return name === undefined ? facts : { ...facts, unit: `${facts.unit} (${name})` };
    },
    "the same command continues it",
    queue,
    (listeners) => runSearch({ ...options, ...listeners }),
  );

async function dryRun(request: SearchRequest, loaded: LoadedTask): Promise<number> {
  const { config, outputDir } = request;
  const problems = sliceOf(loaded, config).map(problemOf);
  const asked = askedElsewhere(request);
  const policy = await openModel(asked.policy, { concurrency: 1 });
  const scorer = asked.reward && (await openScorer(asked.reward));
  try {
    const input = firstInput(loaded.task.name, problems[0]!, config);
    const asked = firstRequest(driverOf({ config, policy, scorer }), input);
    const question = { problem: problems[0]!.statement, steps: ["(a candidate)"], from: 0, key: "dry run" };
    process.stderr.write(
      `${loaded.task.name}: ${counted(problems.length, "problem")}, ${strategies[config.strategy].description}\n` +
        `the run would be in ${searchFolder(outputDir, config)}; its first requests:\n`,
    );
    const shown = { policy: policy.preview(asked), ...(scorer ? { reward: scorer.preview(question) } : {}) };
    process.stdout.write(`${JSON.stringify(shown, null, 2)}\n`);
  } finally {
    await Promise.all([policy.close(), scorer?.close()]);
  }
  return 0;
}

const warn = warnAs("search");

export const command: Command = { ...searchDeclaration, run: async (argv) => (await perform(argv)).code };
