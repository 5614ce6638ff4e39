// The interface of a reward: a name, the fields of its rows and of its results, and a pure function from one to the
// other.

import { z } from "zod";
import type { Rule } from "../math/index.ts";
import { badField } from "../outgoing/bad-field.ts";

/** A row's result: the same members every time; all null if the row could not be scored. */
export interface Outcome {
  result: Record<string, number | null>;
  /** Why there is no score: the gold is missing, empty or of the wrong type. */
  unscored?: string;
}

/** The comparison of one answer with one gold, for observers. */
export interface Seen {
  /** The rule that decided. */
  by: RewardRule;
  verdict: "equal" | "different" | "undecided";
  /** The side that could not be read as mathematics. */
  unparsed?: "gold" | "answer" | "both" | undefined;
  reason?: string | undefined;
  /** The extracted answer; undefined if the response gives none. */
  answer?: string | undefined;
  /** The golds that it was compared with so far, each with its verdict. */
  compared?: readonly { gold: string; verdict: Seen["verdict"]; by: RewardRule }[] | undefined;
  /** The mark that identified it: "answer tag", "box". */
  mark?: string | undefined;
}

/** The rules of `verify`; the format; whether there is one answer; and the reference's own methods. */
export type RewardRule = Rule | "format" | "one answer" | "fast" | "full" | "judge";

/** The reason for a reward. */
export interface Explained {
  /** The extracted answer, and its mark. */
  extracted: string | null;
  mark: string | null;
  by: RewardRule | null;
  reason: string | null;
}

/** The last comparison, or why there was none; undefined for rewards that compare words. */
export const explained = (seen: Seen | undefined): Explained => ({
  extracted: seen?.answer ?? null,
  mark: seen?.mark ?? null,
  by: seen?.by ?? null,
  reason: seen?.reason ?? null,
});

/** Called for each comparison, which it cannot change. */
export type Observe = (seen: Seen) => void;

export interface Reward {
  name: string;
  /** The name in the reference or in other tools. */
  aliases: readonly string[];
  /** One line. */
  description: string;
  /** The fields of a row. */
  fields: z.ZodObject;
  /** The field that holds the gold, if there is one. */
  gold: string | undefined;
  /** The field that holds the model's output. */
  answer: string | undefined;
  /** The members of a result. */
  keys: readonly string[];
  /** A row and its result, as an example that is also tested. */
  example: { row: Record<string, unknown>; result: Record<string, number> };
  /** @throws {FieldError} if a field of the row is missing or has the wrong type */
  score(row: Record<string, unknown>, observe?: Observe): Outcome;
}

/** Whether grading options have an effect on the reward. */
export const takesGradingOptions = ({ fields }: Reward): boolean =>
  Object.hasOwn(fields.shape, "grading_options");

/**
 * A row with these grading options; its own override them. A row that requests the grading of a reference is not
 * changed, because that has no options.
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
  /** The field that holds the gold, if there is one: it may be missing, and the reward checks it. */
  gold?: keyof Fields & string;
  aliases?: readonly string[];
  description: string;
  fields: Fields;
  keys: readonly string[];
  example: Reward["example"];
  score(fields: z.infer<z.ZodObject<Fields>>, observe?: Observe): object;
}

/** Makes a reward from its parts; checks rows, and turns an unusable gold into an unscored outcome. */
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

// If a gold cannot be used, the model's answer is not wrong: the row is unscored, with the reason.

/** The gold is missing, empty or of the wrong type. */
export class GoldError extends TypeError {
  constructor(reason: string) {
    super(reason);
    this.name = "GoldError";
  }
}

/** The type of a value, in words. */
export function kindOf(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
