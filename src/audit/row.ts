// A row of another tool's log in the form that an audit needs, and helpers for all formats. Nothing is guessed: if
// something is missing, the row is left out with the reason.

import { columnIn, type FieldFrom } from "../datasets/row-fields.ts";
import { isPythonList, pythonList } from "./python.ts";

/** An object of a log, with unknown content. */
export type Entry = Record<string, unknown>;

export interface Message {
  role: "system" | "user" | "assistant";
  content: string;
}

export interface LoggedRow {
  /** The name of the row within its file; default: its number. */
  id?: string | undefined;
  prompt: string | Message[];
  response: string;
  /** With several golds, one match is enough. */
  gold: string | string[];
  /** Whether the tool called the response right. */
  theirs: boolean;
  /** The answer that the tool extracted. */
  extracted?: string | undefined;
}

/** Why a row cannot be audited, in a few words; rows are counted by it. */
export interface LeftOut {
  left_out: string;
}

/** The context that a format gets while it reads a record: the file and the command. */
export interface Reading {
  /** The number of the record in its file, from 1. */
  number: number;
  /** The result of the format's `begin`. */
  begun: unknown;
  /** The columns of `--field`. */
  fields: readonly FieldFrom[];
  /** The gold of a prompt, from `--golds`. */
  goldOf?: ((prompt: string) => string | string[] | undefined) | undefined;
}

/** The beginning of a file, by kind of file. */
export type Head =
  /** JSON Lines, a JSON array, or Parquet. */
  | { of: "rows"; first: Entry; columns: ReadonlySet<string> }
  /** The names of a zip's members. */
  | { of: "zip"; names: readonly string[] }
  /** One JSON object: its first keys, and the keys of the objects that are their values, or first in a list there. */
  | { of: "object"; keys: ReadonlySet<string>; inner: ReadonlyMap<string, ReadonlySet<string>> };

export interface Format {
  name: string;
  /** The fields that identify the format, in words. */
  marks: string;
  recognise(head: Head): boolean;
  /** Facts about the whole file from its first record, as plain data. */
  begin?(head: Head): unknown;
  /** The members of a zip that hold records; all other files are read whole. */
  isMember?(name: string): boolean;
  /** The records of one object that is the whole file. */
  records?(whole: Entry, beside: Entry | undefined): Iterable<unknown>;
  /** A record may hold several rows, as many samples of a problem. */
  rows(record: Entry, reading: Reading): Found | LeftOut | (Found | LeftOut)[];
}

export const has = (head: Head, ...names: readonly string[]): boolean =>
  head.of === "rows" && names.every((name) => head.columns.has(name));

export const isRecord = (value: unknown): value is Entry =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const recordAt = (value: unknown): Entry => (isRecord(value) ? value : {});
export const listAt = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const leftOut = {
  noResponse: "no response",
  noGold: "no gold",
  noVerdict: "no verdict of theirs",
  partial: "their score is neither 0 nor 1",
  tokens: "only token ids, and no text",
  logLikelihoods: "log-likelihoods of choices, and no text",
  shared: "one verdict for several responses",
  failed: "the tool logged an error",
  cut: "its scorer cut the response to its last line",
  listGold: "the gold is a list written with str() that cannot be read back",
} as const;

/** What a format found in a record, as it is there. */
interface Found {
  id?: unknown;
  prompt: unknown;
  response: unknown;
  gold: unknown;
  /** A truth value, or a score. */
  theirs: unknown;
  extracted?: unknown;
  /** The part of the record that has the columns of `--field`; default: all of it. */
  of?: Entry;
}

