// verifiers (PrimeIntellect-ai/verifiers): outputs/evals/ENV--MODEL/ID/results.jsonl, a row for each rollout
//   {"example_id": 0, "prompt": […], "completion": [{"role": "assistant", "content": "…"}], "answer": "18", "reward": 1.0,
//    "error": null, "metrics": {"correct_answer": 1.0}}
// and, since v1 and in prime-rl, traces.jsonl, a row for each episode
//   {"id": "…", "env": {…}, "ok": true, "traces": [{"task": {"data": {"prompt": …, "answer": "18"}},
//    "nodes": [{"message": {…}, "sampled": true}], "rewards": {"correct": {"score": 1.0, "weight": 1.0}}}]}

import { type Format, has, isRecord, leftOut, listAt, recordAt } from "../row.ts";

export const verifiers: Format = {
  name: "verifiers",
  marks: "example_id, completion and reward",
  // An empty answer is not written.
  recognise: (head) => has(head, "example_id", "completion", "reward"),
  rows(record, reading) {
    const { example_id, prompt, completion, answer, reward, error } = record;
    // A rollout that failed was saved with a reward of 0.0.
    if (error !== null && error !== undefined) return { left_out: leftOut.failed };
    return {
      // Rollouts of one example share its id.
      id: `${String(example_id)}, row ${reading.number}`,
      prompt,
      response: completion,
      gold: answer,
      theirs: reward,
    };
  },
};

const dataNames = ["answer", "ground_truth", "gold", "target", "solution"];

export const verifiersTraces: Format = {
  name: "verifiers v1",
  marks: "traces, env and ok",
  recognise: (head) => has(head, "traces", "env", "ok") || has(head, "traces", "env", "id"),
  rows(record) {
    const traces = listAt(record.traces);
    if (traces.length === 0) return { left_out: leftOut.failed };
    return traces.map((each, place) => {
      const trace = recordAt(each);
      if (trace.ok === false || listAt(trace.errors).length > 0) return { left_out: leftOut.failed };
      const data = recordAt(recordAt(trace.task).data);
      const nodes = listAt(trace.nodes).filter(isRecord);
      const asked = nodes.filter(({ sampled }) => sampled !== true).map(({ message }) => message);
      const gold = dataNames.find((name) => data[name] !== undefined && data[name] !== null);
      return {
        id: place === 0 ? record.id : `${String(record.id)}, trace ${place}`,
        prompt: asked.length > 0 ? asked : data.prompt,
        response: recordAt(nodes.findLast(({ sampled }) => sampled === true)).message,
        gold: gold && data[gold],
        theirs: sumOf(Object.values(recordAt(trace.rewards))),
        of: trace,
      };
    });
  },
};

/** The reward of a trace; undefined if it was not scored, or if one of its rewards is missing. */
const sumOf = (rewards: readonly unknown[]): number | undefined =>
  rewards.length === 0 || !rewards.every(isRecord)
    ? undefined
    : rewards.reduce((sum, { score, weight = 1 }) => sum + Number(score) * Number(weight), 0);
