// OpenCompass (open-compass/opencompass): predictions/MODEL/SET.json holds {"0": {"origin_prompt": …, "prediction": "…",
// "gold": "18"}, …}; the verdicts stand in `details` of results/MODEL/SET.json, where `dump_details` was set. Predictions
// in parts (SET_0.json, SET_1.json) are counted on.

import { type Entry, type Format, isRecord, listAt, recordAt, rowOf } from "../row.ts";

export const openCompass: Format = {
  name: "OpenCompass",
  marks: 'an object with the keys "0", "1"… that have origin_prompt, or its results with details',
  recognise: (head) =>
    head.of === "object" &&
    ((head.keys.has("0") && (head.inner.has("origin_prompt") || head.inner.has("prediction"))) ||
      head.keys.has("details")),
  *records(whole, beside) {
    const details = detailsOf(beside ?? whole);
    if (!beside && "details" in whole) {
      for (const [name, detail] of details) yield { id: name, detail };
      return;
    }
    for (const [name, said] of Object.entries(whole))
      if (isRecord(said)) yield { id: name, said, detail: details.get(name) };
  },
  *rows(record, reading) {
    const [said, detail] = [recordAt(record.said), recordAt(record.detail)];
    const response = said.prediction ?? detail.origin_prediction ?? detail.prediction ?? detail.pred;
    yield rowOf(
      {
        id: record.id,
        prompt: turns(said.origin_prompt ?? detail.prompt),
        response: Array.isArray(response) ? response[0] : response,
        gold: said.gold ?? detail.references ?? detail.answer ?? detail.answers ?? detail.gold,
        theirs: correctOf(detail),
        extracted: detail.predictions ?? detail.pred,
      },
      record,
      reading,
    );
  },
};

/** A list, or an object by the number of each; a cascade keeps what its rules said inside. */
function detailsOf({ details }: Entry): Map<string, unknown> {
  const list = Array.isArray(details) ? [...details.entries()] : Object.entries(recordAt(details));
  return new Map(list.flatMap(([name, detail]) => (isRecord(detail) ? [[String(name), detail]] : [])));
}

function correctOf(detail: Entry): unknown {
  const { correct, cascade_correct, rule_evaluation } = detail;
  const said = correct ?? cascade_correct ?? recordAt(rule_evaluation).correct;
  return Array.isArray(said) ? said[0] : said;
}

/** A prompt is a text, or turns of {role: HUMAN, prompt}. */
const turns = (prompt: unknown): unknown =>
  Array.isArray(prompt)
    ? listAt(prompt).map((turn) => ({
        role: /^(?:bot|assistant)$/i.test(String(recordAt(turn).role)) ? "assistant" : "user",
        content: recordAt(turn).prompt,
      }))
    : prompt;
