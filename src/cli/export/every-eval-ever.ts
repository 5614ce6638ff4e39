// Every Eval Ever (evaleval/every_eval_ever, schema 0.3.0): for each task data/TASK/DEVELOPER/MODEL/UUID.json with the figure and
// beside it UUID_samples.jsonl with the samples. The format has no place for a sample without a verdict, so those are left out of
// the samples, and the figure's details say how many.

import { createHash } from "node:crypto";
import { type ExportedRun, type ExportedSample, messagesOf, modelOf, safeName } from "./exported-run.ts";
import type { Files } from "./targets.ts";

const schema = "0.3.0";

export async function everyEvalEver(exported: ExportedRun): Promise<Files> {
  const { run, metrics } = exported;
  const model = modelOf(exported);
  const [, developer = "unknown", name = model] = /^([\w.-]+)\/([\w.-]+)$/.exec(model) ?? [];
  return Object.keys(metrics)
    .filter((task) => metrics[task]!.avg_at_k.value !== null)
    .flatMap((task) => {
      const uuid = uuidOf([run.created, task, model, run.data[task]!.digest]);
      const stem = `data/${safeName(task)}/${safeName(developer)}/${safeName(name)}/${uuid}`;
      const id = `${task}/${model}/${Date.parse(run.created) / 1000}`;
      return [
        {
          path: `${stem}.json`,
          write: async (write: (text: string) => void) =>
            write(`${JSON.stringify(figureOf(exported, task, id, `${stem}_samples.jsonl`), null, 2)}\n`),
        },
        {
          path: `${stem}_samples.jsonl`,
          write: (write: (text: string) => void) =>
            exported.each((sample) => {
              if (sample.input.task === task && sample.verdict.right !== null)
                write(`${JSON.stringify(rowOf(sample, model, id))}\n`);
            }),
        },
      ];
    });
}

function figureOf(exported: ExportedRun, task: string, id: string, samples: string) {
  const { run, metrics } = exported;
  const { source } = run.data[task]!;
  const { avg_at_k, intervals, right, wrong, samples: all } = metrics[task]!;
  const model = modelOf(exported);
  const [lower, upper] = intervals.avg_at_k!;
  const isOfHub = /^[\w.-]+\/[\w.-]+$/.test(source.dataset);
  return {
    schema_version: schema,
    evaluation_id: id,
    evaluation_timestamp: run.created,
    retrieved_timestamp: String(Date.parse(run.created) / 1000),
    source_metadata: {
      source_type: "evaluation_run",
      source_organization_name: "unknown",
      evaluator_relationship: "other",
    },
    eval_library: { name: "assay", version: run.versions.assay },
    model_info: {
      name: model,
      id: model,
      additional_details: { deployment_type: "unknown", model_availability: "unknown" },
    },
    evaluation_results: [
      {
        evaluation_result_id: `${id}/avg`,
        evaluation_name: task,
        source_data: isOfHub
          ? {
              dataset_name: task,
              source_type: "hf_dataset",
              hf_repo: source.dataset,
              ...(source.split === undefined ? {} : { hf_split: source.split }),
            }
          : { dataset_name: task, source_type: "other" },
        metric_config: {
          metric_id: "avg_at_k",
          metric_name: `avg@${run.config.numSamples}`,
          lower_is_better: false,
          score_type: "continuous",
          min_score: 0,
          max_score: 1,
        },
        score_details: {
          score: avg_at_k.value,
          details: { samples: String(all), without_verdict_counted_as_wrong: String(all - right - wrong) },
          uncertainty: {
            ...(avg_at_k.stderr === null ? {} : { standard_error: { value: avg_at_k.stderr } }),
            confidence_interval: { lower, upper, confidence_level: 0.95 },
            num_samples: right + wrong,
          },
        },
        generation_config: {
          generation_args: {
            temperature: run.config.temperature,
            max_tokens: run.data[task]!.maxNewTokens,
            ...(run.config.topP === undefined ? {} : { top_p: run.config.topP }),
          },
        },
      },
    ],
    detailed_evaluation_results: { format: "jsonl", file_path: samples, total_rows: right + wrong },
  };
}

function rowOf(sample: ExportedSample, model: string, id: string) {
  const { input, completion, verdict } = sample;
  const golds = [input.gold].flat();
  const text = completion?.text ?? "";
  return {
    schema_version: schema,
    evaluation_id: id,
    model_id: model,
    evaluation_name: input.task,
    evaluation_result_id: `${id}/avg`,
    sample_id: sample.sample === 0 ? input.problem : `${input.problem}#${sample.sample}`,
    sample_hash: createHash("sha256")
      .update(input.statement + golds.join(""))
      .digest("hex"),
    interaction_type: "single_turn",
    input: {
      raw: input.statement,
      formatted: messagesOf(sample)
        .map(({ content }) => content)
        .join("\n\n"),
      reference: golds,
    },
    output: {
      raw: [text],
      ...(completion?.reasoning === undefined ? {} : { reasoning_trace: [completion.reasoning] }),
    },
    messages: null,
    answer_attribution:
      verdict.answer === null
        ? []
        : [
            {
              turn_idx: 0,
              source: "output.raw",
              extracted_value: verdict.answer,
              extraction_method: "assay",
              is_terminal: true,
            },
          ],
    evaluation: { score: Number(verdict.right), is_correct: verdict.right, num_turns: 1 },
    metadata: Object.fromEntries(
      Object.entries({ rule: verdict.by, ...input.columns }).map(([name, value]) => [
        name,
        typeof value === "string" ? value : JSON.stringify(value),
      ]),
    ),
  };
}

/** A random-looking UUID, as the schema requires, which is the same for the same run. */
function uuidOf(parts: readonly string[]): string {
  const hex = createHash("sha256").update(JSON.stringify(parts)).digest("hex");
  const [a, b, c, d, e] = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(13, 16),
    hex.slice(17, 20),
    hex.slice(20, 32),
  ];
  return `${a}-${b}-4${c}-a${d}-${e}`;
}
