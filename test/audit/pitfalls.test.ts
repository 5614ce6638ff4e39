// Parts of each tool's logs that a reader might misinterpret: each case is one small log, and the expected audit of it.
// All are read in one run of the built command.

import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assay } from "../command-line.ts";
import { writeParquet } from "../datasets/parquet-writer.ts";
import { type WrittenMember, writeZip } from "./zip-writer.ts";

const root = mkdtempSync(join(tmpdir(), "pitfalls-"));
afterAll(() => rmSync(root, { recursive: true }));

const lines = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
const text = (values: string[]) => ({ type: "text" as const, values });

interface Expected {
  format: string | null;
  left_out?: Record<string, number>;
  both_right?: number;
  both_wrong?: number;
  false_rewards?: number;
  false_zeros?: number;
  open?: number;
}

/** Rows of lm-eval with these fields replaced. */
const lmEval = (...rows: object[]): string =>
  lines(
    rows.map((row, i) => ({
      doc_id: i,
      doc: { question: "?", answer: "18" },
      target: "18",
      arguments: { gen_args_0: { arg_0: "?" } },
      resps: [["\\boxed{18}"]],
      filtered_resps: ["18"],
      filter: "none",
      metrics: ["exact_match"],
      exact_match: 1,
      ...row,
    })),
  );

const sample = (i: number, more: object): WrittenMember => ({
  name: `samples/${i}_epoch_1.json`,
  bytes: Buffer.from(
    JSON.stringify({
      id: i,
      epoch: 1,
      input: "?",
      target: "18",
      messages: [],
      output: { choices: [{ message: { role: "assistant", content: "\\boxed{18}" } }] },
      scores: { match: { value: "C" } },
      ...more,
    }),
  ),
});
const said = (content: unknown) => ({ output: { choices: [{ message: { role: "assistant", content } }] } });
const start: WrittenMember = { name: "_journal/start.json", bytes: Buffer.from("{}") };
const header: WrittenMember = { name: "header.json", bytes: Buffer.from("{}") };

const episode = (id: string, rewards: object) => ({
  id,
  env: { id: "gsm8k" },
  ok: true,
  traces: [
    {
      task: { data: { prompt: "?", answer: "18" } },
      nodes: [{ message: { role: "assistant", content: "\\boxed{18}" }, sampled: true }],
      rewards,
      ok: true,
    },
  ],
});

const predictions = (...texts: string[]) =>
  JSON.stringify(
    Object.fromEntries(
      texts.map((prediction, i) => [
        i,
        { origin_prompt: "?", prediction: `\\boxed{${prediction}}`, gold: "18" },
      ]),
    ),
  );