/** The row that was found, which gets the columns of `--field` in place of the format's own. */
export function rowOf(said: Found | LeftOut, record: Entry, reading: Reading): LoggedRow | LeftOut {
  if ("left_out" in said) return said;
  for (const { name, column } of reading.fields) {
    const value = columnIn(said.of ?? record, column);
    // The other fields may be missing from some rows.
    if (
      value === undefined &&
      (name === "response" || name === "theirs" || (name === "gold" && !reading.goldOf))
    )
      return { left_out: `there is no column '${column}'` };
    said[name as keyof Found] = value as never;
  }
  const prompt = promptOf(said.prompt);
  const response = textOf(said.response);
  if (response === undefined)
    return { left_out: isTokens(said.response) ? leftOut.tokens : leftOut.noResponse };
  const logged = goldIn(said.gold) ?? reading.goldOf?.(lastUser(prompt));
  if (logged === undefined) return { left_out: leftOut.noGold };
  // Whether any or all of several are meant, only its tool knows.
  const [gold, ...others] = isPythonList(logged) ? (pythonList(logged) ?? []) : [logged];
  if (gold === undefined || others.length > 0) return { left_out: leftOut.listGold };
  const theirs = verdictOf(said.theirs);
  if (typeof theirs !== "boolean") return { left_out: theirs };
  const extracted = scalar(said.extracted);
  const id = scalar(said.id);
  return { id, prompt, response, gold, theirs, extracted };
}

/** Right is 1; wrong is 0, or -1 with some trainers; a value in between is not a verdict. */
function verdictOf(value: unknown): boolean | string {
  if (typeof value === "boolean") return value;
  if (value === "True" || value === "true") return true;
  if (value === "False" || value === "false") return false;
  const isText = typeof value === "string" && value.trim() !== "";
  const number = isText ? Number(value) : value;
  if (typeof number !== "number" || !Number.isFinite(number))
    return isText ? leftOut.partial : leftOut.noVerdict;
  // A sum of weights may miss 1 by its last digit.
  if (Math.abs(number - 1) < 1e-9) return true;
  return number === 0 || number === -1 ? false : leftOut.partial;
}

function scalar(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return undefined;
}

const isTokens = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === "number");

/** What rows call their gold, the most exact name first. */
export const goldNames = ["solution", "ground_truth", "answer", "gold", "target", "label"] as const;

/** The gold of a reward function: a value, or an object with a list of targets. */
export const groundTruth = (value: unknown): unknown => (isRecord(value) ? value.target : value);

/** Golds of which any one suffices; empty ones are none. */
export function goldIn(value: unknown): string | string[] | undefined {
  if (!Array.isArray(value)) {
    const one = scalar(value);
    return one === undefined || one.trim() === "" ? undefined : one;
  }
  const golds = value.map(scalar).filter((each): each is string => each !== undefined && each.trim() !== "");
  return golds.length === 0 || golds.length < value.length
    ? undefined
    : golds.length === 1
      ? golds[0]
      : golds;
}

/**
 * What a model said, as text: a string, the content of a message, parts of a content, or messages of which the last
 * assistant's counts.
 */
export function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (isRecord(value)) return textOf(value.content);
  if (!Array.isArray(value) || value.length === 0) return undefined;
  if (value.every(isRecord) && value.some((each) => "role" in each)) {
    const said = value.findLast((each) => isRecord(each) && each.role === "assistant");
    return said === undefined ? undefined : textOf((said as Entry).content);
  }
  const texts = value.flatMap((part) => (isRecord(part) && typeof part.text === "string" ? [part.text] : []));
  return texts.length === 0 ? undefined : texts.join("");
}

const roles: readonly string[] = ["system", "user", "assistant"] satisfies Message["role"][];

function promptOf(value: unknown): string | Message[] {
  if (typeof value === "string") return value;
  if (!Array.isArray(value)) return "";
  return value.filter(isRecord).flatMap(({ role, content }) => {
    const text = textOf(content);
    const known = roles.includes(role as string) ? (role as Message["role"]) : "user";
    return text === undefined ? [] : [{ role: known, content: text }];
  });
}

/** The problem, where a prompt has several messages. */
export const lastUser = (prompt: string | Message[]): string =>
  typeof prompt === "string" ? prompt : (prompt.findLast(({ role }) => role === "user")?.content ?? "");
