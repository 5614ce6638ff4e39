// The rollouts that trainers write.
//
// verl (volcengine/verl): rollout_data_dir/STEP.jsonl
//   {"input": "user\n…", "output": "… #### 18", "gts": "18", "score": 1.0, "step": 10, "acc": true, "pred": "18"}
// TRL (huggingface/trl): completions/completions_00010.parquet with step, prompt, completion, a column for each reward
//   function, and advantage. There is no gold unless it was logged; `--golds` joins the training rows by their prompts.
// SkyRL (NovaSky-AI/SkyRL): dumped_evals/global_step_10_evals/SOURCE.jsonl
//   {"input_prompt": "<|im_start|>…", "output_response": "…<|im_end|>", "score": 1.0, "env_extras": {"reward_model": {"ground_truth": "18"}}}

import { type Entry, type Format, has, listAt, recordAt, rowOf } from "../row.ts";

export const verl: Format = {
  name: "verl",
  marks: "input, output, score and step",
  recognise: (head) => has(head, "input", "output", "score", "step"),
  *rows(record, reading) {
    const { input, output, gts, score, acc, pred } = record;
    yield rowOf(
      { prompt: input, response: output, gold: groundTruth(gts), theirs: acc ?? score, extracted: pred },
      record,
      reading,
    );
  },
};

const ofTrl = new Set(["step", "prompt", "completion", "advantage"]);
const goldNames = ["solution", "ground_truth", "answer", "gold", "target", "label"];

export const trl: Format = {
  name: "TRL",
  marks: "the columns step, prompt, completion and advantage",
  recognise: (head) => has(head, ...ofTrl),
  *rows(record, reading) {
    const gold = goldNames.find((name) => record[name] !== undefined && record[name] !== null);
    yield rowOf(
      {
        prompt: record.prompt,
        response: record.completion,
        gold: gold && record[gold],
        theirs: rewardOf(record, gold),
      },
      record,
      reading,
    );
  },
};

/** The reward function that grades: one alone, or the one whose name speaks of correctness. */
function rewardOf(record: Entry, gold: string | undefined): unknown {
  const names = Object.keys(record).filter(
    (name) => !ofTrl.has(name) && name !== gold && typeof record[name] === "number",
  );
  const [only, ...others] = names;
  if (others.length === 0) return only && record[only];
  const grading = names.filter((name) => /accura|correct|answer|verif|math|equal|match/i.test(name));
  return grading.length === 1 ? record[grading[0]!] : undefined;
}

export const skyRl: Format = {
  name: "SkyRL",
  marks: "input_prompt and env_extras",
  recognise: (head) => has(head, "input_prompt", "output_response", "env_extras"),
  *rows(record, reading) {
    const { input_prompt, output_response, score, env_extras } = record;
    const extras = recordAt(env_extras);
    const gold =
      groundTruth(recordAt(extras.reward_model).ground_truth) ??
      groundTruth(recordAt(extras.reward_spec).ground_truth) ??
      goldNames.map((name) => extras[name]).find((value) => value !== undefined);
    yield rowOf(
      { prompt: input_prompt, response: output_response, gold, theirs: total(score) },
      record,
      reading,
    );
  },
};

/** Some environments give a reward for each token, of which the sum is the score. */
const total = (score: unknown): unknown =>
  Array.isArray(score) ? listAt(score).reduce<number>((sum, each) => sum + Number(each), 0) : score;

/** A value, or an object with a list of targets. */
const groundTruth = (value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? recordAt(value).target : value;
