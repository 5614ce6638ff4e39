// Qwen2.5-Math's evaluation, and ToRA and math-evaluation-harness, which it comes from: one row for each problem, with a
// list of samples in each column.
// {"idx": 0, "question": "…", "gt": "18", "code": ["… \\boxed{18}"], "pred": ["18"], "score": [true]}
// A comparison that ran out of time was saved as False.

import { type Format, has, leftOut, listAt } from "../row.ts";

export const qwenMath: Format = {
  name: "Qwen2.5-Math",
  marks: "gt, pred and code",
  recognise: (head) => has(head, "gt", "pred", "code"),
  rows(record) {
    const { idx, question, gt, code, pred, score } = record;
    const [codes, preds, scores] = [listAt(code), listAt(pred), listAt(score)];
    if (codes.length === 0) return { left_out: leftOut.noResponse };
    return codes.map((response, sample) => ({
      id: sample === 0 ? idx : `${String(idx)}, sample ${sample}`,
      prompt: question,
      response,
      gold: gt,
      theirs: scores[sample],
      extracted: preds[sample],
    }));
  },
};
