// Slime, `--rm-type remote_rm --rm-url http://HOST:8100/slime`, and miles, which sends the same requests: one sample
// per request, and a bare number as the answer.

import { z } from "zod";
import { writeFloats } from "../../jsonl/write-floats.ts";
import { itemOf, type Protocol, readAs, unscoredAnswer } from "./protocol.ts";

const body = z.looseObject({
  prompt: z.unknown().optional().describe("a text or a list of messages; built-in rewards do not look at it"),
  response: z.string(),
  label: z.unknown().optional().describe("the gold; may be null"),
});

export const slime: Protocol = {
  body,
  answer: z.union([z.number(), z.record(z.string(), z.number())]),
  summary: "the remote reward model of slime and miles",
  read(given, _text, reward, { key }) {
    const read = readAs(body, given);
    if (!("body" in read)) return read;
    const { response, label, ...rest } = read.body;
    return {
      items: [{ row: itemOf(reward, response, label ?? null, rest) }],
      answer(graded, onUnscored) {
        const [only] = graded;
        if (only!.reward === null && onUnscored === "fail") return unscoredAnswer(graded);
        const number = only!.reward ?? 0;
        return { text: writeFloats(key === undefined ? number : { [key]: number }) };
      },
    };
  },
};
