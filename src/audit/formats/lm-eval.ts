// lm-eval 0.4 (EleutherAI/lm-evaluation-harness): `--log_samples` writes samples_TASK_DATE.jsonl.
// {"doc_id": 0, "doc": {…}, "target": "… #### 18", "arguments": {"gen_args_0": {"arg_0": "Question: …"}},
//  "resps": [["… #### 18"]], "filtered_resps": ["18"], "filter": "strict-match", "metrics": ["exact_match"], "exact_match": 1.0}
// The rows of one filter follow those of another, with the same documents; the first filter of the file is audited.

import { isPythonList, pythonList } from "../python.ts";
import { type Entry, type Format, has, type LeftOut, leftOut, listAt, recordAt } from "../row.ts";

export const lmEval: Format = {
  name: "lm-eval",
  marks: "doc_id, filtered_resps and target",
  recognise: (head) => has(head, "doc_id", "filtered_resps", "target"),
  begin: (head) => (head.of === "rows" ? (head.first.filter ?? null) : null),
  rows(record, reading) {
    const { doc_id, target, resps, filtered_resps, filter = null, metrics } = record;
    if (filter !== reading.begun) {
      return {
        left_out: `the filter ${String(filter)}: documents that were audited with a different filter`,
      };
    }
    const gold = goldOf(target, recordAt(record.doc));
    if (gold === undefined) return { left_out: leftOut.listGold };
    const response = responseOf(resps, filtered_resps);
    if (typeof response === "object") {
      return response;
    }
    const [metric] = listAt(metrics).filter((name) => typeof name === "string" && isScore(record[name]));
    const [filtered] = listAt(filtered_resps);
    const extracted = typeof filtered === "string" ? filtered : listAt(filtered)[0];
    const prompt = promptOf(record.arguments);
    return { id: doc_id, prompt, response, gold, theirs: record[String(metric)], extracted };
  },
};

/** If several responses share a verdict, a filter has combined them into the one that was scored. */
function responseOf(resps: unknown, filtered: unknown): string | LeftOut | undefined {
  const [requests, first] = [listAt(resps), listAt(filtered)[0]];
  const repeats = listAt(requests[0]);
  if (requests.length > 1 || (repeats.length > 0 && Array.isArray(repeats[0])))
    return { left_out: leftOut.logLikelihoods };
  if (repeats.length === 1 && typeof repeats[0] === "string") return repeats[0];
  if (repeats.length > 1) return typeof first === "string" ? first : { left_out: leftOut.shared };
  return undefined;
}

/**
 * A target that is a list was written with str(), so `[1, 2]` may be one answer, or two answers of which one suffices.
 * It is one answer if the document has it as a text.
 */
function goldOf(target: unknown, doc: Entry): unknown {
  if (isPythonList(target)) return pythonList(target);
  const text = typeof target === "string" ? target.trim() : "";
  if (!text.startsWith("[") || !text.endsWith("]")) return target ?? null;
  return Object.values(doc).some((value) => typeof value === "string" && value.includes(text))
    ? target
    : undefined;
}

/** Newer versions name the arguments, older ones list them. */
function promptOf(given: unknown): unknown {
  const named = Array.isArray(given) ? listAt(given[0])[0] : recordAt(recordAt(given).gen_args_0).arg_0;
  const first = Array.isArray(named) && named.length === 1 ? named[0] : named;
  if (typeof first !== "string" || !first.startsWith("[{")) return first;
  try {
    return JSON.parse(first); // A chat is stored as JSON, in a list with one element.
  } catch {
    return first;
  }
}

const isScore = (value: unknown): boolean => typeof value === "number" || typeof value === "boolean";
