// verl (volcengine/verl): rollout_data_dir/STEP.jsonl and validation_data_dir/STEP.jsonl
// {"input": "user\n…", "output": "… #### 18", "gts": "18", "score": 1.0, "step": 10, "acc": true, "pred": "18"}
// `score` is a sum over tokens; what the reward function returns beside it follows, as `acc` and `pred` do here.

import { type Format, groundTruth, has } from "../row.ts";

export const verl: Format = {
  name: "verl",
  marks: "input, output, score and step",
  recognise: (head) => has(head, "input", "output", "score", "step"),
  rows(record) {
    const { input, output, gts, score, acc, pred } = record;
    return { prompt: input, response: output, gold: groundTruth(gts), theirs: acc ?? score, extracted: pred };
  },
};
