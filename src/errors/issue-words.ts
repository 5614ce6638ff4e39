// What a schema found wrong, worded for a person: which field, what it must be, and what it is. No sentence of the
// schema library reaches a user; the sentences that our own schemas bring are taken as they are.

import type { z } from "zod";

type Issue = z.core.$ZodIssue;

export interface Problem {
  /** The field, for example `sources.sft.baseUrl`; empty for the value as a whole. */
  field: string;
  /** For example `is missing`, or `must be a string; it is a number`. */
  says: string;
}

/** The first thing that is wrong. @param value what was checked */
export const firstProblem = (error: z.ZodError, value: unknown): Problem =>
  problemOf(error.issues[0]!, value);

/** All that is wrong, each in a sentence. @param whole what the value is called, for example `the line` */
export const sentencesOf = (error: z.ZodError, value: unknown, whole = "it"): string[] =>
  error.issues.map((issue) => sentence(problemOf(issue, value), whole));

/** The first thing that is wrong, in a sentence. @param whole what the value is called, for example `the line` */
export const sentenceOf = (error: z.ZodError, value: unknown, whole = "it"): string =>
  sentence(firstProblem(error, value), whole);

const sentence = ({ field, says }: Problem, whole: string): string => {
  const subject = field === "" ? whole : field;
  return /^(?:is|are|must|has|holds) /.test(says) ? `${subject} ${says}` : `${subject}: ${says}`;
};

function problemOf(issue: Issue, value: unknown): Problem {
  const field = issue.path.map(String).join(".");
  if (issue.code === "unrecognized_keys") {
    const names = issue.keys.map((key) => (field === "" ? key : `${field}.${key}`)).join(", ");
    return { field: names, says: "there is no such option" };
  }
  return { field, says: saysOf(issue, at(value, issue.path)) };
}

function saysOf(issue: Issue, found: unknown): string {
  if (isOurs(issue.message)) return issue.message;
  if (found === undefined && issue.path.length > 0) return "is missing";
  const wanted = wantedBy(issue);
  if (wanted === undefined) return "is not what it should be";
  return issue.code === "invalid_type" || issue.code === "invalid_union"
    ? `must be ${wanted}; it is ${kindOf(found)}`
    : `must be ${wanted}`;
}

/** What the library says by itself begins in these ways. */
const isOurs = (message: string): boolean => !/^(?:Invalid|Too |Unrecognized|$)/.test(message);

/** For example `a string`, `one of chat, completions`, `at least 1`. */
function wantedBy(issue: Issue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return article(issue.expected);
    case "invalid_value": {
      const values = issue.values.map((each) => (typeof each === "string" ? each : JSON.stringify(each)));
      return values.length === 1 ? `${values[0]}` : `one of ${values.join(", ")}`;
    }
    case "too_small":
      return sizeOf(issue.origin, "at least", issue.minimum, issue.inclusive !== false);
    case "too_big":
      return sizeOf(issue.origin, "at most", issue.maximum, issue.inclusive !== false);
    case "invalid_union": {
      const wanted = [...new Set(issue.errors.flatMap((each) => (each[0] && wantedBy(each[0])) ?? []))];
      return wanted.length === 0 ? undefined : wanted.join(" or ");
    }
    case "invalid_format":
      return formats[issue.format] ?? "written in another way";
    default:
      return undefined;
  }
}

const formats: Readonly<Record<string, string>> = {
  url: "a URL",
  safeint: "a whole number",
};

function sizeOf(origin: string, bound: string, limit: number | bigint, isInclusive: boolean): string {
  const isCount = origin === "string" || origin === "array" || origin === "set";
  if (isCount && limit === 1 && bound === "at least")
    return origin === "string" ? "not empty" : "a list that is not empty";
  const unit = origin === "string" ? " characters long" : isCount ? " entries long" : "";
  const word = isInclusive ? bound : bound === "at least" ? "more than" : "less than";
  return `${word} ${limit}${unit}`;
}

const articles: Readonly<Record<string, string>> = {
  array: "a list",
  object: "an object",
  record: "an object",
  int: "a whole number",
  null: "null",
  nan: "a number",
};

const article = (type: string): string => articles[type] ?? `a ${type}`;

function kindOf(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "number") return Number.isInteger(value) ? "a number" : `the number ${value}`;
  return article(typeof value);
}

const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, key) =>
      typeof inner === "object" && inner !== null && Object.hasOwn(inner, key)
        ? (inner as Record<PropertyKey, unknown>)[key]
        : undefined,
    value,
  );
