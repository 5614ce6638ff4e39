// lighteval (huggingface/lighteval): details_TASK_DATE.parquet, a row for each document.
// Since June 2025 a row has `doc`, `model_response` and `metric`; before, `full_prompt`, `predictions`, `gold` and
// `metrics`, which the first versions wrote with str(). A metric is of a document, and not of one of its samples.

import { isPythonList, pythonList, pythonNumber } from "../python.ts";
import { type Entry, type Format, has, leftOut, listAt, recordAt } from "../row.ts";

export const lighteval: Format = {
  name: "lighteval",
  marks: "the columns doc, model_response and metric",
  recognise: (head) => has(head, "doc", "model_response", "metric"),
  rows(record) {
    const [doc, said] = [recordAt(record.doc), recordAt(record.model_response)];
    const texts = listAt(said.text);
    if (texts.length === 0 && listAt(said.logprobs).length > 0) return { left_out: leftOut.logLikelihoods };
    if (texts.length > 1) return { left_out: leftOut.shared };
    return {
      id: doc.id === "" ? undefined : doc.id,
      prompt: doc.query,
      response: texts[0],
      gold: goldsOf(doc),
      theirs: firstScore(record.metric),
      extracted: listAt(recordAt(doc.specific).extracted_predictions)[0],
    };
  },
};

export const oldLighteval: Format = {
  name: "lighteval before June 2025",
  marks: "the columns full_prompt, predictions and gold",
  recognise: (head) => has(head, "full_prompt", "predictions", "gold"),
  rows(record) {
    const predictions = listOf(record.predictions);
    if (predictions === undefined || predictions.length > 1)
      return { left_out: predictions ? leftOut.shared : leftOut.noResponse };
    return {
      prompt: record.full_prompt,
      response: predictions[0],
      gold: listOf(record.gold),
      theirs: typeof record.metrics === "string" ? pythonNumber(record.metrics) : firstScore(record.metrics),
    };
  },
};

function goldsOf({ choices, gold_index }: Entry): unknown[] {
  const places = Array.isArray(gold_index) ? gold_index : [gold_index];
  return places.flatMap((place) => listAt(choices)[Number(place)] ?? []);
}

const firstScore = (metric: unknown): unknown =>
  Object.values(recordAt(metric)).find((value) => typeof value === "number" || typeof value === "boolean");

/** A list, or one that was written with str(). */
const listOf = (value: unknown): unknown[] | undefined =>
  Array.isArray(value) ? value : isPythonList(value) ? pythonList(value) : undefined;
