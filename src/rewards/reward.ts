// What a reward is to those who do not know which one it is: a name, what its rows hold, what its results
// hold, and a pure function between them.

import { z } from "zod";
import type { Rule } from "../math/index.ts";
import { badField } from "../outgoing/bad-field.ts";

/** A row's result: the same members every time; all null if the row could not be scored. */
export interface Outcome {
  result: Record<string, number | null>;
  /** Why there is no score: the gold is missing, empty or of the wrong type. */
  unscored?: string;
}

/** How one answer was compared with one gold, for those who want to look on. */
export interface Seen {
  /** The rule that decided. */
  by: RewardRule;
  verdict: "equal" | "different" | "undecided";
  /** The side that could not be read as mathematics. */
  unparsed?: "gold" | "answer" | "both" | undefined;
  reason?: string | undefined;
  /** The answer as it was extracted; missing where the response gives none. */
  answer?: string | undefined;
  /** The golds that it was compared with so far, each with its verdict. */
  compared?: readonly { gold: string; verdict: Seen["verdict"]; by: RewardRule }[] | undefined;
  /** What it was found by: "answer tag", "box". */
  mark?: string | undefined;
}

/** The rules of `verify`; the format; whether there is one answer; and the reference's own ways. */
export type RewardRule = Rule | "format" | "one answer" | "fast" | "full" | "judge";

/** Why a reward is what it is. */
export interface Explained {
  /** The answer as it was extracted, and what it was found by. */
  extracted: string | null;
  mark: string | null;
  by: RewardRule | null;
  reason: string | null;
}

/** What was seen of the last comparison, or of why there was none; nothing for rewards that compare words. */
export const explained = (seen: Seen | undefined): Explained => ({
  extracted: seen?.answer ?? null,
  mark: seen?.mark ?? null,
  by: seen?.by ?? null,
  reason: seen?.reason ?? null,
});

/** Told of each comparison, and changes none. */
export type Observe = (seen: Seen) => void;

export interface Reward {
  name: string;
  /** What the reference, or others, call it. */
  aliases: readonly string[];
  /** One line. */
  description: string;
  /** The fields of a row. */
  fields: z.ZodObject;
  /** The field that holds the gold, if there is one. */
  gold: string | undefined;
  /** The field that holds what the model said. */
  answer: string | undefined;
  /** The members of a result. */
  keys: readonly string[];
  /** A row and its result, as an example that is also tested. */
  example: { row: Record<string, unknown>; result: Record<string, number> };
  /** @throws {FieldError} when the row does not hold what it must. */
  score(row: Record<string, unknown>, observe?: Observe): Outcome;
}

/** Whether options of grading change what a reward says. */
export const takesGradingOptions = ({ fields }: Reward): boolean =>
  Object.hasOwn(fields.shape, "grading_options");

/**
 * A row with these options of grading under its own. A row that asks for the grading of a reference stays as it is, since that has
 * no options.
 */
export function underGradingOptions(
  reward: Reward,
  row: Record<string, unknown>,
  options: object | undefined,
): Record<string, unknown> {
  const { fast, grading, grading_options: own = {} } = row;
  const isOfReference = fast !== undefined || ![undefined, "strict"].includes(grading as string);
  const isReadable = typeof own === "object" && own !== null && !Array.isArray(own);
  if (!options || !takesGradingOptions(reward) || isOfReference || !isReadable) return row;
  return { ...row, grading_options: { ...options, ...own } };
}

/** A row lacks a field, or has one of the wrong type. */
export class FieldError extends TypeError {
  constructor(message: string) {
    super(message);
    this.name = "FieldError";
  }
}

type Result = Record<string, number>;
type Unscored = Record<string, null | string> & { unscored: string };

interface Definition<Fields extends z.ZodRawShape> {
  name: string;
  /** The field that holds the gold, if there is one: it may be missing, and is the reward's to read. */
  gold?: keyof Fields & string;
  aliases?: readonly string[];
  description: string;
  fields: Fields;
  keys: readonly string[];
  example: Reward["example"];
  score(fields: z.infer<z.ZodObject<Fields>>, observe?: Observe): object;
}

/** A reward from its parts; checks rows, and makes a gold that cannot be graded against an outcome. */
export function defineReward<Fields extends z.ZodRawShape>(definition: Definition<Fields>): Reward {
  const { name, aliases = [], description, keys, example, gold } = definition;
  const fields = z.looseObject(definition.fields);
  const unscored = (reason: string): Outcome => ({
    result: Object.fromEntries(keys.map((key) => [key, null])),
    unscored: reason,
  });
  return {
    name,
    aliases,
    description,
    fields,
    gold,
    answer: ["response", "prediction"].find((field) => Object.hasOwn(definition.fields, field)),
    keys,
    example,
    score(row, observe) {
      const hasGold = gold === undefined || Object.hasOwn(row, gold);
      const read = fields.safeParse(hasGold ? row : { ...row, [gold]: undefined });
      if (!read.success) throw new FieldError(inWords(read.error, row));
      try {
        const result = definition.score(read.data, observe) as Result | Unscored;
        return isUnscored(result) ? unscored(result.unscored) : { result };
      } catch (error) {
        if (error instanceof GoldError) return unscored(error.message);
        throw error;
      }
    },
  };
}

const isUnscored = (result: Result | Unscored): result is Unscored => typeof result.unscored === "string";

function inWords(error: z.ZodError, row: Record<string, unknown>): string {
  const [issue] = error.issues as [z.core.$ZodIssue];
  const field = String(issue.path[0]);
  if (!Object.hasOwn(row, field)) return `'${field}' is missing`;
  if (issue.code === "invalid_type") {
    return `'${field}' must be ${article(issue.expected)}; it is ${kindOf(row[field])}`;
  }
  if (issue.code === "invalid_value") return `'${field}' must be one of ${issue.values.join(", ")}`;
  return badField(issue, row);
}

const article = (type: string): string => (type === "array" ? "a list" : `a ${type}`);

// A gold answer that cannot be graded against is nobody's wrong answer: the row is unscored, with the reason.

/** The gold is missing, empty or of the wrong type. */
export class GoldError extends TypeError {
  constructor(reason: string) {
    super(reason);
    this.name = "GoldError";
  }
}

/** What a value is, for a sentence about it. */
export function kindOf(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
