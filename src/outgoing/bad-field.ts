// Errors in a field of a user's JSON, as a sentence: the messages of the schema library are meant for programmers.

import type { z } from "zod";
import { counted } from "./counted.ts";

/** For example `config.model.api must be "chat" or "completions"`; `value` is everything that was read. */
export function badField(issue: z.core.$ZodIssue, value: unknown): string {
  const where = issue.path.join(".") || "it";
  return issue.code === "unrecognized_keys"
    ? `${where} has no field '${issue.keys[0]}'`
    : `${where}${wrongWith(issue, at(value, issue.path))}`;
}

function wrongWith(issue: z.core.$ZodIssue, found: unknown): string {
  if (found === undefined && issue.code.startsWith("invalid_")) return " is missing";
  // Our own messages; some continue the sentence.
  if (!/^(?:Invalid|Too |Unrecognized|$)/.test(issue.message))
    return `${/^(?:is|must|has) /.test(issue.message) ? " " : ": "}${issue.message}`;
  switch (issue.code) {
    case "invalid_type":
      return ` must be ${wanted(issue.expected)}, not ${kindOf(found)}`;
    case "invalid_union": {
      const types = issue.errors.map(([first]) =>
        first?.code === "invalid_type" && first.path.length === 0 ? first.expected : undefined,
      );
      if (types.length === 0 || types.includes(undefined)) break;
      return ` must be ${types.map((type) => wanted(type!)).join(" or ")}, not ${kindOf(found)}`;
    }
    case "invalid_value":
      return ` must be ${issue.values.map((each) => JSON.stringify(each)).join(" or ")}`;
    case "too_big":
      return ` must ${sizeOf(issue.origin)(issue.inclusive === false ? "less than" : "at most", issue.maximum)}`;
    case "too_small":
      return ` must ${sizeOf(issue.origin)(issue.inclusive === false ? "more than" : "at least", issue.minimum)}`;
  }
  return " does not have a supported format";
}

const kinds: Record<string, string> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  tuple: "a list",
  object: "an object",
  record: "an object",
};

const wanted = (type: string): string => kinds[type] ?? type;

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  return typeof value === "string" ? "a string" : String(value);
}

function sizeOf(origin: string): (relation: string, bound: number | bigint) => string {
  if (origin === "string")
    return (relation, bound) => `have ${relation} ${counted(Number(bound), "character")}`;
  if (origin === "array") return (relation, bound) => `have ${relation} ${counted(Number(bound), "entry")}`;
  return (relation, bound) => `be ${relation} ${bound}`;
}

/** The value at a path, by own properties only. */
function at(value: unknown, path: readonly PropertyKey[]): unknown {
  let found = value;
  for (const name of path) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Record<PropertyKey, unknown>)[name];
  }
  return found;
}
