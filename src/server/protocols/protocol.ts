// A trainer's protocol: pure functions from its request to items of a reward, and from their results to its answer. If
// a protocol has no value for "not scored", a failed item still never becomes a reward by accident.

import { z } from "zod";
import type { Row } from "../../jsonl/line-module.ts";
import { badField } from "../../outgoing/bad-field.ts";
import { findReward } from "../../rewards/index.ts";
import type { Graded } from "../graded.ts";

export const onUnscoredChoices = ["fail", "zero"] as const;
export type OnUnscored = (typeof onUnscoredChoices)[number];

/** What the address contains besides the reward. */
export interface TrainerQuery {
  onUnscored: OnUnscored;
  /** Slime's name for the number, if it expects an object. */
  key?: string | undefined;
}

export type Item = { row: Row } | { unscored: string };

/** The body of the answer, or why there is none. */
export type Answer = { text: string } | { problem: string };

export interface Asked {
  items: Item[];
  /** `keys` are the members of the reward's results. */
  answer(graded: readonly Graded[], onUnscored: OnUnscored, keys: readonly string[]): Answer;
}

export interface Refused {
  message: string;
  param?: string | undefined;
  /** 400 unless given. */
  status?: number | undefined;
}

export interface Protocol {
  /** The body, for the description of the interface. */
  body: z.ZodType;
  answer: z.ZodType;
  summary: string;
  /** False for what a trainer requests besides rewards: there is nothing to score or to count. */
  hasItems?: boolean;
  /** The answer to a request with possibly several items, which depends only on the results. */
  answerOf?: Asked["answer"];
  /** The body, parsed and as it came. */
  read(body: unknown, text: string, reward: string, query: TrainerQuery): Asked | Refused;
}

/** A body of this shape, or why it is none. */
export function readAs<T extends z.ZodType>(schema: T, value: unknown): { body: z.output<T> } | Refused {
  const read = schema.safeParse(value);
  if (read.success) return { body: read.data };
  const issue = read.error.issues[0]!;
  const param = issue.path.join(".") || undefined;
  return { message: `${param === undefined ? "the body: " : ""}${badField(issue, value)}`, param };
}

/**
 * A response and a gold under the reward's own names, with everything else that the trainer sent about the row. A
 * column of the data set with the name of a built-in reward's option is not treated as that option.
 */
export function itemOf(reward: string, response: string, gold: unknown, rest: Row = {}): Row {
  const fields = findReward(reward)?.fields.shape ?? {};
  const others = Object.fromEntries(Object.entries(rest).filter(([name]) => !Object.hasOwn(fields, name)));
  return { ...others, ...answerOf(fields, response, gold) };
}

function answerOf(fields: z.ZodRawShape, response: string, gold: unknown): Row {
  const answer = "prediction" in fields ? "prediction" : "response";
  const truth = ["ground_truth", "golden_answer"].find((name) => name in fields);
  if (truth !== undefined) return { [answer]: response, [truth]: gold };
  if (answer === "prediction") return { prediction: response, answer: gold };
  return { response, ground_truth: gold };
}

/** Rewards that need more than a response and a gold, which trainers' protocols do not have. */
export function needsMore(reward: string): string | undefined {
  const fields = findReward(reward)?.fields.shape ?? {};
  const trajectory = fields.trajectory;
  return trajectory !== undefined && !(trajectory instanceof z.ZodOptional) ? "trajectory" : undefined;
}

/** Why there is no reward, if there is none. */
export const problemOf = ({ unscored, error }: Graded): string | undefined =>
  error ?? (unscored === undefined ? undefined : `unscored: ${unscored}`);

/** The first reason, and the row that it belongs to. */
export function unscoredAnswer(graded: readonly Graded[]): Answer {
  const at = graded.findIndex((each) => each.reward === null);
  const reason = problemOf(graded[at]!) ?? "the reward gave no number";
  return { problem: graded.length === 1 ? reason : `item ${at}: ${reason}` };
}
