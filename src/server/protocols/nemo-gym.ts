// A resources server of NeMo Gym: its verify request is returned with the reward beside its own fields. There is a
// field for items that could not be scored, so that the collector sets them aside.

import { z } from "zod";
import { addMembers } from "../../jsonl/answer-lines.ts";
import type { Row } from "../../jsonl/line-module.ts";
import { extractAnswer } from "../../math/index.ts";
import type { Graded } from "../graded.ts";
import { itemOf, type Protocol, problemOf, readAs } from "./protocol.ts";

const message = z.looseObject({ type: z.string(), content: z.unknown().optional() });
const body = z.looseObject({
  responses_create_params: z.unknown().optional().describe("what the model was asked"),
  question: z.string().nullish(),
  expected_answer: z.unknown().optional().describe("the gold; may be between dollar signs"),
  response: z.looseObject({ output: z.array(message) }),
});

export const nemoGym: Protocol = {
  body,
  answer: z.looseObject({
    reward: z.number(),
    extracted_answer: z.string().nullable(),
    library_reward: z.number(),
    judge_evaluations: z.null(),
    _ng_failure_class: z.string().optional(),
  }),
  summary: "a resources server of NeMo Gym",
  read(given, text, reward) {
    const read = readAs(body, given);
    if (!("body" in read)) return read;
    const { response, expected_answer, reward: _, ...rest } = read.body as typeof read.body & Row;
    const said = outputText(response.output);
    const prompt = rest.question ?? rest.responses_create_params;
    return {
      items: [{ row: itemOf(reward, said, withoutDollars(expected_answer ?? null), { ...rest, prompt }) }],
      answer(graded) {
        const members = verified(graded[0]!, said);
        // If a verification is repeated, its new fields replace the earlier ones.
        return { text: addMembers(text, read.body, { ...forgotten, ...members }) };
      },
    };
  },
};

const forgotten: Row = { _ng_failure_class: undefined, _ng_failure_reason: undefined };

function verified(graded: Graded, said: string): Row {
  const reward = graded.reward ?? 0;
  const members = {
    reward,
    extracted_answer: graded.seen?.answer ?? extractAnswer(said)?.answer ?? null,
    library_reward: reward,
    judge_evaluations: null,
  };
  if (graded.reward !== null) return members;
  return { ...members, _ng_failure_class: "unscored", _ng_failure_reason: problemOf(graded) };
}

/** The final output of the model: the text of its messages, without its reasoning. */
function outputText(output: readonly z.infer<typeof message>[]): string {
  return output
    .filter(({ type }) => type === "message")
    .flatMap(({ content }) => (Array.isArray(content) ? content : [{ type: "output_text", text: content }]))
    .filter((part): part is { text: string } => part?.type === "output_text" && typeof part.text === "string")
    .map(({ text }) => text)
    .join("");
}

function withoutDollars(gold: unknown): unknown {
  if (typeof gold !== "string") return gold;
  const [, inner] = /^\s*\$([^$]+)\$\s*$/.exec(gold) ?? [];
  return inner ?? gold;
}
