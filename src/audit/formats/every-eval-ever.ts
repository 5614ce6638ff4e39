// Every Eval Ever (evaleval/every_eval_ever): UUID_samples.jsonl, the form that other logs are converted into.
// {"schema_version": "0.3.0", "evaluation_name": "gsm8k", "sample_id": "0", "input": {"raw": "…", "reference": ["18"]},
//  "output": {"raw": ["…"]}, "answer_attribution": [{"extracted_value": "18"}], "evaluation": {"score": 1, "is_correct": true}}

import { type Format, has, leftOut, listAt, recordAt } from "../row.ts";

export const everyEvalEver: Format = {
  name: "Every Eval Ever",
  marks: "schema_version, evaluation and input.reference",
  recognise: (head) =>
    has(head, "schema_version", "evaluation", "input") &&
    head.of === "rows" &&
    "reference" in recordAt(head.first.input),
  rows(record) {
    const { sample_id, evaluation_name, evaluation_result_id, input, output, messages, evaluation, error } =
      record;
    if (typeof error === "string" && error !== "") return { left_out: leftOut.failed };
    const raw = listAt(recordAt(output).raw);
    const attribution = recordAt(listAt(record.answer_attribution).at(-1));
    if (raw.length > 1) return { left_out: leftOut.shared };
    return {
      // A sample is written once for each figure that it counts in.
      id: [evaluation_result_id ?? evaluation_name, sample_id].filter((part) => part != null).join("/"),
      prompt: recordAt(input).raw,
      response: raw[0] ?? messages ?? attribution.extracted_value,
      gold: recordAt(input).reference,
      theirs: recordAt(evaluation).is_correct,
      extracted: attribution.extracted_value,
    };
  },
};
