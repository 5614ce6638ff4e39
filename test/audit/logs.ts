// The same five problems as each tool would have logged them: right and called right, right and called wrong (a false
// zero), wrong and called right (a false reward), wrong and called wrong, and an answer about which nothing can be
// proven. Fields and their order are those of the code that writes them, which the readers in src/audit/formats name;
// each log also has rows that its reader must leave out, with the reason.

import { writeParquet } from "../datasets/parquet-writer.ts";
import { type WrittenMember, writeZip } from "./zip-writer.ts";

interface Case {
  question: string;
  gold: string;
  response: string;
  /** The answer that the tool extracted. */
  pred: string;
  theirs: boolean;
}

export const cases: readonly Case[] = [
  { question: "3 · 6?", gold: "18", response: "So \\boxed{18}.", pred: "18", theirs: true },
  { question: "One half?", gold: "1/2", response: "\\boxed{\\frac{2}{4}}", pred: "2/4", theirs: false },
  { question: "3 + 4?", gold: "7", response: "The answer is \\boxed{8}", pred: "8", theirs: true },
  { question: "4 + 5?", gold: "9", response: "#### 10", pred: "10", theirs: false },
  { question: "2 + 3?", gold: "5", response: "I do not know.", pred: "", theirs: true },
];

export interface WrittenLog {
  /** Below the folder of all logs. */
  path: string;
  format: string;
  bytes: string | Buffer;
  left_out?: Record<string, number>;
  /** Files beside it. */
  beside?: Record<string, string>;
  /** Rows that could not be read, so that the audit exits with 1. */
  hasUnread?: true;
}

const lines = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
const score = ({ theirs }: Case): number => (theirs ? 1 : 0);
const user = (content: string) => ({ role: "user", content });
const assistant = (content: string) => ({ role: "assistant", content });

const lmEval = (filter: string) =>
  cases.map((each, i) => ({
    doc_id: i,
    doc: { question: each.question, answer: each.gold },
    target: i === 0 ? "3 · 6 = 18\n#### 18" : i === 3 ? "['9', 'nine']" : each.gold,
    arguments: { gen_args_0: { arg_0: `Question: ${each.question}\nAnswer:`, arg_1: { until: ["\n\n"] } } },
    resps: [[each.response]],
    filtered_resps: [each.pred],
    filter,
    metrics: ["exact_match"],
    doc_hash: "d",
    prompt_hash: "p",
    target_hash: "t",
    exact_match: score(each),
  }));

/** As Inspect writes a sample; the second question is in an attachment. */
const inspectSample = (each: Case, i: number) => ({
  id: i + 1,
  epoch: 1,
  input: each.question,
  target: each.gold,
  messages: [
    i === 0 ? { role: "user", content: "attachment://0a1b" } : user(each.question),
    assistant(each.response),
  ],
  output: {
    model: "m",
    choices: [
      {
        message: {
          role: "assistant",
          content:
            i === 2
              ? [
                  { type: "reasoning", reasoning: "\\boxed{7}" },
                  { type: "text", text: each.response },
                ]
              : each.response,
        },
        stop_reason: "stop",
      },
    ],
  },
  scores: { match: { value: each.theirs ? "C" : "I", answer: each.pred } },
  attachments: { "0a1b": each.question },
});

