// lighteval (huggingface/lighteval): details_TASK_DATE.parquet, a row for each document.
// Since June 2025 a row has `doc`, `model_response` and `metric`; before, `full_prompt`, `predictions`, `gold` and
// `metrics`, which the first versions wrote with str(). A metric is of a document, and not of one of its samples.

import { isPythonList, pythonList, pythonNumber } from "../python.ts";
import { type Entry, type Format, has, leftOut, listAt, recordAt, rowOf } from "../row.ts";

export const lighteval: Format = {
  name: "lighteval",
  marks: "the columns doc, model_response and metric",
  recognise: (head) => has(head, "doc", "model_response", "metric"),
  *rows(record, reading) {
    const [doc, said] = [recordAt(record.doc), recordAt(record.model_response)];
    const texts = listAt(said.text);
    if (texts.length === 0 && listAt(said.logprobs).length > 0) yield { left_out: leftOut.logLikelihoods };
    else if (texts.length > 1) yield { left_out: leftOut.shared };
    else
      yield rowOf(
        {
          id: doc.id === "" ? undefined : doc.id,
          prompt: doc.query,
          response: texts[0],
          gold: goldsOf(doc),
          theirs: firstScore(record.metric),
          extracted: listAt(recordAt(doc.specific).extracted_predictions)[0],
        },
        record,
        reading,
      );
  },
};

export const oldLighteval: Format = {
  name: "lighteval before June 2025",
  marks: "the columns full_prompt, predictions and gold",
  recognise: (head) => has(head, "full_prompt", "predictions", "gold"),
  *rows(record, reading) {
    const predictions = listOf(record.predictions);
    if (predictions === undefined || predictions.length > 1) {
      yield { left_out: predictions ? leftOut.shared : leftOut.noResponse };
      return;
    }
    yield rowOf(
      {
        prompt: record.full_prompt,
        response: predictions[0],
        gold: listOf(record.gold),
        theirs:
          typeof record.metrics === "string" ? pythonNumber(record.metrics) : firstScore(record.metrics),
      },
      record,
      reading,
    );
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
