// assay search: problems solved by a policy whose steps a process reward model chooses.

import { dirname } from "node:path";
import { loadConfig } from "../../config/index.ts";
import type { Model } from "../../models/model.ts";
import { openModel } from "../../models/open-model.ts";
import { isVersioned, openScorer, type ScorerOptions } from "../../prm/open-scorer.ts";
import type { StepScorer } from "../../prm/step-scorer.ts";
import { guardTask } from "../../runs/grading/guarded-task.ts";
import { hasRecords } from "../../runs/run-folder.ts";
import { versions } from "../../runs/versions.ts";
import { firstRequest } from "../../search/advance.ts";
import { measureAtK } from "../../search/at-k.ts";
import { baselineOf } from "../../search/baseline.ts";
import { iterationsFileName } from "../../search/run-file.ts";
import {
  driverOf,
  firstInput,
  problemsOf,
  runSearch,
  type SearchOptions,
  type SearchProgress,
  type SearchResult,
  searchFolder,
  settingsOf,
} from "../../search/search.ts";
import { strategies } from "../../search/strategies.ts";
import { findTask } from "../../tasks/registry.ts";
import type { LoadedTask } from "../../tasks/task.ts";
import type { Command, Performed } from "../command.ts";
import { gradingHelp, gradingLimits } from "../grading.ts";
import { withoutKey } from "../options/model-source.ts";
import { given } from "../options/option-values.ts";
import { incompleteHeading, tellEnding } from "../run/ending.ts";
import { reached } from "../run/reached.ts";
import { watched, whileLoading } from "../run/watched.ts";
import { readSearchRequest, type SearchRequest } from "./search-options.ts";
import { baselineFolder, searchCompleteness, searchFacts, searchJson, searchText } from "./search-report.ts";

const help = `assay search: problems solved step by step, the steps chosen by a process reward model

Usage:
  assay search --policy-api-base URL --reward-api-base URL --data TASK --output-dir FOLDER [options]
  assay search --policy SOURCE --reward SOURCE --data TASK --output-dir FOLDER [options]

All flags are also known with underscores (--data_begin).

The policy writes steps:
  --policy-api-base URL     an OpenAI-compatible server, up to its version (…/v1)
  --policy-model-name NAME  the model's name there (policy-model)
  --policy-api-key-env VAR  the environment variable that holds the key
  --policy-api-key KEY      or the key itself, which others on the machine can then see
  --policy SOURCE           or a source of assay.config.*, or embedded:policy, or a JSON Lines file of
                            recorded completions
  --api chat|completions    messages (chat), or one text that is continued
  --prompt FILE|none        the instruction, as the system message; where it holds {problem}, the
                            user's message. none asks with the bare problem

The reward model judges them:
  --reward-api-base URL, --reward-model-name NAME (reward-model), --reward-api-key-env VAR,
  --reward-api-key KEY, --reward SOURCE   as for the policy; a file holds recorded scores
  --interface NAME          logprobs (default), text, rlhflow, pooling, scoring
  --reward-prompt NAME|FILE steps (default), groundedprm, groundedprm-turns, r-prm, or a prompt of your own;
                            'assay processbench --print-prompt --prompt NAME' prints one
  --reward-temperature T    (0.6)       --reward-tokens N    tokens of a judgement (4096)
  --top-logprobs K          (10; TGI allows 5)
  --labels RIGHT/WRONG, --separator TEXT, --scores KIND, --label-token-ids R,W
                            as for assay processbench
  --reward-tokenizer-path P accepted, and not needed

The search:
  --data TASK|FILE          math, amc23, aime24, aime25, college_math, minerva_math, olympiadbench,
                            any other task, or rows of your own
  --data-begin I, --data-end J   the problems from I up to, not including, J; counted from 0
  --strategy NAME           greedy (default), best-of-n, majority, weighted-majority, beam, dvts
  --n N                     candidates of a step (8)
  --width N                 for beam and dvts: candidates of each solution (4)
  --aggregate HOW           last (default), min, product, mean
  --max-steps N             iterations at most (30)
  --step-tokens N           tokens of a step (512)
  --solution-tokens N       tokens of a whole solution (2048), where such are drawn
  --temperature T           of the policy (0.7)
  --seed S                  what the seeds of the requests are drawn from (0)

The run:
  --output-dir FOLDER       result-I-J.json goes there, and beside it the folder of the run
  --baseline                also the same policy without the reward model, with the same n
  --concurrency N           problems under way, and requests in flight at each server, at most (256)
${gradingHelp}
  --dry-run                 show the first requests as they would be sent, and ask nothing
  --json                    one JSON object: results, problems, answered, requests: { policy, reward }, …

The same command goes on where a search ended. The exit code is 0 when every search came to its end,
1 when some did not, 130 after Ctrl-C. docs/prm.md explains how to deploy the models and how to read the results.
`;

