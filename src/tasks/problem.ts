// A problem, as runs and searches use it. A task provides it together with its prompt, as a conversation, whose fields
// have the names of training data.

import type { Columns, Conversation, Message } from "./task.ts";

export interface Problem {
  /** The problem's id within its data set, the same in every run over the same revision. */
  id: string;
  /** The problem itself, without instructions. */
  statement: string;
  /** With several golds, one match is enough. */
  gold: string | string[];
  /** The other columns of its row: a level, a subject, a source. */
  columns?: Columns | undefined;
}

/** The values of a column as texts: a list has several, and a missing column none. */
export const valuesOf = (columns: Columns | undefined, column: string): string[] => {
  const value = columns && Object.hasOwn(columns, column) ? columns[column] : undefined;
  return [value].flat().flatMap((each) => {
    if (typeof each === "string") return [each];
    return typeof each === "number" || typeof each === "boolean" ? [String(each)] : [];
  });
};

export const problemOf = ({ id, problem, answer, columns }: Conversation): Problem => ({
  id,
  statement: problem,
  gold: answer,
  ...(columns ? { columns } : {}),
});

/** @param messages none if only an answer is graded, and the prompt is unknown */
export const conversationOf = (
  { id, statement, gold, columns }: Problem,
  messages: Message[] = [],
): Conversation => ({
  id,
  messages,
  answer: gold,
  problem: statement,
  ...(columns ? { columns } : {}),
});
