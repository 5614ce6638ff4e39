// NeMo Gym (NVIDIA-NeMo/Gym): X.jsonl, with failed attempts beside it in X_failures.jsonl.
// {"responses_create_params": {"input": […]}, "response": {"output": [{"type": "message", "content": [{"text": "…"}]}]},
//  "expected_answer": "18", "extracted_answer": "18", "reward": 1.0, "_ng_task_index": 0, "_ng_rollout_index": 0}

import { type Format, has, isRecord, leftOut, listAt, recordAt, textOf } from "../row.ts";

export const nemoGym: Format = {
  name: "NeMo Gym",
  marks: "responses_create_params and reward",
  recognise: (head) =>
    has(head, "responses_create_params") && (has(head, "reward") || has(head, "_ng_failure_class")),
  rows(record) {
    if (record._ng_failure_class != null) return { left_out: leftOut.failed };
    const { _ng_task_index: task, _ng_rollout_index: rollout } = record;
    const said = listAt(recordAt(record.response).output).filter(
      (item) => isRecord(item) && item.type === "message",
    );
    return {
      id: task === undefined ? undefined : rollout ? `${String(task)}, rollout ${String(rollout)}` : task,
      prompt: recordAt(record.responses_create_params).input,
      response: textOf(recordAt(said.at(-1)).content),
      gold: record.expected_answer,
      theirs: record.reward,
      extracted: record.extracted_answer,
    };
  },
};