export async function perform(argv: readonly string[]): Promise<Performed<SearchResult>> {
  const configuration = await loadConfig();
  const request = await readSearchRequest(argv, configuration);
  const { config } = request;
  const { tasks } = configuration;
  const task = guardTask(
    await findTask(config.data, { tasks }),
    { given: [config.data], tasks },
    gradingLimits(request.gradingTimeout, searchFolder(request.outputDir, config)),
  );
  const loaded = await whileLoading(`the data of ${config.data}`, () => task.load());
  problemsOf(loaded, config);
  if (config.n > 1 && config.temperature === 0) {
    warn(`${config.n} candidates at temperature 0 may all be the same; --temperature sets it`);
  }
  if (request.dryRun) return { code: await dryRun(request, loaded) };
  for (const flag of request.openKeys) {
    warn(`who lists the processes of this machine sees the key of ${flag}; ${flag}-env VAR is better`);
  }
  const { request: asked, doubts } = await reachedBy(request);
  const { concurrency, environment } = asked;
  const policy = await whileLoading("the policy", () =>
    openModel(asked.policy, { concurrency, environment, doubt: doubts.policy }),
  );
  const { reward } = asked;
  const scorer =
    reward && (await whileLoading("the reward model", () => openScorer({ ...reward, doubt: doubts.reward })));
  try {
    return await search(asked, loaded, policy, scorer);
  } finally {
    await Promise.all([policy.close(), scorer?.close()]);
  }
}

/** The request with the models that the servers have, and what speaks against their names. */
async function reachedBy(request: SearchRequest) {
  const { config, reward, outputDir } = request;
  const hasBegun = await hasRecords(searchFolder(outputDir, config), iterationsFileName);
  const look = (role: "policy" | "reward", { source, environment, isVersioned }: ReachedRole) =>
    reached(source, {
      flag: `--${role}-model-name`,
      isUsual: source.model === `${role}-model`,
      environment,
      isVersioned,
      hasBegun,
      say: (sentence) => warn(`${role}: ${sentence}`),
    });
  const policy = await look("policy", { source: request.policy, environment: request.environment });
  const judge = reward && (await look("reward", { ...reward, isVersioned: isVersioned(reward.interface) }));
  const found: SearchRequest = {
    ...request,
    policy: policy.source,
    config: { ...config, policy: { ...config.policy, ...given("model", policy.source.model) } },
    reward: reward && judge && { ...reward, source: judge.source },
  };
  return { request: found, doubts: { policy: policy.doubt, reward: judge?.doubt } };
}

type ReachedRole = Pick<ScorerOptions, "source" | "environment"> & { isVersioned?: boolean };

async function search(
  request: SearchRequest,
  loaded: LoadedTask,
  policy: Model,
  scorer: StepScorer | undefined,
): Promise<Performed<SearchResult>> {
  const { config, outputDir, concurrency } = request;
  const options = { config, outputDir, loaded, policy, scorer, versions: versions(), concurrency };
  const { result: guided, endedBy } = await watch(options, request.baseline ? config.strategy : undefined);
  const plain =
    request.baseline && !guided.stopped
      ? await watch(
          {
            ...options,
            config: { ...config, strategy: "majority" },
            outputDir: baselineFolder(outputDir),
            scorer: undefined,
          },
          "baseline",
        )
      : undefined;
  const baseline = plain && {
    ...plain.result,
    ...baselineOf(loaded, plain.result.problems, settingsOf(config)),
  };
  const { draws, isGuided } = strategies[config.strategy];
  const atK =
    draws === "solutions" && isGuided ? measureAtK(loaded, guided.problems, settingsOf(config)) : undefined;
  const whole = searchCompleteness([guided, ...(baseline ? [baseline] : [])]);
  if (request.json) process.stdout.write(`${JSON.stringify(searchJson(guided, baseline, atK))}\n`);
  else process.stdout.write(`${incompleteHeading(whole)}${searchText(config, guided, baseline, atK)}\n`);
  const code = tellEnding({
    ...whole,
    command: "search",
    endedBy: endedBy ?? plain?.endedBy,
    stopped: guided.stopped ?? baseline?.stopped,
    lastFailure: guided.lastFailure ?? baseline?.lastFailure,
    seconds: guided.seconds + (baseline?.seconds ?? 0),
    folder: dirname(guided.results),
    where: `the results are in ${guided.results}`,
    goOn: "the same command goes on with them",
    lengthFlag: strategies[config.strategy].draws === "solutions" ? "--solution-tokens" : "--step-tokens",
  });
  return { code, result: guided };
}

/** With a line that says which search it is and how far. */
const watch = (options: SearchOptions, name: string | undefined) =>
  watched(
    (progress: SearchProgress) => {
      const facts = searchFacts(progress);
      return name === undefined ? facts : { ...facts, unit: `${facts.unit} (${name})` };
    },
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

export const command: Command = { help, run: async (argv) => (await perform(argv)).code };
