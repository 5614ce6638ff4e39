// Evaluations as a kind of run. Runs are graded again before they are compared, so that a change of the grader is not
// mistaken for a change of the model.

import { differences } from "../options/settings.ts";
import { snakeNames } from "../outgoing/snake-names.ts";
import { compareSets, type ScoredSets, type SetComparison } from "./compare.ts";
import { readDraw } from "./draw.ts";
import { type GradedRun, gradeRun, readSamples } from "./grading/grade-run.ts";
import { answeredIn, type SampleVerdict } from "./grading/scores.ts";
import { isMeasured } from "./metrics.ts";
import { identityOf, type RunFile, readRunFile, samplesFileName, whereFrom } from "./run-file.ts";
import { type FactsOfRun, nameOfModel, type RunKind } from "./run-kind.ts";
import { keyOf } from "./shard.ts";

export const evalKind: RunKind<RunFile> = {
  name: "eval",
  words: "an evaluation",
  journal: samplesFileName,
  metric: "avg_at_k",
  read: readRunFile,
  folders: async (path) => [path],
  facts: factsOfEval,
  differences: (a, b) => differences(comparable(a), comparable(b)),
  problemOf(record) {
    const input = readDraw(record)?.input;
    return input && keyOf(input.task, input.problem);
  },
  merged({ grader: _, ...first }: RunFile, shards) {
    const numSamples = shards.reduce((most, { config }) => Math.max(most, config.numSamples), 0);
    return { ...first, config: { ...first.config, numSamples }, data: wholeData(first.data) };
  },
  mergedFolder: (out) => out,
  async results(path, { find, graderOf, byRules, groupBy }, isMixed) {
    const again = { groupBy, ...(byRules ? { judge: "by rules" as const } : {}) };
    const graded = await gradeRun(path, find, graderOf, again);
    const { numSamples: samples } = graded.run.config;
    // A search and an evaluation may have different problems of the same name.
    const sets = scoredRun(graded, isMixed ? await statementsOf(graded) : undefined);
    return { sets, whole: answeredIn(graded.scores, samples), samples, judge: graded.run.judge };
  },
};

export function factsOfEval({ config, data }: Pick<RunFile, "config" | "data">, version: string): FactsOfRun {
  const { model, template, system, temperature, topP, topK, seed, numSamples } = config;
  const lengths = Object.entries(data).map(([task, { maxNewTokens }]) => [task, maxNewTokens]);
  const { api, extraBody, completionField } = model;
  const { stop, prompt, fewShot, reasoningEffort, thinkingBudget, tag } = config;
  const examples = Array.isArray(fewShot) ? fewShot.length : undefined;
  return {
    version,
    model: nameOfModel(model),
    ...(tag ? { tags: tag } : {}),
    sampling: snakeNames({
      ...{ numSamples, temperature, topP, topK, seed, maxNewTokens: Object.fromEntries(lengths) },
      ...{ system, prompt, fewShotExamples: examples, template, stop, reasoningEffort, thinkingBudget },
      ...{ api, extraBody, completionField },
    }),
  };
}

function comparable(run: RunFile): Record<string, unknown> {
  const digests = Object.entries(run.data).map(([name, { digest }]) => [`problems of ${name}`, digest]);
  const judge = run.judge && `${run.judge.model}, prompt ${run.judge.prompt}`;
  return { ...identityOf(run), judge, ...Object.fromEntries(digests) };
}

/** The data of a run without the fields of a shard. */
export const wholeData = <Data extends object>(data: Record<string, Data & { own?: number | undefined }>) =>
  Object.fromEntries(Object.entries(data).map(([name, { own: _, ...whole }]) => [name, whole])) as Record<
    string,
    Data
  >;

export type TaskComparison = SetComparison;

const failureKinds = ["wrong_answer", "no_answer", "truncated", "unscored"] as const;

/** By task, for the tasks that both have. @throws {DifferentDataError} */
export const compareRuns = (a: GradedRun, b: GradedRun): Record<string, TaskComparison> =>
  compareSets(scoredRun(a), scoredRun(b));

/** The results of an evaluation by problem; problems without an answer are left out. */
function scoredRun({ run, scores }: GradedRun, statements?: ReadonlyMap<string, string>): ScoredSets {
  return new Map(
    Object.entries(run.data).map(([name, { source }]) => {
      const { groupBy, problems } = scores.tasks.get(name)!;
      const items = [...problems.values()].flatMap(({ problem, columns, samples }) => {
        const known = Object.values(samples).filter(isMeasured);
        if (known.length === 0) return [];
        const share = known.filter(({ right }) => right === true).length / known.length;
        const statement = statements?.get(`${name}/${problem}`);
        return [{ problem, statement, columns, share, failures: known.flatMap(failureOf) }];
      });
      return [name, { from: whereFrom(source), failureKinds, groupBy, items }] as const;
    }),
  );
}

/** Each failed sample is one kind of failure. */
function failureOf({ right, truncated, answer }: SampleVerdict): (typeof failureKinds)[number][] {
  if (right === null) return ["unscored"];
  if (right) return [];
  return [truncated ? "truncated" : answer === null ? "no_answer" : "wrong_answer"];
}

async function statementsOf({ folder }: GradedRun): Promise<ReadonlyMap<string, string>> {
  const statements = new Map<string, string>();
  await readSamples(folder, (record) => {
    const read = readDraw(record);
    if (read) statements.set(`${read.input.task}/${read.input.problem}`, read.input.statement);
  });
  return statements;
}
