// SkyRL (NovaSky-AI/SkyRL): dumped_evals/global_step_10_evals/SOURCE.jsonl
// {"input_prompt": "<|im_start|>…", "output_response": "…<|im_end|>", "score": 1.0, "stop_reason": "stop", "env_class": "gsm8k",
//  "env_extras": {"reward_model": {"ground_truth": "18"}}, "data_source": "gsm8k"}

import { type Format, goldNames, groundTruth, has, recordAt } from "../row.ts";

export const skyRl: Format = {
  name: "SkyRL",
  marks: "input_prompt and env_extras",
  recognise: (head) => has(head, "input_prompt", "output_response", "env_extras"),
  rows(record) {
    const { input_prompt, output_response, score, env_extras } = record;
    const extras = recordAt(env_extras);
    const gold =
      groundTruth(recordAt(extras.reward_model).ground_truth) ??
      groundTruth(recordAt(extras.reward_spec).ground_truth) ??
      goldNames.map((name) => extras[name]).find((value) => value !== undefined);
    return { prompt: input_prompt, response: output_response, gold, theirs: total(score) };
  },
};

/** Some environments give a reward for each token; the score is their sum. */
const total = (score: unknown): unknown =>
  Array.isArray(score) ? score.reduce<number>((sum, each) => sum + Number(each), 0) : score;
