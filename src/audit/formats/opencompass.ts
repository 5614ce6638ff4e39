// OpenCompass (open-compass/opencompass): predictions/MODEL/SET.json holds {"0": {"origin_prompt": …, "prediction": "…",
// "gold": "18"}, …}; the verdicts are in `details` of results/MODEL/SET.json, where `dump_details` was set. Predictions
// in parts (SET_0.json, SET_1.json) are counted on. Where a set is asked several times, its replicas follow one another
// among the predictions, and a detail has a list with one value for each: {"example_abbr": "…", "correct": [true, false]}.

import { type Entry, type Format, isRecord, leftOut, listAt, recordAt } from "../row.ts";

export const openCompass: Format = {
  name: "OpenCompass",
  marks: 'an object with the keys "0", "1"… that have origin_prompt, or its results with details',
  recognise(head) {
    if (head.of !== "object") return false;
    const [first, details] = [head.inner.get("0"), head.inner.get("details")];
    const isOf = (names: readonly string[], keys?: ReadonlySet<string>) =>
      keys !== undefined && names.some((name) => keys.has(name));
    return isOf(["origin_prompt", "prediction"], first) || isOf(["0", ...detailNames], details);
  },
  *records(whole, beside) {
    const details = entriesOf(recordAt(beside ?? whole).details);
    if (!beside && "details" in whole) {
      for (const [id, detail] of details)
        for (const [replica, one] of replicasOf(detail).entries())
          yield { id: replica === 0 ? id : `${id}, replica ${replica}`, detail: one };
      return;
    }
    const said = entriesOf(whole);
    const replicas = details.map(([, detail]) => replicasOf(detail));
    // One evaluator skips golds that it cannot read, so all later verdicts are one place too early.
    const fits = replicas.every(({ length }) => length * details.length === said.length);
    for (const [place, [id, prediction]] of said.entries()) {
      const at = place % details.length;
      const detail = fits && details.length > 0 ? replicas[at]![(place - at) / details.length] : undefined;
      yield { id, said: prediction, detail, isShifted: !fits };
    }
  },
  rows(record) {
    const [said, detail] = [recordAt(record.said), recordAt(record.detail)];
    const response = said.prediction ?? detail.origin_prediction ?? detail.prediction ?? detail.pred;
    const written = detail.references ?? detail.answer ?? detail.answers ?? detail.gold;
    if (record.isShifted)
      return { left_out: "the number of verdicts differs from the number of predictions" };
    // The list that a parser printed: [18, '18'].
    if (said.gold === undefined && typeof written === "string" && /^\s*\[.*\]\s*$/s.test(written))
      return { left_out: leftOut.listGold };
    return {
      id: record.id,
      prompt: turns(said.origin_prompt ?? detail.prompt),
      response: Array.isArray(response) ? response[0] : response,
      gold: said.gold ?? written,
      theirs: correctOf(detail),
      extracted: detail.predictions ?? detail.pred,
    };
  },
};

/** Every detail has one of these. */
const detailNames = ["correct", "is_correct", "cascade_correct", "rule_evaluation", "pred", "predictions"];

/** The elements of a list, or of an object whose keys are numbers. */
const entriesOf = (value: unknown): [name: string, entry: Entry][] =>
  Object.entries(Array.isArray(value) ? value : recordAt(value)).filter((each): each is [string, Entry] =>
    isRecord(each[1]),
  );

function replicasOf(detail: Entry): Entry[] {
  const { example_abbr, ...lists } = detail;
  if (example_abbr === undefined) return [detail];
  return listAt(Object.values(lists).find(Array.isArray)).map((_, replica) =>
    Object.fromEntries(
      Object.entries(lists).map(([name, value]) => [name, Array.isArray(value) ? value[replica] : value]),
    ),
  );
}

/** A cascade evaluator stores the verdict of its rules inside. */
const correctOf = ({ correct, is_correct, cascade_correct, rule_evaluation }: Entry): unknown =>
  correct ?? is_correct ?? cascade_correct ?? recordAt(rule_evaluation).correct;

/** A prompt is a text, or turns of {role: HUMAN, prompt}. */
const turns = (prompt: unknown): unknown =>
  Array.isArray(prompt)
    ? listAt(prompt).map((turn) => ({
        role: /^(?:bot|assistant)$/i.test(String(recordAt(turn).role)) ? "assistant" : "user",
        content: recordAt(turn).prompt,
      }))
    : prompt;
