// EvalScope (modelscope/evalscope): reviews/MODEL/BENCH_SUBSET.jsonl
// {"index": 1, "target": "18", "messages": [{"role": "user", …}, {"role": "assistant", …}],
//  "sample_score": {"score": {"value": {"acc": 1.0}, "extracted_prediction": "18", "prediction": "…"}, "sample_id": 1}}

import { type Format, has, isRecord, listAt, recordAt } from "../row.ts";

export const evalScope: Format = {
  name: "EvalScope",
  marks: "sample_score",
  recognise: (head) => has(head, "sample_score", "index"),
  rows(record) {
    const { index, target, input, messages, sample_score } = record;
    const score = recordAt(recordAt(sample_score).score);
    const { main_score_name: main, value } = score;
    const values = recordAt(value);
    const chat = listAt(messages).filter(isRecord);
    return {
      id: index,
      // Older versions have the prompt as one text, and no messages.
      prompt: chat.length > 0 ? chat.filter(({ role }) => role !== "assistant") : input,
      response: chat.some(({ role }) => role === "assistant") ? chat : score.prediction,
      gold: target,
      theirs: typeof main === "string" ? values[main] : Object.values(values)[0],
      extracted: score.extracted_prediction,
    };
  },
};