const listGold = "the gold is a list written with str() that cannot be read back";
const cases: Record<string, { bytes: string | Buffer; expected: Expected }> = {
  // A tool may demand a finished answer.
  "lm-eval/unfinished.jsonl": {
    bytes: lmEval({ resps: [["\\boxed{12+6}"]], filtered_resps: ["12+6"], exact_match: 0 }),
    expected: { format: "lm-eval", open: 1 },
  },
  "lm-eval/lists.jsonl": {
    bytes: lmEval(
      // One answer of two parts, as the document has it; then two answers, or an unknown case.
      { target: "[1, 2]", doc: { answer: "[1, 2]" }, resps: [["\\boxed{[1,2]}"]] },
      { target: "[1, 2]", doc: { answer: [1, 2] }, resps: [["\\boxed{1}"]] },
      { target: "['18', 'eighteen']", resps: [["\\boxed{18}"]] },
      { target: "['18', 18]" },
    ),
    expected: { format: "lm-eval", both_right: 2, left_out: { [listGold]: 2 } },
  },
  "lm-eval/responses.jsonl": {
    bytes: lmEval(
      { resps: [[["-1.5", "True"]], [["-2.5", "False"]]] },
      { resps: [["\\boxed{17}", "\\boxed{18}"]], filtered_resps: ["18"] },
      { resps: [["\\boxed{17}", "\\boxed{18}"]], filtered_resps: [["17", "18"]] },
      { metrics: ["bleu"], bleu: [["a"], ["b"]] },
      { exact_match: 0.5 },
    ),
    expected: {
      format: "lm-eval",
      both_right: 1,
      left_out: {
        "log-likelihoods of choices, and no text": 1,
        "one verdict for several responses": 1,
        "no verdict of theirs": 1,
        "their score is neither 0 nor 1": 1,
      },
    },
  },
  "lighteval/samples.parquet": {
    bytes: writeParquet({
      "doc.query": text(["?", "?"]),
      "doc.choices": { type: "list", values: [["18"], ["18"]] },
      "doc.gold_index": { type: "integer", values: [0n, 0n] },
      "metric.em": { type: "double", values: [1, 1] },
      "model_response.text": { type: "list", values: [["\\boxed{18}", "\\boxed{17}"], ["\\boxed{18}"]] },
    }),
    expected: { format: "lighteval", both_right: 1, left_out: { "one verdict for several responses": 1 } },
  },
  "inspect/crashed.eval": {
    bytes: writeZip([start, sample(1, {}), sample(2, { scores: null })]),
    expected: { format: "Inspect", both_right: 1, left_out: { "no verdict of theirs": 1 } },
  },
  "inspect/scores.eval": {
    bytes: writeZip([
      header,
      sample(1, { scores: { match: { value: "N" } } }),
      sample(2, { scores: { match: { value: { first: "C", second: "I" } } } }),
      sample(3, { scores: undefined, score: { value: 1 } }),
      sample(4, { invalidation: { author: "a", timestamp: "t" } }),
      // A question with several right letters requires all of them; otherwise one of several targets suffices.
      sample(5, { choices: ["a", "b", "c"], target: ["A", "C"], ...said("ANSWER: A, C") }),
      sample(6, { target: ["17", "18"] }),
      sample(7, { target: "attachment://ab", attachments: { ab: "18" }, ...said("attachment://cd") }),
    ]),
    expected: {
      format: "Inspect",
      both_right: 4,
      false_zeros: 1,
      open: 1,
      left_out: { "the sample was invalidated": 1 },
    },
  },
  "inspect/aime.eval": {
    bytes: writeZip([
      header,
      sample(1, {
        scores: { aime_scorer: { value: "I", metadata: { unprocessed_answer: "so 18." } } },
        ...said("so 18."),
      }),
      sample(2, {
        scores: {
          aime_scorer: {
            value: "I",
            metadata: { unprocessed_answer: "The answer is \\boxed{18}.\nDone.", cleaned_answer: "Done." },
          },
        },
        ...said("Done."),
      }),
    ]),
    expected: {
      format: "Inspect",
      false_zeros: 1,
      left_out: { "its scorer cut the response to its last line": 1 },
    },
  },
  "inspect/broken.eval": {
    // It decompresses to more than the zip says; invalid JSON; and bytes that changed after they were written.
    bytes: writeZip([
      header,
      { ...sample(1, {}), size: 10 },
      { name: "samples/2_epoch_1.json", bytes: Buffer.from("{"), method: 0 },
      sample(3, {}),
      { ...sample(4, {}), checksum: 1 },
    ]),
    expected: {
      format: "Inspect",
      both_right: 1,
      left_out: { "not JSON": 1, "not readable: it is damaged: its checksum differs": 1 },
    },
  },
  "evalscope/nested.jsonl": {
    // The second response is nested so deeply that reading it runs out of stack.
    bytes: ['"\\\\boxed{18}"', `${'{"content":'.repeat(50_000)}"18"${"}".repeat(50_000)}`, '"\\\\boxed{18}"']
      .map(
        (content, i) =>
          `{"index": ${i}, "target": "18", "sample_score": {"score": {"value": {"acc": 1}}},` +
          ` "messages": [{"role": "assistant", "content": ${content}}]}\n`,
      )
      .join(""),
    expected: {
      format: "EvalScope",
      both_right: 2,
      left_out: { "its reading or grading failed: Maximum call stack size exceeded": 1 },
    },
  },
  // An object with details that are no verdicts is not a log.
  "other/report.json": {
    bytes: JSON.stringify({ name: "x", details: [{ a: 1 }] }),
    expected: { format: null },
  },
  // Two replicas of two questions; the second is right the first time only.
  "opencompass/predictions/m/replicas.json": {
    bytes: predictions("18", "18", "18", "17"),
    expected: { format: "OpenCompass", both_right: 3, both_wrong: 1 },
  },
  "opencompass/results/m/replicas.json": {
    bytes: JSON.stringify({
      accuracy: 75,
      details: [
        { example_abbr: "s_0", pred: ["18", "18"], answer: ["18", "18"], correct: [true, true] },
        { example_abbr: "s_1", pred: ["18", "17"], answer: ["18", "18"], correct: [true, false] },
      ],
    }),
    expected: { format: null },
  },
  // The evaluator skipped one gold, so the verdicts after it belong to other rows.
  "opencompass/predictions/m/shifted.json": {
    bytes: predictions("18", "17", "18"),
    expected: {
      format: "OpenCompass",
      left_out: { "the number of verdicts differs from the number of predictions": 3 },
    },
  },
  "opencompass/results/m/shifted.json": {
    bytes: JSON.stringify({
      details: [
        { example_abbr: "s_0", correct: [false] },
        { example_abbr: "s_1", correct: [true] },
      ],
    }),
    expected: { format: null },
  },
  "opencompass/predictions/m/cascade_0.json": {
    bytes: predictions("18"),
    expected: { format: "OpenCompass", both_right: 1, both_wrong: 1, false_zeros: 1 },
  },
  "opencompass/predictions/m/cascade_1.json": {
    bytes: predictions("18", "17"),
    expected: { format: null },
  },
  "opencompass/results/m/cascade.json": {
    bytes: JSON.stringify({
      details: [
        { example_abbr: "s_0", rule_evaluation: [{ correct: false }], cascade_correct: [true] },
        { example_abbr: "s_1", rule_evaluation: [{ correct: false }] },
        { example_abbr: "s_2", rule_evaluation: [{ correct: false }] },
      ],
    }),
    expected: { format: null },
  },
  // Only the results have the extracted answers, and a gold as its parser printed it.
  "opencompass/results/m/alone.json": {
    bytes: JSON.stringify({
      accuracy: 100,
      details: {
        type: "GEN",
        0: { origin_prediction: "\\boxed{18}", predictions: "18", references: "18", correct: true },
        1: { pred: "[18, '18']", answer: "[18, '18']", correct: true },
      },
    }),
    expected: { format: "OpenCompass", both_right: 1, left_out: { [listGold]: 1 } },
  },
  "trl/completions_00001.parquet": {
    bytes: writeParquet({
      step: { type: "integer", values: [1n, 1n] },
      prompt: text(["?", "?"]),
      completion: text(["\\boxed{18}", "\\boxed{17}"]),
      format_reward: { type: "double", values: [1, 1] },
      accuracy_reward: { type: "double", values: [1, Number.NaN] },
      solution: text(["18", "18"]),
      advantage: { type: "double", values: [0, 0] },
    }),
    expected: { format: "TRL", both_right: 1, left_out: { "no verdict of theirs": 1 } },
  },
  "prime-rl/rollouts/step_1/train/all/traces.jsonl": {
    bytes: lines([
      episode("a", {
        correct: { score: 1, weight: 0.7 },
        b: { score: 1, weight: 0.2 },
        c: { score: 1, weight: 0.1 },
      }),
      // A reward for the format does not mean that the answer is right.
      episode("b", { correct: null, format: { score: 1, weight: 1 } }),
      episode("c", {}),
    ]),
    expected: { format: "verifiers v1", both_right: 1, left_out: { "no verdict of theirs": 2 } },
  },
  "prime-rl/rollouts/step_1/train/effective/traces.jsonl": {
    bytes: lines([episode("a", { correct: { score: 1, weight: 1 } })]),
    expected: { format: null },
  },
  "verl/1.jsonl": {
    bytes: lines([
      { input: "?", output: "\\boxed{18}", gts: { target: ["17", "18"] }, score: 1, step: 1 },
      { input: "?", output: "\\boxed{18}", gts: "['17', '18']", score: 1, step: 1 },
      { input: "?", output: "\\boxed{18}", gts: "['18']", score: 1.1, acc: 1, step: 1 },
      { input: "?", output: [18, 19], gts: "18", score: 1, step: 1 },
      { input: "?", output: "\\boxed{18}", gts: "18", score: 0.3, step: 1 },
    ]),
    expected: {
      format: "verl",
      both_right: 2,
      left_out: {
        [listGold]: 1,
        "only token ids, and no text": 1,
        "their score is neither 0 nor 1": 1,
      },
    },
  },
  "evalscope/old.jsonl": {
    bytes: lines([
      {
        index: 0,
        input: "?",
        target: "18",
        sample_score: { score: { value: { acc: 1 }, prediction: "\\boxed{18}" } },
      },
      { index: 1, target: "18", messages: [], sample_score: { score: { value: {}, prediction: "18" } } },
    ]),
    expected: { format: "EvalScope", both_right: 1, left_out: { "no verdict of theirs": 1 } },
  },
  "nemo/x.jsonl": {
    bytes: lines([
      {
        responses_create_params: { input: "?" },
        response: { output: [{ type: "message", content: [{ text: "\\boxed{18}" }] }] },
        expected_answer: "18",
        reward: 1,
        _ng_failure_class: null,
      },
    ]),
    expected: { format: "NeMo Gym", both_right: 1 },
  },
};

