// Inspect (UKGovernmentBEIS/inspect_ai): a `.eval` file is a zip with one JSON member for each sample,
// samples/ID_epoch_N.json; a `.json` file is one object with all of them in `samples`.
// {"id": 1, "epoch": 1, "input": "…", "target": "18", "messages": […], "output": {"choices": [{"message": {…}}]},
//  "scores": {"match": {"value": "C", "answer": "18"}}, "attachments": {"HASH": "…"}}

import { type Entry, type Format, isRecord, leftOut, listAt, recordAt, textOf } from "../row.ts";

const rows: Format["rows"] = (sample) => {
  const { id, epoch, input, target, choices, messages, output, error, invalidation, attachments } = sample;
  if (isRecord(error) || isRecord(invalidation))
    return { left_out: isRecord(error) ? leftOut.failed : "the sample was invalidated" };
  // A text that two places share is only in `attachments`.
  const attached = recordAt(attachments);
  const hasAttached = Object.keys(attached).length > 0;
  const whole = (value: unknown): unknown => (hasAttached ? resolved(value, attached, 0) : value);
  const said = recordAt(output);
  const [choice] = listAt(said.choices);
  const [[scorer, score] = []] = Object.entries(recordAt(sample.scores ?? { "": sample.score }));
  const { value, answer, metadata } = recordAt(score);
  // The AIME scorer replaces the output by its last line; newer versions keep the whole text.
  const kept = recordAt(metadata);
  const response = whole(
    "cleaned_answer" in kept
      ? kept.unprocessed_answer
      : (textOf(recordAt(choice).message) ?? said.completion),
  );
  if (scorer === "aime_scorer" && !("cleaned_answer" in kept) && !String(response).includes("\n"))
    return { left_out: leftOut.cut };
  const chat = listAt(whole(messages)).filter((each) => !isRecord(each) || each.role !== "assistant");
  return {
    id: Number(epoch) > 1 ? `${String(id)}, epoch ${String(epoch)}` : id,
    prompt: chat.length > 0 ? chat : whole(input),
    response,
    // If a question has several letters, all are required.
    gold: Array.isArray(target) && Array.isArray(choices) ? target.join(", ") : whole(target),
    theirs: scoreOf(isRecord(value) ? Object.values(value)[0] : value),
    extracted: whole(answer),
  };
};

/** Inspect's letters: correct, incorrect and no answer; `P` is half a point. */
const letters: Readonly<Record<string, number | boolean>> = {
  C: true,
  I: false,
  N: false,
  P: 0.5,
  yes: true,
  no: false,
};

const scoreOf = (value: unknown): unknown =>
  typeof value === "string" && Object.hasOwn(letters, value) ? letters[value] : value;

const attachment = /^(?:attachment|tc):\/\/([0-9a-f]{1,64})$/;
const deepest = 8;

function resolved(value: unknown, attached: Entry, depth: number): unknown {
  if (depth > deepest) return value;
  if (typeof value === "string") {
    const name = attachment.exec(value)?.[1];
    return name !== undefined && Object.hasOwn(attached, name) ? attached[name] : value;
  }
  if (Array.isArray(value)) return value.map((each) => resolved(each, attached, depth + 1));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, resolved(each, attached, depth + 1)]),
  );
}

export const inspectEval: Format = {
  name: "Inspect",
  marks: "a zip with header.json or _journal/start.json",
  recognise: (head) =>
    head.of === "zip" && head.names.some((name) => name === "header.json" || name === "_journal/start.json"),
  isMember: (name) => /^samples\/.+\.json$/.test(name),
  rows,
};

export const inspectJson: Format = {
  name: "Inspect (JSON)",
  marks: "an object with version, status and eval",
  recognise: (head) =>
    head.of === "object" && ["version", "status", "eval"].every((key) => head.keys.has(key)),
  records: ({ samples }) => listAt(samples),
  rows,
};
