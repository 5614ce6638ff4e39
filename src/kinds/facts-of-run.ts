// What a program must know of a run to take its figures for anything: which model was asked, how its tokens were drawn, and
// which version of Assay it was. The same members for every kind of run.

import { snakeNames } from "../outgoing/snake-names.ts";
import type { BenchConfig } from "../processbench/bench-file.ts";
import { type ModelOfRun, type RunFile, readRunFile } from "../runs/run-file.ts";
import type { SearchConfig } from "../search/run-file.ts";
import { kindAt } from "./kind-of-run.ts";

export interface FactsOfRun {
  /** Of the Assay that made what is told: the figures, or the run. */
  version: string;
  model: string | null;
  /** What was sent beside the prompts; members that nobody set are left out. */
  sampling: Record<string, unknown>;
  /** Of a search: what scores its steps; null where nothing does. */
  reward_model?: string | null;
  strategy?: string;
  /** Of a ProcessBench run: how the model is asked. */
  judge?: string;
}

const nameOf = ({ model, path, source }: ModelOfRun): string | null => model ?? path ?? source ?? null;

export function factsOfEval({ config, data }: Pick<RunFile, "config" | "data">, version: string): FactsOfRun {
  const { model, template, system, temperature, topP, topK, seed, numSamples } = config;
  const lengths = Object.entries(data).map(([task, { maxNewTokens }]) => [task, maxNewTokens]);
  return {
    version,
    model: nameOf(model),
    sampling: snakeNames({
      numSamples,
      temperature,
      topP,
      topK,
      seed,
      maxNewTokens: Object.fromEntries(lengths),
      system,
      template,
      api: model.api,
      extraBody: model.extraBody,
      completionField: model.completionField,
    }),
  };
}

export function factsOfBench({ model, judge, votes, identity }: BenchConfig, version: string): FactsOfRun {
  const { sampling, seed } = identity;
  return {
    version,
    model: nameOf(model),
    judge,
    sampling: snakeNames({
      votes,
      ...(sampling as object | undefined),
      seed,
      api: model.api,
      extraBody: model.extraBody,
      completionField: model.completionField,
    }),
  };
}

export function factsOfSearch(config: SearchConfig, version: string): FactsOfRun {
  const { policy, reward, strategy, n, width, temperature, seed, maxSteps, stepTokens, solutionTokens } =
    config;
  const growsMany = strategy === "beam" || strategy === "dvts";
  const drawsSteps = growsMany || strategy === "greedy";
  return {
    version,
    model: nameOf(policy),
    reward_model: typeof reward?.model === "string" ? reward.model : null,
    strategy,
    sampling: snakeNames({
      n,
      ...(growsMany ? { width } : {}),
      temperature,
      seed,
      ...(drawsSteps ? { maxSteps, stepTokens } : { solutionTokens }),
      aggregate: config.aggregate,
      api: policy.api,
      extraBody: policy.extraBody,
      completionField: policy.completionField,
    }),
  };
}

/** The runs that a path means, each with its folder; results of searches without their runs are told of by nothing. */
export async function factsAt(path: string): Promise<({ run: string } & FactsOfRun)[]> {
  const kind = await kindAt(path);
  if (kind === "eval") {
    const file = (await readRunFile(path))!;
    return [{ run: path, ...factsOfEval(file, file.versions.assay) }];
  }
  if (kind === "processbench") {
    const { readBenchFile } = await import("../processbench/bench-file.ts");
    const file = (await readBenchFile(path))!;
    return [{ run: path, ...factsOfBench(file.config, file.versions.assay) }];
  }
  const { allSearchFoldersAt } = await import("../search/search-folders.ts");
  const { readSearchRun } = await import("../search/run-file.ts");
  const runs = await Promise.all(
    (await allSearchFoldersAt(path)).map(async (run) => ({ run, file: await readSearchRun(run) })),
  );
  return runs.flatMap(({ run, file }) =>
    file ? [{ run, ...factsOfSearch(file.config, file.versions.assay) }] : [],
  );
}
