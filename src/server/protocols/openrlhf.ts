// OpenRLHF, `--reward.remote_url http://HOST:8100/openrlhf`: lists of queries, prompts and labels; usually one
// completion per request, whose answer must then contain numbers and no lists.

import { z } from "zod";
import { withoutLastTokens } from "../../answers/index.ts";
import { writeFloats } from "../../jsonl/write-floats.ts";
import type { Graded } from "../graded.ts";
import {
  type Answer,
  type Item,
  itemOf,
  type OnUnscored,
  type Protocol,
  readAs,
  unscoredAnswer,
} from "./protocol.ts";

const body = z
  .looseObject({
    query: z.array(z.string()).describe("prompt and response as one text"),
    prompts: z.array(z.string()),
    labels: z.array(z.unknown()).nullish().describe("the golds"),
  })
  .refine(({ query, prompts }) => query.length === prompts.length, {
    error: "there must be as many prompts as queries",
    path: ["prompts"],
  })
  .refine(({ query, labels }) => (labels ?? query).length === query.length, {
    error: "there must be as many labels as queries",
    path: ["labels"],
  });

const number = z.union([z.number(), z.array(z.number())]);

export const openRlhf: Protocol = {
  body,
  answer: z.object({ rewards: number, scores: number, extra_logs: z.record(z.string(), number) }),
  summary: "OpenRLHF's remote reward model",
  answerOf: answered,
  read(given, _text, reward) {
    const read = readAs(body, given);
    if (!("body" in read)) return read;
    const { query, prompts, labels, ...rest } = read.body;
    // Lists of the same length are columns; all other members are the same for all rows.
    const others = Object.entries(rest).map(([name, value]) => ({
      name,
      of: (i: number) => (Array.isArray(value) && value.length === query.length ? value[i] : value),
    }));
    const items = query.map((each, i): Item => {
      const response = responseIn(each, prompts[i]!);
      if (response === undefined) return { unscored: "the prompt is empty or does not occur in the query" };
      const columns = Object.fromEntries(others.map(({ name, of }) => [name, of(i)]));
      return { row: itemOf(reward, response, labels?.[i] ?? null, { ...columns, prompt: prompts[i] }) };
    });
    return { items, answer: answered };
  },
};

function answered(graded: readonly Graded[], onUnscored: OnUnscored, keys: readonly string[]): Answer {
  const isMissing = graded.some(({ reward }) => reward === null);
  if (isMissing && onUnscored === "fail") return unscoredAnswer(graded);
  const of = (name: string) => graded.map(({ result }) => finite(result[name]));
  const shaped = (numbers: number[]) => (numbers.length === 1 ? numbers[0]! : numbers);
  const rewards = shaped(of("reward"));
  const parts = keys.filter((key) => key !== "reward");
  const logs = Object.fromEntries(parts.map((key) => [key, shaped(of(key))]));
  const unscored = shaped(graded.map(({ reward }) => (reward === null ? 1 : 0)));
  return {
    text: writeFloats({ rewards, scores: rewards, extra_logs: { ...logs, unscored } }),
  };
}

const finite = (value: unknown): number => (typeof value === "number" ? value : 0);

/** If the prompt was cut on the left, this much of its end is searched for. */
const shownEnd = 200;

/**
 * The response in a query. The whole is never graded, because prompts of r1-zero contain answer tags themselves: it is
 * the text after the prompt, without special tokens at its end; undefined if the prompt is empty or not
 * found.
 */
export function responseIn(query: string, prompt: string): string | undefined {
  if (prompt === "") return undefined;
  const start = query.startsWith(prompt) ? prompt.length : endOfCutPrompt(query, prompt);
  return start === undefined ? undefined : withoutLastTokens(query.slice(start));
}

function endOfCutPrompt(query: string, prompt: string): number | undefined {
  const end = prompt.slice(-shownEnd);
  const at = query.lastIndexOf(end);
  return at < 0 ? undefined : at + end.length;
}
