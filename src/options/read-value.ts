// One value of an option, from its text; and what is said where the text is not one.

import { didYouMean } from "./nearest.ts";
import type { Kind, Option } from "./option.ts";
import { UsageError } from "./usage-error.ts";

/** @param shown the option as it was written @throws {UsageError} */
export function readValue({ kind }: Option, text: string, shown: string): unknown {
  const wrong = (what: string) => new UsageError(`${shown}: ${what}`);
  switch (kind.kind) {
    case "flag":
      return true;
    case "text":
      return kind.read ? readOwn(kind.read, text, wrong) : text;
    case "number":
    case "whole":
      return readNumber(kind, text, wrong);
    case "choice": {
      if (kind.choices.includes(text)) return text;
      const meant = didYouMean(text, kind.choices);
      throw wrong(`'${text}' is not one of ${kind.choices.join(", ")}.${meant}`);
    }
    case "url":
      return readUrl(text, wrong);
    case "json":
      return readObject(text, wrong);
  }
}

type Wrong = (what: string) => UsageError;

function readOwn(read: (text: string) => unknown, text: string, wrong: Wrong): unknown {
  try {
    return read(text);
  } catch (error) {
    throw wrong((error as Error).message);
  }
}

function readNumber(
  kind: Extract<Kind, { kind: "number" | "whole" }>,
  text: string,
  wrong: Wrong,
): number | null {
  if (kind.kind === "whole" && kind.orNone && /^none$/i.test(text)) return null;
  const value = text.trim() === "" ? Number.NaN : Number(text);
  const { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } = kind;
  const { above = Number.NEGATIVE_INFINITY } = kind.kind === "number" ? kind : {};
  const isRight =
    Number.isFinite(value) &&
    value >= least &&
    value <= most &&
    value > above &&
    (kind.kind === "number" || Number.isSafeInteger(value));
  if (isRight) return value;
  throw wrong(`'${text}' is not a ${kind.kind === "whole" ? "whole number" : "number"}${rangeOf(kind)}`);
}

function rangeOf(kind: Extract<Kind, { kind: "number" | "whole" }>): string {
  const { least, most } = kind;
  const above = kind.kind === "number" ? kind.above : undefined;
  const from = above !== undefined ? ` above ${above}` : least !== undefined ? ` from ${least}` : "";
  if (most !== undefined) return `${from} ${above !== undefined ? "up " : ""}to ${most}`;
  return least !== undefined ? `${from} on` : from;
}

function readUrl(text: string, wrong: Wrong): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    throw wrong(`'${text}' is not a URL that begins with http:// or https://`);
  }
  if (/[?#@]/.test(text)) {
    const address = text.replace(/[?#].*$/s, "").replace(/\/\/[^/]*@/, "//");
    throw wrong(
      `${address} has a user name or a query, which may hold a key and would be written into files; ` +
        "put the key into an environment variable, and name the variable with the option for the API key",
    );
  }
  return text;
}

function readObject(text: string, wrong: Wrong): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw wrong(`this is not JSON: ${(error as Error).message}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw wrong("give a JSON object, as in '{\"name\": 1}'");
  return value as Record<string, unknown>;
}