type File = { path: string; format: string | null; left_out: Record<string, number>; open: number } & Record<
  "false_rewards" | "false_zeros",
  number
> & { agree: { both_right: number; both_wrong: number } };
let files: File[];

beforeAll(async () => {
  for (const [path, { bytes }] of Object.entries(cases)) put(path, bytes);
  const { stdout } = await assay(["audit", join(root, "logs"), "--json"]);
  files = JSON.parse(stdout).files;
});

function put(path: string, bytes: string | Buffer): string {
  const full = join(root, "logs", path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, bytes);
  return full;
}

describe("a log", () => {
  it.each(Object.entries(cases))("%s", (path, { expected }) => {
    const file = files.find((each) => each.path === join(root, "logs", path));
    if (expected.format === null) {
      // It is read together with another file, or repeats one.
      expect(file).toBeUndefined();
      return;
    }
    const { both_right = 0, both_wrong = 0, false_rewards = 0, false_zeros = 0, open = 0 } = expected;
    expect(file).toMatchObject({ format: expected.format, false_rewards, false_zeros, open });
    expect(file!.agree).toEqual({ both_right, both_wrong });
    expect(file!.left_out).toMatchObject(expected.left_out ?? {});
  });
});

describe("a pickle", () => {
  // It would make a file when it is loaded: os.system("touch …").
  const mark = join(root, "executed");
  const program = Buffer.concat([
    Buffer.from([0x80, 2]),
    Buffer.from(`cposix\nsystem\nU${String.fromCharCode(6 + mark.length)}touch ${mark}\x85R.`, "latin1"),
  ]);
  it.each([
    ["by itself", "x.pkl", program, "import json, pickle; data = pickle.load("],
    [
      "of torch",
      "1.pt",
      writeZip([{ name: "archive/data.pkl", bytes: program }]),
      "import json, torch; data = torch.load(",
    ],
  ])("%s is not executed, and the lines that convert it are printed", async (_, name, bytes, load) => {
    const path = join(root, name);
    writeFileSync(path, bytes);
    const { code, stdout, stderr } = await assay(["audit", path, "--json"]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout).files[0]).toMatchObject({ path, format: null, rows: 0 });
    expect(stderr).toContain(load);
    expect(stderr).toContain("--field response=response --field gold=label --field theirs=reward");
    expect(existsSync(mark)).toBe(false);
  });
});