/** Two zstd frames, as `zstd -19` packs them; unpacked, a sample with the gold 1/2, called wrong. */
const zstdSample =
  "KLUv/WSQAI0GAKLKIBlwbw4yrLRCIRbfwmo1enH3khOdiqT696sBrb5YGHWEbieJnZ6WWs38LcuImg0VvupZluow1s2yVHxN+Ro5IPuO3j39SA" +
  "8qH53RnM9lkqls6LbiabHU1b7V/2/Ki50MvTl5GgKBoepR4yz7Mzp9MaEWJSPhxUbYFLt9pBf3xTrR/q0GHiAghAicdR4x2aBJHExUdGHGwKFE" +
  "PYBJZsi5pOVkHyvxlvQOOZ+hsTAYdLgYpE8uaCMvi1JL8sXBpaFgxmf8anwYFJQkXnTyWBMMpdRvFyi1L/1kJQAdBQACiRsYgG0DBIKd5GsdiW" +
  "cosL4g8GkW0VzYzhgBUUWlyg+zkGa69tvolEudYTdXZcSlr30ZHk6/a9QYhykKU1uoMDYlLDXCGOTI33aRwesE1n0C/DqVToVZl+w+fcknNJf+" +
  "43/dFKD/9n1xX82lzDTUDBQgMEJjJT0kBELkQC1gHPddhaLLhSr89RQSZ2PGs8RY+9iXTLV/lPgizZHy4RVsuABXOJLS4g==";

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const member = (name: string, value: unknown, method: 0 | 8 = 8): WrittenMember => ({
  name,
  bytes: json(value),
  method,
});

const inspectZip = writeZip([
  member("_journal/start.json", { version: 2, eval: { task: "t" } }),
  // The name comes again below, and the last one counts.
  member("samples/1_epoch_1.json", { ...inspectSample(cases[2]!, 0), scores: {} }),
  member("samples/1_epoch_1.json", inspectSample(cases[0]!, 0), 0),
  {
    name: "samples/half_epoch_1.json",
    bytes: Buffer.from(zstdSample, "base64"),
    method: 93,
    size: 693,
    checksum: 3881238859,
  },
  ...cases.slice(2).map((each, i) => member(`samples/${i + 3}_epoch_1.json`, inspectSample(each, i + 2))),
  // Python writes a missing score as NaN.
  {
    name: "samples/6_epoch_1.json",
    bytes: Buffer.from(
      JSON.stringify({ ...inspectSample(cases[0]!, 5), scores: { match: { value: "@" } } }).replace(
        '"@"',
        "NaN",
      ),
    ),
  },
  member("samples/7_epoch_1.json", {
    ...inspectSample(cases[0]!, 6),
    error: { message: "it failed", traceback: "" },
  }),
  member("samples/8_epoch_1.json", { ...inspectSample(cases[0]!, 7), scores: { match: { value: "P" } } }),
  member("header.json", { version: 2, status: "success", eval: { task: "t" } }),
]);

const predictions = Object.fromEntries(
  cases.map(({ question, response, gold }, i) => [
    `${i}`,
    { origin_prompt: [{ role: "HUMAN", prompt: question }], prediction: response, gold },
  ]),
);
const text = (values: string[]) => ({ type: "text" as const, values });

