// Inspect's log (UKGovernmentBEIS/inspect_ai, version 2 of the format): one JSON file for each task, which Inspect View opens
// and `read_eval_log` reads. {"version": 2, "status": "success", "eval": {…}, "results": {…}, "samples": [{"id": "1", "epoch": 1,
// "input": […], "target": "18", "output": {…}, "scores": {"assay": {"value": "C", "answer": "18"}}}]}

import { type ExportedRun, type ExportedSample, messagesOf, modelOf, safeName } from "./exported-run.ts";
import type { Files } from "./targets.ts";

export async function inspectLog(exported: ExportedRun): Promise<Files> {
  const { run } = exported;
  const stamp = run.created.replace(/[:.]/g, "-");
  return Object.keys(exported.metrics).map((task) => ({
    path: `${stamp}_${safeName(task)}_${safeName(modelOf(exported))}.json`,
    async write(write) {
      // Everything but the samples, which are written one by one in its place.
      const head = JSON.stringify(headOf(exported, task));
      write(`${head.slice(0, -1)},"samples":[`);
      let separator = "";
      await exported.each((sample) => {
        if (sample.input.task !== task) return;
        write(`${separator}${JSON.stringify(sampleOf(sample, modelOf(exported)))}`);
        separator = ",\n";
      });
      write("]}\n");
    },
  }));
}

function headOf(exported: ExportedRun, task: string) {
  const { run, metrics } = exported;
  const { config, created, versions } = run;
  const { problems, samples, right, wrong, avg_at_k, tokens } = metrics[task]!;
  const { dataset, files } = run.data[task]!.source;
  const model = modelOf(exported);
  const metric = (name: string, value: number | null) =>
    value === null ? {} : { [name]: { name, value, params: {} } };
  return {
    version: 2,
    status: right + wrong === samples ? "success" : "error",
    ...(right + wrong === samples
      ? {}
      : {
          error: {
            message: `${samples - right - wrong} samples have no verdict`,
            traceback: "",
            traceback_ansi: "",
          },
        }),
    eval: {
      created,
      task,
      task_id: task,
      eval_id: run.data[task]!.digest,
      task_version: 0,
      task_attribs: {},
      task_args: {},
      task_args_passed: {},
      model_args: {},
      run_id: run.data[task]!.digest,
      dataset: { name: dataset, location: files[0] ?? null, samples: problems },
      model,
      model_generate_config: {
        temperature: config.temperature,
        max_tokens: run.data[task]!.maxNewTokens,
        ...(config.topP === undefined ? {} : { top_p: config.topP }),
        ...(config.stop ? { stop_seqs: config.stop } : {}),
        ...(config.reasoningEffort ? { reasoning_effort: config.reasoningEffort } : {}),
        ...(config.thinkingBudget ? { reasoning_tokens: config.thinkingBudget } : {}),
      },
      config: { epochs: config.numSamples },
      packages: { assay: versions.assay },
    },
    invalidated: false,
    tags: config.tag ?? [],
    metadata: {},
    plan: { name: "assay", steps: [], config: {} },
    results: {
      total_samples: samples,
      completed_samples: right + wrong,
      scores: [
        {
          name: "assay",
          scorer: "assay",
          scored_samples: right + wrong,
          unscored_samples: samples - right - wrong,
          params: {},
          metrics: { ...metric("accuracy", avg_at_k.value), ...metric("stderr", avg_at_k.stderr) },
        },
      ],
    },
    stats: {
      role_usage: {},
      connection_limit_history: [],
      started_at: created,
      completed_at: created,
      model_usage: {
        [model]: {
          input_tokens: tokens.input,
          output_tokens: tokens.output,
          total_tokens: tokens.input + tokens.output,
          ...(tokens.reasoning === undefined ? {} : { reasoning_tokens: tokens.reasoning }),
        },
      },
    },
  };
}

const stopReasons: Readonly<Record<string, string>> = {
  stop: "stop",
  length: "max_tokens",
  content_filter: "content_filter",
  tool_calls: "tool_calls",
};

function sampleOf(exported: ExportedSample, model: string) {
  const { input, sample, completion, failure, verdict } = exported;
  const { right, answer, by, reason } = verdict;
  const messages = messagesOf(exported);
  const content =
    completion?.reasoning === undefined
      ? (completion?.text ?? "")
      : [
          { type: "reasoning", reasoning: completion.reasoning },
          { type: "text", text: completion.text },
        ];
  const said = { role: "assistant", content, source: "generate", model };
  return {
    id: input.problem,
    epoch: sample + 1,
    input: messages,
    target: input.gold,
    messages: completion ? [...messages, said] : messages,
    output: {
      model,
      choices: completion
        ? [{ message: said, stop_reason: stopReasons[completion.finish ?? ""] ?? "unknown" }]
        : [],
      completion: completion?.text ?? "",
    },
    // A sample without a verdict has no score: it is not wrong.
    scores:
      right === null
        ? {}
        : {
            assay: {
              value: right ? "C" : "I",
              answer,
              explanation: [by, reason].filter(Boolean).join(": "),
              history: [],
            },
          },
    metadata: input.columns ?? {},
    store: {},
    events: [],
    model_usage: {},
    role_usage: {},
    attachments: {},
    ...(failure === undefined ? {} : { error: { message: failure, traceback: "", traceback_ansi: "" } }),
  };
}
