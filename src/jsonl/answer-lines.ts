// A block of lines in, a block of lines out: one line for each, in order, whatever the lines contain. A line that
// cannot be answered is data too: it has `error` in its place.

import { isUtf8 } from "node:buffer";
import type { Answered, Handle, Row } from "./line-module.ts";
import { writeMembers } from "./write-floats.ts";

export interface Block {
  /** Whole lines, each with its newline (the last line of a file may not have one). */
  bytes: Uint8Array;
  /** The number of the first line, counted from 1. */
  first: number;
  /** The numbers of all lines, if they are not consecutive. */
  numbers?: readonly number[];
  /** The form of a line in the input: a line itself, or a row of a different format. */
  unit?: Unit;
  /** The answers to the questions of these lines. */
  told?: unknown;
}

export type Unit = "line" | "row";

export interface AnsweredBlock {
  bytes: Uint8Array;
  lines: number;
  /** Sentences about the lines that failed, with their numbers. */
  problems: string[];
  counts: Record<string, number>;
  /** The sums of the figures of the lines. */
  sums: Record<string, number>;
  /** The questions of the lines, if there are any. */
  asks?: unknown[] | undefined;
}

const encoder = new TextEncoder();

/** Answers each line of a block; throws only for a mistake of the caller. */
export async function answerLines(
  block: Block,
  handle: Handle,
  failed: Row = {},
  onLine: (place: number) => void = () => {},
): Promise<AnsweredBlock> {
  const answered: AnsweredBlock = { bytes: block.bytes, lines: 0, problems: [], counts: {}, sums: {} };
  const out: string[] = [];
  for (const text of lineTexts(block.bytes)) {
    const line = block.numbers?.[answered.lines] ?? block.first + answered.lines;
    onLine(answered.lines);
    answered.lines++;
    let row: Row = {};
    try {
      row = readRow(text);
      const answer = handle(row, block.told);
      const { add, count, figures, asks } = isPromise(answer) ? await answer : answer;
      out.push(addMembers(text!, row, isLineError(row.error) ? { error: undefined, ...add } : add));
      if (count !== undefined) addTo(answered.counts, { [count]: 1 });
      if (figures !== undefined) addTo(answered.sums, figures);
      if (asks !== undefined) answered.asks = [...(answered.asks ?? []), asks];
    } catch (error) {
      const problem = `${block.unit ?? "line"} ${line}: ${sentence(error)}`;
      answered.problems.push(problem);
      const own = Object.keys(row).length > 0 ? text! : "{}";
      out.push(addMembers(own, row, { ...failed, error: problem }));
    }
  }
  answered.bytes = encoder.encode(out.length > 0 ? `${out.join("\n")}\n` : "");
  return answered;
}

/** Adds one tally to another. */
export function addTo(sums: Record<string, number>, more: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(more)) sums[name] = (sums[name] ?? 0) + value;
}

/** A block in which every line fails for the same reason, for example because its thread was killed. */
export function failLines(block: Block, reason: string, failed: Row = {}): Promise<AnsweredBlock> {
  const fail: Handle = () => {
    throw new Error(reason);
  };
  return answerLines(block, fail, failed);
}

/** The lines of a block; one that is not UTF-8 is null, so that no character is replaced silently. */
export function* lineTexts(bytes: Uint8Array): Generator<string | null> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const valid = isUtf8(buffer);
  for (let from = 0; from < buffer.length; ) {
    const newline = buffer.indexOf(10, from);
    const to = newline < 0 ? buffer.length : newline;
    const line = buffer.subarray(from, to);
    yield valid || isUtf8(line) ? line.toString("utf8") : null;
    from = to + 1;
  }
}

/** Valid JSON, but not a row. */
export class NoObject extends Error {
  constructor(value: unknown) {
    super(`a JSON object is needed, this is ${kindOf(value)}`);
    this.name = "NoObject";
  }
}

export const isRow = (value: unknown): value is Row =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The object of a line. @throws {NoObject} and with a sentence that says what the line is instead */
export function readRow(text: string | null): Row {
  if (text === null) throw new Error("not UTF-8");
  if (text.trim() === "") throw new Error("an empty line instead of a JSON object");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`not JSON: ${(error as Error).message}`);
  }
  if (!isRow(value)) throw new NoObject(value);
  return value;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "an array" : `a ${typeof value}`;
}

/** Fields of a line that failed. If an output is used as input, they must be removed when the line succeeds. */
export const isLineError = (error: unknown): boolean =>
  typeof error === "string" && /^(?:line|row) \d+: /.test(error);

const isPromise = (answer: Answered | Promise<Answered>): answer is Promise<Answered> =>
  typeof (answer as Promise<Answered>).then === "function";

/** A thrown value, as one line. */
export const sentence = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, " ");

// Adds members to a line of JSON without changing what the user wrote: `1.0`, integers of thirty digits, escapes and
// the order of the fields stay, which parsing and printing would not guarantee.

/** The text of an object with the members of `added` after its own; a member of the same name is replaced. */
export function addMembers(text: string, row: Row, added: Row): string {
  const replaced = Object.keys(added).filter((name) => Object.hasOwn(row, name));
  const own =
    replaced.length > 0 ? withoutMembers(text, new Set(replaced)) : text.trim().slice(1, -1).trimEnd();
  const members = writeMembers(added);
  return `{${own}${own.trim() !== "" && members !== "" ? "," : ""}${members}}`;
}

/** The text between an object's braces, without the members of these names. The text is valid JSON. */
function withoutMembers(text: string, names: ReadonlySet<string>): string {
  const kept: string[] = [];
  const end = text.lastIndexOf("}");
  let i = text.indexOf("{") + 1;
  while (i < end) {
    const next = memberEnd(text, i, end);
    const member = text.slice(i, next).trim();
    const name = JSON.parse(member.slice(0, stringEnd(member, 0))) as string;
    if (!names.has(name)) kept.push(member);
    i = next + 1;
  }
  return kept.join(",");
}

/** Where the member that starts at `from` ends: at the next comma on this level, or at the brace. */
function memberEnd(text: string, from: number, end: number): number {
  let depth = 0;
  let i = from;
  while (i < end) {
    const c = text[i];
    if (c === '"') i = stringEnd(text, i);
    else if (c === "," && depth === 0) return i;
    else {
      if (c === "{" || c === "[") depth++;
      else if (c === "}" || c === "]") depth--;
      i++;
    }
  }
  return end;
}

/** The position after the string that opens at `from`. */
function stringEnd(text: string, from: number): number {
  let i = from + 1;
  while (text[i] !== '"') i += text[i] === "\\" ? 2 : 1;
  return i + 1;
}
