// A row as a problem: the fields of each part, and the forms of a gold.

import { asText, type Row } from "../datasets/index.ts";
import { isTooDeep } from "../datasets/row.ts";
import { goldAnswer } from "../math/index.ts";
import type { Problem } from "./problem.ts";
import type { Columns } from "./task.ts";

/** Its gold is empty if the row has none, which leaves it unscored. */
export interface RowProblem extends Omit<Problem, "id"> {
  /** Set if the row has an id. */
  id?: string | undefined;
  solution?: string | undefined;
}

/** For each part of a problem, the possible fields; the first that a row has is used. */
export interface Fields {
  problem: readonly string[];
  answer: readonly string[];
  id: readonly string[];
  solution: readonly string[];
}

export const usualFields: Fields = {
  problem: ["problem", "question"],
  answer: ["answer"],
  id: ["id"],
  solution: ["solution"],
};

export function readProblem(row: Row, fields: Fields): RowProblem {
  return {
    id: optionalText(row, fields.id),
    statement: row.text(...fields.problem),
    gold: readGold(row, fields.answer),
    solution: optionalText(row, fields.solution),
    ...columnsOf(row, fields),
  };
}

/** Longer columns are documents, which a run's journal would repeat. */
const longestColumn = 10_000;

/** The columns that are not the problem, its gold or its id. */
function columnsOf(row: Row, { problem, answer, id }: Fields): { columns?: Columns } {
  const used = new Set([...problem, ...answer, ...id]);
  const kept = Object.entries(row.values).filter(([name, value]) => !used.has(name) && isKept(value));
  return kept.length === 0 ? {} : { columns: Object.fromEntries(kept) };
}

function isKept(value: unknown): boolean {
  if (value === null || value === undefined || value === "" || isTooDeep(value)) return false;
  if (ArrayBuffer.isView(value)) return false;
  try {
    return (JSON.stringify(value)?.length ?? Number.POSITIVE_INFINITY) <= longestColumn;
  } catch {
    return false;
  }
}

const mark = "####";

/** As in GSM8K: the answer is a worked solution, with calculator annotations and the gold after `####`. */
export function readWorkedProblem(row: Row, fields: Fields): RowProblem {
  const plain = readProblem(row, fields);
  const { gold } = plain;
  if (typeof gold !== "string") return plain;
  const at = gold.lastIndexOf(mark);
  if (at < 0) return plain;
  const solution = gold.slice(0, at).replace(/<<[^<>]*>>/g, "");
  return { ...plain, gold: gold.slice(at + mark.length).trim(), solution: solution.trim() };
}

/**
 * As in MATH and Minerva: a row without an answer has a solution that ends in a box. A solution without a mark has no
 * gold.
 */
export function readBoxedSolution(row: Row, fields: Fields): RowProblem {
  const solution = optionalText(row, fields.solution);
  if (fields.answer.some((field) => row.has(field)) || solution === undefined)
    return readProblem(row, fields);
  const answer = goldAnswer(solution);
  const gold = answer === solution ? "" : answer;
  const problem = {
    id: optionalText(row, fields.id),
    statement: row.text(...fields.problem),
    gold,
    solution,
  };
  return { ...problem, ...columnsOf(row, { ...fields, answer: fields.solution }) };
}

/** Text, a number, or a list of them; null and empty values are a missing gold, not an error in the file. */
function readGold(row: Row, fields: readonly string[]): string | string[] {
  const value = row.get(...fields);
  if (value === null) return "";
  const texts = [value].flat().map(asText);
  if (texts.some((text) => text === undefined))
    throw row.wrong(
      `has neither a string nor a list of strings in the field '${fields.find((name) => row.has(name))}'`,
    );
  const golds = (texts as string[]).filter((text) => text.trim() !== "");
  return golds.length > 1 ? golds : (golds[0] ?? "");
}

/** The first of these fields that holds text, if any does. */
export function optionalText(row: Row, fields: readonly string[]): string | undefined {
  for (const field of fields) {
    const text = row.has(field) ? asText(row.values[field]) : undefined;
    if (text !== undefined && text.trim() !== "") return text;
  }
  return undefined;
}