export const logs: readonly WrittenLog[] = [
  {
    path: "lm-eval/m/samples_gsm8k_2026-01-01T00-00-00.jsonl",
    format: "lm-eval",
    // A second evaluation appended to the file.
    bytes: lines([...lmEval("strict-match"), ...lmEval("flexible-extract"), ...lmEval("strict-match")]),
    left_out: {
      "the filter flexible-extract: documents that were audited with a different filter": 5,
      "its id occurred before in this file": 5,
    },
    beside: { "lm-eval/m/results_2026-01-01T00-00-00.json": '{"results": {"gsm8k": {}}}' },
  },
  {
    path: "lighteval/details_gsm8k|0_2026-01-01.parquet",
    format: "lighteval",
    bytes: writeParquet({
      "doc.query": text(cases.map(({ question }) => question)),
      "doc.choices": { type: "list", values: cases.map(({ gold }) => ["another", gold]) },
      "doc.gold_index": { type: "integer", values: cases.map(() => 1n) },
      "doc.id": text(cases.map((_, i) => `${i}`)),
      "metric.extractive_match": { type: "double", values: cases.map(score) },
      "model_response.text": { type: "list", values: cases.map(({ response }) => [response]) },
    }),
  },
  {
    path: "lighteval/old.parquet",
    format: "lighteval before June 2025",
    bytes: writeParquet({
      full_prompt: text(cases.map(({ question }) => question)),
      predictions: text(cases.map(({ response }) => `['${response.replaceAll("\\", "\\\\")}']`)),
      gold: { type: "list", values: cases.map(({ gold }) => [gold]) },
      metrics: text(cases.map((each) => `{'em': ${score(each)}.0}`)),
    }),
  },
  {
    path: "inspect/2026-01-01_gsm8k.eval",
    format: "Inspect",
    bytes: inspectZip,
    left_out: {
      "no verdict of theirs": 1,
      "the tool logged an error": 1,
      "their score is neither 0 nor 1": 1,
    },
  },
  {
    path: "inspect/2026-01-01_gsm8k.json",
    format: "Inspect (JSON)",
    bytes: JSON.stringify(
      { version: 2, status: "success", eval: { task: "t" }, samples: cases.map(inspectSample) },
      null,
      2,
    ),
  },
  {
    path: "opencompass/predictions/m/gsm8k.json",
    format: "OpenCompass",
    bytes: JSON.stringify(predictions, null, 4),
    beside: {
      "opencompass/results/m/gsm8k.json": JSON.stringify(
        {
          accuracy: 60,
          details: cases.map(({ pred, gold, theirs }) => ({ pred, answer: gold, correct: theirs })),
        },
        null,
        4,
      ),
    },
  },
  {
    path: "verl/rollouts/10.jsonl",
    format: "verl",
    bytes: lines([
      ...cases.map((each) => ({
        input: `user\n${each.question}\nassistant\n`,
        output: each.response,
        gts: each.gold,
        score: each.theirs ? 1 : -1,
        step: 10,
        acc: each.theirs,
        pred: each.pred,
      })),
      // Before August 2025 there was no gold.
      { input: "user\n…", output: "18", score: 1, step: 10 },
    ]),
    left_out: { "no gold": 1 },
  },
  {
    path: "nemo/rollouts.jsonl",
    format: "NeMo Gym",
    bytes: lines([
      ...cases.map((each, i) => ({
        responses_create_params: { input: [user(each.question)] },
        response: {
          output: [
            { type: "reasoning", summary: [] },
            { type: "message", content: [{ type: "output_text", text: each.response }] },
          ],
        },
        reward: score(each),
        expected_answer: each.gold,
        extracted_answer: each.pred,
        _ng_task_index: 0,
        _ng_rollout_index: i,
      })),
      { responses_create_params: { input: [] }, _ng_failure_class: "timeout", reward: 0 },
    ]),
    left_out: { "the tool logged an error": 1 },
  },
  {
    path: "verifiers/results.jsonl",
    format: "verifiers",
    bytes: lines([
      // The tool omits an empty answer.
      { example_id: 2, prompt: [], completion: [assistant("18")], info: {}, reward: 0, error: null },
      ...cases.map((each) => ({
        example_id: 0,
        prompt: [user(each.question)],
        completion: [assistant(each.response)],
        answer: each.gold,
        info: {},
        reward: score(each),
        error: null,
        metrics: { correct_answer: score(each) },
      })),
      { example_id: 1, prompt: [], completion: null, answer: "3", reward: 0, error: { error: "Timeout" } },
    ]),
    left_out: { "no gold": 1, "the tool logged an error": 1 },
    beside: { "verifiers/metadata.json": '{"env_id": "gsm8k"}' },
  },
  {
    path: "verifiers-v1/traces.jsonl",
    format: "verifiers v1",
    bytes: `${lines(
      cases.map((each, i) => ({
        id: `episode-${i}`,
        env: { id: "gsm8k" },
        ok: true,
        errors: [],
        traces: [
          {
            task: { type: "T", data: { prompt: each.question, answer: each.gold } },
            nodes: [
              { message: user(each.question), sampled: false },
              { parent: 0, message: assistant(each.response), sampled: true },
            ],
            rewards: { correct: { score: score(each), weight: 1 }, format: { score: 1, weight: 0 } },
            ok: true,
          },
        ],
      })),
    )}{"id": "episode-5", "env": {"id": "gsm8k"}, "tra`,
    left_out: { "not JSON": 1 },
    hasUnread: true,
  },
  {
    path: "qwen/test_qwen-boxed_-1_seed0_t0.0.jsonl",
    format: "Qwen2.5-Math",
    bytes: lines(
      cases.map((each, i) => ({
        idx: i,
        question: each.question,
        gt_cot: "",
        gt: each.gold,
        answer: each.gold,
        code: [each.response],
        pred: [each.pred],
        report: [null],
        score: [each.theirs],
      })),
    ),
  },
  {
    path: "evalscope/reviews/m/gsm8k_main.jsonl",
    format: "EvalScope",
    bytes: lines(
      cases.map((each, i) => ({
        index: i,
        target: each.gold,
        messages: [user(each.question), assistant(each.response)],
        sample_score: {
          score: {
            value: { acc: score(each) },
            extracted_prediction: each.pred,
            prediction: each.response,
            main_score_name: null,
          },
          sample_id: i,
          group_id: i,
        },
      })),
    ),
  },
  {
    path: "skyrl/dumped_evals/global_step_10_evals/gsm8k.jsonl",
    format: "SkyRL",
    bytes: lines(
      cases.map((each) => ({
        input_prompt: `<|im_start|>user\n${each.question}<|im_end|>\n<|im_start|>assistant\n`,
        output_response: `${each.response}<|im_end|>`,
        score: [0, score(each)],
        stop_reason: "stop",
        env_class: "gsm8k",
        env_extras: { reward_model: { ground_truth: each.gold, method: "rule" } },
        data_source: "gsm8k",
      })),
    ),
    beside: { "skyrl/dumped_evals/global_step_10_evals/aggregated_results.jsonl": '{"eval/all/avg": 0.6}\n' },
  },
  {
    path: "eee/0f3c_samples.jsonl",
    format: "Every Eval Ever",
    bytes: lines(
      cases.map((each, i) => ({
        schema_version: "0.3.0",
        evaluation_id: "e",
        model_id: "m/m",
        evaluation_name: "gsm8k",
        sample_id: `${i}`,
        interaction_type: "single_turn",
        input: { raw: each.question, reference: [each.gold] },
        output: { raw: [each.response] },
        answer_attribution: [
          {
            turn_idx: 0,
            source: "output.raw",
            extracted_value: each.pred,
            extraction_method: "regex",
            is_terminal: true,
          },
        ],
        evaluation: { score: score(each), is_correct: each.theirs },
      })),
    ),
  },
  {
    path: "serve/items.jsonl",
    format: "assay serve --log",
    bytes: lines([
      ...cases.map((each) => ({
        time: "2026-01-01T00:00:00.000Z",
        request: "r",
        reward: "boxed",
        item: { response: each.response, ground_truth: each.gold },
        outcome: each.theirs ? "right" : "wrong",
        result: { reward: score(each) },
      })),
      { request: "r", reward: "boxed", item: {}, outcome: "unscored", result: { reward: null } },
    ]),
    left_out: { "no verdict of theirs": 1 },
  },
];

/** TRL logs no golds. */
export const trl = {
  path: "completions/completions_00010.parquet",
  bytes: writeParquet({
    step: { type: "integer", values: cases.map(() => 10n) },
    prompt: text(cases.map(({ question }) => `system\nYou help.\nuser\n${question}\nassistant\n`)),
    completion: text(cases.map(({ response }) => response)),
    format_reward: { type: "double", values: cases.map(() => 1) },
    accuracy_reward: { type: "double", values: cases.map(score) },
    advantage: { type: "double", values: cases.map(() => 0.5) },
  }),
  golds: lines(cases.map(({ question, gold }) => ({ prompt: [user(question)], solution: gold }))),
};