describe("what is not whole", () => {
  it.each([
    ["a zip without its end", writeZip([header, sample(1, {})]).subarray(0, 200), /no directory at its end/],
    ["no bytes", Buffer.alloc(0), /it is empty/],
    ["only blank lines", Buffer.from("\n \r\n"), /it is empty/],
    [
      "Parquet without its parts",
      Buffer.from(`PAR1${"\0".repeat(100)}PAR1`),
      /it is damaged, or not a Parquet file/,
    ],
    ["a text", Buffer.from("hello"), /neither JSON, JSON Lines, Parquet nor a zip/],
    ["gzip", Buffer.from([0x1f, 0x8b, 8, 0]), /packed with gzip/],
  ])("%s is named with the reason, and the exit code is 1", async (_, bytes, reason) => {
    const path = join(root, "whole");
    writeFileSync(path, bytes);
    const { code, stderr } = await assay(["audit", path]);
    expect(stderr).toMatch(reason);
    expect(code).toBe(1);
  });
  it("a log without a sample is shown with its zero rows, and is no failure", async () => {
    const path = join(root, "whole");
    writeFileSync(path, writeZip([header]));
    const { code, stdout } = await assay(["audit", path]);
    expect(stdout).toContain(`${path} (Inspect)\n0 rows, 0 audited`);
    expect(code).toBe(0);
  });
});
