// lm-eval 0.4 (EleutherAI/lm-evaluation-harness): MODEL/results_DATE.json and MODEL/samples_TASK_DATE.jsonl, a row for each problem
// with all of its samples, whose `exact_match` is the share of them that is right. A problem of which a sample has no verdict is
// left out of the rows, and `n-samples` says so.

import { createHash } from "node:crypto";
import { type ExportedRun, type ExportedSample, messagesOf, modelOf, safeName } from "./exported-run.ts";
import type { Files } from "./targets.ts";

const metric = "exact_match";

export async function lmEval(exported: ExportedRun): Promise<Files> {
  const { run, metrics } = exported;
  const date = run.created.replace(/:/g, "-").replace(/Z$/, "");
  const folder = safeName(modelOf(exported));
  const byTask = new Map(Object.keys(metrics).map((task) => [task, new Map<string, ExportedSample[]>()]));
  await exported.each((sample) => {
    const problems = byTask.get(sample.input.task)!;
    const known = problems.get(sample.input.problem);
    if (known) known.push(sample);
    else problems.set(sample.input.problem, [sample]);
  });
  const scored = (task: string) =>
    [...byTask.get(task)!.values()].filter((samples) =>
      samples.every(({ verdict }) => verdict.right !== null),
    );
  return [
    {
      path: `${folder}/results_${date}.json`,
      write: async (write) =>
        write(
          `${JSON.stringify(
            resultsOf(exported, (task) => scored(task).length),
            null,
            2,
          )}\n`,
        ),
    },
    ...Object.keys(metrics).map((task) => ({
      path: `${folder}/samples_${safeName(task)}_${date}.jsonl`,
      async write(write: (text: string) => void) {
        for (const [place, samples] of scored(task).entries())
          write(`${JSON.stringify(rowOf(place, samples, exported, task))}\n`);
      },
    })),
  ];
}

function resultsOf(exported: ExportedRun, scored: (task: string) => number) {
  const { run, metrics } = exported;
  const { config, created, versions } = run;
  const of = <T>(value: (task: string) => T): Record<string, T> =>
    Object.fromEntries(Object.keys(metrics).map((task) => [task, value(task)]));
  return {
    results: of((task) => {
      const { value, stderr } = metrics[task]!.avg_at_k;
      return { alias: task, [`${metric},none`]: value, [`${metric}_stderr,none`]: stderr ?? "N/A" };
    }),
    group_subtasks: of(() => []),
    configs: of((task) => ({
      task,
      dataset_path: run.data[task]!.source.dataset,
      dataset_name: run.data[task]!.source.config ?? null,
      test_split: run.data[task]!.source.split ?? null,
      output_type: "generate_until",
      repeats: config.numSamples,
      metric_list: [{ metric, aggregation: "mean", higher_is_better: true }],
    })),
    versions: of(() => `assay ${versions.assay}`),
    "n-shot": of(() => 0),
    higher_is_better: of(() => ({ [metric]: true })),
    "n-samples": of((task) => ({ original: metrics[task]!.problems, effective: scored(task) })),
    config: {
      model: config.model.kind,
      model_args: `model=${modelOf(exported)}`,
      gen_kwargs: { temperature: config.temperature },
      random_seed: config.seed,
    },
    date: Date.parse(created) / 1000,
    model_name: modelOf(exported),
  };
}

function rowOf(place: number, samples: readonly ExportedSample[], exported: ExportedRun, task: string) {
  const [first] = samples as [ExportedSample];
  const { problem, statement, gold, columns } = first.input;
  const doc = { id: problem, problem: statement, answer: gold, ...columns };
  const target = typeof gold === "string" ? gold : `[${gold.map(pythonText).join(", ")}]`;
  const prompt = JSON.stringify(messagesOf(first));
  const sampling = {
    temperature: exported.run.config.temperature,
    max_gen_toks: exported.run.data[task]!.maxNewTokens,
  };
  const answers = samples.map(({ verdict }) => verdict.answer ?? "[invalid]");
  return {
    doc_id: place,
    doc,
    target,
    arguments: { gen_args_0: { arg_0: prompt, arg_1: sampling } },
    resps: [samples.map(({ completion }) => completion?.text ?? "")],
    filtered_resps: samples.length === 1 ? answers : [answers],
    filter: "none",
    metrics: [metric],
    doc_hash: hashOf(JSON.stringify(doc)),
    prompt_hash: hashOf(prompt),
    target_hash: hashOf(target),
    [metric]: samples.filter(({ verdict }) => verdict.right === true).length / samples.length,
  };
}

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/** A text as Python's str() of a list has it. */
const pythonText = (text: string): string =>
  `'${text.replace(/[\\']/g, "\\$&").replaceAll("\n", "\\n").replaceAll("\r", "\\r").replaceAll("\t", "\\t")}'`;
