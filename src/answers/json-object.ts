// An answer given as JSON: the whole rest of the response, or its last fenced block, is an object with a member for the
// answer.

import type { Marked } from "./mark.ts";

export interface JsonAnswer extends Marked {
  /** The value as text; undefined if the object has no value, or contradicts itself. */
  answer: string | undefined;
}

const members = ["final_answer", "answer", "result"];

/** Longer texts are not answers, and would only cost time. */
const longest = 20_000;

export function jsonAnswerIn(text: string, from = 0, to = text.length): JsonAnswer | undefined {
  const block = objectPlace(text, from, to);
  if (!block || block.end - block.start > longest) return undefined;
  const answer = answerOf(text.slice(block.start, block.end));
  return answer && { ...block, closed: true, ...answer };
}

const fence = /^[^\S\n]*```[^\n]*$/gm;

/** How an object begins: a brace, and the name of its first member. */
const beginning = /^\{\s*["'][^"'\n]{1,40}["']\s*:/;

function objectPlace(text: string, from: number, to: number) {
  const rest = text.slice(from, to);
  const whole = rest.trim();
  if (beginning.test(whole)) {
    const start = from + rest.indexOf("{");
    return { from: start, to: start + whole.length, start, end: start + whole.length };
  }
  if (!rest.includes("```")) return undefined;
  const fences = [...rest.matchAll(fence)];
  const closed = fences.length - (fences.length % 2);
  const [open, close] = [fences[closed - 2], fences[closed - 1]];
  if (!open || !close || closed < fences.length) return undefined;
  const start = from + open.index + open[0].length;
  return {
    from: from + open.index,
    to: from + close.index + close[0].length,
    start,
    end: from + close.index,
  };
}

/** Undefined if the text is not an object with such a member. */
function answerOf(json: string): { answer: string | undefined } | undefined {
  const value = parsed(json) ?? parsed(repaired(json));
  if (isCutInAnswer(json)) return { answer: undefined };
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const named = Object.entries(value).map(([name, held]) => ({ name: plainName(name), held }));
  for (const member of members) {
    const found = named.filter(({ name }) => name === member);
    if (found.length === 0) continue;
    const texts = new Set(found.map(({ held }) => textOf(held)));
    const [only] = texts;
    return { answer: texts.size === 1 && !hasTwice(json) ? only : undefined };
  }
  const isNames = named.length > 0 && Object.keys(value).every((name) => variable.test(name));
  return isNames ? { answer: hasTwice(json) ? undefined : textOf(value) } : undefined;
}

/** Names that problems ask for. Other members may hold anything. */
const variable = /^(?:[A-Za-z](?:_?\d{1,2})?|[Mm]in(?:imum)?|[Mm]ax(?:imum)?)$/;

function parsed(json: string): unknown {
  try {
    return JSON.parse(withLiterals(json));
  } catch {
    return undefined;
  }
}

/**
 * The object as intended: with names and texts in single quotes, as Python prints them; with one comma too many; or cut
 * off, and then up to the last complete member.
 */
function repaired(json: string): string {
  const text = json.trim();
  const quoted = text.includes('"') ? text : text.replaceAll("'", '"');
  const open = wholeMembers(quoted);
  return (open === undefined ? quoted : `${quoted.slice(0, open)}}`).replace(/,\s*([}\]])/g, "$1");
}

/** Whether an object was cut off in the member that answers. */
function isCutInAnswer(json: string): boolean {
  const end = wholeMembers(json.trim());
  return end !== undefined && /["'](?:final[ _-]?answer|answer|result)["']\s*:/i.test(json.trim().slice(end));
}

/** The end of the last complete member of an object that was cut off; undefined if the object is closed. */
function wholeMembers(text: string): number | undefined {
  let depth = 0;
  let end = 1;
  let isValue = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!;
    if (c === '"') {
      for (i++; i < text.length && text[i] !== '"'; i++) if (text[i] === "\\") i++;
      if (i < text.length && depth === 1 && isValue) end = i + 1;
    } else if (c === "{" || c === "[") depth++;
    else if (c === "}" || c === "]") {
      if (--depth === 0) return undefined;
      if (depth === 1) end = i + 1;
    } else if (depth === 1 && c === ":") isValue = true;
    else if (depth === 1 && c === ",") {
      end = i;
      isValue = false;
    }
  }
  return end;
}

const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d[\d.]*(?:[eE][+-]?\d+)?/g;
const command =
  /(?<!\\)\\(?=(?:[dt]?frac|text|times|theta|tan|tau|to|binom|beta|bar|begin|boxed|right|rho|neq?|nu|not|[A-Zac-mo-qsv-z][A-Za-z])[A-Za-z]*)/g;

/** Numbers keep all their digits; LaTeX commands keep a backslash that was not doubled. */
const withLiterals = (json: string): string =>
  json.replace(stringOrNumber, (token) =>
    token.startsWith('"') ? token.replace(command, "\\\\") : `"${token}"`,
  );

/** `finalAnswer`, `Final Answer` and `final-answer` are one name. */
const plainName = (name: string): string =>
  name
    .trim()
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .replace(/[\s-]+/g, "_")
    .toLowerCase();

/** A value, a list of values, or an object of names, which is a labelled list. */
function textOf(held: unknown): string | undefined {
  if (typeof held === "string") return held.trim();
  if (typeof held === "boolean") return String(held);
  if (typeof held !== "object" || held === null) return undefined;
  const parts = Object.entries(held).map(([name, value]) => {
    const text = typeof value === "object" ? undefined : textOf(value);
    if (text === undefined) return undefined;
    return Array.isArray(held) ? text : `${name} = ${text}`;
  });
  return parts.length === 0 || parts.includes(undefined) ? undefined : parts.join(", ");
}

/** Whether an object names a member twice; JavaScript would keep the last silently. */
function hasTwice(json: string): boolean {
  const open: Set<string>[] = [];
  const token = /"((?:[^"\\]|\\.)*)"(\s*:)?|[{}]/g;
  for (const [whole, name, isName] of json.matchAll(token)) {
    if (whole === "{") open.push(new Set());
    else if (whole === "}") open.pop();
    else if (isName !== undefined) {
      const names = open.at(-1);
      const plain = plainName(name!);
      if (names?.has(plain)) return true;
      names?.add(plain);
    }
  }
  return false;
}
